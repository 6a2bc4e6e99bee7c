"""The corpus of steps that server and page both keep to (tests/contract/steps/README.md)."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from dataclasses import asdict, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from annotator.reviewing.state import RowState, WorkingRows
from annotator.reviewing.steps import KINDS, InvalidStep, apply_steps, named_by
from tests.annotator.described import described_api
from tests.annotator.reviewing.random_steps import LENGTHS, random_step, review

FOLDER = Path(__file__).parents[2] / "contract" / "steps"
APPLIED = {name for name, kind in KINDS.items() if kind.apply}
EACH = 6  #: cases of a step that are done, and as many that are refused

Case = dict[str, Any]


def cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}-{number}")
        for path in sorted(FOLDER.glob("*.json"))
        for number, case in enumerate(json.loads(path.read_text()))
    ]


def working(case: Case) -> WorkingRows:
    rows = [RowState.from_json(row) for row in case["rows"]]
    lengths = dict(enumerate(case["source_lengths"]))
    return WorkingRows({row.id: row for row in rows}, case["is_bitext"], case["state"], lengths)


def outcome(case: Case) -> Case:
    """The case with what the server makes of it."""
    state = working(case)
    bare = {name: value for name, value in case.items() if name not in ("after", "refusal")}
    try:
        apply_steps(state, case["steps"])
    except InvalidStep as error:
        return {**bare, "refusal": str(error)}
    rows = as_json(state)
    changed = [row for row in rows if row not in case["rows"]]
    deleted = sorted({row["id"] for row in case["rows"]} - {row["id"] for row in rows})
    return {**bare, "after": {"state": state.state, "rows": changed, "deleted": deleted}}


def as_json(state: WorkingRows) -> list[dict[str, Any]]:
    rows = sorted(state.rows.values(), key=lambda row: (row.position, row.id))
    return json.loads(json.dumps([asdict(row) for row in rows]))  # type: ignore[no-any-return]


@cache
def step_schema() -> Draft202012Validator:
    schema = described_api()
    return Draft202012Validator({"$ref": "#/components/schemas/Step", "components": schema["components"]})


@pytest.mark.parametrize("case", cases())
def test_the_server_does_what_the_corpus_says(case: Case) -> None:
    assert outcome(case) == case


@pytest.mark.parametrize("case", cases())
def test_the_schema_describes_every_step_of_the_corpus(case: Case) -> None:
    for step in case["steps"]:
        step_schema().validate(step)
    named_by(case["steps"])


def test_each_step_but_undo_and_redo_has_cases() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == APPLIED


@pytest.mark.parametrize(
    "step",
    [
        {"type": "set", "rows": "all", "fields": {}},
        {"type": "set", "rows": {}, "fields": {}},
        {"type": "set", "rows": [1], "fields": {}},
        {"type": "set", "rows": []},
        {"type": "regroup", "groups": [{"row": "x", "source": []}]},
        {"type": "regroup", "groups": {}},
        {"type": "split_chip", "chip": "x", "at": "3", "new_chip": "y"},
        {"type": "split_chip", "chip": "x", "at": True, "new_chip": "y"},
        {"type": "join_chips", "chips": ["x"]},
        {"type": "unjoin_chip"},
        {"type": "set_chips", "chips": ["x"], "removed": 1},
        {"type": "set_key", "chips": ["x"]},
        {"type": "reassign", "row": "x", "source": True, "chips": []},
        {"type": "reassign", "row": "x", "source": [1.5], "chips": ["y"]},
        {"type": "submit", "leave_unreviewed": "yes"},
        {"type": "undo"},
        {"type": ["set"]},
        {},
        [],
        None,
        "set",
    ],
)
def test_what_the_schema_refuses_the_server_refuses(step: Any) -> None:
    assert not step_schema().is_valid(step)
    with pytest.raises(InvalidStep):
        named_by([step])
    with pytest.raises(InvalidStep):
        apply_steps(review(), [step])


@pytest.mark.skipif(not os.environ.get("RENEW_STEPS"), reason="only to write the corpus anew")
def test_write_the_corpus() -> None:
    done: dict[str, list[Case]] = defaultdict(list)
    refused: dict[str, list[Case]] = defaultdict(list)

    @settings(
        max_examples=3000, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.data())
    def collect(data: st.DataObject) -> None:
        ids = count(1)

        def new_id() -> str:
            return f"00000000-0000-4000-8000-{next(ids):012x}"

        state = review(data.draw(st.booleans()), new_id)
        for _ in range(data.draw(st.integers(1, 6))):
            steps = [
                random_step(data.draw, state, new_id, with_labels=True, with_key=True)
                for _ in range(data.draw(st.sampled_from([1, 1, 1, 2])))
            ]
            if not all(step_schema().is_valid(step) for step in steps):
                continue
            case = {
                "is_bitext": state.is_bitext,
                "state": state.state,
                "source_lengths": [10] * len(LENGTHS),
                "target_lengths": LENGTHS,
                "rows": as_json(state),
                "steps": steps,
            }
            attempt = replace(state, rows=dict(state.rows))
            case = outcome(case)
            kept = refused if "refusal" in case else done
            if len(kept[steps[0]["type"]]) < EACH and case not in kept[steps[0]["type"]]:
                kept[steps[0]["type"]].append(case)
            try:
                apply_steps(attempt, steps)
            except InvalidStep:
                continue
            state = attempt

    collect()
    for kind in ("submit", "reopen"):
        for before in ("open", "submitted"):
            ids = count(1)
            state = review(new_id=lambda ids=ids: f"00000000-0000-4000-8000-{next(ids):012x}")  # type: ignore[misc]
            case = outcome(
                {
                    "is_bitext": True,
                    "state": before,
                    "source_lengths": [10] * len(LENGTHS),
                    "target_lengths": LENGTHS,
                    "rows": as_json(state),
                    "steps": [{"type": kind}],
                }
            )
            (refused if "refusal" in case else done)[kind].append(case)
    for kind in sorted(APPLIED):
        text = json.dumps(done[kind] + refused[kind], indent=None, ensure_ascii=False)
        (FOLDER / f"{kind}.json").write_text(text.replace('{"is_bitext"', '\n{"is_bitext"') + "\n")
