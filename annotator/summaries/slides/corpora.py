"""Talks with slides as VT-SSum has them, to measure on: as they were imported, or as people decided.

A talk of gold is in a corpus only if all of it is gold: where a stretch is missing, sentences that do not follow each
other would stand side by side. Of talks as they were imported the slides are known, though nobody judged them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, OuterRef
from django.db.models.functions import Length

from alignment.slides.vtssum import Video
from annotator.aligning.links import IMPORTED
from annotator.models import (
    AlignmentRun,
    Document,
    Link,
    Pair,
    PairKind,
    Project,
    RunState,
    SlidesBasis,
    Taken,
    TestSet,
    Unit,
)
from annotator.platform.errors import ServiceError
from annotator.releases.curation.choosing import Curation, curated_records
from annotator.reviewing.gold import gold_reviews
from annotator.reviewing.gold_records import gold_records, sentences_of, talk_info
from annotator.reviewing.gold_vtssum import video_of
from annotator.reviewing.pieces import whole_units

#: Talks of one corpus; VT-SSum's test set has 962.
MOST_TALKS = 1_000
NO_CORPUS = "No corpus with slide boundaries yet. Import VT-SSum or review a talk."


@dataclass(frozen=True, slots=True)
class Corpus:
    """What can be chosen. n_talks : that there are, which may be more than are whole."""

    basis: SlidesBasis
    test_set: TestSet | None
    n_talks: int


@dataclass(frozen=True, slots=True)
class Talk:
    """units : the position in the transcript of each sentence of the video."""

    pair: int
    video: Video
    units: tuple[int, ...]


def corpora_of(project: Project) -> list[Corpus]:
    """The corpora of a project that have a talk."""
    found = [
        Corpus(SlidesBasis.GOLD, None, gold_reviews(project).filter(pair__kind=PairKind.SLIDES_TALK).count()),
        Corpus(SlidesBasis.IMPORTED, None, _imported(project).count()),
    ]
    sets = project.test_sets.filter(takes=Taken.NAMED, reviews__pair__kind=PairKind.SLIDES_TALK).order_by("name", "pk")
    for test_set in sets.annotate(n_talks=Count("reviews__pair", distinct=True)):
        found.append(Corpus(SlidesBasis.TEST_SET, test_set, test_set.n_talks))
    return [corpus for corpus in found if corpus.n_talks]


def corpus_named(project: Project, basis: str, test_set: TestSet | None) -> Corpus:
    """Raises ServiceError where there is no such corpus, or it is too large to be measured."""
    for corpus in corpora_of(project):
        if corpus.basis == basis and corpus.test_set == test_set:
            if corpus.n_talks > MOST_TALKS:
                raise ServiceError(
                    f"There are {corpus.n_talks:,} talks; {MOST_TALKS:,} can be measured at once. "
                    "Make a test set of fewer.",
                    code="too_many_talks",
                )
            return corpus
    raise ServiceError(NO_CORPUS, code="no_corpus")


def read_talks(project: Project, basis: str, test_set: TestSet | None) -> tuple[list[Talk], int]:
    """The talks of a corpus by the ids of their videos, which are unique, and how many are left out as only parts of
    them are gold. Raises ServiceError if none is left."""
    if basis == SlidesBasis.IMPORTED:
        rows = _imported_rows(project)
    elif test_set is None:
        rows = _by_pair(gold_records(project, kind=PairKind.SLIDES_TALK))
    else:
        rows = _by_pair(curated_records(Curation.of(test_set)))
    talks, n_left_out = [], 0
    for pair, records in rows:
        talk = _talk(pair, records)
        if talk is None:
            n_left_out += 1
        else:
            talks.append(talk)
    if not talks:
        why = f"None of {n_left_out:,} talks is gold from its first sentence to its last." if n_left_out else NO_CORPUS
        raise ServiceError(why, code="no_corpus")
    return _with_own_ids(talks), n_left_out


def counts_of(talks: Sequence[Talk], n_left_out: int) -> dict[str, int]:
    """What is in a corpus. n_samples : clips that count for key sentences. n_silent : clips without sentences."""
    clips = [clip for talk in talks for clip in talk.video.clips]
    return {
        "n_talks": len(talks),
        "n_left_out": n_left_out,
        "n_sentences": sum(len(talk.units) for talk in talks),
        "n_clips": len(clips),
        "n_segments": sum(bool(clip.sentences) for clip in clips),
        "n_samples": sum(clip.is_sample for clip in clips),
        "n_silent": sum(not clip.sentences for clip in clips),
        "n_with_silent": sum(any(not clip.sentences for clip in talk.video.clips) for talk in talks),
    }


def has_page_texts(talks: Sequence[Talk]) -> bool:
    """Whether a deck of these talks has text; pages of VT-SSum are a space."""
    decks = Pair.objects.filter(pk__in=[talk.pair for talk in talks]).values("source")
    return Unit.objects.filter(document__in=decks, text__regex=r"\S").exists()


def _imported(project: Project) -> Any:
    """The newest run of each pair that came with a file, of the latest versions of its texts."""
    runs = AlignmentRun.objects.filter(
        pair__project=project, pair__kind=PairKind.SLIDES_TALK, engine=IMPORTED, state=RunState.SUCCEEDED
    )
    newer = [Document.objects.filter(previous=OuterRef(f"pair__{side}")) for side in ("source", "target")]
    later = AlignmentRun.objects.filter(
        pair=OuterRef("pair"), engine=IMPORTED, state=RunState.SUCCEEDED, number__gt=OuterRef("number")
    )
    return runs.exclude(Exists(later)).filter(*(~Exists(documents) for documents in newer))


def _imported_rows(project: Project) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """What came with files, in the columns of gold that a video is made of."""
    for run in _imported(project).select_related("pair__source", "pair__target").defer("info", "options"):
        pair = run.pair
        texts = pair.target.texts()
        about = {
            "pair_id": pair.pk,
            "pair": pair.title,
            "kind": pair.kind,
            "talk_info": talk_info(pair),
            "speaker": pair.source.speaker or pair.target.speaker,
            "target_external_id": pair.target.external_id,
            "removed_ids": [],
        }
        rows = []
        for link in Link.objects.filter(run=run).order_by("position"):
            keys = set(link.key_sentences)
            rows.append(
                {
                    **about,
                    "source_ids": link.source,
                    "target_ids": [unit for unit, *_ in link.target],
                    "sentences": sentences_of(link.target, keys, texts, {}, pair.target.language),
                }
            )
        yield pair.pk, rows


def _by_pair(records: Iterable[dict[str, Any]]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    of_slides = (record for record in records if record["kind"] == PairKind.SLIDES_TALK)
    for pair, held in groupby(of_slides, key=lambda record: record["pair_id"]):
        yield pair, list(held)


def _talk(pair: int, records: Sequence[Mapping[str, Any]]) -> Talk | None:
    """None if a part of the transcript is in none of these rows."""
    lengths = dict(
        Unit.objects.filter(document__pairs_as_target=pair)
        .annotate(n=Length("text"))
        .order_by()
        .values_list("position", "n")
    )
    for record in records:
        for place in (*record["target_ids"], *record["removed_ids"]):
            unit, start, end = place if isinstance(place, list) else (place, 0, lengths[place])
            lengths[unit] -= end - start
    if any(lengths.values()):
        return None
    video = video_of(dict(record) for record in records)
    units = tuple(unit for record in records for unit in whole_units(record["target_ids"]))
    return Talk(pair, video, units) if video.sentences else None


def _with_own_ids(talks: Sequence[Talk]) -> list[Talk]:
    """In the order of the ids, as files of VT-SSum are; an id that another talk has goes on with that of the pair."""
    found: dict[str, Talk] = {}
    for talk in sorted(talks, key=lambda talk: talk.pair):
        name = talk.video.id if talk.video.id not in found else f"{talk.video.id}-{talk.pair}"
        found[name] = replace(talk, video=replace(talk.video, id=name))
    return [found[name] for name in sorted(found)]
