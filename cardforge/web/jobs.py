"""The jobs that a worker runs for the page, on a project that stays open.

Takes and returns plain data. Jobs run one at a time, so nothing here needs a lock.
"""

from __future__ import annotations

from cardforge import __version__
from cardforge.core.choices import Backs
from cardforge.core.errors import ProblemsError
from cardforge.core.json_data import JsonObject
from cardforge.core.problems import in_order
from cardforge.core.units import DPI
from cardforge.generate.workshop import seed_for
from cardforge.load.document import Fields
from cardforge.report.check_report import judgement_data
from cardforge.session.card_service import CardService, name_of, seen
from cardforge.session.checks import checked, file_name, text_of
from cardforge.session.forms import choices, forms
from cardforge.session.gallery import packs
from cardforge.session.open_project import OpenProject
from cardforge.session.places import placed
from cardforge.session.printing import documents, papers, pictures, sheets
from cardforge.session.saving import can_save, save_seeded, save_text
from cardforge.session.uploaded_cards import UploadedCards, picture_choices
from cardforge.session.uploads import PictureSettings, Upload
from cardforge.session.wanted_cards import CardSide, SeededCards, WantedCards, WrittenCards

SCREEN = 150  # dpi, for a card shown at its real size


class Jobs:
    """The jobs; each public method is one."""

    def __init__(self) -> None:
        self._opened = OpenProject()
        self._cards = CardService(self._opened)
        self._uploaded = UploadedCards(self._opened.memory)

    def refresh(self) -> None:
        """Drop everything read so far, because files have changed."""
        self._opened.refresh()
        self._cards.clear()

    def close(self) -> None:
        """Close the project."""
        self._opened.close()

    def about(self) -> JsonObject:
        """Games, recipes, and problems of the project."""
        games, problems = [], list(self._opened.catalog.problems)
        for system, game in self._opened.games.items():
            kinds = []
            for kind in self._opened.recipe_kinds(system):
                try:
                    kinds.append(self._recipe(system, kind))
                except ProblemsError as error:  # shown on the page; everything else still works
                    problems += error.problems
            demo = game.document.data.get("demo", {})
            name = str(game.document.data.get("name", system))
            games.append({"id": system, "name": name, "recipes": kinds, "first": demo.get("generate", "")})
        return {
            "cardforge": __version__,
            "games": games,
            "saves": can_save(self._opened),
            "problems": [placed(problem) for problem in in_order(problems)],
        }

    def printing(self) -> JsonObject:
        """Papers, and ways to print backs."""
        return {
            "papers": [{"name": name, "measure": measure} for name, measure in papers()],
            "backs": [each.value for each in Backs],
        }

    def seed(self) -> str:
        """A random seed."""
        return seed_for(None)

    def _recipe(self, system: str, kind: str) -> JsonObject:
        recipe = self._opened.workshop(system, kind).recipe(kind)
        kinds = self._opened.games[system].kinds
        title = kinds[kind].title if kind in kinds else kind
        options = [
            {
                "name": option.name,
                "choices": list(option.choices),
                "low": option.low,
                "high": option.high,
                "text": option.text,
                "longest": option.longest,
                "default": option.default,
            }
            for option in recipe.options
        ]
        return {"kind": kind, "title": title, "version": recipe.version, "options": options}

    def generate(self, wanted: SeededCards) -> JsonObject:
        """Generate the cards of a seed, without drawing them."""
        made = self._cards.from_seed(wanted)
        first = self._cards.jobs(wanted)
        return {
            "name": made.piece.name,
            "seed": made.request.seed,
            "version": made.version,
            "command": made.request.command,
            "files": list(made.piece.files),
            "text": "" if first else next(iter(made.piece.files.values())),  # shown if there are no cards
            "bill": [{"what": what, "points": points} for what, points in made.piece.bill],
            "cards": [
                {
                    "name": name_of(job),
                    "pack": job.card.pack,
                    "copies": job.card.copies,
                    "width": job.front.width,
                    "height": job.front.height,
                    **face,
                }
                for job, face in zip(first, seen(first), strict=True)
            ],
        }

    def pictures(
        self, wanted: WantedCards, first: int, count: int, side: str, exact: bool
    ) -> list[tuple[bytes, list[JsonObject]]]:
        """One side of some cards with their problems, for the screen or exactly as from `render --as png`."""
        found = self._cards.pictures(
            wanted, range(first, first + count), CardSide(side), DPI if exact else SCREEN, exact
        )
        return [(picture.png, [placed(problem) for problem in picture.problems]) for picture in found]

    def wrong(self, wanted: WantedCards) -> list[JsonObject]:
        """Problems of the cards as a whole."""
        return [placed(problem) for problem in self._cards.problems(wanted)]

    def faces(self, wanted: WantedCards) -> list[JsonObject]:
        """The text and outline of each card, and whether it has a back."""
        return seen(self._cards.jobs(wanted))

    def sheets(self, wanted: WantedCards, name: str, paper: str, backs: str) -> tuple[str, bytes]:
        """Sheets to print."""
        return sheets(self._cards, wanted, name, paper, backs)

    def bundle(self, wanted: WantedCards) -> tuple[str, bytes]:
        """A zip with all pictures of the cards."""
        return "zip", pictures(self._cards, wanted)

    def documents(self, wanted: SeededCards) -> tuple[str, bytes]:
        """The YAML files of a seed."""
        return documents(self._cards.from_seed(wanted))

    def packs(self, only: list[str]) -> list[JsonObject]:
        """The packs for the gallery."""
        return packs(self._opened, only)

    def forms(self) -> JsonObject:
        """The forms for building documents, and the choices they offer."""
        return {"forms": forms(self._opened), "choices": choices(self._opened)}

    def check(self, name: str, text: str, data: Fields | None) -> JsonObject:
        """Check a text, or a document built in a form."""
        if data is not None:
            name, text = file_name(data), text_of(data)
        found = checked(self._opened, name, text)
        return {
            "text": found.text,
            "data": found.data,
            "file": file_name(found.data) if found.data else name,
            "report": judgement_data(found.judgement),
            "prints": found.prints,
        }

    def save_seed(self, wanted: SeededCards, replace: bool) -> list[str]:
        """Save the files of a seed to the project."""
        return save_seeded(self._opened, wanted.system, self._cards.from_seed(wanted), replace)

    def save_text(self, written: WrittenCards, replace: bool) -> list[str]:
        """Save a deck or scenario to the project."""
        found = checked(self._opened, written.name, written.text)
        return save_text(self._opened, found.data or {}, written.text, replace)

    def picture_choices(self) -> JsonObject:
        """What can be chosen for cards made of pictures."""
        return picture_choices()

    def upload_faults(self, upload: Upload) -> list[JsonObject]:
        """What is wrong with an uploaded picture."""
        return self._uploaded.faults(upload)

    def upload_cards(self, uploads: tuple[Upload, ...], settings: PictureSettings) -> JsonObject:
        """The cards that uploaded pictures make."""
        return self._uploaded.cards(uploads, settings)

    def upload_picture(self, upload: Upload, settings: PictureSettings, exact: bool) -> bytes:
        """An uploaded picture as a side of a card."""
        return self._uploaded.picture(upload, settings, DPI if exact else SCREEN, exact)

    def upload_sheets(self, uploads: tuple[Upload, ...], settings: PictureSettings, folder: str) -> JsonObject:
        """Write sheets of uploaded pictures into a folder of temporary files."""
        return self._uploaded.sheets(uploads, settings, folder)


ASKED = frozenset(name for name in vars(Jobs) if not name.startswith("_")) - {"refresh", "close"}
