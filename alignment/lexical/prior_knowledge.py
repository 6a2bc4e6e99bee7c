"""Prior knowledge about two texts: languages, dictionaries, pairs known to be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from alignment.lexical.cedict import cedict, cedict_path
from alignment.lexical.dictionary import Dictionary
from alignment.lexical.jmdict import database_path, jmdict
from alignment.lexical.word_list import common_words, guess_language
from alignment.text import primary_language

if TYPE_CHECKING:
    from alignment.lexical.word_pairs import WordPairs


@dataclass(frozen=True, slots=True)
class PriorKnowledge:
    """Optional input to the lexical engine besides the two texts.

    Parameters
    ----------
    source_language, target_language
        BCP 47 tags. If both are among the six languages of the built-in common words, those are used (for this purpose
        only, a language that is not given is guessed from its text). Where no dictionary is given, JMdict is used for
        English and Japanese, and CC-CEDICT for English and Chinese, if they are installed.
    dictionary
        Pairs of forms from the source to the target language, used in addition to the common words.
    more
        Further dictionaries beside that one, given or installed, such as a project's glossary. Each is believed as far
        as the text bears it out.
    training
        Known translations in the same languages; words are learned from them too, together with those of the texts.
        Only the last 20,000 pairs are read.
    word_pairs
        What was learned from such translations before, see `learn_word_pairs`: for many texts, as it costs once what
        `training` costs each of them.
    """

    source_language: str | None = None
    target_language: str | None = None
    dictionary: Dictionary | None = None
    training: Sequence[tuple[str, str]] = ()
    more: Sequence[Dictionary] = ()
    word_pairs: WordPairs | None = None

    def lexicons(
        self, source: Sequence[str], target: Sequence[str], *, with_common_words: bool
    ) -> tuple[tuple[Dictionary, ...], Dictionary | None]:
        """The dictionaries of a run (those that are given, or one that is installed), and the built-in common words."""
        languages = primary_language(self.source_language), primary_language(self.target_language)
        dictionary = self.dictionary
        if dictionary is None:
            dictionary = installed_dictionary(source, target, languages)
        common = _common(source, target, languages) if with_common_words else None
        return ((dictionary,) if dictionary is not None else ()) + tuple(self.more), common


def _common(source: Sequence[str], target: Sequence[str], languages: tuple[str, str]) -> Dictionary | None:
    first, second = languages[0] or guess_language(source), languages[1] or guess_language(target)
    return common_words(first, second) if first and second else None


def installed_dictionary(
    source: Sequence[str], target: Sequence[str], languages: tuple[str | None, str | None]
) -> Dictionary | None:
    """The dictionary of an extra for two languages (two-letter codes), turned as they are; None where there is none."""
    if set(languages) == {"en", "ja"} and database_path() is not None:
        return jmdict(target) if languages[1] == "ja" else jmdict(source).turned()
    if set(languages) == {"en", "zh"} and cedict_path() is not None:
        return cedict(source) if languages[0] == "zh" else cedict(target).turned()
    return None
