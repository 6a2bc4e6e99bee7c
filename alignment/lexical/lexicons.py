"""Which dictionaries a pair is aligned with: the one that is given, JMdict, the built-in common words."""

from __future__ import annotations

from collections.abc import Sequence

from alignment.lexical.dictionary import Dictionary
from alignment.lexical.jmdict import database_path, jmdict
from alignment.lexical.word_list import common_words, guess_language
from alignment.text import primary_language


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
    languages = primary_language(source_language), primary_language(target_language)
    if dictionary is None:
        dictionary = _installed(source, target, languages)
    return dictionary, _common(source, target, languages) if common_words else None


def _common(source: Sequence[str], target: Sequence[str], languages: tuple[str, str]) -> Dictionary | None:
    first, second = languages[0] or guess_language(source), languages[1] or guess_language(target)
    return common_words(first, second) if first and second else None


def _installed(source: Sequence[str], target: Sequence[str], languages: tuple[str, str]) -> Dictionary | None:
    """JMdict, where the languages are English and Japanese and it is there."""
    if languages not in {("en", "ja"), ("ja", "en")} or database_path() is None:
        return None
    return jmdict(target) if languages[1] == "ja" else jmdict(source).turned()
