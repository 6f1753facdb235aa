"""The other engine: the same line drawn by Pango with the same font files, and where Pango would break it.

A private fontconfig file knows only these fonts, so that both engines have the same glyphs to choose from.
"""

from __future__ import annotations

import re
import subprocess
from html import escape
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from PIL import Image

from tests.proof.project import CHINESE, DPI
from tests.support.pdfs import tool

_CONFIG = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


class Pango:
    """Draws lines; the folder keeps its fonts and pictures."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "firago.ttf").write_bytes(import_module("pymupdf_fonts").fontbuffers["figo"]())
        source = files("font_source_sans_pro").joinpath("files", "SourceSansPro-Regular.ttf")
        (folder / "source-sans.ttf").write_bytes(source.read_bytes())
        (folder / "chinese.ttf").symlink_to(CHINESE)
        (folder / "fonts.conf").write_text(_CONFIG.format(folder=folder), encoding="utf-8")
        self._environment = {"FONTCONFIG_FILE": str(folder / "fonts.conf"), "LC_ALL": "C.UTF-8"}

    def draw(self, text: str, size: float, rtl: bool = False, families: str = "FiraGO") -> Image.Image:
        """A line in grey, with white around it."""
        # FiraGO's own mistake in Devanagari, which cardforge goes round (`fonts.py`), must not be drawn here either.
        features = "ccmp=0" if re.search("[\u0900-\u097f]", text) else "kern=1"
        file = self._folder / "line.png"
        command = [
            tool("pango-view"), "--no-display", f"--dpi={DPI}", f"--font={families} {size}", "--margin=40",
            "--hinting=none", "--hint-metrics=off", "--subpixel-positions", "--antialias=gray", "--single-par",
            "--no-auto-dir", *(["--rtl"] if rtl else []), "--markup",
            f'--text=<span font_features="{features}">{escape(text)}</span>', f"--output={file}",
        ]  # fmt: skip
        subprocess.run(command, env=self._environment, capture_output=True, check=True, timeout=60)
        return Image.open(file).convert("L")

    def may_break(self, text: str) -> set[int]:
        """The places in a text at which Pango (Unicode's rules; libthai for Thai) allows a line to end."""
        command = [tool("pango-segmentation"), "--kind=line", f"--text={text}"]
        done = subprocess.run(command, env=self._environment, capture_output=True, check=True, timeout=60)
        places = set()
        at = 0
        for part in done.stdout.decode("utf-8").rstrip("\n").split("|"):
            at += len(part)
            places.add(at)
        return places
