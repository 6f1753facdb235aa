"""A thousand crew packs of seventeen cards, all different, all legal, the same every time."""

from __future__ import annotations

from pathlib import Path

from cardforge.load.project import builtin_root

SAMPLE = builtin_root() / "packs/nebula/crew/ada-voss.yaml"


def write_crew_packs(folder: Path, number: int) -> list[Path]:
    """Write packs that differ in id, names and numbers from the shipped one."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [line for line in SAMPLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    files = []
    for at in range(number):
        text = "\n".join(_varied(line, at) for line in lines) + "\n"
        file = folder / f"crew-{at:04}.yaml"
        file.write_text(text, encoding="utf-8")
        files.append(file)
    return files


def _varied(line: str, at: int) -> str:
    if line.startswith("id: "):
        return f"id: crew-{at}"
    if line.startswith("    flavor: "):
        return f"{line} ({at})"
    if line.startswith("    cost: "):
        return f"    cost: {1 + (len(line) * 7 + at) % 9}"
    return line
