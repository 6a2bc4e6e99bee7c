"""How rare the words of a sentence are in a language at large, as features of sentences in their clips.

What is on a slide is said with words that are rare elsewhere. Some twenty talks are too few to count that in; the
package `wordfreq` has counted it in billions of words. It is an extra: without it a ranking has no such features.

Source: Speer 2022, rspeer/wordfreq; its Zipf scale is the logarithm of how often a word comes in 10^9 words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from alignment.text import primary_language

Floats = npt.NDArray[np.float64]
#: The Zipf value of a word, 0 where it is unknown.
Frequency = Callable[[str], float]
#: The words of each sentence, by clip, in order.
Clips = Mapping[str, Sequence[Sequence[str]]]

#: All are compared within the clip.
GENERAL = (
    "g_rarity", "g_rarity_capped", "g_rarity_here", "g_rarity_in_clip", "g_rarity_in_talk", "g_rarity_new",
    "g_rarity_title", "g_content_words", "g_log_content_words", "g_content_share", "g_density", "g_rarest_word",
    "g_rare_words", "g_rarity_norm", "g_log_words", "g_clip_norm",
)  # fmt: skip
#: Words of at least this Zipf value ("the", "about") carry nothing.
_USUAL = 6.0
#: Of words that are in no list: names, terms and slips of the recogniser alike.
_UNKNOWN = 2.0
#: Over this a word counts as content, and as rare.
_CONTENT, _RARE = 0.5, 3.0
#: Words that a sentence is taken to have beside its own, so that short ones do not win by their density.
_EXTRA_WORDS = 3
#: Written without spaces, so that words would have to be found first.
_UNSPACED = frozenset(["ja", "ko", "th", "zh"])


def general_frequency(language: str | None) -> Frequency | None:
    """The frequencies of a language by `wordfreq`; None where the extra is not installed or has not the language.
    language : a BCP 47 tag."""
    if not knows_frequency(language)[0]:
        return None
    wordfreq: Any = import_module("wordfreq")
    code = primary_language(language)
    return lambda word: float(wordfreq.zipf_frequency(word, code))


def knows_frequency(language: str | None) -> tuple[bool, str]:
    """Whether a ranking of talks in a language can learn with the frequencies of words, with a sentence for people."""
    if find_spec("wordfreq") is None:
        return False, "learnt without the frequencies of words: the extra wordfreq is not installed"
    code = primary_language(language)
    wordfreq: Any = import_module("wordfreq")
    if code in _UNSPACED or code not in wordfreq.available_languages():
        what = f"for {language!r}" if language else "without one language of all talks"
        return False, f"learnt without the frequencies of words: there are none {what}"
    return True, "learnt with the frequencies of words by wordfreq"


def general_features(clips: Clips, title: Sequence[str], frequency: Frequency) -> dict[str, Floats]:
    """Features of sentences, by clip, shape (n_sentences, len(GENERAL)), see `within_clip`. title : its words."""
    n_clips_with = Counter(word for texts in clips.values() for word in {word for text in texts for word in text})
    n_said = Counter(word for texts in clips.values() for text in texts for word in text)
    rarity = {word: _rarity(frequency(word)) for word in n_said}
    in_title, seen = set(title), set[str]()
    found = {}
    for name, texts in clips.items():
        in_clip = Counter(word for text in texts for word in text)
        rows = []
        for text in texts:
            own = {word: rarity[word] for word in text}
            total, n_content = sum(own.values()), sum(value > _CONTENT for value in own.values())
            rows.append(
                [
                    total,
                    sum(min(value, _RARE) for value in own.values()),
                    sum(value * math.log(1 + len(clips) / n_clips_with[word]) for word, value in own.items()),
                    sum(value * math.log1p(in_clip[word]) for word, value in own.items()),
                    sum(value * math.log1p(n_said[word]) for word, value in own.items()),
                    sum(value for word, value in own.items() if word not in seen),
                    sum(value for word, value in own.items() if word in in_title),
                    n_content,
                    math.log1p(n_content),
                    n_content / max(len(text), 1),
                    total / max(len(text), 1),
                    max(own.values(), default=0.0),
                    sum(value > _RARE for value in own.values()),
                    total / math.sqrt(len(text) + _EXTRA_WORDS),
                    math.log1p(len(text)),
                    sum(value * in_clip[word] for word, value in own.items()) / math.sqrt(len(text) + _EXTRA_WORDS),
                ]
            )
        seen.update(in_clip)
        found[name] = within_clip(np.array(rows, dtype=np.float64))
    return found


def within_clip(rows: Floats) -> Floats:
    """Columns less their means, over their standard deviations."""
    spread = rows.std(axis=0)
    scaled: Floats = (rows - rows.mean(axis=0)) / np.where(spread > 1e-9, spread, 1.0)
    return scaled


def _rarity(zipf: float) -> float:
    return max(0.0, _USUAL - zipf) if zipf > 0 else _UNKNOWN
