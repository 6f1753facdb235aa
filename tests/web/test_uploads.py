"""Pictures that are sent to the page, honest and hostile, and what is left of them."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import tempfile
import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pypdfium2
import pytest
from PIL import Image

from cardforge.core.errors import UsageError
from cardforge.web.uploads import MOST_PAGES, Gone, UploadFolder, Uploads, upload_name
from tests.support.card_pictures import POKER, framed, photograph, put
from tests.support.commands import call
from tests.support.embedded import embedded
from tests.support.waiting import wait_for
from tests.web.serving import Page, served

BYTES = {"content-type": "application/octet-stream"}


def _png(image: Image.Image | None = None) -> bytes:
    out = io.BytesIO()
    (image or framed()).save(out, "PNG")
    return out.getvalue()


class _Sender:
    """Sends pictures as the page does."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.path = f"/api/pictures/{client.post('/api/pictures', json={}).raise_for_status().json()['id']}"

    def send(self, name: str, content: bytes) -> list[dict[str, Any]]:
        answer = self.client.post(f"{self.path}/file", params={"name": name}, content=content, headers=BYTES)
        problems: list[dict[str, Any]] = answer.raise_for_status().json()["problems"]
        return problems

    def post(self, what: str, **given: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.client.post(f"{self.path}/{what}", json=given).raise_for_status().json()
        return found


@pytest.fixture(scope="module", autouse=True)
def _temporary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder for temporary files that no other server uses, so that the folders in it can be counted."""
    folder = str(tmp_path_factory.mktemp("temporary"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", folder)
        patch.setattr(tempfile, "tempdir", folder)
        yield


@pytest.fixture(scope="module")
def uploading(_temporary: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page in an empty folder."""
    with served(tmp_path_factory.mktemp("uploading")) as page:
        yield page


@pytest.fixture
def sender(uploading: Page) -> Iterator[_Sender]:
    with uploading.client as client:
        yield _Sender(client)


def _folders() -> set[str]:
    return {each.name for each in Path(tempfile.gettempdir()).glob("cardforge-page-*")}


def test_the_page_makes_the_same_bytes_as_the_command(sender: _Sender, tmp_path: Path) -> None:
    """Fronts find their backs, names count copies, and the notes are those of the command."""
    pictures = {
        "art/4x elf.png": framed(ground="#00ff00"), "art/dragon-front.png": framed(ground="#ff0000"),
        "art/dragon-back.png": framed(ground="#0000ff"), "art/wide.png": framed((900, 900)),
        "art/large.jpg": photograph((3 * POKER[0], 3 * POKER[1])), "common.png": framed(ground="#123456"),
    }  # fmt: skip
    for name, image in pictures.items():
        put(tmp_path / name, image)
        assert sender.send(name, (tmp_path / name).read_bytes()) == []
    options = (
        "--back common.png --backs long-edge --size tarot --fit contain --edge #102030 --bleed shared --marks cross"
    )
    done = call("render", "art", *options.split(), "--paper", "letter", "-o", "sheets.pdf", cwd=tmp_path)
    settings = {
        "size": "tarot", "back": "common.png", "backs": "long-edge", "fit": "contain", "edge": "#102030",
        "bleed": "shared", "marks": "cross", "paper": "letter",
    }  # fmt: skip
    cards = sender.post("cards", **settings)
    made = sender.post("sheets", **settings)
    file = sender.client.get(f"{sender.path}/sheets/{made['number']}")

    assert [(card["name"], card["copies"], card["back"]) for card in cards["cards"]] == [
        ("elf", 4, "common.png"), ("dragon", 1, "art/dragon-back.png"), ("large", 1, "common.png"),
        ("wide", 1, "common.png"),
    ]  # fmt: skip
    assert made["lines"] == done.stdout.splitlines()[-len(made["lines"]) :]
    assert made["lines"][0] == "7 cards on 2 sheets of letter in sheets.pdf"
    assert made["lines"][1].startswith("1 picture reduced to 300 dpi")
    assert [problem["code"] for problem in cards["problems"]] == ["CF521"] * 3
    assert [problem["message"] for problem in made["problems"]][:3] == [each["message"] for each in cards["problems"]]
    assert all(problem["message"] in done.stdout + done.stderr for problem in made["problems"])
    names = "pictures"  # the command names the sheets after its target, which a page does not have
    assert _without_name(file.content, names) == _without_name((tmp_path / "sheets.pdf").read_bytes(), "art")


def _without_name(pdf: bytes, name: str) -> list[bytes]:
    """What the pages show, without the line that names the job."""
    document = pypdfium2.PdfDocument(pdf)
    found = []
    for page in document:
        text = page.get_textpage().get_text_range()
        assert name in text or not text
        picture = page.render(scale=0.5).to_pil().convert("RGB")
        picture.paste("white", (0, 0, picture.width, 16))
        picture.paste("white", (0, picture.height - 16, picture.width, picture.height))
        found.append(picture.tobytes())
    return found


def test_an_untouched_jpeg_reaches_the_sheets_byte_by_byte(sender: _Sender, tmp_path: Path) -> None:
    content = put(tmp_path / "a.jpg", photograph(), quality=90).read_bytes()
    sender.send("a.jpg", content)
    made = sender.post("sheets")
    (tmp_path / "out.pdf").write_bytes(sender.client.get(f"{sender.path}/sheets/{made['number']}").content)

    assert [each.raw for each in embedded(tmp_path / "out.pdf")] == [content]


def test_copies_that_are_typed_replace_those_of_the_name(sender: _Sender) -> None:
    sender.send("4x elf.png", _png())
    sender.send("ogre.png", _png(framed(ground="#000000")))
    cards = sender.post("cards", copies={"4x elf.png": 2, "ogre.png": 0})["cards"]

    assert [card["copies"] for card in cards] == [2, 0]


def test_separate_backs_are_two_files_in_a_zip(sender: _Sender) -> None:
    sender.send("a-front.png", _png())
    sender.send("a-back.png", _png(framed(ground="#000000")))
    made = sender.post("sheets", backs="separate")
    answer = sender.client.get(f"{sender.path}/sheets/{made['number']}")

    assert (made["file"], answer.headers["content-type"]) == ("sheets.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
        assert files.namelist() == ["sheets.pdf", "sheets-backs.pdf"]


def test_a_card_is_shown_as_it_will_be_cut(sender: _Sender) -> None:
    sender.send("a.png", _png(Image.new("RGB", (2000, 1000), "#ff0000")))

    def pixel(**look: str) -> tuple[int, ...]:
        answer = sender.client.get(f"{sender.path}/picture", params={"name": "a.png", **look}).raise_for_status()
        with Image.open(io.BytesIO(answer.content)) as picture:
            assert picture.width / picture.height == pytest.approx(63 / 88, abs=0.01)
            found = picture.getpixel((picture.width // 2, 4))
            assert isinstance(found, tuple)
            return found

    assert pixel() == (255, 0, 0)
    assert pixel(fit="contain", edge="#00ff00") == (0, 255, 0)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.png", b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "not a picture, despite its name"),
        ("a.png", b"<html><img src=x onerror=alert(1)></html>", "not a picture, despite its name"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "pictures that end with .svg are not supported"),
        ("a.png", b"", "not a picture"),
        ("a.png", _png()[:3000], "damaged"),
        ("a.jpg", _png(), "is a PNG picture, despite its name"),
        ("a.png", b"%PDF-1.7\n", "not a picture"),
    ],
)  # fmt: skip
def test_what_is_no_picture_is_reported_and_printed_nowhere(
    sender: _Sender, name: str, content: bytes, told: str
) -> None:
    sender.send("good.png", _png())
    (problem,) = sender.send(name, content)
    shown = sender.client.get(f"{sender.path}/picture", params={"name": name})
    made = sender.post("sheets")

    assert told in problem["message"]
    assert (problem["path"], problem["code"]) == (name, "CF415")
    assert shown.status_code == 404
    assert made["file"] == ""
    assert told in made["problems"][0]["message"]
    assert sender.client.get(f"{sender.path}/sheets/{made['number']}").status_code == 410
    sender.post("remove", names=[name])
    assert sender.post("sheets")["file"] == "sheets.pdf"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../../etc/cron.d/a.png", "etc/cron.d/a.png"),
        ("..\\..\\windows\\a.png", "windows/a.png"),
        ("/etc/a.png", "etc/a.png"),
        ("....//a.png", "a.png"),
        ("C:\\a.png", "C:/a.png"),
        ("a\x1b[31m\x00\n.png", "a�[31m� .png"),
        ("\u202egnp.a.png", "�gnp.a.png"),
        ("art/dragon.png", "art/dragon.png"),
    ],
)
def test_a_name_keeps_its_folders_and_leads_nowhere(sender: _Sender, given: str, kept: str) -> None:
    before = _folders()
    sender.send(given, _png())
    (card,) = sender.post("cards")["cards"]

    assert card["front"] == kept
    assert _folders() == before
    for folder in _folders():
        inside = [each.name for each in (Path(tempfile.gettempdir()) / folder).iterdir()]
        assert all(each.isdecimal() or each.startswith("made-") for each in inside), inside


@pytest.mark.parametrize("name", ["", "..", "/", "../..", "x" * 301])
def test_a_name_that_is_none_is_refused(sender: _Sender, name: str) -> None:
    answer = sender.client.post(f"{sender.path}/file", params={"name": name}, content=_png(), headers=BYTES)

    assert answer.status_code == 400
    assert "cannot have the name" in answer.json()["message"]


@pytest.mark.parametrize(
    "settings",
    [
        {"size": "gigantic"}, {"fit": "crop"}, {"backs": "sideways"}, {"bleed": "much"}, {"marks": "many"},
        {"with_bleed": "x"}, {"with_bleed": -1}, {"with_bleed": 99}, {"with_bleed": "nan"}, {"edge": "red"},
        {"paper": "0x0"}, {"dpi": 0}, {"dpi": 100_000}, {"dpi": "x"}, {"back": "lost.png"}, {"copies": 5},
        {"copies": {"a.png": "many"}}, {"copies": {"a.png": -1}},
    ],
)  # fmt: skip
def test_settings_that_cannot_be_are_refused_in_words(sender: _Sender, settings: dict[str, Any]) -> None:
    sender.send("a.png", _png())
    for what in ("cards", "sheets"):
        answer = sender.client.post(f"{sender.path}/{what}", json=settings)
        if what == "cards" and "paper" in settings:
            continue  # paper matters to sheets only
        assert answer.status_code == 400, answer.text
        assert len(answer.json()["message"]) > 10


@pytest.mark.parametrize("type", ["multipart/form-data", "text/plain", "application/json", "image/png", ""])
def test_a_form_of_another_site_can_send_no_picture(sender: _Sender, type: str) -> None:
    """Browsers let any site send these types without asking; the type that we take needs our permission first."""
    headers = {"content-type": type} if type else {}
    answer = sender.client.post(f"{sender.path}/file", params={"name": "a.png"}, content=_png(), headers=headers)

    assert answer.status_code == 403


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_a_script_of_another_site_can_send_no_picture(sender: _Sender, headers: dict[str, str]) -> None:
    asked = {"params": {"name": "a.png"}, "content": _png(), "headers": BYTES | headers}

    assert sender.client.post(f"{sender.path}/file", **asked).status_code == 403  # type: ignore[arg-type]


def test_only_a_picture_may_be_large(sender: _Sender) -> None:
    large = b"x" * 1_000_001
    answer = sender.client.post(f"{sender.path}/cards", content=large, headers={"content-type": "application/json"})

    assert answer.status_code == 413
    assert "not a picture" in sender.send("a.png", large)[0]["message"]


def test_a_new_picture_of_the_same_name_takes_the_place_of_the_old_one(sender: _Sender) -> None:
    sender.send("a.png", _png(framed(ground="#ff0000")))
    sender.send("a.png", _png(framed(ground="#0000ff")))
    answer = sender.client.get(f"{sender.path}/picture", params={"name": "a.png"})

    assert len(sender.post("cards")["cards"]) == 1
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.getpixel((picture.width // 2, picture.height // 2)) == (0, 0, 255)


def test_nobody_reaches_the_pictures_of_another_page(sender: _Sender) -> None:
    sender.send("a.png", _png())
    for id in ("x", "%2e%2e", sender.path.rpartition("/")[2][:-1]):
        answer = sender.client.get(f"/api/pictures/{id}/picture", params={"name": "a.png"})
        assert answer.status_code in (404, 410)


def test_pictures_are_deleted_when_the_page_is_closed_and_when_the_server_ends(tmp_path: Path) -> None:
    before = _folders()
    with served(tmp_path) as page, page.client as client:
        first, second = _Sender(client), _Sender(client)
        for each in (first, second):
            each.send("a.png", _png())
            each.post("sheets")
        assert len(_folders() - before) == 2
        first.post("close")
        assert len(_folders() - before) == 1
        assert client.post(f"{first.path}/cards", json={}).status_code == 410
    assert _folders() == before


def test_pictures_are_deleted_when_the_server_is_stopped_twice(tmp_path: Path) -> None:
    """A second Ctrl-C ends it without waiting for anything."""
    before = _folders()
    with served(tmp_path) as page, page.client as client:
        _Sender(client).send("a.png", _png())
        os.kill(page.pid, signal.SIGINT)
        os.kill(page.pid, signal.SIGINT)
        wait_for(lambda: _folders() == before, "the folder to be deleted")


async def _parts(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def test_the_limits_of_uploads_are_kept_and_refused_pictures_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _folders()
    monkeypatch.setattr("cardforge.web.uploads.PICTURE_BYTES", _Limit(10))
    monkeypatch.setattr("cardforge.web.uploads.UPLOAD_BYTES", _Limit(25))
    monkeypatch.setattr("cardforge.web.uploads.UPLOAD_FILES", _Limit(3))
    folder = UploadFolder()
    try:
        asyncio.run(folder.receive("a.png", _parts(b"12345", b"12345")))
        with pytest.raises(UsageError, match="too large: the limit is 10 bytes"):
            asyncio.run(folder.receive("b.png", _parts(b"12345", b"123456")))
        asyncio.run(folder.receive("b.png", _parts(b"1234567890")))
        with pytest.raises(UsageError, match="more than 25 bytes together"):
            asyncio.run(folder.receive("c.png", _parts(b"1234567890")))
        asyncio.run(folder.receive("c.png", _parts(b"1")))
        with pytest.raises(UsageError, match="more than 3 pictures"):
            asyncio.run(folder.receive("d.png", _parts(b"1")))
        asyncio.run(folder.receive("a.png", _parts(b"1")))  # in place of the old one
        assert {each.name: Path(each.path).read_bytes() for each in folder.uploads} == {
            "b.png": b"1234567890", "c.png": b"1", "a.png": b"1",
        }  # fmt: skip
        assert len(list(Path(folder.uploads[0].path).parent.iterdir())) == 3
    finally:
        folder.delete()
    assert _folders() == before


class _Limit:
    def __init__(self, most: int) -> None:
        self.most = most

    def hint(self, advice: str) -> str:
        return advice


def test_the_oldest_page_gives_way_to_a_ninth() -> None:
    uploads = Uploads()
    try:
        first, second, *_ = [uploads.begin() for _ in range(MOST_PAGES)]
        uploads.of(first.id)
        uploads.begin()
        assert uploads.of(first.id) is first
        with pytest.raises(Gone):
            uploads.of(second.id)
        with pytest.raises(Gone):
            asyncio.run(second.receive("a.png", _parts(b"1")))
    finally:
        uploads.close_all()


def test_names_stay_names() -> None:
    assert upload_name("a/./b/../c.png") == "a/b/c.png"
