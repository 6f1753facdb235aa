"""Write what cardforge is made of: an SBOM (CycloneDX JSON) and a list of licences: `make sbom`.

Takes the packages that are installed in this environment; no network. Only what cardforge itself needs is listed, not
what its tests need. Bytes depend on the installed packages alone: no clock, no random serial number.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

_NAME = re.compile(r"[\w.-]+")
_ROOT = "cardforge"


def needed(name: str = _ROOT) -> list[Distribution]:
    """A package and all that it needs, by name; extras and other platforms are left out."""
    found: dict[str, Distribution] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if _key(each) in found:
            continue
        try:
            found[_key(each)] = distribution(each)
        except PackageNotFoundError:  # needed on another platform or another Python only
            continue
        waiting += _requirements(found[_key(each)])
    return [found[key] for key in sorted(found)]


def sbom(packages: list[Distribution]) -> dict[str, Any]:
    """The packages in CycloneDX 1.5."""
    root = next(each for each in packages if _key(each.name) == _ROOT)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": _component(root, "application")},
        "components": [_component(each, "library") for each in packages if each is not root],
        "dependencies": [{"ref": _address(each), "dependsOn": sorted(_needs(each, packages))} for each in packages],
    }


def licences(packages: list[Distribution]) -> str:
    """The licences as a table in Markdown."""
    rows = [f"| {each.name} | {each.version} | {licence(each)} |" for each in packages]
    return "\n".join(["# Licences", "", "| package | version | licence |", "| --- | --- | --- |", *rows, ""])


def licence(package: Distribution) -> str:
    """The licence as the package states it: an expression, else its classifiers, else the first line of a text."""
    expressions, texts, stated = (
        package.metadata.get_all(key) or [] for key in ("License-Expression", "License", "Classifier")
    )
    classes = sorted(each.rpartition(" :: ")[2] for each in stated if each.startswith("License :: "))
    first_lines = [text.strip().partition("\n")[0] for text in texts]
    return next(filter(None, [*expressions, ", ".join(classes), *first_lines]), "not stated")


def _component(package: Distribution, type: str) -> dict[str, Any]:
    return {
        "type": type,
        "bom-ref": _address(package),
        "name": package.name,
        "version": package.version,
        "purl": _address(package),
        "licenses": [{"license": {"name": licence(package)}}],
    }


def _address(package: Distribution) -> str:
    return f"pkg:pypi/{_key(package.name)}@{package.version}"


def _needs(package: Distribution, packages: list[Distribution]) -> Iterator[str]:
    names = {_key(each) for each in _requirements(package)}
    return (_address(each) for each in packages if _key(each.name) in names)


def _requirements(package: Distribution) -> list[str]:
    """The names of what a package needs without any extra."""
    needs = [text for text in package.requires or [] if "extra ==" not in text]
    return [found[0] for text in needs if (found := _NAME.match(text))]


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main(folder: Path) -> None:
    """Write both files into a folder."""
    packages = needed()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sbom.json").write_text(json.dumps(sbom(packages), indent=2) + "\n", encoding="utf-8")
    (folder / "licences.md").write_text(licences(packages), encoding="utf-8")
    print(f"{len(packages)} packages in {folder / 'sbom.json'} and {folder / 'licences.md'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
