"""Made talks about made decks, with the page of each sentence known."""

from __future__ import annotations

import numpy as np


def planted_talk(
    seed: int, n_pages: int = 12, n_sentences: int = 120, n_words: int = 600
) -> tuple[list[str], list[str], list[int | None]]:
    """A deck, a talk about it, and the page of each sentence.

    Words are drawn from a Zipf distribution. A fifth of a sentence's words are its page's, or none while no slide is
    shown; the speaker skips pages and comes back to earlier ones.
    """
    rng = np.random.default_rng(seed)
    words = np.array([f"w{number}x" for number in range(n_words)])
    usual = 1 / np.arange(5, n_words + 5)
    usual /= usual.sum()
    deck = [rng.choice(words, size=int(rng.integers(8, 30)), p=usual) for _ in range(n_pages)]
    truth: list[int | None] = []
    page: int | None = 0
    last = 0
    while len(truth) < n_sentences:
        truth += [page] * int(rng.geometric(n_pages / n_sentences))
        kind = rng.random()
        if kind < 0.07 and page is not None:
            page = None
            continue
        last = (
            int(rng.integers(0, last + 1)) if kind < 0.2 or last == n_pages - 1
            else int(rng.integers(last + 1, n_pages)) if kind < 0.3
            else last + 1
        )  # fmt: skip
        page = last
    truth = truth[:n_sentences]
    talk = []
    for shown in truth:
        size = int(rng.integers(5, 20))
        said = rng.choice(words, size=size, p=usual)
        if shown is not None:
            said = np.where(rng.random(size) < 0.2, rng.choice(deck[shown], size=size), said)
        talk.append(" ".join(said))
    return [" ".join(page) for page in deck], talk, truth
