"""The rating task of the demo: extracts of the papers by three methods, rated by people who are made up.

All of it goes through what raters do behind their links. What is right is known: the sentences that speakers spent most
words on are the best, and the last rater does not read.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from annotator.authors.rating_tasks.questions import OF_M3AV
from annotator.authors.rating_tasks.raters import add_raters, begin, rate
from annotator.authors.rating_tasks.tasks import change_task, create_task, set_samples
from annotator.demo.collection import Talk
from annotator.models import Medium, Project, Rater

NAME = "Extracts of the papers"
INSTRUCTIONS = "Read the paper’s beginning, then the extract. The raters of this demo and what they said are made up."
TRAP = "This one checks that you read: please choose 1 for each question."
#: By method, how good it is to everybody, from 1 to 5.
QUALITIES = {"Most spoken": 4.2, "First sentences": 3.5, "At random": 2.4}
N_SENTENCES, N_RATERS, SETS_EACH = 3, 9, 4


def rate_extracts(project: Project, talks: Sequence[Talk], user: User, *, seed: int) -> None:
    """A task about these talks that has closed, with one link that nobody has used."""
    rng = random.Random(seed)
    task = create_task(
        project=project, user=user, rules={}, name=NAME, instructions=INSTRUCTIONS, medium=Medium.TEXT,
        questions=list(OF_M3AV), per_set=5, sets_per_rater=SETS_EACH,
    )  # fmt: skip
    samples: list[dict[str, Any]] = []
    for talk in talks:
        reference = " ".join(sentence.text for sentence in talk.sentences[: 2 * N_SENTENCES])
        about: dict[str, Any] = {"group": talk.title, "reference": reference, "trap": None}
        samples += [{**about, "system": name, "text": text} for name, text in _extracts(talk, rng).items()]
        samples.append({**about, "system": "", "text": TRAP, "trap": (1, 1)})
    set_samples(task, samples)
    *raters, careless, _unused = add_raters(task, N_RATERS + 1)
    for rater in (*raters, careless):
        begin(rater, language=task.language, consent=0, headphones="")
        _rate(rater, rng, reads=rater != careless)
    change_task(task, closes_at=timezone.now())


def _extracts(talk: Talk, rng: random.Random) -> dict[str, str]:
    texts = [sentence.text for sentence in talk.sentences]
    spoken = Counter[int]()
    for sentence, words in talk.spoken:
        if sentence is not None:
            spoken[sentence] += len(words)
    chosen = {
        "Most spoken": sorted(sentence for sentence, _ in spoken.most_common(N_SENTENCES)),
        "First sentences": range(N_SENTENCES),
        "At random": sorted(rng.sample(range(len(texts)), N_SENTENCES)),
    }
    return {name: " ".join(texts[at] for at in places) for name, places in chosen.items()}


def _rate(rater: Rater, rng: random.Random, *, reads: bool) -> None:
    strictness = rng.gauss(0, 0.3)
    ratings = []
    for row in rater.samples.select_related("sample").order_by("position"):
        quality = QUALITIES.get(row.sample.system, 1)
        values = [min(5, max(1, round(quality + strictness + rng.gauss(0, 0.6)))) for _ in OF_M3AV]
        if row.sample.is_trap:
            values = [1] * len(OF_M3AV)
        if not reads:
            values = [rng.randint(3, 5) for _ in OF_M3AV]
        seconds = rng.uniform(15, 60) if reads else rng.uniform(1, 3)
        ratings.append({"key": row.key, "values": values, "seconds": round(seconds, 1), "is_heard": True})
    rate(rater, ratings=ratings, finished=True)
