"""Rules of strangers: limits, crashes, places, and what a rule must say about itself."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from types import MappingProxyType
from typing import Any

import pytest

from cardforge.check.rulebook import CRASHED, SKIPPED, Rulebook
from cardforge.check.subject import Linked, Subject
from cardforge.core.printed import printed_to
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.link.collection import Entry, Unsound
from cardforge.link.references import LinkFinding, Links
from cardforge.load.game import Game
from cardforge.load.source import Source
from cardforge.scripting.script import Loaded, Script
from tests.support.documents import document_of
from tests.support.waiting import must_end

PACK = "kind: crew\nid: ada\ncards:\n  - id: a\n    cost: 3\n  - id: b\n    cost: 5\n"
RULE = """
def _check(pack):
    {body}
rule(code = "{code}", name = "n", on = "pack", check = _check, title = "T", why = "W", wrong = "", right = ""{more})
"""


def rule(body: str, code: str = "TS101", more: str = "") -> str:
    return RULE.format(body=body, code=code, more=more)


def rulebook(
    *texts: str,
    builtin: bool = True,
    shared: str = "",
    defaults: str = "",
    modules: Mapping[str, str] = MappingProxyType({}),
) -> Rulebook:
    game = document_of("kinds: {crew: {is: pack}}\nlimits: {most: 4}\n", "game.yaml")
    rules = tuple(Source(f"rules/{at}.star", text) for at, text in enumerate(texts))
    common = Source("rules/shared.star", shared) if shared else None
    figures = document_of(defaults, "defaults.yaml") if defaults else None
    loaded = {f"shared/{name}": Source(f"rules/shared/{name}", text) for name, text in modules.items()}
    return Rulebook(Game("test", game, {}, rules, builtin, shared=common, defaults=figures, modules=loaded))


def judged(
    book: Rulebook, findings: tuple[LinkFinding, ...] = (), unsound: tuple[Pointer, ...] = ()
) -> tuple[dict[str, Any], list[Problem]]:
    mistakes = Unsound(unsound, references=False, names=frozenset()) if unsound else None
    entry = Entry(document_of(PACK, "ada.yaml"), "crew", is_pack=True, mentions=(), unsound=mistakes)
    try:
        judged = book.judge(Subject("pack", Linked(entry, Links({"item": 2}, findings))))
    finally:
        book.close()
    return {verdict.rule.code: verdict for verdict in judged.verdicts}, judged.problems


@pytest.fixture(params=[True, False], ids=["in this process", "in a worker"])
def builtin(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_a_passed_rule_reports_its_numbers(builtin: bool) -> None:
    verdicts, problems = judged(
        rulebook(rule('return compare(len(pack.cards), "cards", at_most = game.limits.most)'), builtin=builtin)
    )

    assert problems == []
    assert verdicts["TS101"].status == "pass"
    assert verdicts["TS101"].says == ("2 cards, at most 4 are allowed",)


def test_every_rule_file_can_use_what_is_shared(builtin: bool) -> None:
    shared = "def number_of(pack):\n    return len(pack.cards)\n"
    texts = [rule('return compare(number_of(pack), "cards", at_most = 4)', code) for code in ("TS101", "TS102")]
    verdicts, problems = judged(rulebook(*texts, builtin=builtin, shared=shared))

    assert problems == []
    assert [verdict.says for verdict in verdicts.values()] == [("2 cards, at most 4 are allowed",)] * 2


def test_a_crash_in_what_is_shared_is_placed_there(builtin: bool) -> None:
    # Two lines: Starlark puts a body of one in place of the call, and the place of the call is then all there is.
    shared = "def number_of(pack):\n    cards = pack.nothing\n    return len(cards)\n"
    _, (crash,) = judged(rulebook(rule("return number_of(pack)"), builtin=builtin, shared=shared))

    assert (crash.code, str(crash.where)) == ("CF303", "rules/shared.star:2:13")


OWN_NAMES = "".join(
    f"def {name}(*given):\n    return 1\n" for name in ("_open", "_wrap", "_result", "_plain", "_prove")
)


def test_names_with_an_underscore_are_free(builtin: bool) -> None:
    """The prelude has no such names, so a function of a rule file replaces none of its own."""
    verdicts, problems = judged(rulebook(OWN_NAMES + rule('return compare(_open(), "cards")'), builtin=builtin))

    assert problems == []
    assert verdicts["TS101"].says == ("1 card",)


@pytest.mark.parametrize(
    ("texts", "place"),
    [
        ({"own": "def cardforge_result(r, outcome):\n    return None\n"}, "rules/0.star:1:1"),
        ({"own": "number, cardforge_wrap = 1, 2\n"}, "rules/0.star:1:9"),
        ({"own": 'load("shared/a.star", cardforge_run = "run")\n', "module": "run = 1\n"}, "rules/0.star:1:39"),
        ({"shared": "number = 1\ncardforge_open = number\n"}, "rules/shared.star:2:1"),
        ({"module": "def cardforge_plain(f, r):\n    return None\n"}, "rules/shared/a.star:1:1"),
    ],
    ids=["function", "variable", "load", "shared", "module"],
)
def test_a_name_of_the_engine_is_refused_at_its_line(texts: dict[str, str], place: str, builtin: bool) -> None:
    own = texts.get("own", "") + rule("return said('nothing')")
    book = rulebook(own, builtin=builtin, shared=texts.get("shared", ""), modules={"a.star": texts.get("module", "")})
    (problem,) = book.problems
    book.close()

    assert (problem.code, str(problem.where)) == ("CF301", place)


LOADS = 'load("shared/counts.star", "number_of")\n' + rule('return compare(number_of(pack), "cards", at_most = 4)')
COUNTS = 'load("shared/lists.star", "all_of")\ndef number_of(pack):\n    cards = all_of(pack)\n    return len(cards)\n'
LISTS = "def all_of(pack):\n    cards = pack.{cards}\n    return twice(cards, game.limits.most)\n"
TWICE = "def twice(cards, most):\n    return [card for card in cards if most == 4]\n"


def test_a_rule_file_loads_files_that_load_others(builtin: bool) -> None:
    modules = {"counts.star": COUNTS, "lists.star": LISTS.format(cards="cards")}
    verdicts, problems = judged(rulebook(LOADS, builtin=builtin, shared=TWICE, modules=modules))

    assert problems == []
    assert verdicts["TS101"].says == ("2 cards, at most 4 are allowed",)


def test_a_file_that_two_rule_files_load_is_evaluated_once() -> None:
    modules = {"shared/counts.star": ("counts.star", "number_of = len\n")}
    loaded: Loaded = {}
    first = Script("a.star", 'load("shared/counts.star", "number_of")\n', "", {}, modules=modules, loaded=loaded)
    broken = {"shared/counts.star": ("counts.star", "this is not Starlark\n")}
    second = Script("b.star", 'load("shared/counts.star", "number_of")\n', "", {}, modules=broken, loaded=loaded)

    assert (first.path, second.path, list(loaded)) == ("a.star", "b.star", ["shared/counts.star"])


def test_a_crash_in_a_loaded_file_is_placed_there(builtin: bool) -> None:
    modules = {"counts.star": COUNTS, "lists.star": LISTS.format(cards="nothing")}
    _, (crash,) = judged(rulebook(LOADS, builtin=builtin, shared=TWICE, modules=modules))

    assert (crash.code, str(crash.where)) == ("CF303", "rules/shared/lists.star:2:13")


NOT_LOADED = {
    "a missing file": (
        {"sums.star": "number_of = len\n"},
        "there is no file `shared/counts.star`, allowed: shared/sums.star",
        "rules/0.star:1:1",
    ),
    "a circle": (
        {"counts.star": COUNTS, "lists.star": 'load("shared/counts.star", "number_of")\nall_of = number_of\n'},
        "`shared/counts.star` loads itself, directly or by another file",
        "rules/shared/lists.star:1:1",
    ),
    "a file with a mistake": (
        {"counts.star": 'load("shared/lists.star", "all_of")\nnumber_of = all_of\n', "lists.star": "\nall_of = = 1\n"},
        "Parse error",
        "rules/shared/lists.star:2:10",
    ),
    "a missing name": ({"counts.star": "number = 1\n"}, "Module has no symbol `number_of`", "rules/0.star:1:28"),
    "a rule of its own": (
        {"counts.star": rule("return None", "TS102") + "number_of = len\n"},
        "a file in rules/shared/ declares a rule or a summary: move it to a file in rules/",
        "rules/0.star:1:1",
    ),
}


@pytest.mark.parametrize("case", NOT_LOADED)
def test_what_cannot_be_loaded_is_reported(case: str, builtin: bool) -> None:
    modules, message, place = NOT_LOADED[case]
    book = rulebook(LOADS, builtin=builtin, modules=modules)
    book.close()
    (problem,) = book.problems

    assert (problem.code, str(problem.where)) == ("CF301", place)
    assert message in problem.message


def test_rules_read_the_defaults_of_their_game(builtin: bool) -> None:
    body = 'return compare(len(pack.cards), "cards", at_most = game.defaults.sizes.small)'
    verdicts, problems = judged(rulebook(rule(body), builtin=builtin, defaults="sizes: {small: 1}\n"))

    assert problems == []
    assert verdicts["TS101"].says == ("2 cards, at most 1 is allowed",)


def test_a_fault_is_placed_in_the_file(builtin: bool) -> None:
    body = 'return compare(1, "x", faults = [fault(pack.cards[1], "too dear", key = "cost", hint = "less")])'
    verdicts, _ = judged(rulebook(rule(body), builtin=builtin))
    (problem,) = verdicts["TS101"].problems

    assert (str(problem.where), problem.severity, problem.hint) == ("ada.yaml:7:11", Severity.ERROR, "less")


@pytest.mark.parametrize(
    ("limits", "says", "passed"),
    [
        ("equals = 2", "2 cards, 2 are needed", True),
        ("equals = 1", "2 cards, 1 is needed", False),
        ("at_least = 2", "2 cards, at least 2 are needed", True),
        ("at_least = 3", "2 cards, at least 3 are needed", False),
        ("at_most = 2", "2 cards, at most 2 are allowed", True),
        ("at_most = 1", "2 cards, at most 1 is allowed", False),
        ("at_least = 2, at_most = 4", "2 cards, allowed 2 to 4", True),
        ("at_least = 3, at_most = 4", "2 cards, allowed 3 to 4", False),
    ],
)
def test_compare_says_what_it_compared(limits: str, says: str, passed: bool) -> None:
    verdicts, _ = judged(rulebook(rule(f'return compare(2, "cards", {limits})')))

    assert verdicts["TS101"].says == (says,)
    assert (verdicts["TS101"].status == "pass") is passed


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ("raiders", "1 raider"),
        ("raiders on any sectors", "1 raider on any sectors"),
        ("bosses with an effect", "1 boss with an effect"),
        ("enemies", "1 enemy"),
        ("exploration cards with two sides", "1 exploration card with two sides"),
        ("texts, against 5 words", "1 text, against 5 words"),
        ("of 3 loaves find an oven", "1 of 3 loaves find an oven"),
        ("energy and 2 stat bonuses", "1 energy and 2 stat bonuses"),
        ("additional pack", "1 additional pack"),
        ("movement for (1, 0)", "1 movement for (1, 0)"),
        ("bonus stages", "1 bonus stage"),
        ("", "1 "),
    ],
)
def test_one_of_a_unit_is_singular(unit: str, says: str) -> None:
    verdicts, _ = judged(rulebook(rule(f'return compare(1, "{unit}")')))

    assert verdicts["TS101"].says == (says,)


def test_an_irregular_unit_says_its_singular() -> None:
    body = 'return [compare(number, "loaves", one = "loaf", at_least = 1) for number in (0, 1)]'
    verdicts, _ = judged(rulebook(rule(body)))

    assert verdicts["TS101"].says == ("0 loaves, at least 1 is needed", "1 loaf, at least 1 is needed")


def test_a_rule_that_gives_nothing_back_does_not_apply() -> None:
    assert judged(rulebook(rule("return None")))[0]["TS101"].status == "not applicable"


def test_a_crash_is_placed_in_the_rule_and_leaves_the_others(builtin: bool) -> None:
    book = rulebook(rule("return pack.nothing") + rule('return compare(1, "x")', "TS102"), builtin=builtin)
    verdicts, (crash,) = judged(book)

    assert {code: each.status for code, each in verdicts.items()} == {"TS101": "not judged", "TS102": "pass"}
    assert (crash.code, str(crash.where)) == ("CF303", "rules/0.star:3:12")
    assert "TS101" in crash.message


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return True", "its check returned True; return compare(...), said(...), a list of them, or None"),
        ("return [5]", "its check returned 5; return compare"),
        ("return {}", "its check returned a dict; return compare"),
        ('return fault(pack, "too dear")', 'its check returned a fault; return said("what it looked at", faults'),
        ("return struct(cost = 1)", "its check returned a struct of its own; return compare"),
        ('return said("x", faults = ["y"])', 'one of its faults is "y"; make each with fault(thing, message)'),
    ],
)
def test_what_a_check_must_not_return_is_told_in_words_at_the_rule(body: str, words: str, builtin: bool) -> None:
    book = rulebook(rule('return compare(1, "x")', "TS102") + rule(body), builtin=builtin)
    verdicts, (crash,) = judged(book)

    assert (crash.where.path, crash.where.line) == ("rules/0.star", 8)  # the line with its code
    assert f"rule TS101 crashed on ada.yaml: {words}" in crash.message
    assert verdicts["TS101"].status == "not judged"


def test_a_rule_that_exceeded_a_limit_judges_no_other_document(builtin: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.scripting.script.MAX_TICKS", 300)
    entry = Entry(document_of(PACK, "ada.yaml"), "crew", is_pack=True, mentions=(), unsound=None)
    subject = Subject("pack", Linked(entry, Links({}, ())))
    with closing(
        rulebook(rule("for i in range(1000 * 1000 * 1000):\n        x = i\n    return None"), builtin=builtin)
    ) as book:
        first, second = book.judge(subject), book.judge(subject)

    assert [verdict.says for verdict in (*first.verdicts, *second.verdicts)] == [(CRASHED,), (SKIPPED,)]
    assert [verdict.was_not_run for verdict in (*first.verdicts, *second.verdicts)] == [True, True]
    assert second.problems == []


def test_what_linking_found_is_reported_where_its_rule_crashed() -> None:
    finding = LinkFinding("CF201", "item", ("cards", 1, "id"), "there is no item `b`")
    _, problems = judged(rulebook(rule("return pack.nothing", more=', judges = ["item"]')), (finding,))

    assert [problem.code for problem in problems] == ["CF303", "CF201"]


def test_a_rule_prints_and_nobody_has_to_listen(builtin: bool) -> None:
    texts = (
        rule('print("cards", len(pack.cards), [1, "a"]); return compare(1, "x")'),
        rule("print(pack.nothing)", "TS102"),
    )
    lines: list[str] = []
    with printed_to(lines.append):
        heard, _ = judged(rulebook(*texts, builtin=builtin))
    unheard, _ = judged(rulebook(*texts, builtin=builtin))

    assert lines == ['rules/0.star: cards 2 [1, "a"]']
    assert [each.status for each in heard.values()] == [each.status for each in unheard.values()]


def test_what_a_rule_prints_before_it_crashes_is_printed_once(builtin: bool) -> None:
    lines: list[str] = []
    with printed_to(lines.append):
        judged(rulebook(rule('print("here")\n    return pack.nothing'), builtin=builtin))

    assert lines == ["rules/0.star: here"]


def test_a_rule_cannot_print_without_end(builtin: bool) -> None:
    lines: list[str] = []
    with printed_to(lines.append):
        judged(rulebook(rule('[print("x" * 5000) for at in range(3000)]\n    return None'), builtin=builtin))

    assert len(lines) == 1_000
    assert max(map(len, lines)) == 600


@pytest.mark.parametrize(
    "reads",
    [
        'pack.cards[0]["from"]',
        "pack.cards[0]['from']",
        'pack.cards[ 0 ][ "from" ]',
        '(pack.cards[0])["from"]',
        'pack["two words"]["in"][0]["from"]',
        '{"from": 7}["from"]',
        '[each["from"] for each in pack.cards if hasattr(each, "from")][0]',
    ],
)
def test_a_field_whose_name_is_a_word_of_starlark_is_read_in_brackets(reads: str, builtin: bool) -> None:
    pack = PACK.replace("cost: 3", "cost: 3\n    from: 7") + "two words: {in: [{from: 7}]}\n"
    entry = Entry(document_of(pack, "ada.yaml"), "crew", is_pack=True, mentions=(), unsound=None)
    body = f'found = {reads}  # "é"["from"]\n    return said("%d" % found)'
    with closing(rulebook(rule(body), builtin=builtin)) as book:
        (verdict,) = book.judge(Subject("pack", Linked(entry, Links({}, ())))).verdicts

    assert verdict.says == ("7",)


def test_brackets_of_shared_code_are_read_alike_and_a_missing_field_is_told_at_its_line() -> None:
    shared = 'def first(pack):\n    card = pack.cards[0]\n    return card["from"]\n'
    _, (crash,) = judged(rulebook(rule("return first(pack)"), shared=shared))

    assert "a struct has no field `from`" in crash.message
    assert (crash.where.path, crash.where.line) == ("rules/shared.star", 3)


def test_a_crash_inside_a_word_of_the_prelude_is_placed_at_its_caller() -> None:
    _, (crash,) = judged(rulebook(rule('return compare("three", "x", at_most = 1)')))

    assert (crash.where.path, crash.where.line) == ("rules/0.star", 3)


@pytest.mark.parametrize(
    "reads",
    [
        "pack.cards[0].cost",
        'getattr(pack.cards[0], "cost", 1)',
        'getattr(pack.cards[0], "copies", 1)',
        'hasattr(pack.cards[0], "copies")',
        "dir(pack.cards[0])",
        "entries(pack.cards[0])",
        "[card.cost for card in pack.cards]",
    ],
)
def test_a_rule_that_reads_a_value_with_a_schema_mistake_is_not_judged(reads: str, builtin: bool) -> None:
    body = f'return said("%s" % [{reads}], faults = [fault(pack, "wrong")])'
    unsound = (("cards", 0, "cost"), ("cards", 0, "copies"))
    whole, _ = judged(rulebook(rule(body), builtin=builtin))
    verdicts, problems = judged(rulebook(rule(body), builtin=builtin), unsound=unsound)

    assert (verdicts["TS101"].status, verdicts["TS101"].problems, problems) == ("not judged", (), [])
    assert whole["TS101"].status == "fail" or "copies" in reads


def test_the_other_rules_judge_a_document_with_a_schema_mistake(builtin: bool) -> None:
    bodies = [
        'return compare(len(pack.cards), "cards", at_most = 1)',
        'return compare(pack.cards[1].cost, "coins", at_most = getattr(pack.cards[0], "most", 1))',
        "return said(pack.cards[0].cost)",
    ]
    texts = [rule(body, f"TS10{at}") for at, body in enumerate(bodies)]
    verdicts, problems = judged(rulebook(*texts, builtin=builtin), unsound=(("cards", 0, "cost"),))

    assert {code: each.status for code, each in verdicts.items()} == {
        "TS100": "fail",
        "TS101": "fail",
        "TS102": "not judged",
    }
    assert problems == []


def test_what_linking_found_is_reported_where_its_rule_cannot_judge() -> None:
    finding = LinkFinding("CF201", "item", ("cards", 1, "id"), "there is no item `b`")
    book = rulebook(rule("return said(pack.cards[0].cost)", more=', judges = ["item"]'))
    _, problems = judged(book, (finding,), unsound=(("cards", 0, "cost"),))

    assert [problem.code for problem in problems] == ["CF201"]


@pytest.mark.parametrize(
    "body", ["for i in range(10 * 1000 * 1000 * 1000):\n        x = i\n    return None", "return _check(pack)"]
)
def test_a_rule_that_does_not_end_is_stopped(body: str, builtin: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardforge.scripting.script.MAX_TICKS", 300)
    with must_end():
        _, (crash,) = judged(rulebook(rule(body), builtin=builtin))

    assert crash.code == "CF303"


def test_a_stranger_cannot_take_all_the_memory() -> None:
    book = rulebook(
        rule('return len("xxxxxxxxxx" * (150000000 * len(pack.cards)))') + rule('return compare(1, "x")', "TS102"),
        builtin=False,
    )
    verdicts, (crash,) = judged(book)

    assert crash.code == "CF303"
    assert "memory" in crash.message
    assert {code: each.status for code, each in verdicts.items()} == {"TS101": "not judged", "TS102": "pass"}


def test_a_stranger_cannot_take_all_the_memory_while_a_file_is_read() -> None:
    book = rulebook('x = "xxxxxxxxxx" * 300000000', rule('return compare(1, "x")', "TS102"), builtin=False)
    (problem,) = book.problems
    verdicts, _ = judged(book)

    assert (problem.code, problem.where.path) == ("CF301", "rules/0.star")
    assert [*verdicts] == ["TS102"]


@pytest.mark.parametrize(
    "text", ["def f(:", "x = 1 / 0", 'open("/etc/passwd")', 'load("os", "system")', "import os", "rule(code = 'TS1')"]
)
def test_a_rule_file_that_cannot_be_used_is_a_problem_of_that_file(text: str, builtin: bool) -> None:
    book = rulebook(text, rule('return compare(1, "x")', "TS102"), builtin=builtin)
    problems = book.problems
    verdicts, _ = judged(book)

    assert [(problem.code, problem.where.path) for problem in problems] == [("CF301", "rules/0.star")]
    assert [*verdicts] == ["TS102"]


@pytest.mark.parametrize(
    "text",
    [
        rule("return None", "ts1"),
        rule("return None", "CF999"),
        rule("return None") * 2,
        rule("return None").replace('on = "pack"', 'on = "planet"'),
        rule("return None", more=', severity = "fatal"'),
    ],
)
def test_a_rule_must_say_properly_what_it_is(text: str) -> None:
    assert [problem.code for problem in rulebook(text).problems] == ["CF302"]


def test_a_finding_is_the_engines_unless_a_rule_judges_it() -> None:
    finding = LinkFinding("CF201", "item", ("cards", 0, "id"), "there is no item `a`", "")
    _, problems = judged(rulebook(rule("return None")), (finding,))
    judging = rulebook(rule('return compare(1, "x", faults = linked(pack, "item").faults)', more=', judges = ["item"]'))
    verdicts, others = judged(judging, (finding,))

    assert [problem.code for problem in problems] == ["CF201"]
    assert others == []
    assert [(problem.code, problem.where.line) for problem in verdicts["TS101"].problems] == [("TS101", 4)]
