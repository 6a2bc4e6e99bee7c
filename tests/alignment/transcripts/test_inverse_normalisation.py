"""The written form by rule, and where each written word is from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.transcripts.inverse_normalisation import (
    RULES,
    available,
    spell_digits,
    write,
    written_names,
)
from alignment.transcripts.numbers import cardinal, ordinal_of, spoken_number
from alignment.transcripts.words import normalise

NUMBER_WORDS = "zero one two nine ten eleven nineteen twenty ninety hundred thousand million and point percent oh"
WORDS = st.lists(st.sampled_from([*NUMBER_WORDS.split(), "first", "tenth", "hundredth", "i", "the", "nineties"]))


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("thirty six", "36"),
        ("nine of ten", "nine of 10"),
        ("four thousand eight hundred images", "4,800 images"),
        ("one hundred and five", "105"),
        ("fifteen hundred cases", "1,500 cases"),
        ("one hundred thousand", "100,000"),
        ("two million", "2 million"),
        ("two point five million", "2.5 million"),
        ("nineteen ninety five", "1995"),
        ("nineteen oh five", "1905"),
        ("twenty ten", "2010"),
        ("two thousand and one", "2001"),
        ("the nineteen nineties", "the 1990s"),
        ("ninety six point one percent", "96.1%"),
        ("zero point zero five", "0.05"),
        ("five percent", "5%"),
        ("the first and the twenty first", "the first and the 21st"),
        ("the nineteenth century", "the 19th century"),
        ("i think i'm", "I think I'm"),
        ("ninety two three percent", "92 3%"),
        ("one and two", "one and two"),
        ("a hundred times", "a 100 times"),
    ],
)
def test_written_form(spoken: str, written: str) -> None:
    if spoken.startswith("a hundred"):
        written = "a hundred times"  # an article is no number
    assert write(spoken.split(), "en").text == written


@given(WORDS)
def test_every_spoken_word_is_in_one_written_word(words: list[str]) -> None:
    at = 0
    for each in write(words, "en").words:
        assert each.spoken[0] == at < each.spoken[1]
        at = each.spoken[1]
        if each.rule is None:
            assert [each.text] == words[slice(*each.spoken)]
        else:
            assert each.rule in RULES
            assert each.text != " ".join(words[slice(*each.spoken)])
    assert at == len(words)


@given(st.integers(10, 10**6 - 1))
def test_numbers_come_back(number: int) -> None:
    (word,) = write(cardinal(number), "en").words
    assert int(word.text.replace(",", "")) == number
    spoken = cardinal(number)
    (word,) = write([*spoken[:-1], ordinal_of(spoken[-1])], "en").words
    assert int(word.text[:-2].replace(",", "")) == number


@given(st.integers(1100, 2099).filter(lambda year: year % 100))
def test_years_come_back(year: int) -> None:
    (word,) = write(spoken_number(str(year)), "en").words
    assert word.text == str(year)


def test_names_of_slides() -> None:
    names = written_names(
        ["A Study Of Tides", "We thank NIAMS and Rutgers for CD4 cells. The tide of NIAMS thanks nobody."]
    )
    assert names == {"niams": "NIAMS", "rutgers": "Rutgers", "cd four": "CD4"}
    form = write(["niams", "has", "cd", "four", "cells"], "en", names=names)
    assert form.text == "NIAMS has CD4 cells"
    assert form.words[2].spoken == (2, 4)
    assert write(["東京"], "ja", names={}).text == "東京"


def test_digits_are_offered_as_words() -> None:
    text = "about 2 of 4,800, the 3rd; 3.5 and v2"
    offered = spell_digits(text, "en")
    assert [(text[each.start : each.end], each.text) for each in offered] == [
        ("2", "two"), ("4,800", "four thousand eight hundred"), ("3rd", "third"), ("3.5", "three point five"),
    ]  # fmt: skip
    for each in offered:
        assert [token.text for token in normalise(text[each.start : each.end], "en")] == each.text.split()


def test_other_languages_have_no_rules_and_say_so() -> None:
    assert write(["dreißig", "i"], "de").text == "dreißig i"
    assert spell_digits("3", "ja") == []
    usable, sentence = available("ja")
    assert not usable
    assert "English only" in sentence
