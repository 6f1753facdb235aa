"""Which files a command judges, and which only lend their ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.core.problems import Problem
from cardforge.load.project import Project, builtin_root, files_below, read_inside
from cardforge.load.targets import find_targets

PACK = "kind: item\nsystem: nebula\nid: {id}\nname: Odds\ncards: []\n"


def _pack(folder: Path, relative: str) -> Path:
    file = folder / relative
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PACK.format(id=file.stem), encoding="utf-8")
    return file


def test_an_empty_folder_means_the_built_in_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    targets = find_targets([])

    assert targets.project.is_builtin
    assert len(targets.judged) > 30
    assert not targets.around("nebula")


def test_a_project_is_judged_and_the_built_in_packs_are_around_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = _pack(tmp_path, "packs/nebula/item/odds.yaml")
    monkeypatch.chdir(tmp_path)
    targets = find_targets([])

    assert [file.path for file in targets.judged] == [own]
    assert len(targets.around("nebula")) > 30


def test_a_file_of_the_project_hides_the_built_in_file_of_its_name(tmp_path: Path) -> None:
    own = _pack(tmp_path, "packs/nebula/item/ship-stores.yaml")
    hidden = builtin_root() / "packs/nebula/item/ship-stores.yaml"
    files = Project((tmp_path, builtin_root())).files("packs")

    assert own in files
    assert hidden not in files


def test_a_file_inside_packs_belongs_to_its_project(tmp_path: Path) -> None:
    one = _pack(tmp_path, "packs/nebula/item/one.yaml")
    two = _pack(tmp_path, "packs/nebula/item/two.yaml")
    targets = find_targets([str(one)])

    assert targets.project.roots[0] == tmp_path
    assert not targets.alone
    assert two in [file.path for file in targets.around("nebula")]


def test_a_loose_file_is_alone_and_a_loose_folder_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _pack(tmp_path, "loose/odds.yaml")
    monkeypatch.chdir(tmp_path)

    assert find_targets([str(file)]).alone
    assert not find_targets([str(file.parent)]).alone


def test_a_path_that_is_not_there_stops_with_the_nearest_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _pack(tmp_path, "odds.yaml")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(SurroundingsError) as stopped:
        find_targets(["ods.yaml"])
    assert "odds.yaml" in stopped.value.hint


def test_the_name_of_a_game_is_no_path_and_is_told_how_it_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(SurroundingsError) as stopped:
        find_targets(["nebula"])
    assert "packs/nebula" in stopped.value.hint
    assert "cardforge render nebula --all" in stopped.value.hint


def test_two_projects_at_once_are_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        _pack(tmp_path, f"{name}/packs/nebula/item/{name}.yaml")

    with pytest.raises(UsageError):
        find_targets([str(tmp_path / "one"), str(tmp_path / "two")])


def test_a_folder_without_packs_is_said_to_be_empty(tmp_path: Path) -> None:
    with pytest.raises(SurroundingsError):
        find_targets([str(tmp_path)])


def test_a_link_out_of_the_project_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: hunter2\n", encoding="utf-8")
    project = tmp_path / "project"
    project.mkdir()
    (project / "x.yaml").symlink_to(secret)
    found = read_inside(project / "x.yaml", project)

    assert isinstance(found, Problem)
    assert found.code == "CF009"
    assert "hunter2" not in found.message


def test_hidden_folders_schemas_and_links_to_folders_are_passed_over(tmp_path: Path) -> None:
    for relative in (".git/a.yaml", "node_modules/b.yaml", "output/c.yaml"):
        _pack(tmp_path, relative)
    (tmp_path / "crew.schema.json").write_text("{}", encoding="utf-8")
    good = _pack(tmp_path, "good/d.yaml")
    (tmp_path / "loop").symlink_to(tmp_path)

    assert list(files_below(tmp_path)) == [good]
