"""Show a campaign: its state, its scenarios, and the possible next steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardforge import __version__
from cardforge.campaign.step_answers import Step, StepField, View
from cardforge.core.phrases import counted
from cardforge.core.printable import as_json, clean
from cardforge.load.document import Fields
from cardforge.report.check_report import parts_text
from cardforge.report.terminal import paint

_SHOWN = 12  # values listed per field in the overview of all steps
_STATUSES = (("open", "Open", "32;1"), ("locked", "Locked", "33;1"), ("finished", "Finished", "2"))


def campaign_text(name: str, path: str, steps: int, view: View, colour: bool) -> Iterator[str]:
    """The state as text."""
    yield paint(clean(f"{name} ({path}, {counted(steps, 'step')})"), "1;4", colour)
    yield from parts_text(view.shows, colour)
    yield ""
    yield from scenarios_text(view, colour)


def scenarios_text(view: View, colour: bool) -> Iterator[str]:
    """What is open, locked and finished, and why."""
    width = max((len(each.id) for each in view.scenarios), default=0)
    first = True
    for status, title, style in _STATUSES:
        rows = [each for each in view.scenarios if each.status == status]
        if rows:
            if not first:
                yield ""
            first = False
            yield paint(title, style, colour)
        for each in rows:
            why = f"  ({'; '.join(each.why)})" if each.why else ""
            yield clean(f"  {each.id.ljust(width)}  {each.name}{why}")


def campaign_json(head: Fields, steps: Iterable[Fields], state: Fields, view: View) -> str:
    """The state as JSON, with every step."""
    scenarios = [
        {"id": each.id, "name": each.name, "status": each.status, "why": list(each.why)} for each in view.scenarios
    ]
    document = {"cardforge": __version__, **head, "state": state, "scenarios": scenarios, "steps": list(steps)}
    return as_json(document)


def choices_text(steps: Iterable[Step], whole: bool, colour: bool) -> Iterator[str]:
    """The steps with the possible values of each field; long lists are shortened unless `whole`."""
    for number, step in enumerate(steps):
        if number:
            yield ""
        words = " ".join(_word(field) for field in step.fields)
        yield paint(f"{step.name} {words}", "1" if step.possible else "2", colour)
        yield f"  {clean(step.title)}" + ("" if step.possible else " Not possible now.")
        for field in step.fields:
            yield from _field_text(field, whole)


def _word(field: StepField) -> str:
    word = f"{field.name}=N" if field.number else field.name.upper() + ("…" if field.many else "")
    return f"[{word}]" if field.optional else word


def _field_text(field: StepField, whole: bool) -> Iterator[str]:
    start = f"  {field.name.upper()}: {field.title}"
    if field.after:
        yield clean(f"{start}; shown once {field.after.upper()} is chosen")
        return
    if field.number:
        yield clean(f"{start}, a whole number from 1")
        return
    if not whole:
        shown = [id for id, _ in field.values[:_SHOWN]]
        more = f" and {len(field.values) - _SHOWN} more" if len(field.values) > _SHOWN else ""
        yield clean(f"{start}: {', '.join(shown) or 'none'}{more}")
        return
    yield clean(start)
    width = max((len(id) for id, _ in field.values), default=0)
    for id, words in field.values:
        yield clean(f"    {id.ljust(width)}  {words}").rstrip()


def step_text(step: Fields) -> str:
    """A step as it was typed."""
    words = [value for key, value in step.items() if key not in ("step", "then", "note")]
    typed = [each for value in words for each in (value if isinstance(value, list) else [value])]
    return clean(" ".join([str(step["step"]), *(each for each in typed if isinstance(each, str))]))
