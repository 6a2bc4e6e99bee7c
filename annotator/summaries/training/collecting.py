"""The papers of a project as a training set has them, each with the words that its talk spent on every sentence; and
which are for training, dev and test.

These words are counted in the pair's gold rows, or else by its newest run, as for its summary. Summaries that people
wrote of a paper come with it, out of all sets of references that the project has (`summaries.evaluating`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from alignment.extractive.papers import VARIANTS
from alignment.text import section_kind
from annotator.corpus.pairs import of_latest_texts
from annotator.models import (
    AlignmentRun,
    GivenSummary,
    Pair,
    PairKind,
    Project,
    Review,
    RunState,
    SummarySet,
    SummarySetKind,
    TrainingBasis,
    TrainingSet,
)
from annotator.releases.dividing import PARTS, Member, divide
from annotator.reviewing.gold import gold_reviews
from annotator.summaries.making import gold_durations

#: Of a pair whose words an engine counted alone; the others are those of gold (`reviewing.gold.Basis`).
RUN = "run"


@dataclass(slots=True)
class Skipped:
    """Why papers are not in a set, with their numbers."""

    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, reason: str) -> None:
        self.reasons[reason] += 1


def papers_of(project: Project) -> Any:
    """The pairs whose papers a set is made of: talks about papers, in the latest version of both texts."""
    pairs = Pair.objects.filter(of_latest_texts(), project=project, kind=PairKind.PAPER_TALK)
    return pairs.select_related("source", "target", "project").order_by("pk")


def reference_sets(project: Project) -> list[str]:
    """The names of the sets whose summaries a training set has."""
    sets = SummarySet.objects.filter(project=project, kind=SummarySetKind.REFERENCES)
    return list(sets.order_by("name").values_list("name", flat=True))


def records(project: Project, basis: str, splits: Mapping[int, str], skipped: Skipped) -> Iterator[dict[str, Any]]:
    """The records of a set in the order of the pairs.

    splits : by the id of the pair. Whatever has no words on any sentence is counted in `skipped`.
    """
    reviews = {}
    if basis != TrainingBasis.RUN:
        of_talks = gold_reviews(project).filter(pair__kind=PairKind.PAPER_TALK)
        reviews = {review.pair_id: review for review in of_talks.select_related("run").order_by("pair")}
    taken: set[str] = set()
    for pair in papers_of(project).iterator(chunk_size=200):
        spoken = _durations(pair, basis, reviews.get(pair.pk))
        if spoken is None:
            skipped.add("not aligned" if basis != TrainingBasis.GOLD else "without gold rows")
            continue
        durations, run, why = spoken
        units = list(pair.source.units.select_related("section").order_by("position"))
        if len(durations) != len(units):
            skipped.add("with other sentences than were aligned")
        elif not any(durations):
            skipped.add("whose talk is about none of their sentences")
        else:
            record = _record(pair, units, durations, run, why, splits[pair.pk], taken)
            yield record | {"references": _references(pair, record["sentences"])}


def _references(pair: Pair, sentences: Sequence[str]) -> list[str]:
    """The reference summaries of the paper, in the order of the sets' names."""
    summaries = GivenSummary.objects.filter(document=pair.source_id, set__kind=SummarySetKind.REFERENCES)
    return [
        one.text or " ".join(sentences[position] for position in one.sentences if position < len(sentences))
        for one in summaries.order_by("set__name", "number")
    ]


def _durations(pair: Pair, basis: str, review: Any) -> tuple[list[int], AlignmentRun, str] | None:
    if review is not None and (of_gold := gold_durations(_with_pair(review, pair))) is not None:
        return of_gold, review.run, str(review.basis)
    if basis == TrainingBasis.GOLD:
        return None
    run = AlignmentRun.objects.filter(pair=pair, state=RunState.SUCCEEDED, info__has_key="durations").first()
    return None if run is None else (list(run.info["durations"]), run, RUN)


def _with_pair(review: Review, pair: Pair) -> Review:
    review.pair = pair
    return review


def _record(
    pair: Pair, units: list[Any], durations: list[int], run: AlignmentRun, why: str, split: str, taken: set[str]
) -> dict[str, Any]:
    sentences = [unit.text for unit in units]
    chosen = {key: set(variant.choose(sentences, durations)) for key, variant in VARIANTS.items()}
    return {
        "id": _identifier(pair, taken),
        "title": pair.source.title or pair.title,
        "pair_id": pair.pk,
        "pair": pair.title,
        "paper_external_id": pair.source.external_id,
        "talk_external_id": pair.target.external_id,
        "language": pair.source.language,
        "speaker": pair.source.speaker or pair.target.speaker,
        "event": str(pair.source.metadata.get("event") or pair.target.metadata.get("event") or ""),
        "split": split,
        "basis": why,
        "engine_signature": run.signature,
        "sentences": sentences,
        "headings": [str(unit.section) if unit.section else "" for unit in units],
        "kinds": [_kind(unit) for unit in units],
        "scores": durations,
        "labels": {key: [int(index in indices) for index in range(len(units))] for key, indices in chosen.items()},
    }


def _kind(unit: Any) -> str:
    """As the engine reads it: by the heading where the file did not say."""
    if unit.section is None:
        return "body"
    kind = unit.section.kind or "body"
    return section_kind(unit.section.heading) if kind == "body" else kind


def _identifier(pair: Pair, taken: set[str]) -> str:
    """The corpus's own id, once in a set: of two talks about one paper, the second has the pair's number behind it."""
    name = pair.target.external_id or pair.source.external_id or f"pair-{pair.pk}"
    if name in taken:
        name = f"{name}-{pair.pk}"
    taken.add(name)
    return name


#: What corpora call the parts, besides their names here.
_NAMES = {"training": "train", "validation": "dev", "valid": "dev", "val": "dev", "development": "dev", "eval": "test"}


def split_pairs(pairs: Iterable[Pair], training_set: TrainingSet) -> dict[int, str]:
    """The part of each pair, by its id: papers with a text or a speaker in common are in one.

    The same texts and seed give the same parts, whatever their ids here. Where the set keeps the corpus's own, that
    goes first.
    """
    listed = list(pairs)
    train, dev = training_set.train_share, training_set.dev_share
    kept = {pair.pk: part for pair in listed if (part := _of_corpus(pair))} if training_set.uses_corpus_split else {}
    divided = divide(map(_member, listed), ratio=(train, dev, 100 - train - dev), seed=training_set.seed, kept=kept)
    return dict(divided.part_of)


def _member(pair: Pair) -> Member:
    texts = frozenset(f"text:{document.content_hash}" for document in (pair.source, pair.target))
    return Member(pair.pk, 1, pair.title, pair.source.speaker or pair.target.speaker, texts)


def _of_corpus(pair: Pair) -> str:
    name = str(pair.source.metadata.get("split") or pair.target.metadata.get("split") or "").strip().casefold()
    name = _NAMES.get(name, name)
    return name if name in PARTS else ""
