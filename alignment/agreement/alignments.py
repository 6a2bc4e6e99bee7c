"""Agreement of alignments: links, boundaries and nulls of people who aligned the same two texts.

Conventions:

- Text is compared in *pieces*: both sides are cut wherever one of the compared people cuts, and a piece counts once,
  whatever its length. A person *judged* a piece if one of their rows holds it; what somebody did not judge is not
  compared with what they would have said.
- The *meaning* of a piece of the target is the set of source pieces in its row: empty for a null, and for text that was
  removed a set of its own. Meanings are as far apart as MASI says (`distances.masi`).
- Chance is that of the same text: what is expected is how far the meanings of one text are apart that were given to it
  anywhere. Meanings of two texts are never compared, as no chance would confuse them.
- A *link* is a row with both sides. Where `joined` is set (a talk and its paper), neighbouring rows with the same
  sentences are one link and have no boundary between them, because cutting such a span says nothing.
- F1 is the same from either person: links (or boundaries) that both have, over the mean number of theirs. So is Pk, as
  its window is half the mean segment of both.

Sources: Krippendorff, *Content Analysis*, 2004, chapter 11 (alpha, and that an interval is of disagreements).
Passonneau 2006 (MASI).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby

import numpy as np

from alignment.agreement.distances import masi
from alignment.agreement.ratings import Ratings
from alignment.metrics.boundaries import pk
from alignment.metrics.intervals import Floats, interval

#: (unit, start, end) in code points.
Piece = tuple[int, int, int]
Meaning = frozenset[int]
_REMOVED: Meaning = frozenset({-1})


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """A row of somebody's alignment: its pieces of the source and of the target, and those removed from the target."""

    source: tuple[Piece, ...]
    target: tuple[Piece, ...]
    removed: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """Two people's verdicts on one thing, and the numbers of the rows that hold them; None without a row."""

    said: tuple[str, str]
    rows: tuple[int | None, int | None]


@dataclass(slots=True)
class Overlap:
    """Things that two people both have, or one of them; with more people, summed over each two of them.

    lax_first, lax_second : links of each that share text on both sides with a link of the other.
    windows, apart : of boundaries, how many windows over whole units were compared, and in how many of them only one of
    the two has a boundary.
    """

    same: int = 0
    only_first: int = 0
    only_second: int = 0
    lax_first: int = 0
    lax_second: int = 0
    windows: int = 0
    apart: int = 0

    def add(self, other: Overlap) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def n_units(self) -> int:
        return self.same + self.only_first + self.only_second

    @property
    def n_differing(self) -> int:
        return self.only_first + self.only_second

    def f1(self) -> float | None:
        """None if nobody has anything."""
        return 2 * self.same / (self.same + self.n_units) if self.n_units else None

    def lax_f1(self) -> float | None:
        n_first, n_second = self.same + self.only_first, self.same + self.only_second
        if not self.n_units:
            return None
        if not (n_first and n_second):
            return 0.0
        first, second = self.lax_first / n_first, self.lax_second / n_second
        return 2 * first * second / (first + second) if first + second else 0.0

    def pk(self) -> float | None:
        """Pk (Beeferman, Berger and Lafferty 1999), the same from either person; None where no window was compared."""
        return self.apart / self.windows if self.windows else None

    def sums(self) -> Floats:
        return np.array([self.same, self.n_differing], dtype=np.float64)

    def value_of(self, sums: Floats) -> Floats:
        same, differing = sums[..., 0], sums[..., 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            return 2 * same / (2 * same + differing)

    def unit_interval(self) -> tuple[float, float] | None:
        """Over links (or boundaries)."""
        return interval(self, [[1, 0], [0, 1]], [self.same, self.n_differing], scale="share")


@dataclass(slots=True)
class Disagreement:
    """The sums that alpha over pieces is computed from.

    units : how many pieces there are of each kind (mean distance of the judgements, number of judgements).
    expected : the mean distance of all judgements of the text, times their number; added up over texts.
    """

    units: Counter[tuple[float, int]] = field(default_factory=Counter)
    expected: float = 0.0

    def add(self, other: Disagreement) -> None:
        self.units.update(other.units)
        self.expected += other.expected

    @property
    def n_units(self) -> int:
        return sum(self.units.values())

    @property
    def n_differing(self) -> int:
        return sum(n for (distance, _), n in self.units.items() if distance)

    def raw(self) -> float | None:
        """The share of pieces of which all say the same."""
        return 1 - self.n_differing / self.n_units if self.n_units else None

    def alpha(self) -> float | None:
        """None without pieces that two people judged, and if all judgements are the same."""
        value = self.value_of(self.sums())
        return None if np.isnan(value) else float(value)

    def sums(self) -> Floats:
        return np.array([sum(distance * m * n for (distance, m), n in self.units.items()), self.expected])

    def value_of(self, sums: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(sums[..., 1] > 0, 1.0 - sums[..., 0] / sums[..., 1], np.nan)

    def unit_interval(self) -> tuple[float, float] | None:
        """Over pieces. What chance gives is kept, as in Krippendorff's own procedure."""
        n_given = sum(m * n for (_, m), n in self.units.items())
        if not n_given:
            return None
        parts = [[distance * m, self.expected * m / n_given] for distance, m in self.units]
        return interval(self, parts, list(self.units.values()), scale="alpha")


@dataclass(slots=True)
class AlignmentAgreement:
    """Agreement of people on an alignment."""

    links: Overlap = field(default_factory=Overlap)
    boundaries: Overlap = field(default_factory=Overlap)
    meanings: Disagreement = field(default_factory=Disagreement)
    nulls: Ratings = field(default_factory=Ratings)


def compare(reviews: Sequence[Sequence[AlignedRow]], *, joined: bool, windows: bool = False) -> AlignmentAgreement:
    """Measure the agreement of people who aligned one text.

    reviews : what each of them judged. No text of the target, nor of the source unless `joined`, is in two rows of one.
    windows : compare boundaries by Pk too, which says something where pieces are sentences.
    Raises ValueError for fewer than two. Linear in the pieces, but for sorting them.
    """
    if len(reviews) < 2:
        raise ValueError(f"{len(reviews)} people; expected two or more")
    layout = _Layout(reviews, joined)
    agreement = AlignmentAgreement(meanings=layout.disagreement(), nulls=Ratings.of(layout.linked_or_null()))
    for first, second in combinations(range(len(reviews)), 2):
        agreement.links.add(layout.links(first, second)[0])
        agreement.boundaries.add(layout.boundaries(first, second)[0])
        if windows:
            agreement.boundaries.add(layout.windows(first, second))
    return agreement


def judgements(
    first: Sequence[AlignedRow], second: Sequence[AlignedRow], *, joined: bool
) -> dict[str, list[Judgement]]:
    """The single judgements of two people, by what they are about: the cells of their confusion.

    `links`, `boundaries`: each has it (*has*) or not (*lacks*). `meanings`: both *same*, *overlapping* or *different*.
    `nulls`: *linked*, *null* or *removed*.
    """
    layout = _Layout([first, second], joined)
    return {
        "links": layout.links(0, 1)[1],
        "boundaries": layout.boundaries(0, 1)[1],
        "meanings": list(layout.compared_meanings()),
        "nulls": list(layout.compared_nulls()),
    }


class _Side:
    """One text, cut wherever somebody cuts.

    pieces : in order. owners : by person, for each piece the number of the row that holds it, -1 without one. With
        `removed`, by person the pieces that they removed.
    """

    def __init__(self, held: Sequence[Sequence[Sequence[Piece]]]) -> None:
        """held : by person and row, the pieces."""
        cuts: dict[int, set[int]] = defaultdict(set)
        for unit, start, end in (piece for rows in held for pieces in rows for piece in pieces):
            cuts[unit].update((start, end))
        # Text between two cuts that nobody holds is a piece too: it has no owner.
        self._starts = {unit: sorted(places) for unit, places in cuts.items()}
        self._first: dict[int, int] = {}
        n = 0
        for unit in sorted(self._starts):
            self._first[unit] = n
            n += len(self._starts[unit]) - 1
        self.n_pieces = n
        self.owners = [[-1] * n for _ in held]
        for owners, rows in zip(self.owners, held, strict=True):
            for row, pieces in enumerate(rows):
                for number in self.numbers(pieces):
                    owners[number] = row

    def numbers(self, pieces: Iterable[Piece]) -> Iterator[int]:
        """Of the pieces as they are cut here."""
        for unit, start, end in pieces:
            starts, first = self._starts[unit], self._first[unit]
            yield from range(first + bisect_left(starts, start), first + bisect_left(starts, end))


class _Layout:
    """The pieces of both sides and what each person says of them.

    sources : by person and row, the source pieces. meanings : by person, of each piece of the target; None where they
    did not judge it.
    """

    def __init__(self, reviews: Sequence[Sequence[AlignedRow]], joined: bool) -> None:
        self._reviews, self._joined = reviews, joined
        self._source = _Side([[row.source for row in review] for review in reviews])
        self._target = _Side([[(*row.target, *row.removed) for row in review] for review in reviews])
        self.sources = [[frozenset(self._source.numbers(row.source)) for row in review] for review in reviews]
        self.meanings: list[list[Meaning | None]] = []
        for review, sources, owners in zip(reviews, self.sources, self._target.owners, strict=True):
            meanings = [None if row < 0 else sources[row] for row in owners]
            for number in self._target.numbers(piece for row in review for piece in row.removed):
                meanings[number] = _REMOVED
            self.meanings.append(meanings)

    def disagreement(self) -> Disagreement:
        total = Disagreement()
        counts: Counter[Meaning] = Counter()
        for meanings in zip(*self.meanings, strict=True):
            judged = [meaning for meaning in meanings if meaning is not None]
            m = len(judged)
            if m < 2:
                continue
            counts.update(judged)
            distance = 2 * sum(masi(a, b) for a, b in combinations(judged, 2)) / (m * (m - 1))
            total.units[round(distance, 12), m] += 1
        n = counts.total()
        if n:
            total.expected = n * _mean_distance(counts)
        return total

    def linked_or_null(self) -> Iterator[list[str]]:
        """All judgements of each piece of the target and, unless `joined`, of the source."""
        for meanings in zip(*self.meanings, strict=True):
            yield [_linked(meaning) for meaning in meanings if meaning is not None]
        if not self._joined:
            for owners in zip(*self._source.owners, strict=True):
                yield [self._rendered(person, row) for person, row in enumerate(owners) if row >= 0]

    def _rendered(self, person: int, row: int) -> str:
        return "linked" if self._reviews[person][row].target else "null"

    def compared_nulls(self) -> Iterator[Judgement]:
        for number, (a, b) in enumerate(zip(*self.meanings, strict=True)):
            if a is not None and b is not None:
                yield Judgement((_linked(a), _linked(b)), self._rows(number))
        if not self._joined:
            for one, other in zip(*self._source.owners, strict=True):
                if one >= 0 and other >= 0:
                    yield Judgement((self._rendered(0, one), self._rendered(1, other)), (one, other))

    def compared_meanings(self) -> Iterator[Judgement]:
        for number, (a, b) in enumerate(zip(*self.meanings, strict=True)):
            if a is not None and b is not None:
                kind = "same" if a == b else "overlapping" if a & b else "different"
                yield Judgement((kind, kind), self._rows(number))

    def _rows(self, number: int) -> tuple[int | None, int | None]:
        one, other = (owners[number] for owners in self._target.owners)
        return one, other

    def links(self, first: int, second: int) -> tuple[Overlap, list[Judgement]]:
        one, other = self._links_of(first, second), self._links_of(second, first)
        overlap, verdicts = Overlap(), []
        for link, row in one.items():
            overlap.same += link in other
            verdicts.append(Judgement(("has", "has" if link in other else "lacks"), (row, other.get(link))))
        overlap.only_first = len(one) - overlap.same
        overlap.only_second = len(other) - overlap.same
        verdicts += [Judgement(("lacks", "has"), (None, row)) for link, row in other.items() if link not in one]
        lax: tuple[set[Hashable], set[Hashable]] = set(), set()
        holders = [{n: link for link in links for n in link[1]} for links in (one, other)]
        for number in holders[0].keys() & holders[1].keys():
            a, b = holders[0][number], holders[1][number]
            if a[0] & b[0]:
                lax[0].add(a)
                lax[1].add(b)
        overlap.lax_first, overlap.lax_second = len(lax[0]), len(lax[1])
        return overlap, verdicts

    def _links_of(self, person: int, beside: int) -> dict[tuple[Meaning, tuple[int, ...]], int]:
        """The links of one of two people that the other judged too, as (source pieces, pieces of the target), each with
        its row: that in which it begins."""
        held: dict[int, list[int]] = defaultdict(list)
        mine, theirs, owners = self.meanings[person], self.meanings[beside], self._target.owners[person]
        if self._joined:
            runs = groupby(range(len(mine)), lambda n: None if theirs[n] is None else mine[n])
            for run, (_, of_run) in enumerate(runs):
                held[run] = list(of_run)
        else:
            for number, row in enumerate(owners):
                if row >= 0:
                    held[row].append(number)
        links = {}
        for numbers in held.values():
            kept = tuple(n for n in numbers if mine[n] is not _REMOVED)
            meaning = mine[kept[0]] if kept else None
            if meaning and any(theirs[n] is not None for n in kept):
                links[meaning, kept] = owners[kept[0]]
        return links

    def boundaries(self, first: int, second: int) -> tuple[Overlap, list[Judgement]]:
        overlap, verdicts = Overlap(), []
        begins = [self._beginnings(person) for person in (first, second)]
        mine, theirs = (self.meanings[person] for person in (first, second))
        for n in range(1, self._target.n_pieces):
            if any(meaning is None for meaning in (mine[n - 1], mine[n], theirs[n - 1], theirs[n])):
                continue
            one, other = begins[0][n], begins[1][n]
            overlap.same += one and other
            overlap.only_first += one and not other
            overlap.only_second += other and not one
            if one or other:
                verdict = ("has" if one else "lacks", "has" if other else "lacks")
                verdicts.append(Judgement(verdict, (self._target.owners[first][n], self._target.owners[second][n])))
        return overlap, verdicts

    def windows(self, first: int, second: int) -> Overlap:
        """Windows of half the mean segment of both, at least 2 pieces, within stretches that both judged throughout."""
        mine, theirs = (self.meanings[person] for person in (first, second))
        begins = [self._beginnings(person) for person in (first, second)]
        stretches = []
        judged = (a is not None and b is not None for a, b in zip(mine, theirs, strict=True))
        for both, held in groupby(enumerate(judged), key=lambda each: each[1]):
            if both:
                numbers = [n for n, _ in held]
                cuts = [[at for at, n in enumerate(numbers) if at and of_one[n]] for of_one in begins]
                stretches.append((len(numbers), cuts))
        n_segments = sum(2 + sum(map(len, cuts)) for _, cuts in stretches)
        n_pieces = sum(n for n, _ in stretches)
        window = max(2, round(n_pieces / max(n_segments, 1)))
        overlap = Overlap()
        for n, (one, other) in stretches:
            if n > window:
                overlap.windows += n - window
                overlap.apart += round(pk(one, other, n, window) * (n - window))
        return overlap

    def _beginnings(self, person: int) -> list[bool]:
        """Whether a row (if `joined`, a link or a null) begins with each piece."""
        groups: Sequence[object] = self.meanings[person] if self._joined else self._target.owners[person]
        return [number == 0 or groups[number] != groups[number - 1] for number in range(len(groups))]


def _linked(meaning: Meaning) -> str:
    return "removed" if meaning is _REMOVED else "linked" if meaning else "null"


def _mean_distance(meanings: Counter[Meaning]) -> float:
    """Of two judgements drawn from all, without putting the first back. Only meanings that share a piece are nearer
    than 1, and few do."""
    n = meanings.total()
    holders: dict[int, list[Meaning]] = defaultdict(list)
    for meaning in meanings:
        for piece in meaning:
            holders[piece].append(meaning)
    alike = sum(m * (m - 1) for m in meanings.values())
    near = 0.0
    for meaning, m in meanings.items():
        others = {other for piece in meaning for other in holders[piece]} - {meaning}
        near += sum(m * meanings[other] * (1 - masi(meaning, other)) for other in others)
    return (n * (n - 1) - alike - near) / (n * (n - 1))
