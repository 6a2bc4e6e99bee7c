"""The methods that a table compares: baselines, engines, and what people uploaded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from alignment.slides.evaluation import SEGMENTERS, rank, segment
from alignment.slides.general_words import knows_frequency
from alignment.slides.predictions import Marks, read_marks, read_scores
from alignment.slides.ranking import UNTRAINED, Scores, train_without
from alignment.slides.vtssum import Video
from alignment.text import primary_language
from alignment.types import AlignmentError
from annotator.aligning.engines import ENGINES, SLIDES, engine_label
from annotator.aligning.links import IMPORTED
from annotator.models import (
    AlignmentRun,
    Link,
    Pair,
    PairKind,
    Project,
    RunState,
    SlidesBasis,
    SlidesPredictions,
    SlidesTask,
)
from annotator.summaries.slides.corpora import Talk, has_page_texts

#: Each talk is scored by a ranking that learnt from all the others, so that time grows with the square of their number.
MOST_HELD_OUT = 100
_SEGMENTERS = {
    "never": "Never cut",
    "every_8th": "Every 8th sentence",
    "cosine": "Cosine of windows",
    "texttiling": "TextTiling",
}
_RANKINGS = {"first": "First sentences", "longest": "Longest", "textrank": "TextRank", "tfidf": "tf-idf mass"}


@dataclass(frozen=True, slots=True)
class Method:
    """name : what tables store. detail : what it goes by on talks, which its label says there. cut : marks by the ids
    of the videos, of the talks that it can say something of; rank : scores in the same way. Both raise AlignmentError
    with a sentence that says why they cannot."""

    name: str
    label: str
    detail: Callable[[Sequence[Talk]], str] | None = None
    cut: Callable[[Sequence[Talk]], Marks] | None = None
    rank: Callable[[Sequence[Talk]], Mapping[str, Scores]] | None = None

    @property
    def task(self) -> SlidesTask:
        return SlidesTask.SEGMENTATION if self.cut else SlidesTask.KEY_SENTENCES

    def label_on(self, talks: Sequence[Talk]) -> str:
        return f"{self.label}, {self.detail(talks)}" if self.detail else self.label


def methods_of(project: Project, basis: str) -> list[Method]:
    """All methods, in the order of the table."""
    cuts = [Method(name, _SEGMENTERS.get(name, name), cut=_segmenter(name)) for name in SEGMENTERS]
    cuts += _engines(project, basis)
    ranks = [Method(name, _RANKINGS.get(name, name), rank=_ranking(name)) for name in UNTRAINED]
    ranks.append(Method("trained", "Trained, each talk held out", detail=_known_words, rank=_trained))
    for uploaded in SlidesPredictions.objects.filter(project=project).defer("predicted"):
        name = f"uploaded-{uploaded.pk}"
        if uploaded.task == SlidesTask.SEGMENTATION:
            cuts.append(Method(name, uploaded.name, cut=_uploaded_marks(uploaded)))
        else:
            ranks.append(Method(name, uploaded.name, rank=_uploaded_scores(uploaded)))
    return [*cuts, *ranks]


def _videos(talks: Sequence[Talk]) -> list[Video]:
    return [talk.video for talk in talks]


def _segmenter(name: str) -> Callable[[Sequence[Talk]], Marks]:
    return lambda talks: segment(_videos(talks), name)


def _ranking(name: str) -> Callable[[Sequence[Talk]], Mapping[str, Scores]]:
    return lambda talks: rank(_videos(talks), name)


def _trained(talks: Sequence[Talk]) -> Mapping[str, Scores]:
    if not 2 <= len(talks) <= MOST_HELD_OUT:
        raise AlignmentError(f"needs 2 to {MOST_HELD_OUT} talks, as it learns from all but the one it ranks")
    return train_without(_videos(talks), language=_language(talks))


def _known_words(talks: Sequence[Talk]) -> str:
    is_known, _ = knows_frequency(_language(talks))
    return f"{'with' if is_known else 'without'} word frequencies"


def _language(talks: Sequence[Talk]) -> str | None:
    """What is said in all of these talks; None if they differ."""
    spoken = Pair.objects.filter(pk__in=[talk.pair for talk in talks]).values_list("target__language", flat=True)
    languages = {primary_language(language) for language in spoken}
    return languages.pop() if len(languages) == 1 else None


def _engines(project: Project, basis: str) -> Iterator[Method]:
    """Those for talks with slides, and of other origins those that there are runs of."""
    known = [name for name, engine in ENGINES.items() if engine.kind == PairKind.SLIDES_TALK]
    runs = AlignmentRun.objects.filter(
        pair__project=project, pair__kind=PairKind.SLIDES_TALK, state=RunState.SUCCEEDED
    ).exclude(engine__in=known)
    if basis == SlidesBasis.IMPORTED:  # against which the others are measured
        runs = runs.exclude(engine=IMPORTED)
    others = runs.order_by("engine").values_list("engine", flat=True).distinct()
    for name in (*known, *others):
        yield Method(f"engine-{name}"[:60], engine_label(name), cut=_engine(name))


def _engine(name: str) -> Callable[[Sequence[Talk]], Marks]:
    def cut(talks: Sequence[Talk]) -> Marks:
        runs = AlignmentRun.objects.filter(
            pair__in=[talk.pair for talk in talks], engine=name, state=RunState.SUCCEEDED
        )
        newest = dict(runs.order_by("finished_at", "pk").values_list("pair", "pk"))
        found = {talk.video.id: _marks_of_run(newest[talk.pair], talk) for talk in talks if talk.pair in newest}
        if not found and name == SLIDES and not has_page_texts(talks):
            raise AlignmentError("needs the text of the slides, which these decks do not have")
        if not found:
            raise AlignmentError("has no finished run on these talks")
        return found

    return cut


def _marks_of_run(run: int, talk: Talk) -> list[int]:
    """A segment begins where the page of a sentence is not that of the one before it: of a sentence in several links,
    that of the first."""
    page_of: dict[int, list[int]] = {}
    links = Link.objects.filter(run=run).order_by("position").values_list("source", "target")
    for source, target in links:
        for unit, *_ in target:
            page_of.setdefault(unit, source)
    pages = [page_of.get(unit, []) for unit in talk.units]
    return [int(at == 0 or page != pages[at - 1]) for at, page in enumerate(pages)]


def _uploaded_marks(uploaded: SlidesPredictions) -> Callable[[Sequence[Talk]], Marks]:
    return lambda talks: read_marks(_content(uploaded), _videos(talks), uploaded.name)


def _uploaded_scores(uploaded: SlidesPredictions) -> Callable[[Sequence[Talk]], Mapping[str, Scores]]:
    return lambda talks: read_scores(_content(uploaded), _videos(talks), uploaded.name)


def _content(uploaded: SlidesPredictions) -> bytes:
    """As a file, which is checked against the talks as they are now."""
    predicted = SlidesPredictions.objects.filter(pk=uploaded.pk).values_list("predicted", flat=True).first()
    if predicted is None:
        raise AlignmentError("was deleted meanwhile")
    return json.dumps(predicted).encode()  # orjson refuses whole numbers of many digits
