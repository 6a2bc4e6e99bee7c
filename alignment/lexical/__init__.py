"""Bitext alignment from the two texts alone: no model, no download, any pair of languages.

Lengths in log space, words that are alike (identical, numbers, cognates, loan words in kana), an optional dictionary,
and IBM Model 1 learned from the alignment itself, in rounds; beads of many sizes, nulls, and exact probabilities.
The method is written out in docs/lexical.md. Needs numpy only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from alignment.lexical.anchors import cognates, loans
from alignment.lexical.coverage import WordCoverage
from alignment.lexical.dictionary import Dictionary
from alignment.lexical.engine import Prepared
from alignment.lexical.evidence import WordCost
from alignment.lexical.jmdict import database_path, jmdict
from alignment.lexical.learning import merged
from alignment.lexical.model1 import Beads, Links
from alignment.lexical.options import LexicalOptions
from alignment.lexical.rounds import prepare
from alignment.lexical.tokens import Units, units
from alignment.types import Alignment, AlignmentError, Constraints, Progress

__all__ = [
    "Dictionary",
    "LexicalOptions",
    "Prepared",
    "WordCost",
    "WordCoverage",
    "jmdict",
    "lengths",
    "lexical",
    "prepare_lengths",
    "prepare_lexical",
]

VERSION = "1.0.0"
#: More training pairs than this are not read; the last ones, which are the newest, are.
MOST_TRAINING = 20_000


def lexical(
    source: Sequence[str],
    target: Sequence[str],
    *,
    source_language: str | None = None,
    target_language: str | None = None,
    dictionary: Dictionary | None = None,
    training: Sequence[tuple[str, str]] = (),
    options: LexicalOptions | None = None,
    constraints: Constraints | None = None,
    progress: Progress | None = None,
) -> Alignment:
    """Align two texts by lengths and words.

    source, target : units in order (sentences, chunks of interpretation), possibly empty.
    source_language, target_language : BCP 47 tags; with English and Japanese, and no dictionary given, JMdict is used
        where it is installed.
    dictionary : pairs of forms from source to target language.
    training : pairs of texts in the same languages that are known to go together, which the words are learned from too.
    constraints : honoured exactly. progress : may raise `Cancelled`.

    Returns beads in document order. `confidence` is the posterior probability of the exact bead under the model and
    the constraints (1 for beads that were fixed); `cost` is None; `features` has the bead's `log_odds` against its
    units being unrelated, `length_ratio` in characters, and `runner_up`, the probability of the likeliest rival.
    Raises AlignmentError for constraints that cannot be met and options out of range. Deterministic.
    Sources: Gale and Church 1993 (lengths), Simard et al. 1992 (cognates), Brown et al. 1993 and Moore 2002 (words).
    """
    prepared = prepare_lexical(
        source,
        target,
        source_language=source_language,
        target_language=target_language,
        dictionary=dictionary,
        training=training,
        options=options,
        progress=_share(progress, 0.0, 0.9),
    )
    return prepared.align(constraints, _share(progress, 0.9, 1.0))


def prepare_lexical(
    source: Sequence[str],
    target: Sequence[str],
    *,
    source_language: str | None = None,
    target_language: str | None = None,
    dictionary: Dictionary | None = None,
    training: Sequence[tuple[str, str]] = (),
    options: LexicalOptions | None = None,
    progress: Progress | None = None,
) -> Prepared:
    """Everything of `lexical` that does not depend on constraints; `.align(constraints)` does the rest quickly."""
    options = options or LexicalOptions()
    _check(source, "source")
    _check(target, "target")
    if dictionary is None:
        dictionary = _installed(source, target, source_language, target_language)
    pairs = list(training)[-MOST_TRAINING:]
    forms_s = dictionary.written_together(source=True) if dictionary else frozenset[str]()
    forms_t = dictionary.written_together(source=False) if dictionary else frozenset[str]()
    all_s = units([*source, *(s for s, _ in pairs)], prefix=options.prefix, forms=forms_s)
    all_t = units([*target, *(t for _, t in pairs)], prefix=options.prefix, forms=forms_t)
    if progress is not None:
        progress(0.0, "looking for words that are alike")
    links = [cognates(all_s, all_t), loans(all_s, all_t)]
    if dictionary:
        links.append(dictionary.links(all_s, all_t, options.prefix))
    anchors = merged(
        Links(
            np.concatenate([item.first for item in links]),
            np.concatenate([item.second for item in links]),
            np.concatenate([item.weight for item in links]),
        ),
        len(all_t.vocabulary),
    )
    info: dict[str, Any] = {"anchors": len(anchors.first), "training_pairs": len(pairs)}
    if dictionary:
        info |= {"dictionary": dictionary.name, "dictionary_pairs": len(dictionary)}
    prepared = prepare(
        all_s.take(range(len(source))),
        all_t.take(range(len(target))),
        options,
        _signature("lexical", options, source, target, dictionary, pairs),
        anchors=anchors,
        training=_training(all_s, all_t, len(source), len(target), len(pairs)),
        info=info,
        progress=progress,
    )
    prepared.forms = forms_s, forms_t
    return prepared


def lengths(
    source: Sequence[str],
    target: Sequence[str],
    *,
    options: LexicalOptions | None = None,
    constraints: Constraints | None = None,
    progress: Progress | None = None,
) -> Alignment:
    """Align two texts by lengths in characters and the marks their units end with; no word is looked at.

    As `lexical` in every other way. Source: Gale and Church 1993, with the ratio in log space.
    """
    prepared = prepare_lengths(source, target, options=options, progress=_share(progress, 0.0, 0.9))
    return prepared.align(constraints, _share(progress, 0.9, 1.0))


def prepare_lengths(
    source: Sequence[str],
    target: Sequence[str],
    *,
    options: LexicalOptions | None = None,
    progress: Progress | None = None,
) -> Prepared:
    """Everything of `lengths` that does not depend on constraints."""
    options = options or LexicalOptions()
    _check(source, "source")
    _check(target, "target")
    return prepare(
        units(source),
        units(target),
        options,
        _signature("lengths", options, source, target, None, ()),
        anchors=None,
        progress=progress,
    )


def _check(texts: Sequence[str], side: str) -> None:
    if isinstance(texts, str):
        raise AlignmentError(f"{side} is one string, expected a sequence of units")
    for position, text in enumerate(texts):
        if not isinstance(text, str):
            raise AlignmentError(f"{side} unit {position} is {type(text).__name__}, expected text")


def _installed(
    source: Sequence[str], target: Sequence[str], source_language: str | None, target_language: str | None
) -> Dictionary | None:
    """JMdict, where the languages are English and Japanese and it is there."""
    languages = tuple((tag or "").lower().replace("_", "-").split("-")[0] for tag in (source_language, target_language))
    if database_path() is None:
        return None
    if languages == ("en", "ja"):
        return jmdict(target)
    if languages == ("ja", "en"):
        return jmdict(source).turned()
    return None


def _training(source: Units, target: Units, first_s: int, first_t: int, n_pairs: int) -> Beads | None:
    if not n_pairs:
        return None
    s = [source.words(slice(k, k + 1)) for k in range(first_s, first_s + n_pairs)]
    t = [target.words(slice(k, k + 1)) for k in range(first_t, first_t + n_pairs)]
    return Beads(
        [source.ids[part] for part in s],
        [source.weights[part] for part in s],
        [target.ids[part] for part in t],
        [target.weights[part] for part in t],
        np.ones(n_pairs),
    )


def _digest(texts: Iterable[str]) -> str:
    state = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()[:12]


def _signature(
    engine: str,
    options: LexicalOptions,
    source: Sequence[str],
    target: Sequence[str],
    dictionary: Dictionary | None,
    training: Sequence[tuple[str, str]],
) -> str:
    parts = [f"engine:{engine}", options.signature(), f"source:{_digest(source)}", f"target:{_digest(target)}"]
    if dictionary is not None:
        parts.append(f"dictionary:{dictionary.digest}")
    if training:
        parts.append(f"training:{_digest(text for pair in training for text in pair)}")
    return "|".join([*parts, f"v:{VERSION}"])


def _share(progress: Progress | None, low: float, high: float) -> Progress | None:
    if progress is None:
        return None
    return lambda done, what: progress(low + (high - low) * done, what)
