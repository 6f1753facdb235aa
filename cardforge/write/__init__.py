"""Write results to files: PDF, PNG, SVG, DXF, zip and JSON."""

from cardforge.write.atomic import write_whole

__all__ = ["write_whole"]
