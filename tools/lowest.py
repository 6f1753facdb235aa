"""Print the lowest version of every package that cardforge may run with, as constraints for pip: `make lowest`.

Takes the lower bounds of `pyproject.toml`. A bound that nobody has installed is a guess; this makes it a test.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_BOUND = re.compile(r"(?P<name>[\w.-]+)>=(?P<version>[\w.]+)(,<[\w.]+)?")


def lowest(pyproject: str) -> list[str]:
    """The constraints; a package without a lower bound is an error."""
    found = [(text, _BOUND.fullmatch(text)) for text in tomllib.loads(pyproject)["project"]["dependencies"]]
    if missing := [text for text, bound in found if not bound]:
        raise ValueError(f"no lower bound: {', '.join(missing)}")
    return [f"{bound['name']}=={bound['version']}" for _, bound in found if bound]


if __name__ == "__main__":
    print("\n".join(lowest(Path("pyproject.toml").read_text("utf-8"))))
