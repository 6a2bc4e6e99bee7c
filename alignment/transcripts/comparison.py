"""Error rates of a transcript against another one, of the whole and along the talk."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from alignment.metrics.error_rates import Edit, ErrorRate, count_errors, count_rare_errors
from alignment.transcripts.disagreement import aligned, between_anchors
from alignment.transcripts.words import Word, check_words, normalise, normaliser_of
from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class Stretch:
    """The errors of a stretch of time. start, end : seconds; the end is not included."""

    start: float
    end: float
    rate: ErrorRate


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far a transcript is from its reference, after the normaliser of their language.

    words : errors of tokens: words, or characters in languages without spaces. characters : of code points, where a
    space parts two tokens (none in languages without spaces); long runs of equal tokens part what is aligned. rare :
    errors on rare words; None without a list of them. along : errors of tokens in each window, from 0 on without gaps.
    normaliser : its name.
    """

    words: ErrorRate
    characters: ErrorRate
    rare: ErrorRate | None
    along: tuple[Stretch, ...]
    normaliser: str


def compare(
    reference: Sequence[Word],
    hypothesis: Sequence[Word],
    *,
    language: str | None = None,
    rare_words: Collection[str] | None = None,
    window_seconds: float = 60.0,
) -> Comparison:
    """Compare a transcript with its reference, or two recognisers with each other.

    Parameters
    ----------
    rare_words
        In the form of tokens, see `alignment.transcripts.rare_words`. An empty list is as none.
    window_seconds
        Of `Comparison.along`. An error belongs to the middle of its word of the reference; an inserted word to its own.

    Raises
    ------
    AlignmentError
        As `find_masks`; for windows of no length.

    Examples
    --------
    >>> a, b = [Word("two", 0, 1), Word("cats", 1, 2)], [Word("2", 0, 1), Word("hats", 1, 2)]
    >>> result = compare(a, b, language="en")
    >>> result.words.rate, result.characters.errors
    (0.5, 1)
    """
    if not window_seconds > 0:
        raise AlignmentError(f"windows of {window_seconds} s; expected more than 0")
    check_words(reference, "the reference")
    check_words(hypothesis, "the hypothesis")
    ours, theirs = normalise(reference, language), normalise(hypothesis, language)
    rules = normaliser_of(language)
    left, right = [token.text for token in ours], [token.text for token in theirs]
    path = aligned(ours, theirs, reference, hypothesis)
    counts: dict[int, list[int]] = {}
    last = 0.0
    for i, j in path:
        word = reference[ours[i].word] if i is not None else hypothesis[theirs[j or 0].word]
        middle = max(0.0, (word.start + word.end) / 2)
        last = max(last, middle)
        window = counts.setdefault(int(middle // window_seconds), [0, 0, 0, 0])
        kind = 3 if i is None else 2 if j is None else int(left[i] != right[j])
        window[kind] += 1
    n_windows = int(last // window_seconds) + 1 if path else 0
    gap = "" if rules.unit == "character" else " "
    return Comparison(
        words=sum((ErrorRate(*each) for each in counts.values()), ErrorRate()),
        characters=_characters(between_anchors(ours, theirs, path), path, left, right, gap),
        rare=count_rare_errors(left, right, frozenset(rare_words), path) if rare_words else None,
        along=tuple(
            Stretch(at * window_seconds, (at + 1) * window_seconds, ErrorRate(*counts.get(at, ())))
            for at in range(n_windows)
        ),
        normaliser=rules.name,
    )


def _characters(
    parts: Sequence[tuple[int, int]], path: Sequence[Edit], left: Sequence[str], right: Sequence[str], gap: str
) -> ErrorRate:
    """Errors by characters, part by part; parts meet within runs of equal tokens, so that the space there is a hit."""
    total = ErrorRate(hits=len(gap) * max(0, len(parts) - 1))
    for low, high in parts:
        reference = gap.join([left[i] for i, _ in path[low:high] if i is not None])
        hypothesis = gap.join([right[j] for _, j in path[low:high] if j is not None])
        total += count_errors(reference, hypothesis)
    return total
