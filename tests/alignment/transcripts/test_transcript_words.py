"""The normaliser: what counts as equal, and where each token is from."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.transcripts.numbers import cardinal, spoken_number
from alignment.transcripts.words import NORMALISERS, Word, check_words, joined, normalise, normaliser_of, spread
from alignment.types import AlignmentError

LANGUAGES = ["en", "ja", "zh", "de", "ar", "th", None]


def tokens(text: str, language: str | None = "en") -> list[str]:
    return [token.text for token in normalise(text, language)]


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "In 1995, we measured 36 %.", "in nineteen ninety five we measured thirty six percent"),
        ("en", "A one-on-one match & $5", "a one on one match and five dollars"),
        ("en", "CD4 cells, 100,000 of them", "cd four cells one hundred thousand of them"),
        ("en", "the 1990s, the 21st", "the nineteen nineties the twenty first"),
        ("en", "it’s", "it's"),
        ("de", "Straße, 36", "straße 36"),
        ("de", "Übung", "u\u0308bung"),
        ("ja", "Ｆ１値は、　高い。", "F1値は高い"),
        ("ja", "ｶﾞｲﾄﾞ", "ガイド"),
        ("zh", "我们，提出 BERT！", "我们提出bert"),
        ("ar", "مرحبا، بكم", "مرحبا بكم"),
    ],
)
def test_what_is_equal(language: str, one: str, other: str) -> None:
    assert tokens(one, language) == tokens(other, language) != []


@pytest.mark.parametrize(
    ("language", "one", "other"), [("en", "its", "it's"), ("ja", "三", "3"), ("de", "36", "sechsunddreißig")]
)
def test_what_is_not_equal(language: str, one: str, other: str) -> None:
    assert tokens(one, language) != tokens(other, language)


@given(st.lists(st.text(max_size=12), max_size=6), st.sampled_from(LANGUAGES))
def test_tokens_know_their_place(words: list[str], language: str | None) -> None:
    before = (-1, 0)
    for token in normalise(words, language):
        assert 0 <= token.start < token.end <= len(words[token.word])
        assert (token.word, token.start) >= before
        before = (token.word, token.start)
        assert token.text
        assert token.text == token.text.lower()


@given(st.text(max_size=40), st.sampled_from(LANGUAGES))
def test_tokens_are_normal_already(text: str, language: str | None) -> None:
    once = [token.text for token in normalise(text, language)]
    again = [token.text for word in once for token in normalise([word], language)]
    assert again == once


def test_combining_marks_and_emoji() -> None:
    assert tokens("हिन्दी 😀 e\u0301", None) == ["हिन्दी", "é"]


def test_each_language_has_rules_in_words() -> None:
    for rules in NORMALISERS.values():
        assert rules.rules
        assert all(re.fullmatch(r"[A-Z].*\.", rule.text) or rule.text.endswith(").") for rule in rules.rules)
    assert normaliser_of("ja-JP").unit == "character"
    assert normaliser_of("ko").unit == "word"


@given(st.integers(0, 10**15 - 1))
def test_every_number_can_be_read_out(number: int) -> None:
    assert cardinal(number)
    assert spoken_number(f"{number:,}") == cardinal(number)


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "٣", "1,2x"])
def test_no_number(text: str) -> None:
    with pytest.raises(AlignmentError, match="no number in digits"):
        spoken_number(text)


@given(st.lists(st.text("ab語。", min_size=1, max_size=4), max_size=6), st.sampled_from(["en", "ja"]))
def test_spread_words_fill_their_segment(words: list[str], language: str) -> None:
    result = spread(" ".join(words), 2.0, 5.0, language)
    assert "".join(word.text for word in result) == "".join(words)
    for one, other in itertools.pairwise(result):
        assert one.end == other.start
    if result:
        assert (result[0].start, result[-1].end) == (2.0, 5.0)


@pytest.mark.parametrize("times", [(2.0, 1.0), (float("nan"), 1.0), (0.0, float("inf"))])
def test_a_segment_needs_times(times: tuple[float, float]) -> None:
    with pytest.raises(AlignmentError, match="expected seconds"):
        spread("a", *times)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([Word("a", 1, 0)], "transcript, word 1 ends"),
        ([Word("a", 1, 2), Word("b", 0, 2)], "word 2 starts"),
        ([Word("a", float("nan"), 2)], "its times are nan"),
    ],
)
def test_wrong_times_are_named(words: list[Any], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        check_words(words, "the transcript")


def test_joined_texts() -> None:
    assert joined(["音声", "認識", "", "of", "speech", "。"]) == "音声認識 of speech 。"
    assert joined([]) == ""
