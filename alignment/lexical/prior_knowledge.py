"""Prior knowledge about two texts: languages, dictionaries, pairs known to be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from alignment.lexical.dictionary import Dictionary
from alignment.lexical.jmdict import database_path, jmdict
from alignment.lexical.word_list import common_words, guess_language
from alignment.text import primary_language


@dataclass(frozen=True, slots=True)
class PriorKnowledge:
    """Optional input to the lexical engine besides the two texts.

    Parameters
    ----------
    source_language, target_language
        BCP 47 tags. If both are among the six languages of the built-in common words, those are used (for this purpose
        only, a language that is not given is guessed from its text). For English and Japanese, JMdict is used if it is
        installed and no dictionary is given.
    dictionary
        Pairs of forms from the source to the target language, used in addition to the common words.
    training
        Known translations in the same languages; words are learned from them too. Only the last 20,000 pairs are read.
    """

    source_language: str | None = None
    target_language: str | None = None
    dictionary: Dictionary | None = None
    training: Sequence[tuple[str, str]] = ()

    def lexicons(
        self, source: Sequence[str], target: Sequence[str], *, with_common_words: bool
    ) -> tuple[Dictionary | None, Dictionary | None]:
        """The dictionary of a run (the one that is given, or JMdict), and the built-in common words."""
        languages = primary_language(self.source_language), primary_language(self.target_language)
        dictionary = self.dictionary
        if dictionary is None:
            dictionary = _installed(source, target, languages)
        return dictionary, _common(source, target, languages) if with_common_words else None


def _common(source: Sequence[str], target: Sequence[str], languages: tuple[str, str]) -> Dictionary | None:
    first, second = languages[0] or guess_language(source), languages[1] or guess_language(target)
    return common_words(first, second) if first and second else None


def _installed(source: Sequence[str], target: Sequence[str], languages: tuple[str, str]) -> Dictionary | None:
    """JMdict, if the languages are English and Japanese and it is installed."""
    if languages not in {("en", "ja"), ("ja", "en")} or database_path() is None:
        return None
    return jmdict(target) if languages[1] == "ja" else jmdict(source).turned()
