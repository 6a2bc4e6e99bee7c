"""Which dictionaries a pair is aligned with: the one that is given, JMdict, the built-in common words."""

from __future__ import annotations

from collections.abc import Sequence

from alignment.lexical.dictionary import Dictionary
from alignment.lexical.jmdict import database_path, jmdict
from alignment.lexical.word_list import common_words, guess_language

#: Codes of three letters (ISO 639-2 and 639-3) for those of two.
_SHORT = {
    "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "jpn": "ja", "zho": "zh",
    "chi": "zh", "cmn": "zh",
}  # fmt: skip


def find_lexicons(
    source: Sequence[str],
    target: Sequence[str],
    source_language: str | None,
    target_language: str | None,
    dictionary: Dictionary | None,
    *,
    common_words: bool,
) -> tuple[Dictionary | None, Dictionary | None]:
    """The dictionary of a run (the one that is given, or JMdict), and the built-in common words.

    source_language, target_language : BCP 47 tags; common_words : whether to look for the built-in ones.
    """
    languages = primary(source_language), primary(target_language)
    if dictionary is None:
        dictionary = _installed(source, target, languages)
    return dictionary, _common(source, target, languages) if common_words else None


def primary(tag: str | None) -> str:
    """The language of a BCP 47 tag, ``zh`` for ``zh-Hans``; nothing where there is no tag.

    >>> primary("zh-Hans"), primary("de_CH"), primary("jpn"), primary(None)
    ('zh', 'de', 'ja', '')
    """
    code = (tag or "").strip().lower().replace("_", "-").split("-")[0]
    return _SHORT.get(code, "" if code == "und" else code)


def _common(source: Sequence[str], target: Sequence[str], languages: tuple[str, str]) -> Dictionary | None:
    first, second = languages[0] or guess_language(source), languages[1] or guess_language(target)
    return common_words(first, second) if first and second else None


def _installed(source: Sequence[str], target: Sequence[str], languages: tuple[str, str]) -> Dictionary | None:
    """JMdict, where the languages are English and Japanese and it is there."""
    if languages not in {("en", "ja"), ("ja", "en")} or database_path() is None:
        return None
    return jmdict(target) if languages[1] == "ja" else jmdict(source).turned()
