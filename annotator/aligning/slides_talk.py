"""A talk as a sequence of sentences, each on a page of its slides: by a timeline, or by the words."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from itertools import compress, groupby
from typing import Any

from alignment import __version__
from alignment.slides.align import SlidesOptions, align_slides, digest
from alignment.slides.key_sentences import KeyOptions, KeySentences, choose_key_sentences, report_labels
from alignment.slides.timeline import Shown, align_timeline
from alignment.types import Progress, share_of
from annotator.aligning.engine_options import KEY_OPTIONS
from annotator.decks.pages import pages_of
from annotator.models import Document, Pair, Timeline, Unit
from annotator.platform.errors import ServiceError

Options = dict[str, Any]
#: Of a stretch: a person chooses one of so many by a key.
_CANDIDATES = 5
#: Characters of a page that its key sentences are chosen by; what is longer is no slide, and would take memory with the
#: length of the talk.
_PAGE_LENGTH = 4000
_OPTIONS = [each.name for each in fields(SlidesOptions)]
#: Where a row stands in the talk: (sentence, start, end) of each of its pieces, in code points.
Pieces = Sequence[tuple[int, int, int]]
#: Units of the source with the probability that they are right; None is none of them.
Chances = dict[int | None, float]


@dataclass(frozen=True)
class SlidesResult:
    """Sentences on pages.

    chances : for each sentence; the first is the page it was given. pages : texts of pages by the unit that stands for
    each. key : how the key sentences of a stretch are chosen; None chooses none.
    """

    texts: Sequence[str]
    chances: Sequence[Chances]
    signature: str
    engine_info: Mapping[str, Any]
    cuts: Mapping[int, float]
    pages: Mapping[int, str]
    key: KeyOptions | None

    @property
    def info(self) -> dict[str, Any]:
        info = {**self.engine_info, "without_page": sum(next(iter(each)) is None for each in self.chances)}
        if self.key is not None:
            chosen = [one for one in self._chosen if one is not None]
            info["key_sentences"] = asdict(report_labels(chosen)) | asdict(self.key)
        return info

    @property
    def links(self) -> list[dict[str, Any]]:
        """The fields of `Link` rows: one for each stretch of sentences on one page, or on none."""
        links = []
        for (unit, sentences), chosen in zip(self._stretches, self._chosen, strict=True):
            mean = mean_of([(1.0, self.chances[sentence]) for sentence in sentences])
            candidates = [[other, chance] for other, chance in mean.items() if other is not None]
            links.append(
                {
                    "source": [] if unit is None else [unit],
                    "target": [[sentence, 0, len(self.texts[sentence])] for sentence in sentences],
                    "confidence": mean[unit],
                    "candidates": candidates[:_CANDIDATES],
                    "features": {"sentences": len(sentences), "cut": self.cuts.get(sentences[0], 1.0)},
                    "key_sentences": list(compress(sentences, chosen.labels)) if chosen is not None else [],
                }
            )
        return links

    @cached_property
    def _stretches(self) -> list[tuple[int | None, list[int]]]:
        units = [next(iter(each)) for each in self.chances]
        return [(unit, list(group)) for unit, group in groupby(range(len(units)), key=units.__getitem__)]

    @cached_property
    def _chosen(self) -> list[KeySentences | None]:
        """Of each stretch; None where it is on no page."""
        key = self.key
        return [
            choose_key_sentences([self.texts[one] for one in sentences], self.pages[unit][:_PAGE_LENGTH], key)
            if unit is not None and key is not None
            else None
            for unit, sentences in self._stretches
        ]

    @property
    def learned(self) -> None:
        return None


def mean_of(parts: Sequence[tuple[float, Chances]]) -> Chances:
    """The mean of some chances by their weights, the most probable first; none where nothing weighs."""
    total = sum(weight for weight, _ in parts)
    sums: dict[int | None, float] = defaultdict(float)
    for weight, chances in parts:
        for unit, chance in chances.items():
            sums[unit] += weight * chance
    # Divided last: nine ninths add up to more than 1, which is no probability.
    means = {unit: weighed / total for unit, weighed in sums.items()}
    return dict(sorted(means.items(), key=lambda entry: -entry[1]))


def align_by_words(pair: Pair, options: Options, progress: Progress) -> SlidesResult:
    """Find the page of each sentence by the words that both have."""
    progress(0.0, "Reading slides and talk")
    return _by_words(pair, options, {}, share_of(progress, 0.05, 0.95))


def align_by_timeline(pair: Pair, options: Options, progress: Progress) -> SlidesResult:
    """Find the page of each sentence by when the pages were shown: exact. Raises ServiceError without a timeline."""
    progress(0.0, "Reading slides and talk")
    return _by_timeline(pair, options)


def around_by_words(
    pair: Pair, options: Options, free: Sequence[Pieces], *, fixed: Sequence[tuple[Pieces, int | None]],
    progress: Progress | None,
) -> list[Chances]:  # fmt: skip
    """For each free row the pages that it may belong to, given the pages of others; see `engines.AlignAround`."""
    decided = sentences_of(fixed)
    aligned = _by_words(pair, options, decided, progress)
    return [_chances_of(pieces, aligned.chances, decided) for pieces in free]


def around_by_timeline(
    pair: Pair, options: Options, free: Sequence[Pieces], *, fixed: Sequence[tuple[Pieces, int | None]],
    progress: Progress | None,
) -> list[Chances]:  # fmt: skip
    """The pages that the timeline has for the free rows; what people decided changes nothing about them."""
    aligned, decided = _by_timeline(pair, options), sentences_of(fixed)
    return [_chances_of(pieces, aligned.chances, decided) for pieces in free]


def sentences_of(fixed: Sequence[tuple[Pieces, int | None]]) -> dict[int, int | None]:
    """The unit of each sentence that rows decide: of several rows within one sentence, the one with most of it; ties
    go to the first."""
    most: dict[int, int] = {}
    decided: dict[int, int | None] = {}
    for pieces, unit in fixed:
        held: dict[int, int] = defaultdict(int)
        for sentence, start, end in pieces:
            held[sentence] += end - start
        for sentence, length in held.items():
            if length > most.get(sentence, 0):
                most[sentence], decided[sentence] = length, unit
    return decided


def _chances_of(pieces: Pieces, chances: Sequence[Chances], decided: Mapping[int, int | None]) -> Chances:
    """The mean over the sentences of a row, by how much of each it has; nothing where others decide all of them."""
    return mean_of([(end - start, chances[sentence]) for sentence, start, end in pieces if sentence not in decided])


def _by_words(
    pair: Pair, options: Options, decided: Mapping[int, int | None], progress: Progress | None
) -> SlidesResult:
    pages, texts = pages_of(pair.source), pair.target.texts()
    index_of = {unit: index for index, page in enumerate(pages) for unit in page.units}
    alignment = align_slides(
        [page.text for page in pages],
        texts,
        options=SlidesOptions(**{name: options[name] for name in _OPTIONS if name in options}),
        fixed={sentence: None if unit is None else index_of[unit] for sentence, unit in decided.items()},
        progress=progress,
    )

    def unit_of(page: int | None) -> int | None:
        return None if page is None else pages[page].unit

    chances: list[Chances] = []
    for page, confidence, candidates in zip(alignment.pages, alignment.confidence, alignment.candidates, strict=True):
        own: Chances = {unit_of(page): confidence}
        chances.append(own | {unit_of(other): chance for other, chance in candidates if other != page})
    cuts = {stretch.start: stretch.cut_confidence for stretch in alignment.stretches}
    key, signature = _key_options(options)
    page_texts = {page.unit: page.text for page in pages}
    return SlidesResult(texts, chances, f"{alignment.signature}|{signature}", alignment.info, cuts, page_texts, key)


def _by_timeline(pair: Pair, options: Options) -> SlidesResult:
    timeline = Timeline.objects.filter(pair=pair).first()
    if timeline is None:
        raise ServiceError(f"{pair.title} has no timeline.", code="no_timeline")
    shown = [
        Shown(page or None, start, math.inf if end is None else end) for page, start, end, *_ in timeline.stretches
    ]  # by the number of the page: a deck may lack units of some
    times, texts, pages = times_of(pair.target), pair.target.texts(), pages_of(pair.source)
    unit_of = {page.number: page.unit for page in pages}
    key, of_key = _key_options(options)
    units = [unit_of.get(number or 0) for number in align_timeline(shown, times)]
    parts = {"timeline": timeline.stretches, "times": times, "talk": texts, "deck": sorted(unit_of.items())}
    if key is not None:
        parts |= {"pages": [page.text for page in pages]}
    digests = "|".join(f"{name}:{digest(part)}" for name, part in parts.items())
    chances: list[Chances] = [{unit: 1.0} for unit in units]
    signature = f"engine:timeline|{digests}|v:{__version__}|{of_key}"
    return SlidesResult(texts, chances, signature, {}, {}, {page.unit: page.text for page in pages}, key)


def key_options(options: Options) -> KeyOptions:
    """By what the key sentences of a run with these options are chosen; by the defaults where it chooses none."""
    chosen = {name: options[option] for option, name in KEY_OPTIONS.items() if option in options}
    if not chosen.get("max_sentences"):
        chosen.pop("max_sentences", None)
    return KeyOptions(**chosen)


def _key_options(options: Options) -> tuple[KeyOptions | None, str]:
    """With what the signature says of them."""
    if not options.get("key_sentences", 0):
        return None, "key_sentences:0"
    key = key_options(options)
    signature = "|".join(f"{option}:{getattr(key, name)}" for option, name in KEY_OPTIONS.items())
    return key, signature


def has_times(talk: Document) -> bool:
    """A recogniser gives times to every sentence or to none, so that the first one tells."""
    return Unit.objects.filter(document=talk, position=0, start_seconds__isnull=False).exists()


def times_of(talk: Document) -> list[tuple[float, float]]:
    """Start and end of each sentence in seconds; one without times is where the one before it ended."""
    times: list[tuple[float, float]] = []
    at = 0.0
    for start, end in talk.units.order_by("position").values_list("start_seconds", "end_seconds"):
        start = at if start is None else start
        at = start if end is None else end
        times.append((start, at))
    return times
