"""A project of reviewed talks, written straight into a database: what releases of many rows are measured on.

Every talk is an English speech of so many sentences and its Japanese interpretation, or in one of twenty a paper and a
talk about it; its hundred gold rows are from a single review, or in one of five from an adjudication of two reviews
that have rows of their own. Sentences differ, and are about as long as those of NAIST-SIC-Aligned: 8 to 28 words, 12
to 60 characters. Four in ten rows are post-edited, some have removed texts, null sides, two target units, tags and
labels of the project's own; four more of a talk were confirmed in passing. Links have what the filters measured.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from itertools import accumulate
from typing import Any
from uuid import UUID

from corpus import set_up_django

#: Rows of a talk that were confirmed in passing, beside the gold.
N_IMPLICIT = 4
_TALKS_AT_ONCE = 100
#: More than a sentence has characters: units do not overlap.
_STRIDE = 400
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"
_KANJI = [chr(0x4E00 + 11 * number) for number in range(1200)]
LABELS = [
    {
        "key": "fluency", "name": "Fluency", "type": "choice", "applies_to": "linked", "required": False,
        "hidden": False, "shortcut": None,
        "values": [{"key": key, "name": key, "hidden": False} for key in ("good", "fair", "poor")],
    },
    {
        "key": "checked", "name": "Checked against the recording", "type": "yes_no", "applies_to": "all", "values": [],
        "required": False, "hidden": False, "shortcut": None,
    },
]  # fmt: skip


class Texts:
    """Sentences of words that are as frequent as words are, and their renderings in Japanese script."""

    def __init__(self) -> None:
        words = random.Random(0)
        self._words = ["".join(words.choices(_LETTERS, k=words.randint(2, 10))) for _ in range(12_000)]
        self._weights = list(accumulate(1 / (rank + 8) for rank in range(len(self._words))))
        self._rng = random.Random()

    def start(self, seed: int) -> None:
        """Those of a talk."""
        self._rng.seed(seed)

    def english(self) -> str:
        words = self._rng.choices(self._words, cum_weights=self._weights, k=self._rng.randint(8, 28))
        return f"{' '.join(words).capitalize()}."

    def japanese(self) -> str:
        some = self._rng.choices(_KANJI, k=self._rng.randint(6, 30))
        kana = self._rng.choices(_KANA, k=len(some))
        return f"{''.join(kanji + each for kanji, each in zip(some, kana, strict=True))}。"


def write(*, talks: int, rows: int) -> dict[str, Any]:
    """Write a corpus into the database that the environment names. owner : session key of a site admin."""
    set_up_django()
    from django.contrib.auth.models import User
    from django.db import connection, transaction
    from django.utils import timezone

    from annotator.models import GuidelinesVersion, Project
    from tests.world import session_of

    owner = User.objects.create_superuser("gold-owner")
    people = [User.objects.create(username=f"gold-{number:02}") for number in range(20)]
    project = Project.objects.create(slug="gold", name="Generated gold")
    GuidelinesVersion.objects.create(
        project=project, number=1, labels=LABELS, text="Link what was said.", published_at=timezone.now()
    )
    texts = Texts()
    for first in range(0, talks, _TALKS_AT_ONCE):
        with transaction.atomic():
            _Batch(project, people, rows, texts).write(range(first, min(talks, first + _TALKS_AT_ONCE)))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {"project": project.slug, "owner": session_of(owner), "n_gold": talks * rows}


class _Batch:
    """Some talks, table by table."""

    def __init__(self, project: Any, people: list[Any], rows: int, made: Texts) -> None:
        self._made = made
        self._project, self._people, self._n_gold = project, people, rows
        self._n = rows + N_IMPLICIT

    def write(self, numbers: range) -> None:
        from annotator import models as m
        from annotator.platform.copying import copy_models

        texts = {number: self._texts(number) for number in numbers}
        documents = m.Document.objects.bulk_create(each for number in numbers for each in self._documents(number))
        sides = {number: documents[3 * at : 3 * at + 3] for at, number in enumerate(numbers)}
        copy_models(
            m.Unit,
            (
                m.Unit(document=document, position=at, text=text, offset=_STRIDE * at, **self._times(side, at))
                for number in numbers
                for side, document in enumerate(sides[number])
                for at, text in enumerate(texts[number][side])
            ),
        )
        pairs = m.Pair.objects.bulk_create(
            m.Pair(
                project=self._project, title=source.title, source=source, target=target,
                offline=None if source.kind == "paper" else offline,
                kind="paper_talk" if source.kind == "paper" else "bitext",
            )
            for source, target, offline in sides.values()
        )  # fmt: skip
        runs = m.AlignmentRun.objects.bulk_create(
            m.AlignmentRun(
                pair=pair, number=1, engine="vecalign", state="succeeded", finished_at=pair.created_at,
                signature=f"engine:vecalign|encoder:{'laser2' if pair.pk % 3 else 'labse'}|max_size:4|seed:7|v:1.2.0",
            )
            for pair in pairs
        )  # fmt: skip
        links = m.Link.objects.bulk_create(
            (link for number, run in zip(numbers, runs, strict=True) for link in self._links(number, run, texts)),
            batch_size=2000,
        )
        reviews = [review for number, run in zip(numbers, runs, strict=True) for review in self._reviews(number, run)]
        m.Review.objects.bulk_create(reviews)
        compared = [review for review in reviews if review.kind == "adjudication"]
        m.AdjudicatedReview.objects.bulk_create(
            m.AdjudicatedReview(adjudication=one, review=other, number=letter, revision=other.revision)
            for one in compared
            for letter, other in enumerate(each for each in reviews if each.pair_id == one.pair_id and each is not one)
        )
        of_run = {run.pk: links[at * self._n : (at + 1) * self._n] for at, run in enumerate(runs)}
        number_of = {run.pk: number for number, run in zip(numbers, runs, strict=True)}
        rows = [
            (row, review, link, number_of[review.run_id])
            for review in reviews
            for row, link in self._rows(review, of_run[review.run_id], texts[number_of[review.run_id]])
        ]
        copy_models(m.ReviewRow, (row for row, *_ in rows))
        copy_models(
            m.Chip,
            (chip for row, review, link, number in rows for chip in self._chips(row, review, link, texts[number])),
        )

    def _texts(self, number: int) -> tuple[list[str], list[str], list[str]]:
        """Of the source, the target and the translation that was not interpreted."""
        made = self._made
        made.start(number)
        is_talk = number % 20 == 19
        target = [made.english() if is_talk else made.japanese() for _ in range(self._n)]
        offline = [] if is_talk else [made.japanese() for _ in range(self._n)]
        return [made.english() for _ in range(self._n)], target, offline

    def _documents(self, number: int) -> Iterator[Any]:
        from annotator.models import Document

        is_talk = number % 20 == 19
        speaker = f"Speaker {number % 700}"
        about = {
            "split": ("train",) * 8 + ("dev", "test"),
            "event": tuple(f"Conference {year}" for year in (18, 19, 20)),
        }
        metadata = {name: values[number % len(values)] for name, values in about.items()}
        kinds = ("paper", "transcript", "text") if is_talk else ("text",) * 3
        languages = ("en", "en", "en") if is_talk else ("en", "ja", "ja")
        for side, (kind, language) in enumerate(zip(kinds, languages, strict=True)):
            yield Document(
                project=self._project, kind=kind, title=f"{'Paper' if is_talk else 'Talk'} {number:05}",
                language=language, external_id=f"gold-{number}-{side}", content_hash=f"{number}-{side}",
                speaker=speaker if number % 3 else speaker.upper(), metadata=metadata, importer="made",
                importer_version="1", interpreter=f"I{number % 9}" if side == 1 else "",
                interpreter_rank="SAB"[number % 3] if side == 1 and not is_talk else "",
            )  # fmt: skip

    @staticmethod
    def _times(side: int, at: int) -> dict[str, float]:
        return {"start_seconds": 6.0 * at, "end_seconds": 6.0 * at + 5.2} if side == 1 else {}

    def _units(self, at: int) -> list[int]:
        """Target units of a link: in twenty, one has none, and the next has two."""
        return {9: [], 10: [at - 1, at]}.get(at % 20, [at])

    def _links(self, number: int, run: Any, texts: Any) -> Iterator[Any]:
        from annotator.models import Link

        rng = random.Random(number)
        for at in range(self._n):
            cost = rng.gammavariate(2.0, 0.25)
            features = {"alpha": rng.random(), "gamma": rng.gauss(1, 0.2), "eta": rng.random(), "score": rng.random()}
            verdicts = {"coarse": cost <= 1.0, "intra": rng.random() < 0.97}
            verdicts |= {f"inter_{name}": value > 0.05 for name, value in features.items()}
            target = [[unit, 0, len(texts[number][1][unit])] for unit in self._units(at)]
            yield Link(
                run=run, position=at, source=[at], target=target, confidence=rng.random(), cost=cost,
                features=features, verdicts=verdicts,
            )  # fmt: skip

    def _reviews(self, number: int, run: Any) -> Iterator[Any]:
        from annotator.models import Review

        kinds = ("review", "review", "adjudication") if number % 5 == 4 else ("review",)
        for at, kind in enumerate(kinds):
            yield Review(
                pair=run.pair, run=run, annotator=self._people[(number + at) % len(self._people)], kind=kind,
                state="submitted", revision=self._n, submitted_at=run.finished_at, row_count=self._n,
                reviewed_count=self._n,
            )  # fmt: skip

    def _rows(self, review: Any, links: list[Any], texts: Any) -> Iterator[tuple[Any, Any]]:
        from annotator.models import ReviewRow

        rng = random.Random(review.pk)
        for link in links:
            at, target = link.position, "".join(texts[1][unit] for unit, *_ in link.target)
            has_target = bool(target)
            yield (
                ReviewRow(
                    id=UUID(int=rng.getrandbits(128), version=4), review=review, link=link, position=at + 1.0,
                    status="accepted" if at < self._n_gold else "implicit", version=1 + at % 4,
                    good_align=rng.random() < 0.95 if has_target else None,
                    good_mt=rng.random() < 0.6 if has_target else None,
                    tags=["mistranslation"] if at % 17 == 0 else [],
                    labels={"fluency": rng.choice(("good", "fair", "poor"))} if has_target and at % 2 else {},
                    null_reason="" if has_target else "omission",
                    post_edit=f"{target[:-1]}と言えます。" if has_target and rng.random() < 0.4 else None,
                    changed_by_id=review.annotator_id, changed_at=review.submitted_at,
                    decision_reason="meaning" if review.kind == "adjudication" and at % 7 == 0 else "",
                ),
                link,
            )  # fmt: skip

    def _chips(self, row: Any, review: Any, link: Any, texts: Any) -> Iterator[Any]:
        from django.db.backends.postgresql.psycopg_any import NumericRange

        from annotator.models import Chip

        chips = [("source", unit, 0, len(texts[0][unit]), False) for unit in link.source]
        for unit, start, end in link.target:
            if row.position % 25 == 3:  # what the interpreter said twice
                chips += [("target", unit, start, end - 4, False), ("target", unit, end - 4, end, True)]
            else:
                chips.append(("target", unit, start, end, False))
        is_paper = review.run.pair.kind == "paper_talk"
        for n, (side, unit, start, end, removed) in enumerate(chips):
            base = review.pk * 2**32 + (side == "target") * 2**31 + _STRIDE * unit
            yield Chip(
                id=UUID(int=(row.pk.int + n) % 2**128), row=row, side=side, unit=unit, start=start, end=end,
                removed=removed,
                extent=None if is_paper and side == "source" else NumericRange(base + start, base + end),
            )  # fmt: skip


if __name__ == "__main__":
    n_talks, n_rows = map(int, sys.argv[1:3])
    print(json.dumps(write(talks=n_talks, rows=n_rows)))
