"""Where the review editor splits a row: `bestCut` of frontend/src/features/reviewing/review/model/parting.ts again.

The cases of tests/contract/parting hold the two together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

#: What a sentence that ends on one side only counts, as a difference of shares.
UNLIKE_ENDS = 0.05
END_OF_SENTENCE = re.compile(r"[.!?。！？…؟۔][\"”’»」』)\]]*$")

Row = tuple[tuple[int, ...], tuple[int, ...]]
Place = tuple[int, float, bool]


@dataclass(frozen=True, slots=True)
class Parting:
    """The texts of both sides. Of chips that have none here, each is as long as the others and ends a sentence."""

    source: Sequence[str] = ()
    target: Sequence[str] = ()

    def best_cut(self, row: Row, side: int | None = None, at: int = 0) -> tuple[int, int]:
        """How many chips of each side stay; at : how many of `side`, where that has been chosen."""
        sources, targets = (
            [place for place in self._places(of, row[of]) if of != side or place[0] == at] for of in (0, 1)
        )
        _, _, best = min(
            (abs(share - other) + UNLIKE_ENDS * (ends != other_ends), abs(share + other - 1.0), (n_s, n_t))
            for n_s, share, ends in sources
            for n_t, other, other_ends in targets
        )
        return best

    def _places(self, side: int, chips: Sequence[int]) -> list[Place]:
        if len(chips) < 2:
            return [(len(chips), 0.5, True)]
        texts = self.target if side else self.source
        known = [texts[chip].strip() if chip < len(texts) else "." for chip in chips]
        total = max(1, sum(map(len, known)))
        before, places = 0, []
        for n, text in enumerate(known[:-1], start=1):
            before += len(text)
            places.append((n, before / total, END_OF_SENTENCE.search(text) is not None))
        return places


#: Texts of which nothing is known.
UNKNOWN = Parting()
