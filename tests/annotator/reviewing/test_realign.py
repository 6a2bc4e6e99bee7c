"""Realigning around what people fixed: accepted rows stay, the rest is proposed, nothing changes until it is taken."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import TestCase
from rest_framework.test import APIClient

import annotator.demo
from alignment.lexical import PriorKnowledge, lexical
from alignment.types import Alignment
from annotator.aligning import bitext
from annotator.aligning.bitext import links_of
from annotator.aligning.learned import run_models
from annotator.aligning.runs import execute, start_run
from annotator.models import AlignmentRun, Pair, Unit
from annotator.reviewing import prepared_pairs
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]
DEMO = Path(annotator.demo.__file__).parent / "en-ja"


class Realigner(Editor):
    def beads(self) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
        return {
            row["id"]: (tuple(c["unit"] for c in row["source"]), tuple(c["unit"] for c in row["target"]))
            for row in self.rows
        }

    def realign(self) -> dict[str, Any]:
        answer = self.client.post(f"/api/v1/reviews/{self.id}/realign/")
        assert answer.status_code == 200, answer.data
        result: dict[str, Any] = answer.json()
        return result


@pytest.fixture
def review(demo: Pair, make_run: Any, annotator: User, client_of: ClientOf) -> Realigner:
    source, target = (tuple(side.units.values_list("text", flat=True)) for side in (demo.source, demo.target))
    make_run(demo, links_of(aligned(source, target), target))
    return Realigner(client_of(annotator), demo)


@cache
def aligned(source: tuple[str, ...], target: tuple[str, ...]) -> Alignment:
    """The same for all tests, and most of the time of many."""
    return lexical(source, target, known=PriorKnowledge("en", "ja"))


def gold() -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    import ast

    lines = [line for line in (DEMO / "gold.align").read_text().splitlines() if line.strip()]
    pairs = [line.split(":")[:2] for line in lines]
    return {(tuple(ast.literal_eval(s)), tuple(ast.literal_eval(t))) for s, t in pairs}


def test_without_reviewed_rows_nothing_would_change(review: Realigner) -> None:
    answer = review.realign()
    assert (answer["n_fixed"], answer["proposals"]) == (0, [])


def test_accepted_rows_stay_and_the_rest_comes_nearer_to_gold(review: Realigner) -> None:
    # A person sets the first wrong row right by exchanging chunks with its neighbours, and accepts it.
    wanted = gold()
    wrong = {row: bead for row, bead in review.beads().items() if bead not in wanted}
    assert wrong, "the engine made no mistake: this test needs one"
    right_before = len(wanted & set(review.beads().values()))
    rows = {row["id"]: row for row in review.rows}
    for row_id, bead in wrong.items():
        goal = next((g for g in wanted if g[0] == bead[0] and g[1] and bead[0]), None)
        if goal is None:
            continue
        chips = {c["unit"]: (r, c) for r in rows.values() for c in r["target"]}
        involved = {row_id} | {chips[unit][0]["id"] for unit in goal[1]}
        spare = [c["id"] for r in involved for c in rows[r]["target"] if c["unit"] not in goal[1]]
        groups = [
            {
                "row": row_id,
                "source": [c["id"] for c in rows[row_id]["source"]],
                "target": [chips[u][1]["id"] for u in goal[1]],
            }
        ]
        others = sorted(involved - {row_id}, key=lambda r: rows[r]["position"])
        home = others[0] if others else str(uuid4())
        emptied = []
        for other in others:
            mine = [c["id"] for c in rows[other]["source"]]
            target = spare if other == home else []
            if mine or target:
                groups.append({"row": other, "source": mine, "target": target})
            else:
                emptied.append(other)
        if not others and spare:
            groups.append({"row": home, "position": rows[row_id]["position"] + 0.5, "source": [], "target": spare})
        review.done(
            {"type": "regroup", "groups": groups, "emptied": emptied},
            {"type": "set", "rows": [row_id], "fields": {"status": "accepted"}},
        )
        break
    before = review.beads()
    accepted = {row["id"] for row in review.rows if row["status"] == "accepted"}
    answer = review.realign()
    assert answer["n_fixed"] == 1
    assert review.beads() == before  # asking changes nothing
    assert not accepted & {row for proposal in answer["proposals"] for row in proposal["rows"]}
    assert answer["expected_wrong_after"] <= answer["expected_wrong_before"] + 1e-9
    for proposal in answer["proposals"]:
        review.done(*proposal["steps"])
    after = review.beads()
    assert all(after[row] == before[row] for row in accepted)
    assert len(wanted & set(after.values())) >= right_before
    assert review.realign()["proposals"] == []  # what is taken is not proposed again


def test_a_split_chunk_and_a_removed_one_do_not_get_lost(review: Realigner) -> None:
    rows = review.rows
    chips = [chip for row in rows for chip in row["target"]]
    review.done({"type": "split_chip", "chip": chips[5]["id"], "at": 2, "new_chip": str(uuid4())})
    review.done({"type": "set_chips", "chips": [chips[8]["id"]], "removed": True})
    review.done({"type": "set", "rows": [rows[0]["id"]], "fields": {"status": "accepted"}})
    for proposal in review.realign()["proposals"]:
        review.done(*proposal["steps"])
    kept = sorted((c["unit"], c["start"], c["end"]) for row in review.rows for c in row["target"])
    assert len(kept) == len(chips) + 1
    assert sum(end - start for _, start, end in kept) == sum(c["end"] - c["start"] for c in chips)


def test_a_talk_gets_other_sentences_around_those_a_person_chose(
    client_of: ClientOf, annotator: User, talk: Pair
) -> None:
    review = Realigner(client_of(annotator), talk)
    second = review.rows[1]
    review.done(
        {"type": "reassign", "row": second["id"], "source": [2], "chips": [str(uuid4())]},
        {"type": "set", "rows": [second["id"]], "fields": {"status": "accepted"}},
    )
    answer = review.realign()
    assert answer["n_fixed"] == 1
    assert second["id"] not in {row for proposal in answer["proposals"] for row in proposal["rows"]}
    for proposal in answer["proposals"]:
        review.done(*proposal["steps"])
    assert review.beads()[second["id"]][0] == (2,)


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any) -> list[Pair]:
    """The pairs whose words were learned in this process, beginning now."""
    settings.DATA_DIR = tmp_path
    learn = bitext.learn_words
    asked: list[Pair] = []

    def learn_and_tell(pair: Pair, *rest: Any) -> Any:
        asked.append(pair)
        return learn(pair, *rest)

    monkeypatch.setattr(bitext, "learn_words", learn_and_tell)
    monkeypatch.setattr(prepared_pairs, "_cache", prepared_pairs._Cache(10_000))
    return asked


@pytest.fixture
def lexical_review(demo: Pair, annotator: User, client_of: ClientOf, learned: list[Pair]) -> Realigner:
    run = start_run(pair=demo, engine="lexical", options={}, user=None)
    with TestCase.captureOnCommitCallbacks(execute=True):
        execute(run.pk)
    return Realigner(client_of(annotator), demo)


def another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared_pairs, "_cache", prepared_pairs._Cache(10_000))


def test_what_a_run_learned_is_there_for_every_process(
    lexical_review: Realigner, learned: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker learns; whoever realigns first does not, split chunks or not."""
    assert lexical_review.realign()["proposals"] == []
    chip = lexical_review.rows[4]["target"][0]
    lexical_review.done({"type": "split_chip", "chip": chip["id"], "at": 2, "new_chip": str(uuid4())})
    another_process(monkeypatch)
    lexical_review.realign()
    assert learned == []


@pytest.mark.parametrize("damage", ["gone", "cut short", "a pickle"])
def test_what_cannot_be_read_is_learned_again_and_runs_no_code(
    damage: str, lexical_review: Realigner, learned: list[Pair], tmp_path: Path
) -> None:
    [kept] = (tmp_path / "learned").glob("*.npz")
    if damage == "gone":
        kept.unlink()
    elif damage == "cut short":
        kept.write_bytes(kept.read_bytes()[:-100])
    else:
        kept.write_bytes(pickle.dumps(_Trap(tmp_path / "sprung")))
    assert lexical_review.realign()["proposals"] == []
    assert len(learned) == 1
    assert not (tmp_path / "sprung").exists()
    assert run_models.recall(AlignmentRun.objects.get()) is not None  # and kept anew


class _Trap:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_the_files_of_learned_words_are_bounded_and_go_with_their_runs(
    lexical_review: Realigner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = AlignmentRun.objects.get()
    words = run_models.recall(first)
    assert words is not None
    [kept] = (tmp_path / "learned").glob("*.npz")
    orphan = kept.with_name("999999-1.5-1.0.npz")
    orphan.write_bytes(kept.read_bytes())
    os.utime(kept, (1, 1))
    monkeypatch.setattr(run_models, "MOST_BYTES", 3 * kept.stat().st_size // 2)
    second = start_run(pair=first.pair, engine="lexical", options={}, user=None)
    run_models.remember(second, words)
    kept = run_models._path(second)
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert [path.name.split("-")[0] for path in (tmp_path / "learned").iterdir()] == [str(second.pk)]


@pytest.mark.parametrize(("engine", "status"), [("imported", 200), ("carried", 200), ("magic", 400)])
def test_links_without_an_engine_are_realigned_by_words_and_an_unknown_engine_is_refused(
    engine: str, status: int, lexical_review: Realigner
) -> None:
    run = AlignmentRun.objects.get()
    AlignmentRun.objects.filter(pk=run.pk).update(engine=engine, info={})
    answer = lexical_review.client.post(f"/api/v1/reviews/{lexical_review.id}/realign/")
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["detail"] == "The engine magic is not known here, so it cannot realign."


def test_a_run_without_confidences_is_realigned_by_what_its_engine_believes(
    lexical_review: Realigner, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = AlignmentRun.objects.get()
    rows = lexical_review.rows
    lexical_review.done(
        {"type": "regroup", "groups": [swapped(rows[0], rows[1]), swapped(rows[1], rows[0])], "emptied": []}
    )
    numbers = {"calibration": [1.0, 0.0, 1.0, 1.0]}
    AlignmentRun.objects.filter(pk=run.pk).update(info=numbers)
    shown = lexical_review.realign()
    assert any(row["probability"] is not None for proposal in shown["proposals"] for row in proposal["after"])
    another_process(monkeypatch)
    AlignmentRun.objects.filter(pk=run.pk).update(info=numbers | {"no_confidences": "Links would have to be larger."})
    hidden = lexical_review.realign()
    for name in ("expected_wrong_before", "expected_wrong_after"):
        assert hidden[name] == pytest.approx(shown[name], abs=1e-3)
        assert hidden[name] > 0
    assert [len(proposal["after"]) for proposal in hidden["proposals"]] == [len(p["after"]) for p in shown["proposals"]]
    assert {row["probability"] for proposal in hidden["proposals"] for row in proposal["after"]} == {None}


def swapped(row: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {
        "row": row["id"],
        "source": [chip["id"] for chip in row["source"]],
        "target": [chip["id"] for chip in other["target"]],
    }


def test_two_texts_of_one_page_are_the_same_page(slides: Pair, annotator: User, client_of: ClientOf) -> None:
    """A person chose the footer of the page; the engine answers with its text."""
    Unit.objects.create(document=slides.source, position=3, text="ledger 7", offset=999, page=1)
    review = Realigner(client_of(annotator), slides)
    row = review.row_ids[0]
    review.done({"type": "reassign", "row": row, "source": [3], "chips": [str(uuid4())]})
    answer = review.realign()
    assert [proposal["rows"] for proposal in answer["proposals"] if row in proposal["rows"]] == []
