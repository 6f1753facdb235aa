"""A step is added and taken out by its own lines; whatever stands around it stays, to the byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.campaign.log import with_step, without_last
from cardforge.core.errors import ProblemsError
from cardforge.load.document import Document, load_document
from cardforge.load.source import Source
from cardforge.load.yaml_text import yaml_item

STEP = {"step": "visit", "place": "harbour", "then": ["harbour known", "two, or three: no"]}
HEAD = "kind: journey\nname: Night\nsteps:\n"
FORMS = {
    "blocks": HEAD + "  - step: start\n    deck: {a: 1}\n  - step: visit\n    place: dunes\n",
    "one line each": HEAD + "  - {step: start}\n  - {step: visit, place: dunes}\n",
    "no margin": HEAD + "- step: start\n- step: visit\n  place: dunes\n",
    "a wide margin": HEAD + "      -   step: start\n      -   step: visit\n          place: dunes\n",
    "no last line end": HEAD + "  - {step: start}\n  - {step: visit, place: dunes}",
    "Windows": (HEAD + "  - {step: start}\n  - {step: visit, place: dunes}\n").replace("\n", "\r\n"),
    "Windows without a last line end": (HEAD + "  - {step: start}\n  - {step: rest}").replace("\n", "\r\n"),
    "comments": "# ours\n"
    + HEAD
    + "  # first\n  - {step: start} # begun\n\n  # then\n  - step: rest # long\n\n# to be continued\n",
    "empty lines": HEAD + "\n\n  - {step: start}\n\n\n  - {step: rest}\n\n\n",
    "a folded text": HEAD + "  - {step: start}\n  - step: rest\n    note: >-\n      It rained\n      all night.\n",
    "a text with its line ends": HEAD + "  - {step: start}\n  - step: rest\n    note: |\n      It rained.\n\n",
    "a list inside": HEAD + "  - {step: start}\n  - step: gain\n    items:\n      - rope\n      - lamp\n",
    "a dash on its own line": HEAD + "  -\n    step: start\n  -\n    step: rest\n",
    "quotes over two lines": HEAD + '  - {step: start}\n  - step: rest\n    note: "It\n      rained"\n',
    "an anchor": HEAD + "  - &one {step: start}\n  - &two {step: rest}\n",
    "another key behind": "steps:\n  - {step: start}\n  - {step: rest}\n# the rest\nkind: journey\nname: Night\n",
}


def log(text: str, path: str = "log.yaml") -> Document:
    read = load_document(Source(path, text))
    assert isinstance(read, Document), read
    return read


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_step_is_added_below_the_last_and_taken_out_again_to_the_byte(text: str) -> None:
    before = log(text)
    after = with_step(before, STEP, yaml_item(STEP))

    assert after.data["steps"] == [*before.data["steps"], STEP]
    assert {key: after.data[key] for key in ("kind", "name")} == {"kind": "journey", "name": "Night"}
    for line in text.splitlines():
        assert line in after.source.text
    assert ("\r\n" in text) == ("\r\n" in after.source.text)
    assert "\n" not in after.source.text.replace("\r\n", "") or "\r\n" not in text
    assert without_last(after).source.text == text


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_the_last_step_of_any_form_can_be_taken_out(text: str) -> None:
    before = log(text)
    after = without_last(before)

    assert after.data["steps"] == before.data["steps"][:-1]
    for comment in ("# ours", "# first", "# then", "# to be continued", "# the rest"):
        assert (comment in text) == (comment in after.source.text)


REFUSED = {
    "in brackets": HEAD.rstrip() + " [{step: start}, {step: rest}]\n",
    "in brackets over lines": HEAD.rstrip() + "\n  [{step: start},\n   {step: rest}]\n",
    "a document's end": HEAD + "  - {step: start}\n  - {step: rest}\n...\n",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_where_the_rest_would_change_nothing_is_done(text: str) -> None:
    with pytest.raises(ProblemsError) as stopped:
        with_step(log(text), STEP, yaml_item(STEP))

    assert [problem.code for problem in stopped.value.problems] == ["CF706"]
    assert stopped.value.problems[0].where.line == 3


def test_a_log_in_json_is_not_added_to() -> None:
    with pytest.raises(ProblemsError):
        with_step(log('{"kind": "journey", "steps": [{"step": "start"}]}', "log.json"), STEP, yaml_item(STEP))


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=40)
STEPS = st.fixed_dictionaries(
    {"step": st.sampled_from(["visit", "gain"])},
    optional={
        "items": st.lists(TEXT, max_size=4),
        "note": TEXT | st.just("A long day. " * 20),
        "count": st.integers(0, 9),
    },
)


@given(st.lists(STEPS, min_size=1, max_size=8), st.sampled_from(sorted(FORMS)))
def test_many_steps_go_in_and_come_out_in_their_order(steps: list[dict[str, object]], form: str) -> None:
    """Whatever a step says, it is read back as it was, and every file on the way back is the one on the way there."""
    logs = [log(FORMS[form])]
    for step in steps:
        logs.append(with_step(logs[-1], step, yaml_item(step)))
    assert logs[-1].data["steps"] == [*logs[0].data["steps"], *steps]
    for before in reversed(logs[:-1]):
        now = without_last(logs.pop())
        assert now.source.text == before.source.text
