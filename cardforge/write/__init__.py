"""Results to files."""

from cardforge.write.atomic import write_whole

__all__ = ["write_whole"]
