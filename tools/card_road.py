"""Follow one real render through the engine and list the modules it enters, in order.

Takes the arguments of a command; gives `package/module` once each, in the order of their first call.
The command runs in its own process, in an empty folder, with an empty cache and one processor, so that the list is the
same on every machine. Code that runs while Python imports a module does not count: it does nothing for a card.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from tools.generated import REPOSITORY

_ENGINE = f"{REPOSITORY / 'cardforge'}{os.sep}"


def road(*arguments: str) -> list[str]:
    """The modules that `cardforge` enters with these arguments."""
    with TemporaryDirectory() as folder:
        found = Path(folder, "road.json")
        homes = dict.fromkeys(("XDG_CACHE_HOME", "XDG_CONFIG_HOME"), folder)
        done = subprocess.run(  # noqa: S603 - our own module
            [sys.executable, "-m", __name__, str(found), *arguments],
            cwd=folder,
            env={**os.environ, **homes, "PYTHONPATH": str(REPOSITORY)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"cardforge {' '.join(arguments)} failed: {done.stdout}{done.stderr}")
        modules: list[str] = json.loads(found.read_text("utf-8"))
        return modules


def _followed(arguments: list[str]) -> list[str]:
    """Run a command in this process and watch every call."""
    from cardforge.cli.main import app_for  # noqa: PLC0415 - imported before anything is watched

    entered: dict[str, None] = {}

    def command() -> None:
        app_for(arguments)(arguments, standalone_mode=False)

    def watch(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(_ENGINE) and file not in entered and not importing(frame):
            entered[file] = None

    def importing(frame: FrameType | None) -> bool:
        while frame is not None and frame.f_code is not command.__code__:
            if frame.f_code.co_name == "<module>":
                return True
            frame = frame.f_back
        return False

    os.cpu_count = lambda: 1
    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        command()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return [Path(file).relative_to(_ENGINE).with_suffix("").as_posix() for file in entered]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(_followed(sys.argv[2:])), encoding="utf-8")
