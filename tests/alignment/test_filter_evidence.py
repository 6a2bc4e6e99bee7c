"""What NAIST's filters go by: content words, similarity, translations; with what is installed or by rule."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from alignment.filters import chrf, read_translations, similarity, tagger, translator
from alignment.filters.tagging import _japanese_tags
from alignment.types import AlignmentError


def test_the_rule_says_that_it_is_one() -> None:
    for language in ("en", "ja-JP", "de", None):
        assert tagger(language, "rule").is_rule
    assert tagger("de").is_rule


@pytest.mark.parametrize(
    ("language", "text", "content"),
    [
        ("en", "Well, I don't really know what it is.", ["I", "it"]),
        ("en", "The keeper left in 1964", ["keeper", "left", "1964"]),
        ("ja", "じゃあ、", []),
        ("ja", "そうですね。", []),
        ("ja", "灯台です", ["灯台"]),
        ("ja", "コンピューターと10人", ["コンピューター", "10", "人"]),
        ("de", "Der Leuchtturm ist da", ["Der", "Leuchtturm"]),
        ("en", "", []),
    ],
)
def test_content_words_by_rule(language: str, text: str, content: list[str]) -> None:
    assert tagger(language, "rule").content_words(text) == content


def test_taggers_that_are_absent_say_what_to_install() -> None:
    with pytest.raises(AlignmentError, match="expected auto, rule, fugashi"):
        tagger("ja", "mecab")
    for name, package in (("fugashi", "fugashi"), ("sudachipy", "sudachipy"), ("spacy", "spacy")):
        if importlib.util.find_spec(package) is None:
            with pytest.raises(AlignmentError, match=f"{name} is not installed.*pip install"):
                tagger("ja", name)
        else:
            assert tagger("ja", name).is_rule is False


def test_chrf_is_an_f_score_of_ngrams() -> None:
    assert chrf("same text", "same  text") == 1.0
    assert chrf("abc", "xyz") == 0.0
    assert chrf("", "") == 1.0
    assert chrf("", "x") == 0.0
    # One order of three: two of two unigrams are found, of three.
    assert chrf("ab", "abc", longest=1) == pytest.approx(5 * 1.0 * (2 / 3) / (4 * 1.0 + 2 / 3))
    assert chrf("the big ship", "the big boat") > chrf("the big ship", "a small boat")


def test_similarity_plug_ins_say_what_to_install() -> None:
    assert similarity().score(["a"], ["a"], ["x"]) == [1.0]
    assert similarity().is_semantic is False
    for name in ("bleurt", "comet"):
        with pytest.raises(AlignmentError, match=r"pip install|checkpoint"):
            similarity(name)
    with pytest.raises(AlignmentError, match="expected chrf, bleurt, comet, bertscore or bartscore"):
        similarity("magic")


def test_a_translator_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(AlignmentError, match="pip install transformers"):
        translator("some/model")


def test_translations_are_one_for_each_source_unit(tmp_path: Path) -> None:
    path = tmp_path / "offline.txt"
    path.write_text("eins\n\ndrei\n", encoding="utf-8")
    assert read_translations(path, 3) == ["eins", "", "drei"]
    with pytest.raises(AlignmentError, match=r"offline.txt: 3 lines, expected 4"):
        read_translations(path, 4)
    path.write_bytes(b"\xff\n")
    with pytest.raises(AlignmentError, match="UTF-8"):
        read_translations(path, 1)


def test_parts_of_speech_of_unidic_become_universal_tags() -> None:
    """灯台を見て、勉強している: the first verb may be auxiliary and is not, the others are."""
    words = [
        ("灯台", ("名詞", "普通名詞", "一般")), ("を", ("助詞", "格助詞", "*")), ("見", ("動詞", "非自立可能", "*")),
        ("て", ("助詞", "接続助詞", "*")), ("勉強", ("名詞", "普通名詞", "サ変可能")),
        ("し", ("動詞", "非自立可能", "*")),
        ("て", ("助詞", "接続助詞", "*")), ("いる", ("動詞", "非自立可能", "*")),
        ("東京", ("名詞", "固有名詞", "地名")),
        ("三", ("名詞", "数詞", "*")), ("彼", ("代名詞", "*", "*")),
    ]  # fmt: skip
    assert [tag for _, tag in _japanese_tags(words)] == [
        "NOUN", "ADP", "VERB", "ADP", "NOUN", "AUX", "ADP", "AUX", "PROPN", "NUM", "PRON",
    ]  # fmt: skip
