"""Exports read rows by a statement of their own; here they are read again as plainly as models allow, and compared."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.aligning.training_texts import N_FOLDS
from annotator.models import Chip, Document, Pair, Project, Review, ReviewRow, ReviewState, RowStatus, Section, Side
from annotator.platform.writers.columns import TABLE, Kind
from annotator.reviewing import gold_forms as registry
from annotator.reviewing import gold_records as records_of_gold
from annotator.reviewing.gold import gold_reviews
from annotator.reviewing.gold_forms import LINES, chunks, lines
from annotator.reviewing.gold_records import gold_records, gold_texts
from annotator.reviewing.opening import open_review
from annotator.reviewing.pieces import ids_of, join_texts, text_of
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.shared import shared_rows

TEXTS = [
    "High water, by hand.", "満潮の高さを、", "نص عربي مع (1)", "The family 👩‍👩‍👧 came.", "tab\tnew\nline\r\n\\N \\.",
    "=SUM(A1)", "か\u3099族が来た。", " leading and trailing ", "'=quoted \"twice\"", "x",
]  # fmt: skip


def plain_records(reviews: Any) -> Iterator[dict[str, Any]]:
    """The records of reviews, one query for each thing that a record says."""
    for review in reviews:
        pair, source, target = review.pair, review.pair.source, review.pair.target
        rows = review.rows.filter(status=RowStatus.ACCEPTED).order_by("position")
        for number, row in enumerate(rows, 1):
            chips = list(row.chips.order_by("unit", "start"))
            pieces = {
                name: [(chip.unit, chip.start, chip.end) for chip in chips if chosen(chip)]
                for name, chosen in (
                    ("source", lambda chip: chip.side == Side.SOURCE),
                    ("target", lambda chip: chip.side == Side.TARGET and not chip.removed),
                    ("removed", lambda chip: chip.removed),
                )
            }
            target_text = "__drop__"
            source_text = text_of(pieces["source"], source.texts(), source.language) if pieces["source"] else "__null__"
            if pieces["target"]:
                target_text = text_of(pieces["target"], target.texts(), target.language)
            offline = pair.offline.texts() if pair.offline else []
            units = sorted({unit for unit, *_ in pieces["source"]})
            told = {
                name: str(source.metadata.get(name) or target.metadata.get(name) or "") for name in ("event", "split")
            }
            yield {
                "project": pair.project.slug, "pair_id": pair.pk, "pair": pair.title, "kind": pair.kind,
                "review_id": review.pk, "row_id": str(row.pk), "row": number,
                "source_language": source.language, "target_language": target.language,
                "source_external_id": source.external_id, "target_external_id": target.external_id, **told,
                "speaker": source.speaker or target.speaker,
                "interpreter": target.interpreter, "interpreter_rank": target.interpreter_rank,
                "talk_info": None,
                "source_section": "",
                "source_ids": ids_of(pieces["source"], source.texts()),
                "target_ids": ids_of(pieces["target"], target.texts()),
                "removed_ids": ids_of(pieces["removed"], target.texts()),
                "source": source_text,
                "target": target_text,
                "removed": text_of(pieces["removed"], target.texts(), target.language),
                "target_post_edited": target_text if row.post_edit is None else row.post_edit,
                "post_edited": row.post_edit is not None,
                "source_corrected": source_text,
                "target_corrected": target_text,
                "sentences": None,
                "offline": join_texts([offline[unit] for unit in units if unit < len(offline)], target.language),
                "null_reason": row.null_reason, "good_align": row.good_align, "good_mt": row.good_mt,
                "error_tags": list(row.tags),
                "overridden_checks": list(row.overridden),
                "confidence": None if row.edited or row.link is None else row.link.confidence, "edited": row.edited,
                "annotator": review.annotator.get_username(),
                "accepted_by": row.changed_by.get_username() if row.changed_by else review.annotator.get_username(),
                "accepted_at": row.changed_at.isoformat() if row.changed_at else None,
                "submitted_at": review.submitted_at.isoformat(), "version": row.version,
                "guidelines_version": None,
                "basis": "single", "decision_reason": row.decision_reason,
                "engine_signature": review.run.signature, "proposal_hidden": False,
            }  # fmt: skip


@pytest.fixture(scope="module")
def reviewed(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[Pair]]:
    """Pairs of every kind whose rows hold pieces at random: touching, apart, removed, of none, of one unit twice."""
    with shared_rows(django_db_blocker):
        project, rng = make_project(), random.Random(7)
        people = [make_person(project, "annotator", name) for name in ("ann", "bernd", "千代")]
        yield [make_reviewed(project, number, people, rng) for number in range(7)]


@pytest.fixture
def project(db: None, reviewed: list[Pair]) -> Project:
    return Project.objects.get()


def make_reviewed(project: Project, number: int, people: list[User], rng: random.Random) -> Pair:
    is_talk = number % 3 == 2
    source = world.make_document(
        project, f"Talk {number}", rng.sample(TEXTS, 6), kind="paper" if is_talk else "text", language="en"
    )
    target = world.make_document(project, f"Talk {number} ja", rng.sample(TEXTS, 8), language=rng.choice(["ja", "de"]))
    said = {"event": "Spring", "split": "train"} if number % 2 else {"split": 3}
    Document.objects.filter(pk=source.pk).update(external_id=f"t{number}", speaker="Ada", metadata=said)
    Document.objects.filter(pk=target.pk).update(interpreter="S01", interpreter_rank="A", metadata={"event": "Fall"})
    pair = world.make_pair(project, f"Talk {9 - number // 2}", source, target)
    if number % 2:
        pair.offline = world.make_document(project, f"Talk {number} offline", TEXTS[: 6 - number % 4], language="ja")
        pair.save()
    run = world.make_run(pair, [{"source": [0], "target": [], "confidence": rng.random()} for _ in range(3)])
    review = Review.objects.create(
        pair=pair, run=run, annotator=rng.choice(people), state=ReviewState.SUBMITTED,
        submitted_at=datetime(2026, 1, 1, 0, number, 7, number * 1000, tzinfo=UTC), row_count=rng.choice([None, 9]),
    )  # fmt: skip
    links = list(run.links.all())
    for place in rng.sample(range(1, 10), 9):
        row = ReviewRow.objects.create(
            review=review, link=rng.choice([None, *links]), position=place + 0.5, version=rng.randrange(1, 9),
            status=rng.choice(["accepted", "accepted", "accepted", "implicit", "proposed"]),
            good_align=rng.choice([None, True, False]), good_mt=rng.choice([None, True, False]),
            tags=rng.sample(["a\tb", "満潮", "x\\y"], rng.randrange(3)), null_reason=rng.choice(["", "omission\n"]),
            post_edit=rng.choice([None, "", *TEXTS]), edited=rng.random() < 0.4,
            changed_by=rng.choice([None, *people]),
            changed_at=rng.choice([None, datetime(2026, 1, 2, tzinfo=UTC) + timedelta(microseconds=place)]),
        )  # fmt: skip
        Chip.objects.bulk_create(
            Chip(row=row, side=side, unit=unit, start=start, end=end, removed=side == "target" and rng.random() < 0.2)
            for side, document in (("source", source), ("target", target))
            for unit, start, end in pieces_at_random(document, rng)
        )
    return pair


def pieces_at_random(document: Document, rng: random.Random) -> list[tuple[int, int, int]]:
    texts = document.texts()
    found = []
    for unit in rng.choices(range(len(texts)), k=rng.randrange(4)):
        length = len(texts[unit])
        cuts = sorted({0, length, *(rng.randrange(length) for _ in range(rng.randrange(3)))})
        pieces = list(pairwise(cuts))
        found += [(unit, *piece) for piece in rng.sample(pieces, rng.randrange(1, len(pieces) + 1))]
    rng.shuffle(found)
    return found


def test_records_are_those_that_models_give(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = list(plain_records(gold_reviews(project).order_by("pair__title", "pk")))
    for at_once in (1, 10, 20, 2000):
        monkeypatch.setattr(records_of_gold, "_ROWS_AT_ONCE", at_once)
        found = list(gold_records(project))
        assert found == expected, at_once
    assert [list(record) for record in found] == [registry.COLUMNS] * len(found)
    assert len(found) > 30
    assert any(record["source"] == "__null__" for record in found)
    assert any(len(record["target_ids"]) > 1 for record in found)
    assert any(record["removed_ids"] for record in found)


def test_values_are_of_the_kinds_of_their_columns(project: Project) -> None:
    """Parquet and Croissant take the types of columns from there. Ids are text in forms where a column has one type."""
    expected = {
        Kind.TEXT: (str, type(None)), Kind.TEXTS: (list,), Kind.FLAG: (bool, type(None)),
        Kind.NUMBER: (int, type(None)), Kind.SHARE: (float, type(None)),
    }  # fmt: skip
    for record in gold_records(project):
        for name, kind, _ in TABLE:
            if not name.endswith("_ids"):
                assert type(record[name]) in expected[kind], name


@pytest.mark.parametrize("without", [False, True])
def test_texts_for_learning_are_those_of_the_records(reviewed: list[Pair], project: Project, without: bool) -> None:
    pair = reviewed[0]
    languages, fold = (pair.source.language, pair.target.language), pair.pk % N_FOLDS if without else None
    reviews = gold_reviews(project).filter(pair__kind="bitext", pair__target__language=pair.target.language)
    left_out = [each.pk for each in reviewed if each.pk % N_FOLDS == fold]
    texts = [
        (record["source"], record["target"])
        for record in plain_records(reviews.exclude(pair__in=left_out))
        if record["source"] != "__null__" and record["target"] != "__drop__" and record["good_align"] is not False
    ]
    learned_from = gold_texts(project, languages, fold, 20_000)
    assert sorted(learned_from) == sorted(texts)
    assert texts
    assert gold_texts(project, languages, fold, 2) == learned_from[-2:]


@pytest.mark.parametrize("format_name", LINES)
def test_what_is_handed_over_at_once_are_whole_lines(
    project: Project, format_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = "".join(lines(gold_records(project), format_name)).encode()
    monkeypatch.setattr(registry, "_CHUNK", 3000)
    handed = list(chunks(gold_records(project), format_name))
    assert b"".join(handed) == whole
    assert 1 < len(handed) < len(whole) / 3000 + 1
    assert all(chunk.endswith(b"\n") for chunk in handed)


def test_short_reviews_share_their_statements(project: Project) -> None:
    Review.objects.update(row_count=9)
    with CaptureQueriesContext(connection) as few:
        list(gold_records(project))
    for number in range(7, 14):
        make_reviewed(project, number, [Review.objects.first().annotator], random.Random(number))  # type: ignore[union-attr]
    Review.objects.update(row_count=9)
    with CaptureQueriesContext(connection) as more:
        list(gold_records(project))
    # Two for the transaction, one each for the labels of the project, sections, the rows that people learn from, hidden
    # proposals, and the names of rows that were carried over.
    assert len(more) == len(few) <= 12


def test_rows_of_a_talk_name_the_section_of_their_sentence(talk: Pair, annotator: User) -> None:
    talk.source.units.update(section=None)
    section = Section.objects.create(document=talk.source, position=9, number="2", heading="Full stops")
    talk.source.units.filter(position=1).update(section=section)
    review, _ = open_review(pair=talk, annotator=annotator)
    review.rows.update(status=RowStatus.ACCEPTED)
    Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=datetime.now(UTC))
    records = [each for each in gold_records(talk.project) if each["pair_id"] == talk.pk]
    found = [(each["source"], each["source_section"]) for each in records]
    assert found == [("Transcripts lack full stops.", ""), ("A breath is a label.", "2 Full stops")]
