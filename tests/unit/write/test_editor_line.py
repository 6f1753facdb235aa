"""The line that tells an editor which schema a file follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.write.editor_line import editor_line, put_editor_line


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_editor_line_changes_nothing_else(tmp_path: Path, end: str, mark: str) -> None:
    file = tmp_path / "x.yaml"
    body = f"# a comment{end}kind: crew{end}"
    file.write_bytes((mark + body).encode())
    put_editor_line(file, "# yaml-language-server: $schema=one")
    put_editor_line(file, "# yaml-language-server: $schema=two")

    assert file.read_bytes().decode() == f"{mark}# yaml-language-server: $schema=two{end}{body}"


def test_a_schema_of_the_same_project_is_named_from_the_file(tmp_path: Path) -> None:
    line = editor_line(tmp_path / "packs/g/crew/x.yaml", tmp_path / "schemas/g/crew.schema.json", together=True)

    assert line == "# yaml-language-server: $schema=../../../schemas/g/crew.schema.json"
