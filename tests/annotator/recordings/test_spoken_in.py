"""What is said in stretches of a talk: the same whether lines are taken apart into words or not."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from annotator.models import Document, DocumentKind, Project, Unit
from annotator.recordings import pieces as of_pieces
from annotator.recordings.pieces import pieces_of, spoken_in, texts_in
from tests.world import make_document

WORDS = ("so", "this", "音声", "isn\u0027t", "caf\u00e9", "\U0001f600", "a")


def slowly(document: Document, stretches: list[tuple[float, float | None]]) -> list[str]:
    found = pieces_of(document).all
    until = max([0.0, *(end for _, end in stretches if end is not None), *(piece.end + 1 for piece in found)])
    return [text for text, _ in texts_in(found, [(start, until if end is None else end) for start, end in stretches])]


def lines_of(document: Document, rng: random.Random, kind: str) -> None:
    """Lines with times; some with those of their words, some that overlap, or of which nobody knows the time."""
    at = 0.0
    for unit in document.units.order_by("position"):
        n = rng.randint(1, 6)
        unit.text = " ".join(rng.choice(WORDS) for _ in range(n))
        start = round(at, 3)
        end = round(start + rng.choice((0, 0.5, 2.0, 3.333)), 3)
        unit.start_seconds, unit.end_seconds, unit.words = start, end, []
        if kind in ("words", "mixed") and (kind == "words" or rng.random() < 0.5):
            begin, words = 0, []
            for number, word in enumerate(unit.text.split()):
                times = [round(start + at_word * (end - start) / n, 3) for at_word in (number, number + 1)]
                words.append([begin, begin + len(word), *times])
                begin += len(word) + 1
            unit.words = words
        if kind == "untimed" and rng.random() < 0.3:
            unit.start_seconds = unit.end_seconds = None
        at = max(0.0, end + rng.choice((0, 0.2, 1.0)) - (rng.random() if kind == "overlapping" else 0))
        unit.save()


@pytest.mark.parametrize("kind", ["lines", "words", "mixed", "overlapping", "untimed"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_lines_in_one_stretch_are_not_taken_apart_and_read_the_same(project: Project, kind: str, language: str) -> None:
    document = make_document(project, "Talk", ["x"] * 14, kind=DocumentKind.TRANSCRIPT, timed=True)
    document.language = language
    document.save()
    for seed in range(10):
        rng = random.Random(f"{kind} {language} {seed}")
        lines_of(document, rng, kind)
        edges = sorted({round(rng.uniform(0, 30), rng.choice((0, 3))) for _ in range(rng.randint(2, 9))})
        stretches: list[tuple[float, float | None]] = [*pairwise(edges)]
        if rng.random() < 0.7:
            stretches.append((edges[-1], None))
        assert spoken_in(document, stretches) == slowly(document, stretches), (seed, stretches)


def test_only_lines_across_an_edge_are_taken_apart(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    document = make_document(project, "Talk", ["so this is"] * 10, kind=DocumentKind.TRANSCRIPT, timed=True)
    for unit in document.units.all():
        start = 4.0 * unit.position
        Unit.objects.filter(pk=unit.pk).update(start_seconds=start, end_seconds=start + 3, words=[])
    taken: list[int] = []
    real = of_pieces._of_unit

    def counted(unit: Unit, *how: Any) -> Any:
        taken.append(unit.position)
        return real(unit, *how)

    monkeypatch.setattr(of_pieces, "_of_unit", counted)
    assert spoken_in(document, [(0.0, 13.5), (13.5, None)])[0] == "so this is so this is so this is so"
    assert taken == [0, 3]  # the first one begins where the stretch does
