"""Long spans of a talk are cut when a review is opened, and engines are measured as if they were not."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from annotator.models import AlignmentRun, DocumentKind, Pair, Project, ReviewRow, RunState
from annotator.reviewing.cutting import MOST_WORDS, cut_pieces
from annotator.reviewing.judgements import judged_links, judged_rows
from annotator.reviewing.opening import open_review
from annotator.reviewing.operate import operate
from annotator.teams.figures import refresh
from annotator.teams.quality import quality_of
from tests.world import introduced, make_pair, make_run


def words(n: int, word: str = "word") -> str:
    return " ".join([word] * n)


def texts_of(parts: list[list[tuple[int, int, int]]], texts: list[str]) -> list[str]:
    return ["|".join(texts[unit][start:end] for unit, start, end in part) for part in parts]


def whole(texts: list[str]) -> list[tuple[int, int, int]]:
    return [(unit, 0, len(text)) for unit, text in enumerate(texts)]


def test_a_short_span_stays_whole() -> None:
    texts = [words(30), words(30)]
    assert cut_pieces(whole(texts), texts) == [whole(texts)]


def test_a_long_span_is_cut_where_an_utterance_ends() -> None:
    texts = [words(20), words(15) + ".", words(12), words(20)]
    assert texts_of(cut_pieces(whole(texts), texts), texts) == ["|".join(texts[:2]), "|".join(texts[2:])]


def test_the_end_of_a_sentence_wins_over_the_end_of_a_line() -> None:
    texts = [words(12), words(12), words(10) + ".", words(12), words(12), words(10) + "."]
    assert texts_of(cut_pieces(whole(texts), texts), texts) == ["|".join(texts[:3]), "|".join(texts[3:])]


def test_one_long_utterance_is_cut_between_its_sentences_and_clauses() -> None:
    texts = [f"{words(30)}. {words(20)}, {words(25)} {words(40)}."]
    parts = texts_of(cut_pieces(whole(texts), texts), texts)
    assert parts[0] == f"{words(30)}. {words(20)}, "
    assert "".join(parts) == texts[0]
    assert all(len(part.split()) <= MOST_WORDS for part in parts)


@pytest.mark.parametrize(
    ("text", "spaceless"),
    [
        ("音声認識の結果を論文に合わせます。" * 12, True),
        ("か\u3099" * 200, True),
        (words(300, "كلمة"), False),
        (words(200, "🎤🏽"), False),
    ],
)
def test_no_part_is_long_and_none_of_the_text_is_lost(text: str, spaceless: bool) -> None:
    parts = cut_pieces([(0, 0, len(text))], [text], spaceless=spaceless)
    assert "".join(texts_of(parts, [text])) == text
    for part in texts_of(parts, [text]):
        assert (len(part) / 2 if spaceless else len(part.split())) <= MOST_WORDS + 1
        assert not part.startswith("\u3099")


def test_a_span_that_begins_inside_an_utterance_keeps_its_beginning() -> None:
    texts = [words(10) + " " + words(50), words(50)]
    span = [(0, 50, len(texts[0])), (1, 0, len(texts[1]))]
    assert cut_pieces(span, texts) == [[span[0]], [span[1]]]


@pytest.fixture
def long_talk(project: Project) -> Pair:
    paper = introduced(project, "Paper", ["One.", "Two."], kind=DocumentKind.PAPER)
    speech = introduced(
        project, "Talk", [words(50, "one"), words(50, "more"), words(9, "two")], kind=DocumentKind.TRANSCRIPT
    )
    pair = make_pair(project, "Long talk", paper, speech)
    ends = [len(text) for text in speech.texts()]
    make_run(
        pair,
        [
            {"source": [0], "target": [[0, 0, ends[0]], [1, 0, ends[1]]], "confidence": 0.9, "candidates": [[0, 0.9]]},
            {"source": [1], "target": [[2, 0, ends[2]]], "confidence": 0.6, "candidates": [[1, 0.6]]},
        ],
        engine="hmm",
    )
    return pair


def accept_all(review: Any, user: Any) -> None:
    rows = [str(pk) for pk in ReviewRow.objects.filter(review=review).values_list("pk", flat=True)]
    accept = {"type": "set", "rows": rows, "fields": {"status": "accepted"}}
    operations = [{"id": str(uuid4()), "verb": "accept", "steps": [step]} for step in (accept, {"type": "submit"})]
    operate(review_id=review.pk, operations=operations, user=user)


def test_both_parts_of_a_span_have_its_sentence_and_its_link(long_talk: Pair, annotator: Any) -> None:
    review, _ = open_review(pair=long_talk, annotator=annotator)
    rows = list(ReviewRow.objects.filter(review=review).order_by("position"))
    assert [row.position for row in rows] == [1, 1.5, 2]
    assert review.row_count == 3
    assert rows[0].link_id == rows[1].link_id is not None
    assert [row.edited for row in rows] == [False] * 3
    assert [[(chip.side, chip.unit) for chip in row.chips.all()] for row in rows] == [
        [("source", 0), ("target", 0)],
        [("source", 0), ("target", 1)],
        [("source", 1), ("target", 2)],
    ]


def test_a_project_may_leave_spans_whole(long_talk: Pair, annotator: Any) -> None:
    Project.objects.update(cut_long_spans=False)
    long_talk.refresh_from_db()
    review, _ = open_review(pair=Pair.objects.get(pk=long_talk.pk), annotator=annotator)
    assert ReviewRow.objects.filter(review=review).count() == 2


def test_engines_are_measured_as_if_nothing_had_been_cut(
    long_talk: Pair, annotator: Any, person: Any, project: Project
) -> None:
    measured = []
    for cut, name in ((False, "ada"), (True, "bea")):
        Project.objects.update(cut_long_spans=cut)
        user = person("annotator", name)
        review, _ = open_review(pair=Pair.objects.get(pk=long_talk.pk), annotator=user)
        accept_all(review, user)
        refresh(project.pk)
        measured.append(quality_of(project)["engines"])
        assert [(link.position, right) for link, right in judged_links(review, judged_rows(review))] == [
            (0, True),
            (1, True),
        ]
        # Of several reviews of a pair, engines are measured by none.
        review.delete()
    assert measured[0] == measured[1]
    assert measured[0][0]["n_links"] == 2
    assert measured[0][0]["strict_f1"] == 1


def test_a_part_about_another_sentence_makes_the_link_wrong(long_talk: Pair, annotator: Any) -> None:
    review, _ = open_review(pair=long_talk, annotator=annotator)
    second = str(ReviewRow.objects.filter(review=review).order_by("position")[1].pk)
    steps = [{"type": "reassign", "row": second, "source": [1], "chips": [str(uuid4())]}]
    operation = {"id": str(uuid4()), "verb": "reassign", "steps": steps}
    operate(review_id=review.pk, operations=[operation], user=annotator)
    accept_all(review, annotator)
    assert [right for _, right in judged_links(review, judged_rows(review))] == [False, True]


def test_a_link_is_judged_once_all_its_parts_are_accepted(long_talk: Pair, annotator: Any) -> None:
    review, _ = open_review(pair=long_talk, annotator=annotator)
    first = ReviewRow.objects.filter(review=review).order_by("position")[0]
    ReviewRow.objects.filter(pk=first.pk).update(status="accepted")
    assert list(judged_links(review, judged_rows(review))) == []


def test_a_bitext_is_never_cut(project: Project, annotator: Any, bitext: Pair) -> None:
    n_links = AlignmentRun.objects.get(pair=bitext, state=RunState.SUCCEEDED).links.count()
    review, _ = open_review(pair=bitext, annotator=annotator)
    assert ReviewRow.objects.filter(review=review).count() == n_links
