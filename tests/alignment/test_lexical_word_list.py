"""The built-in common words, the guess of a language, and the words inside compounds in katakana."""

from __future__ import annotations

from pathlib import Path

import pytest

from alignment.lexical import Dictionary, LexicalOptions, PriorKnowledge, common_words, guess_language, lexical
from alignment.lexical import word_list as words
from alignment.lexical.anchors import loans
from alignment.lexical.tokens import plain, units
from alignment.types import AlignmentError
from tests.alignment.lexical_samples import ENGLISH, GERMAN, JAPANESE, TALK


def test_the_table_is_whole() -> None:
    table = words._table()
    assert words.languages() == ("en", "de", "fr", "es", "ja", "zh")
    sizes = {language: sum(map(bool, column)) for language, column in table.items()}
    assert min(sizes.values()) >= 500, sizes
    for language, column in table.items():
        for forms in column:
            assert len(forms) == len(set(forms)), (language, forms)
            assert all(form == form.strip() and form for form in forms), (language, forms)
            assert language not in {"ja", "zh"} or not any(c.isascii() and c.isalpha() for f in forms for c in f)


@pytest.mark.parametrize(
    ("source", "target", "word", "expected"),
    [
        ("en", "ja", "world", "世界"),
        ("ja", "en", "世界", "world"),
        ("de", "fr", "woche", "semaine"),
        ("es", "zh", "agua", "水"),
        ("de", "ja", "zwölf", "十二"),
        ("en", "de", "seven", "7"),
    ],
)
def test_any_two_languages_are_a_dictionary(source: str, target: str, word: str, expected: str) -> None:
    found = common_words(source, target)
    assert found is not None
    assert plain(expected) in found.entries[plain(word)]


def test_other_languages_have_none() -> None:
    assert common_words("en", "ko") is None
    assert common_words("de", "de") is None
    assert "common_words" not in lexical(ENGLISH, GERMAN, known=PriorKnowledge("en", "pl")).info


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (ENGLISH, "en"),
        (GERMAN, "de"),
        (JAPANESE, "ja"),
        (TALK, "en"),
        (["我们今天要谈谈科学。", "科学家的工作很重要。"], "zh"),
        (["Il fait froid et nous sommes dans la maison avec les enfants,", "car le vent de la mer est fort."], "fr"),
        (["Los niños están en la casa porque hace mucho frío", "y el viento del mar es muy fuerte."], "es"),
        (["Сегодня мы поговорим о науке, потому что она важна для всех людей в мире и для нашей страны."], None),
        (["Hello."], None),
        (["1 2 3", "", "..."], None),
        ([], None),
    ],
)
def test_languages_are_guessed_or_left_open(texts: list[str], language: str | None) -> None:
    assert guess_language(texts) == language


def test_they_are_used_named_and_can_be_left_out() -> None:
    found = lexical(TALK, JAPANESE, known=PriorKnowledge("en", "ja"))
    assert found.info["common_words"] == "en-ja"
    assert found == lexical(TALK, JAPANESE)  # what was told is what would be guessed
    without = lexical(TALK, JAPANESE, options=LexicalOptions(common_words=False))
    assert "common_words" not in without.info
    assert without.signature != found.signature
    assert found.info["anchors"] > without.info["anchors"]
    assert "dictionary" not in lexical(TALK, JAPANESE, known=PriorKnowledge(dictionary=Dictionary({}, "none"))).info
    both = lexical(
        TALK, JAPANESE, known=PriorKnowledge(dictionary=Dictionary.from_pairs([("drone", "ドローン")], "mine"))
    )
    assert (both.info["dictionary"], both.info["common_words"]) == ("mine", "en-ja")


def test_short_forms_are_found_inflected() -> None:
    source, target = units(["Two dogs sat there."]), units(["Dort lagen zwei Hunde."])
    dogs = source.vocabulary.index("dogs"), target.vocabulary.index("hunde")
    pairs = [("dog", "hund")]
    plain_links = Dictionary.from_pairs(pairs).links(source, target, 5)
    assert not len(plain_links.first)
    inflected = Dictionary(Dictionary.from_pairs(pairs).entries, endings=(frozenset({"s"}), frozenset({"e"})))
    links = inflected.links(source, target, 5)
    assert (links.first.tolist(), links.second.tolist()) == ([dogs[0]], [dogs[1]])
    turned = inflected.turned().links(target, source, 5)
    assert (turned.first.tolist(), turned.second.tolist()) == ([dogs[1]], [dogs[0]])


def test_a_compound_in_katakana_is_made_of_its_parts() -> None:
    source = units(["The template filters of our network department failed: a machine can work."])
    target = units(["ネットワークテンプレートが失敗した"])
    found = loans(source, target)
    heard = {source.vocabulary[number]: weight for number, weight in zip(found.first, found.weight, strict=True)}
    assert {"netwo", "templ"} <= heard.keys()
    assert "can" not in heard
    assert "work" not in heard  # too few consonants to tell it from any other
    assert max(heard.values()) <= 0.6  # less than a word of its own


def test_hiragana_is_no_loan() -> None:
    found = loans(units(["He called the college that night."]), units(["これでいいと、これをください"]))
    assert not len(found.first)


def test_a_damaged_table_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "w.tsv"
    damaged.write_text("en\tde\none\n", encoding="utf-8")
    monkeypatch.setattr(words, "_TABLE", damaged)
    words._table.cache_clear()
    try:
        with pytest.raises(AlignmentError, match=r"w\.tsv meaning 1: 1 columns, expected 2"):
            words.languages()
    finally:
        words._table.cache_clear()
