"""Search the parameters of the model over talks that people have reviewed.

Conventions: a *link* is a spoken content word with the paper sentence it is about. Precision and recall of links are
over the words that people judged; a word that is about no sentence has no link. A setting is judged by talks
that it was not chosen on: the talks are dealt to folds, and each fold is scored with the setting that is best for the
others. Talks about one paper are in one fold.

Source of the parameters: Lev et al. 2019, section 3.2, who set them on "manually-labeled alignments of a small set of
papers".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, Literal, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from alignment.hmm.align import TalkTable, talk_table
from alignment.hmm.batch import best_paths
from alignment.hmm.model import Floats, GeometricTransition, Ints
from alignment.hmm.options import DELTA, EPSILON, GAMMA, LAMBDA, HmmOptions
from alignment.hmm.types import PaperSentence
from alignment.metrics.intervals import interval
from alignment.types import AlignmentError, Progress
from alignment.vectors import WordVectors

Similarity = Literal["vectors", "characters", "exact"]
SIMILARITIES: tuple[Similarity, ...] = ("vectors", "characters", "exact")

#: Folds that talks are dealt to, and the fewest papers that they are dealt from.
N_FOLDS = 5
SEED = 2026


class Setting(NamedTuple):
    """One choice of all parameters that are searched; the defaults are those of the paper.

    What is searched is listed here, and has its values in `Grid`. All but the similarity are numbers between 0 and 1.
    """

    similarity: Similarity = "characters"
    lambda_: float = LAMBDA
    gamma: float = GAMMA
    delta: float = DELTA
    epsilon: float = EPSILON


#: The parameters that are numbers.
NUMBERS = tuple(name for name in Setting._fields if name != "similarity")


@dataclass(frozen=True, slots=True)
class Grid:
    """The values that are tried of each parameter; the search tries all combinations."""

    similarity: tuple[Similarity, ...] = ("characters",)
    lambda_: tuple[float, ...] = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
    gamma: tuple[float, ...] = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
    delta: tuple[float, ...] = (0.2, 0.33, 0.5, 0.7, 0.9)
    epsilon: tuple[float, ...] = (0.05, 0.1, 0.2, 0.3)

    def __post_init__(self) -> None:
        for name, values in zip(Setting._fields, self._axes(), strict=True):
            if not values or len(set(values)) != len(values):
                raise AlignmentError(f"{name.rstrip('_')}: expected one or more values, all different")
        for name in NUMBERS:
            for value in getattr(self, name):
                if not 0 < value < 1:
                    raise AlignmentError(f"{name.rstrip('_')} is {value}; expected a number between 0 and 1")
        if unknown := set(self.similarity) - set(SIMILARITIES):
            raise AlignmentError(f"similarity is {min(unknown)!r}; expected one of {', '.join(SIMILARITIES)}")

    def __len__(self) -> int:
        return int(np.prod([len(values) for values in self._axes()]))

    def settings(self) -> list[Setting]:
        """All combinations; similarity changes last, epsilon first."""
        return [Setting._make(values) for values in product(*self._axes())]

    @classmethod
    def of_stored(cls, axes: Mapping[str, Sequence[Any]]) -> Self:
        """The grid of a search that was stored. What was not searched in those days had one value, the default."""
        return cls(**{name: tuple(axes.get(name, (value,))) for name, value in Setting._field_defaults.items()})

    def _axes(self) -> tuple[tuple[Any, ...], ...]:
        return tuple(getattr(self, name) for name in Setting._fields)


@dataclass(frozen=True)
class ReviewedTalk:
    """A talk with people's judgements of its words.

    paper : talks with the same are never on both sides of a fold. gold : for each raw word the sentences it is about
    (one of them is enough), an empty set for none, and None where nobody judged.
    """

    paper: str
    sentences: Sequence[PaperSentence]
    words: Sequence[str]
    gold: Sequence[frozenset[int] | None]

    def __post_init__(self) -> None:
        if len(self.gold) != len(self.words):
            raise AlignmentError(f"{len(self.words)} words but {len(self.gold)} judgements; expected one for each")


def shuffled(talks: Sequence[ReviewedTalk], seed: int = SEED) -> list[ReviewedTalk]:
    """The talks of a null experiment: what a search gains on them is chance.

    The sentences of each paper change their numbers at random in the judgements, in each talk anew. Any path is then
    expected to be right equally often, whatever the setting. Shuffled words would keep which sentences are frequent.
    """
    rng = np.random.default_rng(seed)
    result = []
    for talk in talks:
        other = rng.permutation(len(talk.sentences)).tolist()
        gold = [None if about is None else frozenset(other[sentence] for sentence in about) for about in talk.gold]
        result.append(replace(talk, gold=gold))
    return result


class _Table(NamedTuple):
    """A talk ready to be scored. judged : positions of judged tokens. allowed : for each of them a row of `sets`.

    sets : bool, shape (n_sets, n_states): which states are right. n_gold : judged tokens that have a sentence.
    """

    table: TalkTable
    judged: Ints
    allowed: Ints
    sets: npt.NDArray[np.bool_]
    n_gold: int

    @classmethod
    def of(cls, talk: ReviewedTalk, similarity: Similarity, base: HmmOptions, vectors: WordVectors | None) -> _Table:
        options = replace(base, similarity="exact" if similarity == "exact" else "best")
        table = talk_table(talk.sentences, talk.words, options, vectors if similarity == "vectors" else None)
        gold = [talk.gold[word] for word in table.kept]
        judged = [position for position, about in enumerate(gold) if about is not None]
        kinds = sorted({about for about in gold if about is not None}, key=sorted)
        number = {about: row for row, about in enumerate(kinds)}
        sets = np.array([[sentence in about for sentence in table.states] for about in kinds], dtype=np.bool_)
        return cls(
            table,
            np.array(judged, dtype=np.int64),
            np.array([number[about] for about in gold if about is not None], dtype=np.int64),
            sets.reshape(len(kinds), len(table.states)),
            sum(bool(gold[position]) for position in judged),
        )

    def counts(self, settings: Sequence[Setting], base: HmmOptions) -> Ints:
        """Right, found and expected links under each setting, shape (n_settings, 3).

        Settings that give this talk the same transitions are computed once: delta and epsilon are one number here.
        """
        table = self.table
        keys = [self._key(setting, base) for setting in settings]
        distinct = sorted(set(keys))
        transitions = [
            GeometricTransition(len(table.states), stay, lambda_, gamma) for lambda_, gamma, stay in distinct
        ]
        paths = best_paths(table.log_emission, table.kinds, table.log_start, transitions)[:, self.judged]
        right = self.sets[self.allowed, paths].sum(axis=1) if len(self.judged) else np.zeros(len(distinct), dtype=int)
        row = {key: number for number, key in enumerate(distinct)}
        counts = np.empty((len(settings), 3), dtype=np.int64)
        counts[:, 0] = right[[row[key] for key in keys]]
        counts[:, 1], counts[:, 2] = len(self.judged), self.n_gold
        return counts

    def _key(self, setting: Setting, base: HmmOptions) -> tuple[float, float, float]:
        options = replace(base, delta=setting.delta, epsilon=setting.epsilon)
        stay = options.stay_probability(len(self.table.states), self.table.n_tokens)
        return setting.lambda_, setting.gamma, stay


class Part(NamedTuple):
    """The next part of a search: settings ``first`` up to ``first + len(counts)``.

    counts : right, found and expected links, shape (n_settings, n_talks, 3).
    """

    first: int
    counts: Ints


class Search:
    """A search of a grid over reviewed talks, part by part, so that it can be shown, stored and stopped.

    vectors : needed if the grid has the similarity ``vectors``. base : the parameters that are not searched.
    progress : called for each talk of each part; it may raise `Cancelled`.
    """

    def __init__(
        self,
        talks: Sequence[ReviewedTalk],
        grid: Grid,
        *,
        vectors: WordVectors | None = None,
        base: HmmOptions | None = None,
        progress: Progress | None = None,
    ) -> None:
        if not talks:
            raise AlignmentError("search: no reviewed talk")
        if "vectors" in grid.similarity and vectors is None:
            raise AlignmentError("similarity 'vectors': no word vectors are given")
        self._talks, self._vectors, self._base = talks, vectors, base or HmmOptions()
        self._tell: Progress = progress or (lambda share, what: None)
        self.grid = grid

    @cached_property
    def settings(self) -> list[Setting]:
        return self.grid.settings()

    def score(self, setting: Setting) -> Ints:
        """Counts of one setting, in the grid or not; shape (n_talks, 3)."""
        tables = self._tables(setting.similarity)
        return np.stack([table.counts([setting], self._base)[0] for table in tables])

    def parts(self) -> Iterator[Part]:
        """One after the other the parts of the grid: all settings of one similarity and one lambda."""
        size = len(self.grid) // (len(self.grid.similarity) * len(self.grid.lambda_))
        first = 0
        for similarity in self.grid.similarity:
            tables = []  # words are compared once a talk
            for table in self._tables(similarity):
                tables.append(table)
                self._tell(first / len(self.grid), "comparing words")
            for _ in self.grid.lambda_:
                settings = self.settings[first : first + size]
                counts = []
                for done, table in enumerate(tables):
                    self._tell((first + size * done / len(tables)) / len(self.grid), "trying settings")
                    counts.append(table.counts(settings, self._base))
                yield Part(first, np.stack(counts, axis=1))
                first += size

    def _tables(self, similarity: Similarity) -> Iterator[_Table]:
        return (_Table.of(talk, similarity, self._base, self._vectors) for talk in self._talks)


def link_f1(counts: npt.ArrayLike) -> Floats:
    """F1 of links from right, found and expected in the last axis; 0 where there are none.

    >>> link_f1([[3, 4, 4], [0, 4, 0]]).tolist()
    [0.75, 0.0]
    """
    right, found, expected = np.moveaxis(np.asarray(counts, dtype=np.float64), -1, 0)
    total = found + expected
    result: Floats = np.divide(2 * right, total, out=np.zeros_like(total), where=total > 0)
    return result


@dataclass(frozen=True, slots=True)
class Fold:
    """talks : positions of the held-out ones. setting : position of the one that is best for all others."""

    talks: tuple[int, ...]
    setting: int
    f1: float
    current_f1: float


@dataclass(frozen=True, slots=True)
class Validation:
    """The result of a search.

    best : position of the setting that is best for all talks, the first of equals. f1, current_f1 : of links in
    held-out talks, with the settings that the folds chose and with the current one. low, high : of the difference, its
    95 % interval over papers; None of fewer than five (`alignment.metrics.intervals`).
    """

    best: int
    folds: tuple[Fold, ...]
    f1: float
    current_f1: float
    low: float | None
    high: float | None

    @property
    def has_gain(self) -> bool:
        return self.low is not None and self.low > 0


class _Difference:
    """F1 of links with the chosen settings less that with the current one."""

    def value_of(self, sums: Floats) -> Floats:
        return link_f1(sums[..., :3]) - link_f1(sums[..., 3:])


def deal(papers: Sequence[str], n_folds: int = N_FOLDS, seed: int = SEED) -> list[tuple[int, ...]]:
    """Deal talks to folds by their papers: positions of the talks of each fold.

    Raises
    ------
    AlignmentError
        If there are fewer papers than folds.
    """
    known = sorted(set(papers))
    if len(known) < n_folds:
        raise AlignmentError(f"{n_folds} folds of {len(known)} papers; expected at least {n_folds} papers")
    order = np.random.default_rng(seed).permutation(len(known))
    fold_of = {known[paper]: place % n_folds for place, paper in enumerate(order.tolist())}
    return [tuple(n for n, paper in enumerate(papers) if fold_of[paper] == fold) for fold in range(n_folds)]


def validate(
    counts: npt.ArrayLike,
    current: npt.ArrayLike,
    papers: Sequence[str],
    *,
    n_folds: int = N_FOLDS,
    seed: int = SEED,
) -> Validation:
    """Choose the best setting, and say what choosing so reaches on talks that were held out.

    Parameters
    ----------
    counts
        Of all settings, shape (n_settings, n_talks, 3): right, found and expected links.
    current
        Of the setting in use, shape (n_talks, 3).
    papers
        The paper of each talk.

    Returns
    -------
    Validation
        Ties go to the first setting.
    """
    all_counts, now = np.asarray(counts, dtype=np.float64), np.asarray(current, dtype=np.float64)
    folds: list[Fold] = []
    held_out = np.empty_like(now)
    for talks in deal(papers, n_folds, seed):
        out = list(talks)
        others = [n for n in range(len(papers)) if n not in talks]
        chosen = int(link_f1(all_counts[:, others].sum(axis=1)).argmax())
        held_out[out] = all_counts[chosen, out]
        f1, current_f1 = (float(link_f1(each[out].sum(axis=0))) for each in (held_out, now))
        folds.append(Fold(talks, chosen, f1, current_f1))
    by_paper = [
        np.concatenate([held_out[of_paper].sum(axis=0), now[of_paper].sum(axis=0)])
        for paper in sorted(set(papers))
        for of_paper in [[n for n, each in enumerate(papers) if each == paper]]
    ]
    limits = interval(_Difference(), np.stack(by_paper))
    return Validation(
        best=int(link_f1(all_counts.sum(axis=1)).argmax()),
        folds=tuple(folds),
        f1=float(link_f1(held_out.sum(axis=0))),
        current_f1=float(link_f1(now.sum(axis=0))),
        low=limits[0] if limits else None,
        high=limits[1] if limits else None,
    )
