"""Simulated annotators, good and bad, and whether the figures of quality control tell them apart.

A team reviews talks, two people each, with planted errors and hidden rows as the rules have them. The figures of each
person are compared with those of the others by the rules of the application (`annotator.teams.apart`).
Prints, by kind, in how many teams the page of such a person says that they are apart. `--teams` says how many teams.

Where the numbers of a kind come from is said beside them. They are assumptions: what they hold is that the rules find
whoever works like that, not that people do.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
django.setup()

from alignment.agreement.alignments import Disagreement, Overlap  # noqa: E402
from alignment.agreement.ratings import Ratings  # noqa: E402
from annotator.teams.agreement.measures import PIECES, VALUES  # noqa: E402
from annotator.teams.agreement.tallies import Tally  # noqa: E402
from annotator.teams.apart import Figure, agreement, is_apart, standings  # noqa: E402
from annotator.teams.probe_measures import ProbeFigures, figures_of_probes  # noqa: E402

#: Of the rows of a review; as a project would set them.
PLANTED, BLIND = 0.05, 0.05
ROWS = (60, 140)


@dataclass(frozen=True, slots=True)
class Kind:
    """How somebody works; every figure is a probability for a row.

    sees : that a wrong proposal is noticed; then it is repaired, or marked (`marks`). alarm : that a sound row is
    marked.
    unaided : that a row is right whose proposal is hidden. breaks : that a right link is changed to a wrong one.
    good_align, good_mt : that their label is what careful people would say; else it is drawn evenly.
    engine : that the engine's proposal is right on their talks. is_bad : somebody whom the figures should find.
    """

    sees: float
    marks: float
    alarm: float
    unaided: float
    good_align: float
    good_mt: float
    breaks: float = 0.01
    engine: float = 0.88
    rows_per_hour: float = 120.0
    is_bad: bool = False


KINDS = {
    "careful": Kind(sees=0.9, marks=0.05, alarm=0.04, unaided=0.92, good_align=0.93, good_mt=0.85),
    "slow": Kind(sees=0.94, marks=0.05, alarm=0.03, unaided=0.94, good_align=0.94, good_mt=0.87, rows_per_hour=35.0),
    "poor engine": Kind(
        sees=0.88, marks=0.06, alarm=0.05, unaided=0.9, good_align=0.91, good_mt=0.83, engine=0.5, rows_per_hour=80.0
    ),
    "lazy accepter": Kind(
        sees=0.03, marks=0.0, alarm=0.0, unaided=0.15, good_align=0.3, good_mt=0.3, breaks=0.0, rows_per_hour=600.0,
        is_bad=True,
    ),
    "marks everything": Kind(
        sees=0.95, marks=0.95, alarm=0.7, unaided=0.85, good_align=0.3, good_mt=0.6, is_bad=True
    ),
    "random": Kind(
        sees=0.3, marks=0.4, alarm=0.3, unaided=0.1, good_align=0.0, good_mt=0.0, breaks=0.5, rows_per_hour=300.0,
        is_bad=True,
    ),
}  # fmt: skip
TEAM = (*["careful"] * 4, "slow", "poor engine", "lazy accepter", "marks everything", "random")


@dataclass(slots=True)
class Person:
    """Somebody of a team, and what their reviews come to."""

    kind: Kind
    probes: list[ProbeFigures] = field(default_factory=list)
    tallies: dict[str, list[Tally]] = field(default_factory=lambda: defaultdict(list))

    def figures(self) -> dict[str, Figure]:
        return {
            "rows_per_hour": Figure(self.kind.rows_per_hour),
            **figures_of_probes(self.probes),
            **{name: agreement(tallies) for name, tallies in self.tallies.items()},
        }


@dataclass(slots=True)
class Row:
    """Of a talk: whether the engine is right, and what careful people say of it."""

    is_right: bool
    good_align: bool
    good_mt: bool


@dataclass(slots=True)
class Answer:
    """What somebody made of a row: `link` 0 is the true one, others are wrong in different ways, None is no link."""

    link: int | None
    good_align: bool
    good_mt: bool


def varied(kind: Kind, rng: random.Random) -> Kind:
    """Nobody is as the next one of their kind: each probability is a little off."""
    names = ("sees", "marks", "alarm", "unaided", "good_align", "good_mt")
    off = {name: min(1.0, max(0.0, getattr(kind, name) + rng.gauss(0, 0.02))) for name in names}
    others = {name: getattr(kind, name) for name in ("breaks", "engine", "rows_per_hour", "is_bad")}
    return Kind(**off, **others)


def review(person: Person, rows: list[Row], rng: random.Random) -> list[Answer]:
    """A person's answers to a talk; what its probes come to is kept."""
    kind, figures, answers = person.kind, ProbeFigures(), []
    for row in rows:
        draw = rng.random()
        is_planted, is_blind = draw < PLANTED, PLANTED <= draw < PLANTED + BLIND
        engine = 0 if row.is_right else 1
        shown = 2 if is_planted else engine
        is_marked = False
        if is_blind:
            link: int = 0 if rng.random() < kind.unaided else rng.randint(3, 9)
        elif shown != 0 and rng.random() < kind.sees:
            is_marked = rng.random() < kind.marks
            link = shown if is_marked else 0
        else:
            is_marked = rng.random() < kind.alarm
            link = rng.randint(3, 9) if shown == 0 and rng.random() < kind.breaks else shown
        said = None if is_marked else link
        good_align = (row.good_align if rng.random() < kind.good_align else rng.random() < 0.5) and not is_marked
        good_mt = row.good_mt if rng.random() < kind.good_mt else rng.random() < 0.5
        answers.append(Answer(said, good_align, good_mt))
        if is_planted:
            is_caught = is_marked or link != 2
            for counts, holds in ((figures.planted, True), (figures.caught, is_caught), (figures.marked, is_marked)):
                counts["boundary"] = counts.get("boundary", 0) + holds
            continue
        (figures.blind if is_blind else figures.shown).add(_links(said, engine))
        if not is_blind:
            figures.n_other += 1
            figures.n_alarms += is_marked
    person.probes.append(figures)
    return answers


def _links(first: int | None, second: int | None) -> Overlap:
    if first == second:
        return Overlap(same=int(first is not None))
    return Overlap(only_first=int(first is not None), only_second=int(second is not None))


def compare(people: list[Person], of: list[list[Answer]]) -> None:
    """Two people who reviewed a talk, with each other."""
    pairs = list(zip(*of, strict=True))
    labels = {
        name: Tally(VALUES, Ratings(Counter(tuple(str(getattr(one, name)) for one in pair) for pair in pairs)))
        for name in ("good_align", "good_mt")
    }
    distances: Counter[tuple[float, int]] = Counter((float(a.link != b.link), 2) for a, b in pairs)
    # Any two links of a text differ, but for the same one said twice.
    links = Tally(PIECES, Disagreement(distances, 2.0 * len(pairs)))
    for person in people:
        person.tallies["links"].append(links)
        for name, tally in labels.items():
            person.tallies[name].append(tally)


def team(rng: random.Random, *, n_reviews: int = 12) -> list[tuple[str, bool]]:
    """The kind of each person of a team, and whether their page says that they are apart."""
    people = [(name, Person(varied(KINDS[name], rng))) for name in TEAM]
    for _ in range(n_reviews // 2):
        order = [person for _, person in people]
        rng.shuffle(order)
        # Everybody reviews beside the next, and the last beside the first, so that each has two reviews a round.
        for first, second in zip(order, order[1:] + order[:1], strict=True):
            right = min(first.kind.engine, second.kind.engine)
            rows = [
                Row(rng.random() < right, rng.random() < 0.85, rng.random() < 0.7) for _ in range(rng.randint(*ROWS))
            ]
            compare([first, second], [review(first, rows, rng), review(second, rows, rng)])
    figures = [person.figures() for _, person in people]
    return [
        (name, is_apart(standings(figures[i], figures[:i] + figures[i + 1 :]))) for i, (name, _) in enumerate(people)
    ]


def rates(n_teams: int, seed: int = 26) -> dict[str, tuple[int, int]]:
    """By kind, how many were said to be apart, and how many there were."""
    rng = random.Random(seed)
    apart: Counter[str] = Counter()
    all_of: Counter[str] = Counter()
    for _ in range(n_teams):
        for name, is_one in team(rng):
            apart[name] += is_one
            all_of[name] += 1
    return {name: (apart[name], all_of[name]) for name in KINDS}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teams", type=int, default=100)
    parser.add_argument("--seed", type=int, default=26)
    asked = parser.parse_args()
    for name, (n, of) in rates(asked.teams, asked.seed).items():
        wanted = "to be found" if KINDS[name].is_bad else "not to be accused"
        print(f"{name:18}{n:5} of {of:4} said to be apart ({n / of:.3f}), {wanted}")


if __name__ == "__main__":
    main()
