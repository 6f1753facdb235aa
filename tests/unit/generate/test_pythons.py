"""The same numbers and the same bytes on every Python at hand, whether cardforge is installed there or not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from cardforge.generate.streams import Origin, Streams, seed_text
from cardforge.load.yaml_text import yaml_text
from tests.conftest import REPOSITORY

SEEDS = ["tea", "Zoe\u0308", "灯台 7", "\u2003salt  and lanterns", "42", "🜁 \U0001fae8"]
DOCUMENT = {
    "name": "Zoë \U0001fae8",
    "odd": ["no", "1e3", "\ufeffa", "a: b", "ǅ", "\U00031350"],
    "cards": [{"id": "a", "text": "word " * 40 + "end"}, {"id": "b", "stats": {"skill": 1}}],
}
# Both files need nothing but the standard library; they are loaded past their packages, which need more.
SCRIPT = """
import importlib.util, json, sys
def load(path):
    spec = importlib.util.spec_from_file_location("loaded", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
streams, writer = load("cardforge/generate/streams.py"), load("cardforge/load/yaml_text.py")
seeds, document = json.loads(sys.argv[1])
texts = [streams.seed_text(seed) for seed in seeds]
drawn = [streams.Streams(streams.Origin("a", "b", 1, text)).begin("x") for text in texts]
print(json.dumps([texts, drawn, writer.yaml_text(document)]))
"""


def pythons() -> list[str]:
    """Every Python from 3.11 on that this machine has."""
    named = [shutil.which(f"python3.{minor}") or "" for minor in range(11, 20)]
    managed = sorted(map(str, Path.home().glob(".pyenv/versions/3.1[1-9]*/bin/python")))
    return [sys.executable, *dict.fromkeys(path for path in [*named, *managed] if path and "shims" not in path)]


def test_every_python_gives_the_same() -> None:
    texts = [seed_text(seed) for seed in SEEDS]
    wanted = [texts, [Streams(Origin("a", "b", 1, text)).begin("x") for text in texts], yaml_text(DOCUMENT)]
    found = pythons()

    assert found
    for python in found:
        done = subprocess.run(
            [python, "-c", SCRIPT, json.dumps([SEEDS, DOCUMENT])], cwd=REPOSITORY, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(REPOSITORY)}
        )  # fmt: skip
        assert done.returncode == 0, f"{python}: {done.stderr}"
        assert json.loads(done.stdout) == wanted, python
