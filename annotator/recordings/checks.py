"""Checks of transcripts: two recognitions compared by a worker, and what people settled stored as the next version."""

from __future__ import annotations

import random
import secrets
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction

from alignment.text import is_spaceless
from alignment.transcripts.comparison import Comparison, compare
from alignment.transcripts.disagreement import find_masks
from alignment.transcripts.words import Word, joined, normaliser_of
from annotator.corpus.importing.newer import lock_imports
from annotator.models import CheckState, Document, HearingState, Mask, Recognition, TranscriptCheck
from annotator.people.activity import note
from annotator.platform.copying import copy_models
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.recordings.hearing import Heard as HeardWord
from annotator.recordings.hearing import heard_in, timed
from annotator.recordings.masking import Place, as_shown, lines_of, spoken_words
from annotator.recordings.models.checks import DEFAULT_PLANTED_SHARE
from annotator.recordings.names_and_terms import Heard, terms_of
from annotator.recordings.nearby import MOST_RARE_WORDS, places_of, rare_words_of, words_elsewhere
from annotator.recordings.planting import plant, share_on_a
from annotator.recordings.recognitions import check_is_transcript
from annotator.recordings.results import store_result

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of a recording that lasts a day, masks beyond this are no use to anybody: the recognisers heard something else.
MOST_MASKS = 20_000
#: Seconds of a stretch for which the error rate is shown along the talk.
WINDOW_SECONDS = 300.0
#: Seconds around a mask that its span plays too, so that words are not cut off.
MARGIN_SECONDS = 0.15


def request_check(
    *, document: Document, a: Recognition, b: Recognition, user: User | None,
    planted_share: float = DEFAULT_PLANTED_SHARE,
) -> TranscriptCheck:  # fmt: skip
    """Have a worker compare two recognitions of a transcript. Raises ServiceError for two that cannot be compared,
    Conflict where the transcript has a check already, or a newer version."""
    check_is_transcript(document)
    if a.pk == b.pk:
        raise ServiceError("Choose two recognitions.", field="b")
    for field, one in (("a", a), ("b", b)):
        if one.document_id != document.pk:
            raise ServiceError(f"{one.name} is of another transcript.", field=field)
        if one.state != HearingState.DONE:
            raise ServiceError(f"{one.name} is not done yet.", field=field)
    with transaction.atomic():
        Document.objects.select_for_update(no_key=True).get(pk=document.pk)
        if TranscriptCheck.objects.filter(document=document).exists():
            raise Conflict(f"{document.title} has a check already. Remove it first.", code="has_check")
        if Document.objects.filter(previous=document).exists():
            raise Conflict(f"{document.title} has a newer version. Check that one.", code="superseded")
        check = TranscriptCheck.objects.create(
            document=document, a=a, b=b, language=document.language, planted_share=planted_share,
            seed=secrets.randbelow(2**31), created_by=user,
        )  # fmt: skip
        enqueue(check)
        _note("check_made", check, f"{a.name} and {b.name}")
    return check


def remove_check(check: TranscriptCheck) -> None:
    """Raises Conflict where somebody has submitted a pass of it, or its result is being stored."""
    with transaction.atomic():
        held = TranscriptCheck.objects.select_for_update().get(pk=check.pk)
        if held.state == CheckState.STORING:
            raise Conflict("The result is being stored. Wait until that is done.", code="storing")
        if held.passes.filter(submitted_at__isnull=False).exists():
            raise Conflict("People have submitted passes of this check, so it stays.", code="has_passes")
        _note("check_removed", held)
        held.delete()


def store_soon(check: TranscriptCheck) -> None:
    """Have a worker store what people settled. Raises Conflict unless the check is at work."""
    if not check.begin_storing():
        raise Conflict("This check can't be stored now.", code="not_ready")
    enqueue(check)


def store_again(check: TranscriptCheck) -> None:
    """Where storing failed. Raises Conflict where it did not, ServiceError where no second pass is accepted."""
    with transaction.atomic():
        held = TranscriptCheck.objects.select_for_update().get(pk=check.pk)
        if held.state != CheckState.FAILED or not held.masks.exists():
            raise Conflict("There is nothing to store again.", code="not_failed")
        store_soon(held)


def _note(verb: str, check: TranscriptCheck, detail: str = "") -> None:
    document = check.document
    note(verb, project=document.project, kind="document", pk=document.pk, name=document.title, detail=detail)


def execute(pk: int) -> None:
    """Do in a worker what the state of a check asks for."""
    found = TranscriptCheck.objects.select_related("document__project", "a", "b", "created_by")
    perform_by_id(found, pk, _work, noun="check")


def _work(check: TranscriptCheck, heartbeat: Heartbeat) -> None:
    if check.state == CheckState.STORING:
        with transaction.atomic():
            lock_imports(check.document.project_id)
            document, rates = store_result(check, heartbeat.note)
            heartbeat.finish(CheckState.STORED, progress=1.0, message="", result=document, error_rates=rates)
            _note("check_stored", check, f"version {document.version}")
        return
    heartbeat.progress(0.1, "Comparing what was heard")
    a, b = timed(check.a.words), timed(check.b.words)
    found = find_masks(a, b, language=check.language)
    if len(found) > MOST_MASKS:
        raise ServiceError(
            f"{check.a.name} and {check.b.name} differ in {len(found):,} places. Are both of this recording?"
        )
    heartbeat.progress(0.5, "Placing masks")
    spoken_a, spoken_b = spoken_words(a, check.language), spoken_words(b, check.language)
    places = [
        Place(
            one.a_range, one.b_range, joined(spoken_a[slice(*one.a_range)]), joined(spoken_b[slice(*one.b_range)]),
            one.start, one.end,
        )
        for one in found
    ]  # fmt: skip
    own = spoken_words(timed(heard_in(check.document.units.order_by("position"), check.language)[0]), check.language)
    places = plant(
        places, a, b, (spoken_a, spoken_b), share=check.planted_share, seed=check.seed,
        on_a=share_on_a(own, spoken_a, spoken_b), elsewhere=words_elsewhere(check.document),
    )  # fmt: skip
    lines = lines_of(a, check.a.breaks, places)
    heartbeat.progress(0.8, "Counting errors")
    every_rare = rare_words_of(check.document)
    rare = every_rare[:MOST_RARE_WORDS]  # the result is counted on the same
    shown = as_shown(a, places, check.language, side="a"), as_shown(b, places, check.language, side="b")
    figures = {
        "between": _between(check, a, b, rare), "shown": _between(check, *shown, rare),
        "normaliser": normaliser_of(check.language).name,
        "rules": [rule.text for rule in normaliser_of(check.language).rules],
        "n_rare_words": len(every_rare), "rare_words": rare, "rare_places": places_of(rare, check.document),
        "terms": terms_of(
            [Heard(a, spoken_a, check.a.breaks), Heard(b, spoken_b, check.b.breaks)], rare, check.language
        ),
        "is_spaceless": is_spaceless(check.language or ""),
    }  # fmt: skip
    with transaction.atomic():
        copy_models(Mask, _masks(check, places))
        heartbeat.finish(
            CheckState.READY, progress=1.0, message="", lines=[line.as_json() for line in lines], figures=figures
        )


def _between(check: TranscriptCheck, a: Sequence[Word], b: Sequence[Word], rare: list[str]) -> dict[str, Any]:
    return rates_json(compare(a, b, language=check.language, rare_words=rare, window_seconds=WINDOW_SECONDS))


def _masks(check: TranscriptCheck, places: Sequence[Place]) -> list[Mask]:
    """Recognisers are more certain where both heard the same, which would tell. So a planted mask has about their
    certainty at another one: the very same would tell, too, where each mask has one of its own."""
    certain = [(_certainty(check.a.words, place.a), _certainty(check.b.words, place.b)) for place in places]
    unlike = [both for both, place in zip(certain, places, strict=True) if not place.planted]
    near = [_Near([both[side] for both in unlike], random.Random(f"{check.seed} {side}")) for side in (0, 1)]
    alike: dict[tuple[bool, bool], list[tuple[float | None, float | None]]] = {}
    for both, place in zip(certain, places, strict=True):
        if not place.planted:
            alike.setdefault(_heard_sides(place), []).append(both)
    rng = random.Random(check.seed)
    masks: list[Mask] = []
    for position, (place, both) in enumerate(zip(places, certain, strict=True)):
        if place.planted:
            a, b = rng.choice(alike.get(_heard_sides(place), unlike))
            both = near[0].value(a), near[1].value(b)
        masks.append(_mask(check, position, place, both))
    return masks


def _heard_sides(place: Place) -> tuple[bool, bool]:
    """On which sides something is shown: of nothing, no recogniser is certain."""
    return bool(place.text_a), bool(place.text_b)


class _Near:
    """Certainties like those of a side: one that several masks have stays, any other becomes one between its
    neighbours."""

    def __init__(self, certain: Sequence[float | None], rng: random.Random) -> None:
        self._often, self._rng = Counter(one for one in certain if one is not None), rng
        self._sorted = sorted(self._often)

    def value(self, certain: float | None) -> float | None:
        if certain is None or self._often[certain] > 1:
            return certain
        at = bisect_left(self._sorted, certain)
        low, high = self._sorted[max(0, at - 1)], self._sorted[min(len(self._sorted) - 1, at + 1)]
        n_digits = len(f"{certain:.3f}".rstrip("0").partition(".")[2])  # of a recogniser that has fewer, no more
        return round(self._rng.uniform(low, high), n_digits)


def _mask(
    check: TranscriptCheck, position: int, place: Place, certain: tuple[float | None, float | None]
) -> Mask:  # fmt: skip
    return Mask(
        transcript_check=check, position=position, code=place.code, a=place.text_a, b=place.text_b,
        words_a=list(place.a), words_b=list(place.b), certain_a=certain[0], certain_b=certain[1],
        start=max(0.0, round(place.start - MARGIN_SECONDS, 3)), end=round(place.end + MARGIN_SECONDS, 3),
        planted=place.planted,
    )  # fmt: skip


def _certainty(words: list[HeardWord], span: tuple[int, int]) -> float | None:
    known = [word[3] for word in words[slice(*span)] if word[3] is not None]
    return round(sum(known) / len(known), 3) if known else None


def rates_json(comparison: Comparison) -> dict[str, Any]:
    """``wer``, ``cer``, ``bwer`` (null without rare words), and ``along``: start, end and rate of each stretch."""
    rare = comparison.rare
    return {
        "wer": _rate(comparison.words), "cer": _rate(comparison.characters),
        "bwer": None if rare is None else _rate(rare),
        "along": [
            {"start": one.start, "end": one.end, "wer": _rate(one.rate)} for one in comparison.along if one.rate.units
        ],
    }  # fmt: skip


def _rate(rate: Any) -> float | None:
    return round(rate.rate, 4) if rate.units else None
