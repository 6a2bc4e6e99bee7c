"""Timed words, and transcripts with planted errors, for tests."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from alignment.transcripts.words import Word

#: Words that no normaliser changes or joins.
VOCABULARY = ["tide", "harbour", "we", "model", "the", "sensor", "pocket", "of", "and", "results", "café"]


def timed(text: str, *, at: float = 0.0, seconds: float = 0.4) -> list[Word]:
    """The words of a text, one after the other."""
    return [
        Word(word, round(at + number * seconds, 3), round(at + (number + 1) * seconds, 3))
        for number, word in enumerate(text.split())
    ]


def texts(words: list[Word]) -> list[str]:
    return [word.text for word in words]


@dataclass(frozen=True)
class Planted:
    """A transcript, another one with errors, and for each error its range of words in both."""

    a: list[Word]
    b: list[Word]
    errors: list[tuple[tuple[int, int], tuple[int, int]]]


@st.composite
def planted(draw: st.DrawFn, least_apart: int) -> Planted:
    """Errors of up to three words, which no other place has; so many equal words are between two of them at least.

    Over errors of three words that are six words apart, no alignment has fewer edits than the planted one.
    """
    a: list[str] = []
    b: list[str] = []
    errors: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for number in range(draw(st.integers(0, 6))):
        # Every word is another one, so that no alignment can shift an error.
        equal = [f"same{'x' * number}{'y' * at}" for at in range(draw(st.integers(least_apart, 8)))]
        a += equal
        b += equal
        n_a, n_b = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any))
        errors.append(((len(a), len(a) + n_a), (len(b), len(b) + n_b)))
        a += [f"left{'x' * number}{'y' * at}" for at in range(n_a)]
        b += [f"right{'x' * number}{'y' * at}" for at in range(n_b)]
    a.append("end")
    b.append("end")
    return Planted(timed(" ".join(a)), timed(" ".join(b), at=0.05), errors)


def transcripts() -> st.SearchStrategy[list[Word]]:
    return st.lists(st.sampled_from(VOCABULARY), max_size=25).map(lambda words: timed(" ".join(words)))
