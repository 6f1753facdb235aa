"""The server as a stranger, a crowd and a clock see it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
import pytest
import uvicorn
from PIL import Image

from cardforge.web import serving as serving_module
from tests.conftest import REPOSITORY
from tests.support.waiting import wait_for
from tests.web.conftest import PACK
from tests.web.serving import Page, drawn_pack, served

STATIC = Path(__file__).resolve().parents[2] / "cardforge" / "web" / "static"
CREW = {"game": "nebula", "type": "crew"}
HIDDEN = "a line that only stands in a file beside the project"


def _state(folder: Path) -> dict[str, str]:
    """Every file of a folder, with what is in it."""
    return {
        str(file): hashlib.blake2b(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_the_pages_own_files_are_small() -> None:
    assert sum(file.stat().st_size for file in STATIC.iterdir()) < 150_000


def test_a_small_answer_leaves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that collects small packets would hold each for 40 ms, and a page waits for twenty in a row."""
    _, listening = _configured(monkeypatch)

    async def without_delay() -> int:
        """Whether a connection that the server takes sends small packets without waiting for more."""
        taken: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
        async with await asyncio.start_server(lambda _, writer: taken.set_result(writer), sock=listening):
            _, mine = await asyncio.open_connection(*listening.getsockname())
            theirs = await taken
            found: int = theirs.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            for writer in (mine, theirs):
                writer.close()
                await writer.wait_closed()
        return found

    assert asyncio.run(without_delay()) == 1


def _configured(monkeypatch: pytest.MonkeyPatch) -> tuple[uvicorn.Config, socket.socket]:
    """How the server is set up, and where it listens; it is not started."""
    made: list[tuple[uvicorn.Config, socket.socket]] = []

    class Unstarted:
        def __init__(self, config: uvicorn.Config, *_: object) -> None:
            self.config = config

        def run(self, sockets: list[socket.socket]) -> None:
            made.append((self.config, sockets[0]))

    monkeypatch.setattr(serving_module, "_Server", Unstarted)
    serving_module.serve("127.0.0.1", 0, opens=False, say=lambda line: None)
    return made[0]


def test_a_line_stays_open_for_longer_than_somebody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a page asks again after seconds; what it says on a line that is being cut would be lost."""
    config, listening = _configured(monkeypatch)
    listening.close()

    assert config.timeout_keep_alive >= 60  # seconds; uvicorn's own are 5


def test_a_second_question_goes_over_the_same_line(page_of: Page) -> None:
    where = urlsplit(page_of.address)
    line = HTTPConnection(str(where.hostname), where.port, timeout=60)
    with closing(line):
        line.request("GET", "/api/seed")
        first = line.getresponse().read()
        opened = line.sock
        line.request("GET", "/api/seed")
        second = line.getresponse().read()

        assert first != second
        assert line.sock is opened


def test_nothing_on_a_page_stands_inline_or_comes_from_elsewhere() -> None:
    for file in STATIC.glob("*.html"):
        text = file.read_text("utf-8")
        assert " style=" not in text
        assert not re.search(r"<[^>]* on\w+=", text)
        assert "http" not in text
        assert text.count("<script") == text.count('<script type="module" src="/static/')
    for file in STATIC.glob("*.js"):
        text = file.read_text("utf-8")
        assert not any(
            word in text for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
        )


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "../../secret.txt",
        "%2e%2e/secret.txt",
        "%2e%2e%2fsecret.txt",
        "..%252fsecret.txt",
        "....//secret.txt",
        "..\\secret.txt",
        "/etc/passwd",
        "//etc/passwd",
        "%2fetc%2fpasswd",
        "file:///etc/passwd",
        "packs/link/secret.yaml",
        "packs/nebula/crew/secret.yaml",
        "packs/nebula/crew/brakk.yaml\0.png",
        "page.css\0",
        "con",
        ".",
    ],
)
def test_no_address_leads_out_of_the_project(path: str, tmp_path: Path, page_of: Page) -> None:
    """Asked for as it is and once more encoded, as a file of the page, as a pack, as a picture and as sheets."""
    secret = page_of.folder.parent / "secret.txt"
    secret.write_text(f"name: {HIDDEN}\n", encoding="utf-8")
    links = {
        page_of.folder / "packs/link": page_of.folder.parent,
        page_of.folder / "packs/nebula/crew/secret.yaml": secret,
    }
    for link, target in links.items():
        if not link.is_symlink():
            link.symlink_to(target)
    try:
        address = urlsplit(page_of.address)
        for typed in {path, quote(path, safe="")}:
            for start in (
                f"/static/{typed}",
                f"/{typed}",
                f"/api/picture?card=0&path={typed}",
                f"/api/packs?path={typed}",
                f"/api/drawn?path={typed}",
            ):
                answer = _raw(address.hostname or "", address.port or 0, start)
                assert HIDDEN.encode() not in answer, start
                assert b"root:" not in answer, start
                assert b" 200 " not in answer.split(b"\r\n")[0] or start.startswith("/api/packs") or typed == ".", start
    finally:
        for link in links:
            link.unlink()


def _raw(host: str, port: int, path: str) -> bytes:
    """An answer to exactly this path, which no client has made tidy."""
    with socket.create_connection((host, port), timeout=60) as connection:
        request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode("utf-8", "surrogateescape"))
        found = b""
        while part := connection.recv(65536):
            found += part
    return found


LOADOUT = (
    "kind: loadout\nsystem: drift\nid: mine\nname: Mine\nship: s-kite\ntiles: [{tile: o-engine-1, cell: [0, 1]%s}]\n"
)
# Where the face of a loadout shows spaces of the Kite's hold, in mm from the top left of the page.
SPACE = {"[0, 1]": (44.8, 117.6), "[1, 3]": (56.8, 141.6)}


def _colours(client: httpx.Client, text: str) -> dict[str, object]:
    answer = client.post("/api/check/picture", json={"text": text, "name": "mine.yaml"}).raise_for_status()
    assert answer.headers["content-type"] == "image/png"
    picture = Image.open(BytesIO(answer.content)).convert("RGB")
    scale = picture.width / 186
    return {space: picture.getpixel((round(x * scale), round(y * scale))) for space, (x, y) in SPACE.items()}


def test_a_loadout_is_shown_on_its_mat(page_of: Page) -> None:
    with page_of.client as client:
        checked = client.post("/api/check", json={"text": LOADOUT % ""}).raise_for_status().json()
        along = _colours(client, LOADOUT % "")
        upright = _colours(client, LOADOUT.replace("[0, 1]", "[1, 1]") % ", turn: 1")

    assert checked["prints"]
    assert along["[0, 1]"] != along["[1, 3]"] == upright["[0, 1]"]
    assert upright["[1, 3]"] != along["[1, 3]"]


def test_what_prints_nothing_has_no_picture(page_of: Page) -> None:
    step = (REPOSITORY / "packs/drift/step").glob("*.yaml")
    with page_of.client as client:
        checked = client.post("/api/check", json={"text": next(step).read_text("utf-8")}).raise_for_status().json()
        picture = client.post("/api/check/picture", json={"text": "kind: defaults\nsystem: drift\n"})

    assert not checked["prints"]
    assert picture.status_code == 422


def test_nothing_is_written_until_somebody_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    project = tmp_path / "project"
    (project / "packs").mkdir(parents=True)
    with served(project) as page, page.client as client:
        before = _state(tmp_path)
        asked = CREW | {"seed": "salt"}
        client.get("/api/generate", params=asked).raise_for_status()
        client.get("/api/picture", params=asked | {"card": 0, "exact": 1}).raise_for_status()
        client.get("/api/sheets", params=asked | {"backs": "separate"}).raise_for_status()
        client.get("/api/generate/files", params=asked).raise_for_status()
        client.get("/api/packs").raise_for_status()
        deck = "kind: deck\nsystem: nebula\nname: Mine\ncrew: []\nequipment: []\nstarship: {pack: wayfarer, card: wayfarer-mk1}\n"
        client.post("/api/check", json={"text": deck}).raise_for_status()
        assert _state(tmp_path) == before
        first = client.post("/api/generate/save", json=asked | {"options": {}}).raise_for_status().json()
        again = client.post("/api/generate/save", json=asked | {"options": {}})
        replaced = client.post("/api/generate/save", json=asked | {"options": {}, "replace": True})
        saved = client.post("/api/check/save", json={"text": deck, "name": "../../mine.yaml"}).raise_for_status().json()
        written = set(_state(tmp_path)) - set(before)

    assert again.status_code == 409
    assert replaced.status_code == 200
    assert written == {str(project / path) for path in [*first["paths"], *saved["paths"]]}
    assert saved["paths"] == ["packs/nebula/deck/mine.yaml"]
    assert all(path.startswith("packs/nebula/crew/") for path in first["paths"])


def test_a_save_does_not_follow_a_link_out_of_the_project(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    (project / "packs/nebula").mkdir(parents=True)
    outside.mkdir()
    (project / "packs/nebula/crew").symlink_to(outside)
    with served(project) as page, page.client as client:
        answer = client.post("/api/generate/save", json=CREW | {"seed": "salt", "options": {}})

    assert answer.status_code == 500
    assert "outside the project" in answer.json()["message"]
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/generate?game=nebula&type=crew", 400),
        ("/api/generate?game=nebula&type=dragon&seed=x", 400),
        ("/api/generate?game=chess&type=crew&seed=x", 400),
        (f"/api/generate?game=nebula&type=crew&seed={'x' * 201}", 400),
        ("/api/generate?game=nebula&type=crew&seed=x&set.role=wizard", 400),
        ("/api/generate?game=nebula&type=crew&seed=x&set.none=1", 400),
        ("/api/picture?game=nebula&type=crew&seed=x&card=-1", 400),
        ("/api/picture?game=nebula&type=crew&seed=x&card=999999999999", 400),
        ("/api/picture?game=nebula&type=crew&seed=x&card=17", 404),
        ("/api/sheets?game=nebula&type=crew&seed=x&paper=0x0", 400),
        ("/api/sheets?game=nebula&type=crew&seed=x&backs=sideways", 400),
        ("/api/nothing", 404),
        ("/static/nothing.js", 404),
    ],
)
def test_what_cannot_be_is_refused_in_words(page_of: Page, path: str, status: int) -> None:
    with page_of.client as client:
        answer = client.get(path)

    assert answer.status_code == status
    assert "Traceback" not in answer.text
    if path.startswith("/api/") and path != "/api/nothing":
        assert len(answer.json()["message"]) > 10
        assert "--" not in answer.json()["hint"]


@pytest.mark.parametrize(
    "body", ["", "[]", "nonsense", "[" * 100_000, '{"text": 5}', '{"document": {"name": {"a": [1.5]}}}']
)
def test_what_is_sent_along_can_be_anything(page_of: Page, body: str) -> None:
    with page_of.client as client:
        answer = client.post("/api/check", content=body, headers={"content-type": "application/json"})

    assert answer.status_code in (200, 400)
    assert "Traceback" not in answer.text


def test_a_crowd_is_served_without_an_error_and_without_end_of_memory(page_of: Page) -> None:
    """200 requests at once, of every sort; afterwards no more memory is taken than before a second crowd."""
    seeds = [f"crowd {number}" for number in range(4)]
    pictures = [
        f"/api/picture?game=nebula&type=crew&seed={quote(seed)}&card={card}" for seed in seeds for card in range(16)
    ]
    packs = [f"/api/picture?path={quote(PACK)}&card={card}" for card in range(17)]
    others = ["/", "/check", "/browse", "/static/page.css", "/api/about", "/api/packs", "/api/forms", "/api/seed"]
    made = [f"/api/generate?game=nebula&type={kind}&seed={quote(seed)}" for seed in seeds for kind in ("crew", "item")]
    sheets = ["/api/sheets?game=nebula&type=crew&seed=crowd%200&paper=a4"]
    paths = [*pictures, *packs, *made, *sheets]
    paths += [others[at % len(others)] for at in range(200 - len(paths))]
    text = "kind: deck\nsystem: nebula\nname: Crowd\n"

    async def crowd() -> list[int]:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(base_url=page_of.address, timeout=300, limits=limits) as client:
            asked = [client.get(path) for path in paths]
            asked += [client.post("/api/check", json={"text": text}) for _ in range(10)]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    first = asyncio.run(crowd())
    taken = page_of.memory
    second = asyncio.run(crowd())

    assert len(paths) == 200
    assert set(first) == set(second) == {200}
    assert taken < 1_500_000_000
    assert page_of.memory < taken * 1.2 + 50_000_000


def test_looking_goes_on_while_something_heavy_is_made(page_of: Page) -> None:
    """Several bundles of pictures are asked for at once, and somebody else's cards still come before all are made."""
    with page_of.client as client, ThreadPoolExecutor() as threads:
        asked = [CREW | {"seed": f"heavy {number}"} for number in range(4)]
        heavy = [threads.submit(client.get, "/api/generate/pictures", params=each) for each in asked]
        light = client.get("/api/generate", params=CREW | {"seed": "meanwhile"})
        done_first = not all(each.done() for each in heavy)
        statuses = [each.result().status_code for each in heavy]

    assert light.status_code == 200
    assert done_first
    assert statuses == [200] * 4


def test_all_cards_of_a_pack_can_be_asked_for_at_once(page_of: Page) -> None:
    """How much work that is, `make bench` says."""
    answers = drawn_pack(page_of, "quick")

    assert len(answers) == 17
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 17


def test_the_page_ends_with_its_window(tmp_path: Path) -> None:
    """Not even a page that listens for news keeps the server or its workers alive."""
    with served(tmp_path) as page, page.client as client, client.stream("GET", "/api/live") as news:
        assert next(news.iter_lines()) == "retry: 500"
        processes = page.processes

    assert len(processes) >= 3
    # Whoever only watched the others needs a moment to see that they are gone.
    wait_for(lambda: not [pid for pid in processes if os.path.exists(f"/proc/{pid}")], f"{processes} to end")


def test_whoever_ends_the_page_in_the_middle_of_a_job_is_told_of_no_error(tmp_path: Path) -> None:
    """Open pages listen for ever and sheets take seconds: both are let go, and nothing is said of it."""
    with served(tmp_path) as page, page.client as client, client.stream("GET", "/api/live") as news:
        next(news.iter_lines())
        where = urlsplit(page.address)
        lines = [HTTPConnection(str(where.hostname), where.port, timeout=60) for _ in range(4)]
        for number, line in enumerate(lines):
            line.request("GET", f"/api/generate/pictures?game=nebula&type=crew&seed=left{number}")
        client.get("/api/about").raise_for_status()  # so the others have been heard
        os.kill(page.pid, signal.SIGINT)
        answers = [line.getresponse().status for line in lines]
        for line in lines:
            line.close()

    assert answers == [503] * 4


def test_the_browser_is_opened_where_the_page_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "browser.sh"
    browser.write_text(
        f"#!/bin/sh\necho \"$1\" > '{tmp_path}/opened.part'\nmv '{tmp_path}/opened.part' '{tmp_path}/opened'\n",
        encoding="utf-8",
    )
    browser.chmod(0o755)
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "BROWSER": f"{browser} %s"}
    command = [sys.executable, "-m", "cardforge", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = process.stdout.readline().split()[4]
        wait_for((tmp_path / "opened").exists, "the browser to be opened")
        process.send_signal(signal.SIGINT)
        process.wait(60)

    assert (tmp_path / "opened").read_text("utf-8").strip() == told


def test_a_port_that_is_taken_is_told(page_of: Page) -> None:
    port = page_of.address.rpartition(":")[2]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-m", "cardforge", "serve", "--port", port, "--no-browser"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 3
    assert f"cannot listen on 127.0.0.1:{port}: address already in use" in done.stderr
    assert "--port" in done.stderr


def test_a_recipe_that_cannot_be_used_is_told_and_the_others_work(tmp_path: Path) -> None:
    recipe = tmp_path / "templates/nebula/recipes/npc.star"
    recipe.parent.mkdir(parents=True)
    (tmp_path / "packs").mkdir()
    recipe.write_text("RECIPE = 5\n", encoding="utf-8")
    with served(tmp_path) as page, page.client as client:
        about = client.get("/api/about").raise_for_status().json()
        made = client.get("/api/generate", params=CREW | {"seed": "x"})

    assert [problem["code"] for problem in about["problems"]] == ["CF601"]
    game = next(game for game in about["games"] if game["id"] == "nebula")
    kinds = [recipe["kind"] for recipe in game["recipes"]]
    assert "npc" not in kinds
    assert made.status_code == 200


def test_a_server_for_everybody_says_so_and_asks_for_a_key(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardforge", "serve", "--port", "0", "--no-browser", "--host", "::"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout
        lines: list[str] = []
        while not lines or "warning:" not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1], lines
        process.terminate()

    assert "running at http://127.0.0.1:" in lines[0]
    assert re.search(r"from other computers: http://\S+/\?key=[\w-]{16}$", lines[1].strip())
