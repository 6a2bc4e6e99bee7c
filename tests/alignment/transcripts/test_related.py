"""Sentences of the paper that belong to what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.recordings.m3av import read_folder
from alignment.transcripts.related import METHODS, THRESHOLDS, Related, nearest, related_sentences, similarities
from alignment.types import AlignmentError
from alignment.vectors import WordVectors
from tests.data import DATA, needs_outside

PAPER = ["We model the tide of a harbour.", "Sensors measure salt.", "The moon moves the tide.", ""]
TEXTS = st.lists(st.sampled_from([*PAPER, "the tide", "salt and moon", "潮汐の模型"]), max_size=5)


@given(TEXTS, TEXTS.filter(bool))
def test_similarities_are_cosines(said: list[str], sentences: list[str]) -> None:
    table = similarities(said, sentences)
    assert table.shape == (len(said), len(sentences))
    assert ((table >= 0) & (table <= 1 + 1e-9)).all()
    for row, text in zip(table, said, strict=True):
        for value, sentence in zip(row, sentences, strict=True):
            if text == sentence and text:
                assert value == pytest.approx(1)


def test_the_nearest_above_the_threshold() -> None:
    ((first, second),) = related_sentences(
        ["so the moon moves the tide, in harbours too"], PAPER, threshold=0.2, most=2
    )
    assert (first.sentence, second.sentence) == (2, 0)
    assert first.similarity > second.similarity
    assert related_sentences(["nothing of it"], PAPER) == [[]]
    assert nearest(np.array([0.5, 0.7, 0.7, 0.6, 0.9]), threshold=0.5, most=3) == [
        Related(4, 0.9), Related(1, 0.7), Related(2, 0.7),
    ]  # fmt: skip


def test_word_vectors_find_other_words() -> None:
    words = ["tide", "wave", "salt", "moon"]
    matrix = np.array([[1, 0, 0], [0.9, 0.1, 0], [0, 1, 0], [0, 0, 1]])
    vectors = WordVectors(words, matrix, name="own", source="test")
    table = similarities(["a wave"], ["the tide", "salt", "unknown"], method="vectors", vectors=vectors)
    assert table[0, 0] > 0.9 > table[0, 1] > table[0, 2] == 0
    assert similarities(["a wave"], ["the tide"], method="tf-idf")[0, 0] == 0


def test_an_encoder_is_asked_once() -> None:
    class Lengths:
        name = "lengths"

        def encode(self, texts: Sequence[str], *, progress: Any = None) -> Any:
            return np.array([[len(text), 1.0] for text in texts])

    table = similarities(["aaaa"], ["bbbb", "b"], method="encoder", encoder=Lengths())
    assert table[0].tolist() == [pytest.approx(1), pytest.approx(5 / np.sqrt(17 * 2))]


def test_wrong_input_is_named() -> None:
    assert set(THRESHOLDS) == set(METHODS)
    with pytest.raises(AlignmentError, match="no way 'bm25'"):
        similarities(["a"], ["b"], method="bm25")
    with pytest.raises(AlignmentError, match="no sentences"):
        similarities(["a"], [])
    for method in ("vectors", "encoder"):
        with pytest.raises(AlignmentError, match="needs"):
            related_sentences(["a"], ["b"], method=method)
    with pytest.raises(AlignmentError, match="too many"):
        similarities(["a"] * 10_000, ["b"] * 10_000)


@needs_outside("m3av", "CHI-004BD", "paper")
def test_against_the_released_sentences() -> None:
    """Words agree with the corpus's encoder far above chance, and far from always."""
    n_slides = n_first = 0
    for video in ("CHI-003EC", "CHI-004BD"):
        talk = read_folder(DATA / "m3av" / video)
        assert talk.paper is not None
        assert talk.related is not None
        table = similarities([each.speech_text for each in talk.related], talk.paper)
        n_slides += len(talk.related)
        n_first += sum(
            talk.paper[row.argmax()] == each.sentences[0][0] for row, each in zip(table, talk.related, strict=True)
        )
    assert (n_first, n_slides) == (11, 47)
