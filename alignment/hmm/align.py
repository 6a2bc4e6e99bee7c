"""`align_talk`: sections, words, chain, best path, posterior and spans put together."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from alignment import __version__
from alignment.hmm.emission import emission_table
from alignment.hmm.housekeeping import housekeeping
from alignment.hmm.model import FREE, NULL, Chain, Floats, GeometricTransition, Ints, chain
from alignment.hmm.options import HmmOptions
from alignment.hmm.posterior import posteriors
from alignment.hmm.spans import Piece, check_fixed, cut
from alignment.hmm.types import FixedSpan, PaperSentence, Span, TalkAlignment
from alignment.hmm.viterbi import viterbi
from alignment.text import Kept, keep_words, section_kind
from alignment.types import AlignmentError, Progress
from alignment.vectors import WordVectors

#: Sentences the talk may begin with if no section is the Introduction, as in the released program.
_FIRST_SENTENCES = 20
_RELEASED_MIN_CHARACTERS = 30
_CANDIDATES = 5
#: Confidence of words that greet or keep house: of 65 phrases in real talks none was about the paper, which leaves
#: room for one in twenty (docs/decisions/greetings.md).
_GREETING = 0.95


def align_talk(
    sentences: Sequence[PaperSentence],
    words: Sequence[str],
    *,
    options: HmmOptions | None = None,
    vectors: WordVectors | None = None,
    fixed: Sequence[FixedSpan] = (),
    boundaries: Collection[int] = (),
    progress: Progress | None = None,
) -> TalkAlignment:
    """Find the paper sentence that each word of a talk is about.

    Parameters
    ----------
    sentences
        The whole paper in order. Sections that speakers seldom refer to are left out internally; all indices refer to
        this list.
    words
        The transcript's raw words, with punctuation.
    vectors
        Word vectors; without them words are compared by their letters.
    fixed
        People's decisions; honoured exactly (see `FixedSpan`). A fixed first word starts the chain there.
    boundaries
        Raw word indices at which a segment or utterance starts; if dropped words leave a choice, spans end there.
    progress
        Called with a fraction and a message; it may raise `Cancelled`.

    Returns
    -------
    TalkAlignment
        Spans that cover all words, the path of the tokens, and the duration of each sentence. Ties go to the earlier
        sentence.

    Raises
    ------
    AlignmentError
        If no sentence or no word is left, or a fixed span is invalid.

    Notes
    -----
    Source: Lev et al. 2019, section 3.2. Exact, in O(n_words * n_sentences); see docs/viterbi.md.

    Examples
    --------
    >>> from alignment.hmm import PaperSentence, align_talk
    >>> paper = [PaperSentence("We split sentences."), PaperSentence("Readers prefer short text.")]
    >>> align_talk(paper, "So we split the sentences and readers like short text".split()).durations
    (3, 3)
    """
    options = options or HmmOptions()
    report: Progress = progress or (lambda share, what: None)
    decided = check_fixed(fixed, len(words), len(sentences))
    states = _states(sentences, options)
    kept = keep_words(words, drop_marks=options.preset == "paper")
    if not kept.tokens:
        raise AlignmentError(f"transcript: none of its {len(words)} words is left without stop words and punctuation")
    aside = _aside(kept, words, options)
    labels = _labels(kept, decided, aside)
    observed = _Observed.of(kept, labels, states)
    stay = options.stay_probability(len(states.indices), len(kept.tokens))
    report(0.0, "comparing words")
    model = _model(sentences, states, observed, stay, options, vectors, lambda share, what: report(0.5 * share, what))
    path: list[int | None] = [label if is_fixed else None for label, is_fixed in labels]
    log_probability = 0.0
    if model is not None:
        report(0.5, "finding the best path")
        best, log_probability = viterbi(model)
        for position, state in zip(observed.positions, best.tolist(), strict=True):
            path[position] = None if state == NULL else states.indices[state]
    pieces = cut(len(words), kept.words, path, decided, boundaries)
    report(0.6, "weighing the alternatives")
    # Of words outside the chain: certain where people fixed them.
    confidence = [_GREETING if word in aside else 1.0 for word in kept.words]
    spans = _weigh(pieces, path, confidence, observed, states, model and model.sharpened(options.power), report)
    durations = Counter(sentence for sentence in path if sentence is not None)
    report(1.0, "done")
    return TalkAlignment(
        spans=tuple(spans),
        tokens=tuple(kept.tokens),
        kept=tuple(kept.words),
        path=tuple(path),
        word_confidence=tuple(confidence),
        durations=tuple(durations[index] for index in range(len(sentences))),
        stay_probability=stay,
        log_probability=log_probability,
        signature=_signature(sentences, words, options, vectors, decided, boundaries),
        info=_info(states, kept, observed, vectors) | {"words_laid_aside": len(aside)},
    )


class TalkTable(NamedTuple):
    """The part of a talk and its paper that does not depend on the transitions, for a search of their parameters.

    states : the sentence of each state. kept : the raw word of each token in the chain. n_tokens : how many there are,
    with those that are laid aside. kinds : the type of each token.
    log_emission : shape (n_types, n_states). log_start : shape (n_states,).
    """

    states: tuple[int, ...]
    kept: tuple[int, ...]
    n_tokens: int
    kinds: Ints
    log_emission: Floats
    log_start: Floats


def talk_table(
    sentences: Sequence[PaperSentence],
    words: Sequence[str],
    options: HmmOptions,
    vectors: WordVectors | None = None,
) -> TalkTable:
    """Compare the words of a talk with its paper, once for all parameters of the transitions.

    The null state (`options.background`) is not in it. Errors: `align_talk`.
    """
    states = _states(sentences, options)
    kept = keep_words(words, drop_marks=options.preset == "paper")
    if not kept.tokens:
        raise AlignmentError(f"transcript: none of its {len(words)} words is left without stop words and punctuation")
    observed = _Observed.of(kept, _labels(kept, (), _aside(kept, words, options)), states)
    model = _model(
        sentences, states, observed, 0.5, replace(options, background=False), vectors, lambda share, what: None
    )
    if model is None:
        raise AlignmentError(f"transcript: all of its {len(words)} words are greetings and housekeeping")
    in_chain = tuple(kept.words[position] for position in observed.positions)
    return TalkTable(
        tuple(states.indices), in_chain, len(kept.tokens), model.observed, model.log_emission, model.log_start
    )


class _States(NamedTuple):
    """The sentences that are states, as indices over the given list, and whether the talk may begin with each."""

    indices: list[int]
    of: dict[int, int]
    may_begin: list[bool]


class _Observed(NamedTuple):
    """The tokens in the chain: positions among the kept tokens, types, and the state that people fixed (or FREE)."""

    positions: list[int]
    types: list[str]
    kinds: list[int]
    fixed: list[int]

    @classmethod
    def of(cls, kept: Kept, labels: Sequence[tuple[int | None, bool]], states: _States) -> _Observed:
        types = sorted(set(kept.tokens))
        number = {kind: position for position, kind in enumerate(types)}
        positions = [p for p, (label, is_fixed) in enumerate(labels) if not is_fixed or label in states.of]
        state_of = [
            states.of[label] if is_fixed and label is not None and label in states.of else FREE
            for label, is_fixed in labels
        ]
        return cls(positions, types, [number[kept.tokens[p]] for p in positions], [state_of[p] for p in positions])


def _states(sentences: Sequence[PaperSentence], options: HmmOptions) -> _States:
    if not sentences:
        raise AlignmentError("paper: it has no sentences")
    kinds = [section_kind(s.heading) if s.kind == "body" and s.heading else s.kind for s in sentences]
    shortest = _RELEASED_MIN_CHARACTERS if options.preset == "released" else 1
    indices = [
        index
        for index, sentence in enumerate(sentences)
        if kinds[index] not in options.excluded_kinds and len(sentence.text.strip()) >= shortest
    ]
    if not indices:
        kinds_left = ", ".join(sorted(set(kinds)))
        raise AlignmentError(f"paper: none of its {len(sentences)} sentences ({kinds_left}) is left to be spoken of")
    may_begin = [kinds[index] == "introduction" for index in indices]
    if not any(may_begin):
        may_begin = [position < _FIRST_SENTENCES for position in range(len(indices))]
    return _States(indices, {index: state for state, index in enumerate(indices)}, may_begin)


def _aside(kept: Kept, words: Sequence[str], options: HmmOptions) -> frozenset[int]:
    """The raw words of tokens that are about no sentence because they greet or keep house."""
    if not options.lays_greetings_aside:
        return frozenset()
    spoken = {word for start, end in housekeeping(words) for word in range(start, end)}
    return frozenset(spoken.intersection(kept.words))


def _labels(kept: Kept, decided: Sequence[FixedSpan], aside: Collection[int]) -> list[tuple[int | None, bool]]:
    """For each token the sentence that is certain, and whether one is: what people fixed, then what is laid aside."""
    labels: list[tuple[int | None, bool]] = [(None, word in aside) for word in kept.words]
    spans = iter(decided)
    span = next(spans, None)
    for position, word in enumerate(kept.words):
        while span is not None and word >= span.end_word:
            span = next(spans, None)
        if span is not None and word >= span.start_word:
            labels[position] = (span.sentence, True)
    return labels


def _model(
    sentences: Sequence[PaperSentence],
    states: _States,
    observed: _Observed,
    stay: float,
    options: HmmOptions,
    vectors: WordVectors | None,
    report: Progress,
) -> Chain | None:
    """The chain of the words in it; None if people have fixed every word to no state."""
    if not observed.positions:
        return None
    texts = [sentences[index].text for index in states.indices]
    _, emission = emission_table(
        texts, observed.types, vectors=vectors, preset=options.preset, similarity=options.similarity, progress=report
    )
    begin: Floats = np.array(states.may_begin, dtype=np.float64)
    log_null = np.full(len(observed.types), -np.log(len(observed.types))) if options.background else None
    with np.errstate(divide="ignore"):
        return chain(
            np.log(emission).T,
            observed.kinds,
            np.log(begin / begin.sum()),
            GeometricTransition(len(states.indices), stay, options.lambda_, options.gamma),
            fixed=observed.fixed,
            null_probability=options.background_probability if options.background else 0.0,
            log_null=log_null,
        )


def _weigh(
    pieces: Sequence[Piece],
    path: Sequence[int | None],
    confidence: list[float],
    observed: _Observed,
    states: _States,
    model: Chain | None,
    report: Progress,
) -> list[Span]:
    """Posterior of every token's sentence, and of every span's candidates: the mean over its tokens.

    confidence : of every token; those of tokens in the chain are overwritten.
    """
    piece_of = {token: number for number, piece in enumerate(pieces) for token in piece.tokens}
    spans: dict[int, Span] = {}
    total, null_total, seen = np.zeros(len(states.indices)), 0.0, 0
    steps = posteriors(model) if model is not None else iter(())
    for word, shares, null in steps:  # from the last word to the first
        position = observed.positions[word]
        sentence = path[position]
        confidence[position] = min(1.0, null if sentence is None else float(shares[states.of[sentence]]))
        total += shares
        null_total += null
        seen += 1
        number = piece_of[position]
        if word == 0 or piece_of[observed.positions[word - 1]] != number:
            spans[number] = _span(pieces[number], total / seen, null_total / seen, states)
            total, null_total, seen = np.zeros(len(states.indices)), 0.0, 0
        if word % 500 == 0:
            report(0.6 + 0.4 * (1 - word / len(observed.positions)), "weighing the alternatives")
    for number, piece in enumerate(pieces):
        if number not in spans:
            sure = 1.0 if piece.is_fixed else min((confidence[token] for token in piece.tokens), default=1.0)
            spans[number] = Span(piece.start_word, piece.end_word, piece.sentence, sure, ((piece.sentence, sure),))
    return [spans[number] for number in range(len(pieces))]


def _span(piece: Piece, shares: Floats, null: float, states: _States) -> Span:
    top = np.argsort(-shares, kind="stable")[:_CANDIDATES]
    candidates: list[tuple[int | None, float]] = [(states.indices[k], min(1.0, float(shares[k]))) for k in top.tolist()]
    if null > 0:
        candidates.append((None, min(1.0, null)))
    candidates.sort(key=lambda candidate: -candidate[1])
    chosen = null if piece.sentence is None else float(shares[states.of[piece.sentence]])
    candidates = [candidate for candidate in candidates[:_CANDIDATES] if candidate[1] > 0]
    if piece.sentence not in [sentence for sentence, _ in candidates]:
        candidates = [*candidates[: _CANDIDATES - 1], (piece.sentence, chosen)]
    return Span(piece.start_word, piece.end_word, piece.sentence, min(1.0, chosen), tuple(candidates))


def _signature(
    sentences: Sequence[PaperSentence],
    words: Sequence[str],
    options: HmmOptions,
    vectors: WordVectors | None,
    fixed: Sequence[FixedSpan],
    boundaries: Collection[int],
) -> str:
    def digest(value: object) -> str:
        return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:12]

    parts = {
        "engine": "hmm",
        "preset": options.preset,
        "delta": options.delta,
        "epsilon": options.epsilon,
        "lambda": options.lambda_,
        "gamma": options.gamma,
        "background": options.background_probability if options.background else "none",
        "sharpness": options.power,
        "excluded": ",".join(sorted(options.excluded_kinds)),
        "vectors": f"{vectors.info.name}@{vectors.info.hash[:12]}" if vectors else "none",
        "paper": digest([(s.text, s.heading, s.kind) for s in sentences]),
        "talk": digest([list(words), sorted(boundaries)]),
        "fixed": digest([(f.start_word, f.end_word, f.sentence) for f in fixed]) if fixed else "none",
        "v": __version__,
    }
    if options.lays_greetings_aside:
        parts["greetings"] = "aside"
    if options.similarity != "best":  # so that results of the default keep the signature that they had
        parts["similarity"] = options.similarity
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def _info(states: _States, kept: Kept, observed: _Observed, vectors: WordVectors | None) -> dict[str, object]:
    unknown = [word for word in observed.types if vectors is not None and word not in vectors]
    return {
        "states": len(states.indices),
        "tokens": len(kept.tokens),
        "types": len(observed.types),
        "words_in_chain": len(observed.positions),
        "types_without_vector": unknown,
        "vectors": vectors.info.name if vectors else None,
        "starts": sum(states.may_begin),
    }
