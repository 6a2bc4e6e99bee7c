"""Tokens, stop words, section headings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.lexical.tokens import is_continuous
from alignment.text import (
    SPACELESS_LANGUAGES,
    count_tokens,
    is_content,
    is_spaceless,
    keep_words,
    primary_language,
    section_kind,
    tokenize,
)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        ("It's the agents' turn.", ["it", "'s", "the", "agents", "'", "turn", "."]),
        ("We haven't, they'd, I'm", ["we", "have", "n't", ",", "they", "'d", ",", "i", "'m"]),
        ("cannot gonna", ["can", "not", "gon", "na"]),
        ('He said "no" ("never").', ["he", "said", "``", "no", "''", "(", "``", "never", "''", ")", "."]),
        ("“Quoted” don’t", ["``", "quoted", "''", "do", "n't"]),
        ("1,000 at 12:30, 80% of $5", ["1,000", "at", "12:30", ",", "80", "%", "of", "$", "5"]),
        ("first... then -- last", ["first", "...", "then", "--", "last"]),
        ("18% vs. 14%", ["18", "%", "vs.", "14", "%"]),
        ("A. Smith et al. 2019.", ["a.", "smith", "et", "al", ".", "2019", "."]),
        ("in Figure 1.", ["in", "figure", "1", "."]),
        ("rule-based off-the-mark", ["rule-based", "off-the-mark"]),
        ("%HESITATION well", ["%hesitation", "well"]),
        ("cafe\u0301 naïve", ["café", "naïve"]),
        ("機械翻訳のシステムを作る。", ["機械翻訳", "の", "システム", "を", "作", "る", "。"]),
        ("שלום, עולם", ["שלום", ",", "עולם"]),
        ("ok 🙂👍🏽", ["ok", "🙂👍🏽"]),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert tokenize(text) == tokens


def test_typographic_quotes_are_blanks_in_the_released_reading() -> None:
    assert tokenize("the agent’s “plan”", straighten=False) == ["the", "agent", "s", "plan"]
    assert count_tokens("the agent’s “plan”.") == 8


@given(st.text())
def test_no_letter_or_digit_is_lost(text: str) -> None:
    letters = [c for c in "".join(tokenize(text)) if c.isalnum()]
    import unicodedata

    assert letters == [c for c in unicodedata.normalize("NFC", text).lower() if c.isalnum()]


def test_kept_words_point_to_the_raw_ones() -> None:
    kept = keep_words(["So,", "it's", "an", "example...", "that", "doesn't", "%HESITATION", "work!"])
    assert kept.tokens == ["'s", "example", "...", "n't", "work"]
    assert kept.words == [1, 3, 3, 5, 7]
    assert keep_words(["example...", '"'], drop_marks=True).tokens == ["example"]


@pytest.mark.parametrize("token", ["the", "couldn't", "?", "%hesitation", "です", "。"])
def test_what_has_no_content(token: str) -> None:
    assert not is_content(token)


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        (None, "body"),
        ("", "body"),
        ("Abstract", "abstract"),
        ("1 Introduction", "introduction"),
        ("1. INTRODUCTION", "introduction"),
        ("I. Introduction", "introduction"),
        ("1 Motivation", "introduction"),
        ("1.1 Motivation", "body"),
        ("2 Related Work", "related_work"),
        ("2 Background and Related Work", "related_work"),
        ("Acknowledgements", "acknowledgments"),
        ("Acknowledgment", "acknowledgments"),
        ("References", "references"),
        ("A Appendix", "appendix"),
        ("6 Conclusions and Future Work", "conclusion"),
        ("10 Results", "body"),
        ("3 Methodology", "body"),
    ],
)
def test_section_kinds(heading: str | None, kind: str) -> None:
    assert section_kind(heading) == kind


def test_the_language_of_a_tag() -> None:
    tags = ["zh-Hant-TW", "DE_ch", "jpn", "cmn", "und", "", None, "ko"]
    assert [primary_language(tag) for tag in tags] == ["zh", "de", "ja", "zh", "", "", "", "ko"]


@pytest.mark.parametrize("tag", [*sorted(SPACELESS_LANGUAGES), "JA", "zh-Hans", "zh_TW", "jpn", "tha", "my-MM"])
def test_languages_written_without_spaces(tag: str) -> None:
    assert is_spaceless(tag)


@pytest.mark.parametrize("tag", ["", "und", "en", "de-CH", "ko", "ko-KR", "kor", "vi", "jam"])
def test_languages_written_with_spaces(tag: str) -> None:
    assert not is_spaceless(tag)


@pytest.mark.parametrize(
    ("language", "word"), [("ja", "ことば"), ("zh", "词"), ("th", "คำ"), ("lo", "ຄຳ"), ("km", "ពាក្យ"), ("my", "စကား")]
)
def test_the_tokenizer_cuts_the_same_languages(language: str, word: str) -> None:
    assert is_spaceless(language)
    assert is_continuous(word)


def test_long_words_take_linear_work(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def set_of(piece: str) -> set[str]:
        looked_at.append(piece)
        return set(piece)

    monkeypatch.setattr("alignment.text.set", set_of, raising=False)
    assert len(tokenize("a" + ")" * 1000)) == 1001
    assert len(looked_at) <= 1001
