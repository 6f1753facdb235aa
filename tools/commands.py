"""Write docs/commands.md from the command line itself: `make docs`.

Takes the Typer application; gives one section for each command with its arguments and options. Everything comes
from the signatures that Typer reads too, so the page cannot describe an option otherwise than `--help` does.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from cardforge.cli.main import app_for
from tools.generated import REPOSITORY, filled, table

PAGE = REPOSITORY / "docs/commands.md"
_APP = app_for()
_NONE = "–"


@dataclass(frozen=True)
class Parameter:
    """An argument or an option of a command."""

    shown: str  # as it is typed
    value: str
    meaning: str
    default: str
    panel: str
    is_option: bool
    is_needed: bool
    is_repeated: bool


@dataclass(frozen=True)
class Command:
    """One command, or one command of a group such as `campaign new`."""

    name: str
    meaning: str
    panel: str
    parameters: tuple[Parameter, ...]

    @property
    def usage(self) -> str:
        """The line that shows how it is typed."""
        words = ["cardforge", self.name] if self.name else ["cardforge"]
        for each in self.parameters:
            if not each.is_option:
                word = each.shown + (" …" if each.is_repeated else "")
                words.append(word if each.is_needed else f"[{word}]")
        return " ".join([*words, "[OPTIONS]"] if any(each.is_option for each in self.parameters) else words)


def commands(group: typer.Typer = _APP, above: str = "", panel: str = "") -> Iterator[Command]:
    """Every command, in the order of `--help`: first those of a group itself, then those of its groups."""
    for each in group.registered_commands:
        if each.callback and not each.hidden:
            name = f"{above} {each.name or each.callback.__name__}".strip()
            yield _command(each.callback, name, panel or _text(each.rich_help_panel))
    for inner in group.registered_groups:
        if inner.typer_instance:
            name = f"{above} {_text(inner.name)}".strip()
            yield from commands(inner.typer_instance, name, panel or _text(inner.rich_help_panel))


def general() -> Command:
    """The options that come before the name of a command."""
    if not _APP.registered_callback or not _APP.registered_callback.callback:
        raise ValueError("the application has no options of its own")
    return _command(_APP.registered_callback.callback, "", "")


def _command(function: Callable[..., Any], name: str, panel: str) -> Command:
    hints = get_type_hints(function, include_extras=True)
    found = []
    for given in inspect.signature(function).parameters.values():
        type_, *more = (
            get_args(hints[given.name]) if hasattr(hints[given.name], "__metadata__") else (hints[given.name],)
        )
        about = next((each for each in more if isinstance(each, (OptionInfo, ArgumentInfo))), None)
        if about and not about.hidden:
            found.append(_parameter(given, type_, about))
    return Command(name, inspect.getdoc(function) or "", panel, tuple(found))


def _parameter(given: inspect.Parameter, type_: Any, about: OptionInfo | ArgumentInfo) -> Parameter:
    plain, is_repeated = _plain(type_)
    is_option = isinstance(about, OptionInfo)
    # Typer keeps the first name in the place of the default, which the signature has.
    first = [about.default] if isinstance(about.default, str) and about.default.startswith("-") else []
    names = [*first, *(about.param_decls or ())] or [f"--{given.name.rstrip('_').replace('_', '-')}"]
    shown = ", ".join(f"`{name}`" for name in names) if is_option else (about.metavar or given.name.upper()).rstrip("…")
    needed = given.default is inspect.Parameter.empty
    return Parameter(
        shown,
        _value(plain, about) + (", can be repeated" if is_option and is_repeated else ""),
        " ".join((about.help or "").split()),
        "needed" if needed and is_option else _default(given.default),
        _text(about.rich_help_panel),
        is_option,
        needed,
        is_repeated,
    )


def _plain(type_: Any) -> tuple[Any, bool]:
    """A type without None, and whether it is a list of them."""
    if get_origin(type_) in (Union, UnionType):
        type_ = next(each for each in get_args(type_) if each is not NoneType)
    return (get_args(type_)[0], True) if get_origin(type_) is list else (type_, False)


def _value(type_: Any, about: OptionInfo | ArgumentInfo) -> str:
    if isinstance(type_, type) and issubclass(type_, Enum):
        return ", ".join(f"`{each.value}`" for each in type_)
    if type_ is bool:
        return _NONE
    word = about.metavar or {int: "N", float: "NUMBER"}.get(type_, "TEXT")
    limits = [
        f"from {about.min:g}" if about.min is not None else "",
        f"to {about.max:g}" if about.max is not None else "",
    ]
    return " ".join([word, *(each for each in limits if each)])


def _default(value: Any) -> str:
    value = value.value if isinstance(value, Enum) else value
    if value is inspect.Parameter.empty or value is None or value == "" or value is False:
        return _NONE
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def _text(value: Any) -> str:
    """A name that Typer may keep as a default of its own."""
    return value if isinstance(value, str) else ""


def page(text: str) -> str:
    """The page with all commands written anew."""
    return filled(text, {"general": _tables(general()), "overview": _overview(), "commands": _sections()})


def _overview() -> str:
    rows: list[tuple[str, ...]] = [
        (f"[`cardforge {each.name}`](#{_anchor(each)})", _first(each.meaning), each.panel) for each in commands()
    ]
    return table(("command", "what it does", "for"), rows)


def _sections() -> str:
    return "\n\n".join(
        f"## cardforge {each.name}\n\n{each.meaning}\n\n```\n{each.usage}\n```\n\n{_tables(each)}".strip()
        for each in commands()
    )


def _tables(command: Command) -> str:
    """The arguments, then the options, one table for each panel of `--help`."""
    parts = []
    arguments = [each for each in command.parameters if not each.is_option]
    if arguments:
        rows: list[tuple[str, ...]] = [(f"`{each.shown}`", each.meaning, _how_many(each)) for each in arguments]
        parts.append(table(("argument", "meaning", "how many"), rows))
    panels = dict.fromkeys(each.panel for each in command.parameters if each.is_option)
    for panel in panels:
        options = [each for each in command.parameters if each.is_option and each.panel == panel]
        parts += [f"**{panel}**"] if panel else []
        rows = [(each.shown, each.value, each.meaning, each.default) for each in options]
        parts.append(table(("option", "value", "meaning", "default"), rows))
    return "\n\n".join(parts)


def _how_many(each: Parameter) -> str:
    if each.is_repeated:
        return "one or more" if each.is_needed else "any number"
    return "one" if each.is_needed else "at most one"


def _anchor(command: Command) -> str:
    return f"cardforge-{command.name.replace(' ', '-')}"


def _first(text: str) -> str:
    return " ".join(text.split("\n\n", 1)[0].split())


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(PAGE.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
