"""What the activity log and webhooks can say is declared once, by the domain that says it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from annotator.launch.layout import HERE
from annotator.models import Project
from annotator.people.activity import GROUPS, VERBS, note
from annotator.people.activity.verbs import SETTINGS, Verb, declare, in_groups
from annotator.people.webhooks.announcing import EVENTS, announce, declare_events

CODE = HERE.root / "annotator"


def texts_in(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize(("verb", "kind"), [("danced", ""), ("imported", "dance")])
def test_the_log_says_only_what_is_declared(db: None, verb: str, kind: str) -> None:
    with pytest.raises(ValueError, match="is not something that the activity log can say"):
        note(verb, kind=kind)


def test_webhooks_are_told_only_of_what_is_declared(project: Project) -> None:
    with pytest.raises(ValueError, match=r"'run\.danced' is not an event"):
        announce(project.pk, "run.danced", {})


def test_what_is_declared_cannot_be_declared_again() -> None:
    with pytest.raises(ValueError, match=r"knows already: imported$"):
        declare(verbs={"imported": Verb("imported", SETTINGS)})
    with pytest.raises(ValueError, match=r"knows already: pair$"):
        declare(kinds=("pair",), verbs={})
    with pytest.raises(ValueError, match=r"know already: run\.finished$"):
        declare_events({"run.finished": "a run finished"})
    assert VERBS["imported"].group != SETTINGS


#: Said by earlier versions: the log still shows their entries.
OLD_VERBS = {"link_created", "links_acted_on"}


def test_what_is_declared_is_said_somewhere() -> None:
    files = [file for file in CODE.rglob("*.py") if file.name != "events.py" or file.parent.name == "reviewing"]
    unsaid = VERBS.keys() | EVENTS.keys()
    assert len(VERBS) > 80
    for file in files:
        code = file.read_text(encoding="utf-8")
        # Reading all code as Python would take a second.
        if "migrations" not in file.parts and any(what in code for what in unsaid):
            unsaid -= set(texts_in(code))
    assert unsaid == OLD_VERBS


def test_every_verb_is_in_a_group_and_the_groups_are_in_order() -> None:
    assert list(dict.fromkeys(verb.group for _, verb in in_groups())) == list(GROUPS)
    assert len({verb.label for verb in VERBS.values()}) > 40
