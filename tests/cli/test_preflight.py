"""`cardforge preflight` as a user runs it: formats, exit codes, and files that are none."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.commands import call
from tests.support.pdf_drafts import Draft, made


def small_text(draft: Draft) -> None:
    draft.draw("BT 0 g /F1 4 Tf 60 60 Td (small) Tj ET")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.pdf").write_bytes(made("x1a"))
    (tmp_path / "home.pdf").write_bytes(made("home"))
    (tmp_path / "small.pdf").write_bytes(made("home", small_text))
    (tmp_path / "soft.pdf").write_bytes(made("home", lambda draft: draft.pdf.Root.__delitem__("/ViewerPreferences")))
    (tmp_path / "torn.pdf").write_bytes(made("home")[:300])
    (tmp_path / "empty.pdf").write_bytes(b"")
    return tmp_path


def test_good_files_are_said_to_be_good_and_what_they_were_judged_as(folder: Path) -> None:
    done = call("preflight", "good.pdf", "home.pdf", cwd=folder)

    assert (done.returncode, done.stderr) == (0, "")
    assert "good.pdf: checked as PDF/X-1a" in done.stdout
    assert "home.pdf: checked as a file for printing at home" in done.stdout
    assert "2 files, 4 pages: no problems." in done.stdout


def test_a_problem_names_file_and_page_and_fails(folder: Path) -> None:
    done = call("preflight", "small.pdf", cwd=folder)

    assert done.returncode == 1
    assert "small.pdf, page 1: error PF403: a text is 4.0 pt" in done.stdout
    assert "hint: make it larger" in done.stdout


def test_a_warning_fails_only_under_strict_and_can_be_ignored(folder: Path) -> None:
    assert call("preflight", "soft.pdf", cwd=folder).returncode == 0
    assert call("preflight", "soft.pdf", "--strict", cwd=folder).returncode == 1
    assert call("preflight", "soft.pdf", "--strict", "--ignore", "PF108", cwd=folder).returncode == 0


def test_one_broken_file_does_not_hide_another(folder: Path) -> None:
    done = call("preflight", "torn.pdf", "empty.pdf", "small.pdf", "--format", "json", cwd=folder)
    report = json.loads(done.stdout)

    assert done.returncode == 1
    assert [(each["path"], each["code"], each.get("page")) for each in report["problems"]] == [
        ("empty.pdf", "PF001", None),
        ("small.pdf", "PF403", 1),
        ("torn.pdf", "PF001", None),
    ]
    assert (report["files"], report["pages"]) == (3, 2)


def test_sarif_names_the_page_and_the_title_of_the_rule(folder: Path) -> None:
    log = json.loads(call("preflight", "small.pdf", "--format", "sarif", cwd=folder).stdout)["runs"][0]

    assert log["results"][0]["locations"][0]["logicalLocations"] == [{"name": "page 1"}]
    assert log["tool"]["driver"]["rules"][0]["shortDescription"]["text"] == "A text is too small"


def test_a_print_service_is_asked_for_by_name(folder: Path) -> None:
    done = call("preflight", "good.pdf", "--for", "drivethrucards", "--format", "json", cwd=folder)

    assert [each["code"] for each in json.loads(done.stdout)["problems"]] == ["PF203"]  # 3 mm are not 1/8 inch


def test_a_project_can_bring_its_own_print_service(folder: Path) -> None:
    (folder / "packs").mkdir()
    (folder / "templates/print").mkdir(parents=True)
    vendor = (
        'kind: vendor\nid: {}\nname: Shop\ndate: "2026-01-01"\nsource: https://shop.example\noutput: {}\n'
        "standard: x1a\nbleed: {}\nsafe: 3\nink: 240\norder: front-first\ndpi: 300\nsizes: {{poker: {{width: 63, height: 88}}}}\n"
    )
    for name, output, bleed in (("shop", "pdf", "3"), ("lab", "png", "3"), ("bad", "pdf", "wide")):
        file = folder / f"templates/print/{name}.yaml"
        file.write_text(vendor.format(name, output, bleed), encoding="utf-8")

    assert call("preflight", "good.pdf", "--for", "shop", cwd=folder).returncode == 0
    assert "takes pictures, not PDF" in call("preflight", "good.pdf", "--for", "lab", cwd=folder).stderr
    bad = call("preflight", "good.pdf", "--for", "bad", cwd=folder)
    assert bad.returncode == 1
    assert "templates/print/bad.yaml:8:8" in bad.stdout + bad.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("good.pdf", "--for", "drivethrucard"), 2, "did you mean `drivethrucards`? known ones: `drivethrucards`"),
        (("goood.pdf",), 3, "did you mean `good.pdf`?"),
        ((".",), 3, "is a folder, not a PDF"),
        (("/dev/null",), 3, "not a regular file"),
        ((), 2, "Missing argument"),
    ],
)
def test_what_is_not_there_stops_the_command(folder: Path, arguments: tuple[str, ...], code: int, says: str) -> None:
    done = call("preflight", *arguments, cwd=folder)

    assert (done.returncode, says in done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr


def test_a_link_that_leads_to_itself_is_no_file(folder: Path) -> None:
    os.symlink("loop.pdf", folder / "loop.pdf")
    done = call("preflight", "loop.pdf", cwd=folder)

    assert done.returncode == 3
    assert "Traceback" not in done.stderr


def test_explain_tells_what_a_printer_cares_about(tmp_path: Path) -> None:
    done = call("explain", "pf305", cwd=tmp_path)

    assert done.returncode == 0
    assert done.stdout.startswith("PF305: ")
    assert "preflight" in done.stdout
