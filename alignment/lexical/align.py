"""The engines `lexical` and `lengths`: from two texts to beads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from alignment.lexical.anchors import cognates, loans
from alignment.lexical.learning import prepare
from alignment.lexical.model1 import Beads, Tokens
from alignment.lexical.options import LexicalOptions, signature
from alignment.lexical.prepared import Prepared
from alignment.lexical.prior_knowledge import PriorKnowledge
from alignment.lexical.prior_weights import together
from alignment.lexical.scores import lattice
from alignment.lexical.search import first_band
from alignment.lexical.sentence_vectors import SentenceVectors, apply_term
from alignment.lexical.tokens import Units, units
from alignment.lexical.word_pairs import MOST_TRAINING
from alignment.types import Alignment, AlignmentError, Constraints, Progress, share_of


def lexical(
    source: Sequence[str],
    target: Sequence[str],
    *,
    known: PriorKnowledge | None = None,
    vectors: SentenceVectors | None = None,
    options: LexicalOptions | None = None,
    constraints: Constraints | None = None,
    progress: Progress | None = None,
) -> Alignment:
    """Align two texts by lengths and words.

    Parameters
    ----------
    source, target
        Units in order (sentences, segments of an interpretation), possibly empty.
    known
        Languages, a dictionary and training pairs, all optional; see `PriorKnowledge`.
    vectors
        Of the units, by an encoder whose vectors of translations are alike; see `SentenceVectors`.
    constraints
        Beads that people have fixed or forbidden; honoured exactly.
    progress
        Called with a fraction and a message; it may raise `Cancelled`.

    Returns
    -------
    Alignment
        Beads in document order. `confidence` is the posterior probability of exactly this bead under the model and the
        constraints (1 for fixed beads); `cost` is None; `features` has the bead's `log_odds` against its units being
        unrelated, `length_ratio` in characters, and `runner_up`, the probability of the likeliest rival. A link has
        `next_source` and `next_target` where another bead that begins with the same units has a probability of .1 or
        more: how many units of each side the likeliest of these holds.

    Raises
    ------
    AlignmentError
        If constraints cannot be met, or an input is not a sequence of texts.

    Notes
    -----
    Deterministic. Sources: Gale and Church 1993 (lengths), Simard et al. 1992 (cognates), Brown et al. 1993 and Moore
    2002 (words).

    Examples
    --------
    >>> from alignment.lexical import lexical
    >>> found = lexical(["Good morning.", "It is 7 o'clock."], ["Guten Morgen.", "Es ist 7 Uhr."])
    >>> [(bead.source, bead.target) for bead in found.beads]
    [((0,), (0,)), ((1,), (1,))]
    """
    prepared = prepare_lexical(
        source, target, known=known, vectors=vectors, options=options, progress=share_of(progress, 0.0, 0.9)
    )
    return prepared.align(constraints, share_of(progress, 0.9, 1.0))


def prepare_lexical(
    source: Sequence[str],
    target: Sequence[str],
    *,
    known: PriorKnowledge | None = None,
    vectors: SentenceVectors | None = None,
    options: LexicalOptions | None = None,
    progress: Progress | None = None,
) -> Prepared:
    """Compute the part of `lexical` that does not depend on constraints.

    Parameters are those of `lexical`.

    Returns
    -------
    Prepared
        Its ``.align(constraints)`` does the rest in a tenth of the time, as often as needed.

    Examples
    --------
    >>> from alignment.lexical import prepare_lexical
    >>> from alignment.types import Constraints
    >>> prepared = prepare_lexical(["One.", "Two.", "Three."], ["Eins.", "Zwei.", "Drei."])
    >>> len(prepared.align(Constraints(fixed=[((0, 1), (0, 1))])).beads)
    2
    """
    known = known or PriorKnowledge()
    options = options or LexicalOptions()
    _check(source, "source")
    _check(target, "target")
    if vectors is not None:
        vectors.check(len(source), len(target))
    pairs = list(known.training)[-MOST_TRAINING:]
    own, common = known.lexicons(source, target, with_common_words=options.common_words)
    own = tuple(item for item in own if len(item))
    lexicons = [*own, *([common] if common is not None else [])]
    forms_s = frozenset[str]().union(*(item.written_together(source=True) for item in lexicons))
    forms_t = frozenset[str]().union(*(item.written_together(source=False) for item in lexicons))
    all_s = units([*source, *(s for s, _ in pairs)], prefix=options.prefix, forms=forms_s, n_own=len(source))
    all_t = units([*target, *(t for _, t in pairs)], prefix=options.prefix, forms=forms_t, n_own=len(target))
    if progress is not None:
        progress(0.0, "finding similar words")
    links = [cognates(all_s, all_t), loans(all_s, all_t)]
    if common is not None:
        links.append(common.links(all_s, all_t, options.prefix))
    learned = known.word_pairs
    if learned is not None:
        links.append(learned.links(all_s, all_t))
    anchors = together(links, len(all_t.vocabulary))
    priors = {
        f"{number} {item.name}" if number else item.name: item.links(all_s, all_t, options.prefix)
        for number, item in enumerate(own)
    }
    n_anchors = len(together([anchors, *priors.values()], len(all_t.vocabulary)).first)
    n_training = len(pairs) + (learned.n_pairs if learned is not None else 0)
    info: dict[str, Any] = {"anchors": n_anchors, "training_pairs": n_training}
    if own:
        info |= {"dictionary": ", ".join(item.name for item in own), "dictionary_pairs": sum(map(len, own))}
    if common is not None:
        info |= {"common_words": common.name}
    prepared = prepare(
        all_s.take(range(len(source))),
        all_t.take(range(len(target))),
        options,
        signature(
            "lexical",
            options,
            source,
            target,
            lexicons,
            pairs,
            vectors=vectors.name if vectors else "",
            word_pairs=learned.digest if learned is not None else "",
        ),
        anchors=anchors,
        priors=priors,
        training=_training(all_s, all_t, len(source), len(target), len(pairs)),
        vectors=vectors,
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
    """Align two texts by lengths in characters and by the boundaries between units; words are ignored.

    Parameters, result and errors are those of `lexical`, without prior knowledge.
    Source: Gale and Church 1993, with the ratio in log space.

    Examples
    --------
    >>> from alignment.lexical import lengths
    >>> [bead.target for bead in lengths(["Short.", "This one is longer."], ["Kurz.", "Dieser hier ist länger."]).beads]
    [(0,), (1,)]
    """
    prepared = prepare_lengths(source, target, options=options, progress=share_of(progress, 0.0, 0.9))
    return prepared.align(constraints, share_of(progress, 0.9, 1.0))


def prepare_lengths(
    source: Sequence[str],
    target: Sequence[str],
    *,
    options: LexicalOptions | None = None,
    progress: Progress | None = None,
) -> Prepared:
    """Compute the part of `lengths` that does not depend on constraints; see `prepare_lexical`."""
    options = options or LexicalOptions()
    _check(source, "source")
    _check(target, "target")
    return prepare(
        units(source),
        units(target),
        options,
        signature("lengths", options, source, target),
        anchors=None,
        progress=progress,
    )


def recut(
    prepared: Prepared, source: Sequence[str], target: Sequence[str], *, vectors: SentenceVectors | None = None
) -> Prepared:
    """Apply a learned model to the same texts after units were split, joined or removed.

    Nothing is learned again, so it takes a fifth of the time of `prepare_lexical`.

    Parameters
    ----------
    prepared
        The learned model of the pair; it is not changed.
    source, target
        The units as they are now, in order. Words that the model has not seen, such as the halves of a split word,
        count neither for nor against a bead.
    vectors
        Of the units as they are now, by the encoder that the model was learned with; without them words decide alone.

    Returns
    -------
    Prepared
        Ready to align these units.
    """
    options, model = prepared.options, prepared.model
    s = units(source, prefix=options.prefix, forms=prepared.forms[0], like=prepared.source)
    t = units(target, prefix=options.prefix, forms=prepared.forms[1], like=prepared.target)
    grid = term = None
    if model is not None and len(s) and len(t):
        grid = lattice(s, t, first_band(s, t, model, options), model, options.null_share)
        if vectors is not None and prepared.term is not None:
            vectors.check(len(s), len(t))
            term = apply_term(grid, s, t, vectors, prepared.term)
            grid = term.added_to(grid)
    name = f"{signature('recut', options, source, target)} of {prepared.signature}"
    return replace(
        prepared, source=s, target=t, signature=name, model=model if grid else None, lattice=grid, term=term, _solved={}
    )


def _check(texts: Sequence[str], side: str) -> None:
    if isinstance(texts, str):
        raise AlignmentError(f"{side} is one string, expected a sequence of units")
    for position, text in enumerate(texts):
        if not isinstance(text, str):
            raise AlignmentError(f"{side} unit {position} is {type(text).__name__}, expected text")


def _training(source: Units, target: Units, first_s: int, first_t: int, n_pairs: int) -> Beads | None:
    if not n_pairs:
        return None
    s, t = np.arange(first_s, first_s + n_pairs), np.arange(first_t, first_t + n_pairs)
    return Beads(Tokens.of(source, s, s + 1), Tokens.of(target, t, t + 1), np.ones(n_pairs))
