"""What recognisers heard of the segments of a release: scored, and laid beside what was said, word by word.

The segments, what was said in them, and the rare words are those in the release's manifest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from alignment.metrics.recognition import Heard, Rate, Run, Segment, differences, score_recognition
from alignment.text import is_spaceless
from annotator.models import HeardTalk, Release, System
from annotator.recordings.clips import clip_names
from annotator.releases.systems.reading import refuse_extra
from annotator.releases.systems.references import Place, length_of


@dataclass(frozen=True, slots=True)
class Spoken:
    """A segment of a release. place : its number among all segments of the release, its talk's number and title, and
    the group of its length. start, end : seconds."""

    id: str
    text: str
    start: float
    end: float
    place: Place


def talks_with_segments(release: Release) -> list[dict[str, Any]]:
    """As the manifest has them; none of a release without clips."""
    return segments_in(release.manifest)


def segments_in(manifest: str) -> list[dict[str, Any]]:
    """The talks of a manifest that have segments."""
    talks: list[dict[str, Any]] = orjson.loads(manifest).get("clips", {}).get("talks", [])
    return talks


def spoken_languages(talks: Iterable[dict[str, Any]]) -> list[str]:
    return sorted({talk["language"] for talk in talks})


def spoken_in(talks: Sequence[dict[str, Any]], language: str, split: str = "") -> list[Spoken]:
    """The segments of talks in a language, of one split or of all, in the order of the manifest. Their ids are those of
    the release's audio clips."""
    spoken, number = [], 0
    for talk_number, talk in enumerate(talks, start=1):
        is_asked = talk["language"] == language and split in ("", talk["split"])
        names = clip_names(talk["name"], ((start, end, speaker) for start, end, _, speaker in talk["segments"]))
        for name, (start, end, text, _) in zip(names, talk["segments"], strict=True):
            number += 1
            if is_asked:
                place = Place(number, talk_number, talk["title"], "", length_of(text, language))
                spoken.append(Spoken(name, text, start, end, place))
    return spoken


def rare_words_of(talks: Iterable[dict[str, Any]], language: str) -> set[str]:
    """The rare words of all talks in a language; none in releases from before they were kept."""
    return {word for talk in talks if talk["language"] == language for word in talk.get("rare_words", [])}


def check_ids(output: Collection[str], spoken: Sequence[Spoken], release: Release) -> None:
    """Raises ServiceError with the ids that are no segments of this part of a release."""
    refuse_extra(output, {each.id for each in spoken}, "segment", f"what is scored of release {release.version}")


def score_heard(
    talks: Sequence[dict[str, Any]], spoken: Sequence[Spoken], output: dict[str, str], *, language: str, normaliser: str
) -> Heard:
    """WER, CER and BWER of an output, by the metrics of `alignment`."""
    segments = [Segment(each.id, each.text) for each in spoken]
    rare = rare_words_of(talks, language)
    return score_recognition(segments, output, language=language, normaliser=normaliser, rare_words=rare)


def heard_talks(
    system: System, spoken: Sequence[Spoken], heard: Heard, rare: set[str], language: str
) -> list[HeardTalk]:
    """What was heard beside what was said, by talk; not yet stored. rare : normalised."""
    missing = set(heard.missing)
    first, biased = heard.rates[0], next((rate for rate in heard.rates if rate.key == "bwer"), None)
    joiner = "" if is_spaceless(language) else " "
    talks: dict[int, HeardTalk] = {}
    for index, (each, reference, text) in enumerate(zip(spoken, heard.references, heard.texts, strict=True)):
        place = each.place
        if place.talk not in talks:
            talks[place.talk] = HeardTalk(system=system, number=place.talk, title=place.title[:500], segments=[])
        errors, units = _counts(first, index)
        rare_errors, rare_units = _counts(biased, index) if biased else (0, 0)
        runs = [_run(run, joiner) for run in differences(reference, text, language=language)]
        rare_here = sorted(rare.intersection((*reference.split(), *text.split())))
        talks[place.talk].segments.append(
            {
                "id": each.id, "start": each.start, "end": each.end, "missing": each.id in missing, "errors": errors,
                "units": units, "rare_errors": rare_errors, "rare_units": rare_units, "rare": rare_here, "runs": runs,
            }
        )  # fmt: skip
    return list(talks.values())


def _counts(rate: Rate, index: int) -> tuple[int, int]:
    total = rate.of([index])
    return total.errors, total.units


def _run(run: Run, joiner: str) -> list[str]:
    return [joiner.join(run.reference), joiner.join(run.heard), run.letters]
