"""Realigning around what people fixed: accepted rows stay, the rest is proposed, nothing changes until it is taken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import TestCase
from redis.exceptions import RedisError
from rest_framework.test import APIClient

import annotator.demo
from alignment.lexical import lexical
from annotator.models import Pair, PairKind, Project
from annotator.services import prepared
from annotator.services.aligning import execute_run, start_run
from annotator.services.engines import bitext_links

ClientOf = Callable[[User], APIClient]
DEMO = Path(annotator.demo.__file__).parent / "en-ja"


class Review:
    def __init__(self, client: APIClient, pair: Pair) -> None:
        self.client = client
        self.url = f"/api/v1/reviews/{client.post('/api/v1/reviews/', {'pair': pair.pk}).data['id']}/"

    def rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.client.get(self.url + "content/").json()["rows"]
        return rows

    def beads(self) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
        return {
            row["id"]: (tuple(c["unit"] for c in row["source"]), tuple(c["unit"] for c in row["target"]))
            for row in self.rows()
        }

    def operate(self, *steps: dict[str, Any]) -> None:
        versions = {row["id"]: row["version"] for row in self.rows()}
        operation = {"id": str(uuid4()), "verb": "realign", "steps": list(steps), "versions": versions}
        answer = self.client.post(self.url + "operations/", {"operations": [operation]})
        assert answer.status_code == 200, answer.data

    def realign(self) -> dict[str, Any]:
        answer = self.client.post(self.url + "realign/")
        assert answer.status_code == 200, answer.data
        result: dict[str, Any] = answer.json()
        return result


@pytest.fixture
def review(project: Project, make_document: Any, make_run: Any, annotator: User, client_of: ClientOf) -> Review:
    source, target = ((DEMO / name).read_text().splitlines() for name in ("source.txt", "target.txt"))
    pair = Pair.objects.create(
        project=project,
        kind=PairKind.BITEXT,
        title="Ledger",
        source=make_document("en", source),
        target=make_document("ja", target, language="ja"),
    )
    make_run(pair, bitext_links(lexical(source, target, source_language="en", target_language="ja"), target))
    return Review(client_of(annotator), pair)


def gold() -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    import ast

    lines = [line for line in (DEMO / "gold.align").read_text().splitlines() if line.strip()]
    pairs = [line.split(":")[:2] for line in lines]
    return {(tuple(ast.literal_eval(s)), tuple(ast.literal_eval(t))) for s, t in pairs}


def test_without_reviewed_rows_nothing_would_change(review: Review) -> None:
    answer = review.realign()
    assert (answer["n_fixed"], answer["proposals"]) == (0, [])


def test_accepted_rows_stay_and_the_rest_comes_nearer_to_gold(review: Review) -> None:
    # A person sets the first wrong row right by exchanging chunks with its neighbours, and accepts it.
    wanted = gold()
    wrong = {row: bead for row, bead in review.beads().items() if bead not in wanted}
    assert wrong, "the engine made no mistake: this test needs one"
    right_before = len(wanted & set(review.beads().values()))
    rows = {row["id"]: row for row in review.rows()}
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
        review.operate(
            {"type": "regroup", "groups": groups, "emptied": emptied},
            {"type": "set", "rows": [row_id], "fields": {"status": "accepted"}},
        )
        break
    before = review.beads()
    accepted = {row["id"] for row in review.rows() if row["status"] == "accepted"}
    answer = review.realign()
    assert answer["n_fixed"] == 1
    assert review.beads() == before  # asking changes nothing
    assert not accepted & {row for proposal in answer["proposals"] for row in proposal["rows"]}
    assert answer["expected_wrong_after"] <= answer["expected_wrong_before"] + 1e-9
    for proposal in answer["proposals"]:
        review.operate(*proposal["steps"])
    after = review.beads()
    assert all(after[row] == before[row] for row in accepted)
    assert len(wanted & set(after.values())) >= right_before
    assert review.realign()["proposals"] == []  # what is taken is not proposed again


def test_a_split_chunk_and_a_removed_one_do_not_get_lost(review: Review) -> None:
    rows = review.rows()
    chips = [chip for row in rows for chip in row["target"]]
    review.operate({"type": "split_chip", "chip": chips[5]["id"], "at": 2, "new_chip": str(uuid4())})
    review.operate({"type": "set_chips", "chips": [chips[8]["id"]], "removed": True})
    review.operate({"type": "set", "rows": [rows[0]["id"]], "fields": {"status": "accepted"}})
    for proposal in review.realign()["proposals"]:
        review.operate(*proposal["steps"])
    kept = sorted((c["unit"], c["start"], c["end"]) for row in review.rows() for c in row["target"])
    assert len(kept) == len(chips) + 1
    assert sum(end - start for _, start, end in kept) == sum(c["end"] - c["start"] for c in chips)


def test_a_talk_gets_other_sentences_around_those_a_person_chose(
    client_of: ClientOf, annotator: User, talk: Pair
) -> None:
    review = Review(client_of(annotator), talk)
    second = review.rows()[1]
    review.operate(
        {"type": "reassign", "row": second["id"], "source": [2], "chips": [str(uuid4())]},
        {"type": "set", "rows": [second["id"]], "fields": {"status": "accepted"}},
    )
    answer = review.realign()
    assert answer["n_fixed"] == 1
    assert second["id"] not in {row for proposal in answer["proposals"] for row in proposal["rows"]}
    for proposal in answer["proposals"]:
        review.operate(*proposal["steps"])
    assert review.beads()[second["id"]][0] == (2,)


def test_what_a_run_learned_is_there_for_every_process(
    project: Project, make_document: Any, annotator: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker learns; whoever realigns first does not, split chunks or not. Without Redis it is learned again."""
    source, target = ((DEMO / name).read_text().splitlines() for name in ("source.txt", "target.txt"))
    pair = Pair.objects.create(
        project=project,
        kind=PairKind.BITEXT,
        title="Ledger",
        source=make_document("en", source),
        target=make_document("ja", target, language="ja"),
    )
    run = start_run(pair=pair, engine="lexical", options={}, user=None, enqueue=lambda _: None)
    with TestCase.captureOnCommitCallbacks(execute=True):
        execute_run(run.pk)
    review = Review(client_of(annotator), pair)
    learn = prepared.lexical_model
    asked: list[Pair] = []

    def learn_and_tell(pair: Pair, *rest: Any) -> Any:
        asked.append(pair)
        return learn(pair, *rest)

    monkeypatch.setattr(prepared, "lexical_model", learn_and_tell)
    monkeypatch.setattr(prepared, "_cache", prepared._Cache(8))
    assert review.realign()["proposals"] == []
    chip = review.rows()[4]["target"][0]
    review.operate({"type": "split_chip", "chip": chip["id"], "at": 2, "new_chip": str(uuid4())})
    review.realign()
    assert asked == []

    def no_redis(*_: Any, **__: Any) -> None:
        raise RedisError("gone")

    monkeypatch.setattr(prepared, "_cache", prepared._Cache(8))
    monkeypatch.setattr(prepared.cache, "get", no_redis)
    monkeypatch.setattr(prepared.cache, "set", no_redis)
    review.realign()
    assert asked == [pair]
