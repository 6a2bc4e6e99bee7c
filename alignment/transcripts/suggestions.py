"""Words of slides and papers that a mask may stand for: those that look most like what recognisers wrote."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alignment.metrics.error_rates import count_errors
from alignment.transcripts.words import normalise

#: Words that share less than this with a reading are no suggestions: 1 - edits / letters of the longer one.
MIN_LIKENESS = 0.4


def likeness(one: str, other: str) -> float:
    """How much two words look alike, from 0 to 1: 1 - edits / letters of the longer one.

    >>> likeness("tesco", "tasca"), likeness("", "")
    (0.6, 1.0)
    """
    longest = max(len(one), len(other))
    return 1 - count_errors(one, other).errors / longest if longest else 1.0


def nearby_words(
    readings: Sequence[str], vocabulary: Iterable[str], *, language: str | None = None, most: int = 4
) -> list[str]:
    """The words of a vocabulary that look most like one of the readings, the nearest first; of equals the first given.

    Parameters
    ----------
    readings
        What recognisers have in a mask. A word is compared with a whole reading, without its spaces, and with each of
        its words; what a reading has already is no suggestion.
    vocabulary
        Words of slides and papers near the mask, as they are written there; `alignment.transcripts.rare_words`.

    Examples
    --------
    >>> nearby_words(["tether sensor", "test a sensor"], ["Tasca", "textile", "pocket", "sensor"], language="en")
    ['textile', 'Tasca']
    """
    tokens = [[token.text for token in normalise(reading, language)] for reading in readings]
    forms = {form for own in tokens for form in (*own, "".join(own)) if form}
    scored: list[tuple[float, int, str]] = []
    seen: set[str] = set()
    for at, word in enumerate(vocabulary):
        key = "".join(token.text for token in normalise(word, language))
        if not key or key in forms or key in seen:
            continue
        seen.add(key)
        # Words of other lengths cannot be alike enough, and need not be aligned.
        near = (form for form in forms if min(len(form), len(key)) >= MIN_LIKENESS * max(len(form), len(key)))
        best = max((likeness(form, key) for form in near), default=0.0)
        if best >= MIN_LIKENESS:
            scored.append((-best, at, word))
    return [word for _, _, word in sorted(scored)[:most]]
