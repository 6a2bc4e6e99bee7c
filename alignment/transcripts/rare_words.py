"""The words that the biased error rate counts: those of slides and papers that are not common.

Which words are common is asked of one of two lists: the most frequent words of the project's own transcripts, as the
paper does with its training set (5,000 of 43,000), or those of the package `wordfreq`, where the extra `wordfreq` is
installed.

Source: Chen et al. 2024, appendix B.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from alignment.text import primary_language
from alignment.transcripts.words import normalise
from alignment.types import AlignmentError

#: As in the paper.
N_COMMON = 5000
MISSING = (
    "A list of common words needs wordfreq. Install the extra wordfreq: LECTERN_EXTRAS=wordfreq, or "
    "pip install '.[wordfreq]'."
)


def rare_words(texts: Iterable[str], common: Iterable[str], *, language: str | None = None) -> list[str]:
    """The tokens of texts that are not common, without numbers, in the order of their first occurrence.

    texts : of slides and papers. common : in the form of tokens; see `most_frequent` and `common_words`.

    >>> rare_words(["We use TCPGen for CASR.", "TCPGen is new"], ["we", "for", "is", "new", "use"], language="en")
    ['tcpgen', 'casr']
    """
    known = frozenset(common)
    seen: dict[str, None] = {}
    for text in texts:
        for token in normalise(text, language):
            if token.text not in known and not any(character.isdigit() for character in token.text):
                seen.setdefault(token.text)
    return list(seen)


def most_frequent(texts: Iterable[str], n: int = N_COMMON, *, language: str | None = None) -> list[str]:
    """The `n` most frequent tokens of texts, of transcripts for instance; of equals the first in the alphabet."""
    if n < 0:
        raise AlignmentError(f"the {n} most frequent words; expected 0 or more")
    counts = Counter(token.text for text in texts for token in normalise(text, language))
    return [token for token, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:n]]


def common_words(language: str, n: int = N_COMMON) -> list[str]:
    """The most frequent words of a language by the package `wordfreq`, as tokens.

    Raises AlignmentError where the extra is missing, or does not have the language.
    """
    try:
        wordfreq: Any = import_module("wordfreq")
    except ImportError as error:
        raise AlignmentError(MISSING) from error
    code = primary_language(language)
    if code not in wordfreq.available_languages():
        raise AlignmentError(f"wordfreq has no list for {language!r}; use the most frequent words of the project")
    return list(_top(wordfreq, code, n))


@lru_cache(maxsize=8)
def _top(wordfreq: Any, language: str, n: int) -> tuple[str, ...]:
    words = wordfreq.top_n_list(language, n)
    return tuple(dict.fromkeys(token.text for word in words for token in normalise(word, language)))


def available() -> tuple[bool, str]:
    """Whether `common_words` can be used here, with a sentence for people."""
    return (True, "wordfreq is installed") if find_spec("wordfreq") else (False, MISSING)
