"""Passages: sentences of a paper proposed for each slide or span of a talk, and what people say of them.

Source: Chen et al. 2024, appendix B.4; how near words come to its encoder: `alignment.transcripts.related`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from alignment import encoders
from alignment.recordings.m3av import SlideSpeech
from alignment.recordings.segments import cut_segments
from alignment.transcripts.related import MOST, THRESHOLDS, nearest, similarities
from alignment.vectors import WordVectors
from annotator.aligning.paper_talk import load_word_vectors
from annotator.decks.pages import pages_of
from annotator.models import (
    Document,
    Pair,
    PairKind,
    PassageAnswer,
    PassageBasis,
    PassageMethod,
    Passages,
    PassageUnit,
    RunState,
    Timeline,
    TranscriptSegments,
    VectorSet,
)
from annotator.people.activity import note
from annotator.people.names import name_of
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.recordings.m3av import folder_of
from annotator.recordings.pieces import pieces_of, texts_in
from annotator.recordings.segments import cuts_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: The nearest sentences that are kept for each place, as many as M3AV released; `MOST` of them are proposed.
KEPT = 10
MOST_PLACES = 5_000
#: Sentences that a person may say something of at one place.
MOST_ANSWERS = 100
#: By which the released sentences of M3AV were found.
M3AV_ENCODER = "msmarco-distilbert-base-v4"
#: Width of a bar of the histogram.
BAR = 0.05
#: Whoever answers does so every few seconds: within this time the log has one entry of it.
_ONE_SITTING = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Method:
    """A way to compare. refusal : why it cannot be used here, in a sentence; empty if it can. vectors : as stored."""

    name: str
    label: str
    refusal: str
    threshold: float
    vectors: str = ""


def methods() -> list[Method]:
    """The ways to compare, and what those lack that cannot be used on this site."""
    default = VectorSet.objects.filter(is_default=True, state="ready").values_list("name", flat=True).first() or ""
    known = {name: encoders.available(name) for name in encoders.NAMES}
    encoder = next((name for name, (usable, _) in known.items() if usable), "")
    refusals = {
        PassageMethod.WORDS: ("", ""),
        PassageMethod.VECTORS: ("" if default else "This site has no default word vectors.", default),
        PassageMethod.ENCODER: ("" if encoder else known["sentence-transformers"][1], encoder),
    }
    return [
        Method(str(method), str(method.label), refusal, THRESHOLDS[method], vectors)
        for method, (refusal, vectors) in refusals.items()
    ]


def why_no_passages(pair: Pair) -> str:
    """Why no passages can be proposed, in a sentence; empty where they can."""
    if pair.kind != PairKind.PAPER_TALK:
        return f"{pair.title} has no paper and talk. Add the paper to this talk first."
    if not pair.target.units.filter(start_seconds__isnull=False).exists():
        return f"{pair.target.title} has no times, so nobody knows what was said when."
    return ""


def timeline_beside(pair: Pair) -> Timeline | None:
    """When the pages of a deck of the same talk were shown."""
    timelines = Timeline.objects.filter(pair__target=pair.target_id).select_related("pair__source")
    return timelines.order_by("-pair").first()


def request_passages(*, pair: Pair, per: str, basis: str, method: str, user: User | None) -> Passages:
    """Have a worker find passages. What people have said stays, and what was found before until there is more.

    Raises ServiceError where they cannot be found so, Conflict while they are being found, and where people have
    answered for other units.
    """
    if why := why_no_passages(pair):
        raise ServiceError(why, code="no_passages")
    chosen = next(one for one in methods() if one.name == method)
    if chosen.refusal:
        raise ServiceError(chosen.refusal, code="no_method", field="method")
    needs_slides = per == PassageUnit.SLIDE or basis != PassageBasis.SCRIPT
    if needs_slides and timeline_beside(pair) is None:
        raise ServiceError("No deck of this talk has a timeline. Take spans and the script.", field="per")
    with transaction.atomic():
        Pair.objects.select_for_update(no_key=True).get(pk=pair.pk)
        before = Passages.objects.filter(pair=pair).first()
        if before is not None and before.state in Passages.LIVE:
            raise Conflict("Passages of this talk are being found. Wait until that is done.")
        if before is not None and before.per != per and before.answers.exists():
            unit = before.get_per_display().lower()
            raise Conflict(f"People have answered for each {unit}. Remove the passages first.", code="has_answers")
        search: dict[str, Any] = {"per": per, "basis": basis, "method": method, "vectors": chosen.vectors}
        if before is None or before.method != method:  # else it stays as people have set it
            search["threshold"] = chosen.threshold
        fields = {
            "search": search, "state": RunState.QUEUED, "progress": 0, "message": "", "error": "", "attempts": 0,
            "claim": None, "heartbeat_at": None, "finished_at": None, "created_by": user,
        }  # fmt: skip
        if before is None or not before.places:
            fields |= search
        passages, _ = Passages.objects.update_or_create(pair=pair, defaults=fields)
        enqueue(passages)
        _note("passages_requested", passages)
    return passages


def keep_imported(pair: Pair, related: Sequence[tuple[str, Sequence[tuple[str, float]]]], user: User | None) -> None:
    """Keep what came with a talk from M3AV as passages of its slides, as if its encoder had been used here: `KEPT` at
    most for each. Slides are found by what was said on them, sentences by their text; what is not found is left out.

    related : what was said, and sentences of the paper with their similarity. Passages that there are stay.
    """
    if Passages.objects.filter(pair=pair).exists():
        return
    talk = folder_of(pair.target)
    pages = {slide.name: number for number, slide in enumerate(talk.slides or (), start=1)}
    position: dict[str, int] = {}
    for at, sentence in enumerate(pair.source.texts()):
        position.setdefault(sentence, at)
    waiting: dict[str, list[SlideSpeech]] = {}
    for slide in talk.speech_ocr or ():
        waiting.setdefault(" ".join(slide.speech_text.split()), []).append(slide)
    places: list[dict[str, Any]] = []
    for spoken, sentences in related:
        if not (slides := waiting.get(spoken)):
            continue
        slide = slides.pop(0)
        ranked = sorted(sentences, key=lambda one: -one[1])
        near = [[position[text], value] for text, value in ranked if text in position and value > 0][:KEPT]
        places.append(
            {"start": slide.start, "end": slide.end, "page": pages[slide.name], "text": spoken, "near": near}
        )  # fmt: skip
    if places:
        Passages.objects.create(
            pair=pair, per=PassageUnit.SLIDE, basis=PassageBasis.SCRIPT, method=PassageMethod.ENCODER,
            vectors=M3AV_ENCODER, threshold=THRESHOLDS[PassageMethod.ENCODER], places=places[:MOST_PLACES],
            state=RunState.SUCCEEDED, progress=1.0, finished_at=timezone.now(), created_by=user,
        )  # fmt: skip


def set_threshold(passages: Passages, threshold: float) -> None:
    """Have more or fewer of the nearest sentences proposed."""
    Passages.objects.filter(pk=passages.pk).update(threshold=threshold)


def remove_passages(pair: Pair) -> None:
    """Stop finding passages; where none are being found, remove them with what people said of them."""
    with transaction.atomic():
        passages = Passages.objects.select_for_update().filter(pair=pair).first()
        if passages is None:
            return
        if passages.cancel():
            if passages.places:  # what was found before stays
                Passages.objects.filter(pk=passages.pk).update(state=RunState.SUCCEEDED, message="")
            return
        _note("passages_removed", passages)
        passages.delete()


def answer(
    *, passages: Passages, start: float, end: float, known: Sequence[Mapping[str, Any]],
    answers: Sequence[Mapping[str, Any]], user: User,
) -> list[dict[str, Any]]:  # fmt: skip
    """Say which sentences belong to a place: all that is said of it, in the stead of what was `known`.

    start, end : of the place, whose index is another one once passages are found again. known, answers : ``{sentence,
    is_right}`` each. Raises Conflict where something else is there, with it, and where the place is no more;
    ServiceError for a sentence that is none.
    """
    wanted = {one["sentence"]: bool(one["is_right"]) for one in answers}
    with transaction.atomic():
        held = Passages.objects.select_for_update(no_key=True).select_related("pair__source").get(pk=passages.pk)
        times = [_times(one) for one in held.places]
        if (start, end) not in times:
            unit = held.get_per_display().lower()
            raise Conflict(
                f"Passages were found again meanwhile, and no {unit} is from {start:g} to {end:g} s any more. "
                "Yours is not saved. Load the page again.", code="places_changed",
            )  # fmt: skip
        place = times.index((start, end))
        there = list(held.answers.filter(place=place).select_related("by"))
        stands = {one.sentence: one.is_right for one in there}
        if stands == wanted:  # also where the same is sent again
            return [answer_json(one) for one in there]
        if stands != {one["sentence"]: bool(one["is_right"]) for one in known}:
            last = max(there, key=lambda one: one.at, default=None)
            who = name_of(last.by) if last is not None and last.by else "Somebody"
            raise Conflict(
                f"{who} said something else here meanwhile. Yours is not saved.", code="passages_changed",
                saved_by=who, answers=[answer_json(one) for one in there],
            )  # fmt: skip
        n_sentences = held.pair.source.units.count()
        if wrong := next((sentence for sentence in wanted if sentence >= n_sentences), None):
            raise ServiceError(f"The paper has no sentence {wrong + 1}; it has {n_sentences:,}.", field="answers")
        near = {sentence: (rank, value) for rank, (sentence, value) in enumerate(held.places[place]["near"], start=1)}
        is_new = not PassageAnswer.objects.filter(
            passages=held, by=user, at__gt=timezone.now() - _ONE_SITTING
        ).exists()  # fmt: skip
        held.answers.filter(place=place).exclude(sentence__in=wanted).delete()
        same = {one.sentence for one in there if wanted.get(one.sentence) == one.is_right}
        for sentence, is_right in wanted.items():
            if sentence in same:
                continue
            rank, similarity = near.get(sentence, (None, None))
            PassageAnswer.objects.update_or_create(
                passages=held, place=place, sentence=sentence,
                defaults={"is_right": is_right, "by": user, "rank": rank, "similarity": similarity},
            )  # fmt: skip
        if is_new:
            _note("passages_answered", held)
        return [answer_json(one) for one in held.answers.filter(place=place)]


def answer_json(one: PassageAnswer) -> dict[str, Any]:
    return {"sentence": one.sentence, "is_right": one.is_right}


def _note(verb: str, passages: Passages) -> None:
    pair = passages.pair
    note(verb, project=pair.project, kind="pair", pk=pair.pk, name=pair.title)


def execute(pk: int) -> None:
    """Find passages in a worker."""
    perform_by_id(Passages.objects.select_related("pair__source", "pair__target"), pk, _find, noun="search")


def _find(passages: Passages, heartbeat: Heartbeat) -> None:
    pair, search = passages.pair, dict(passages.search)
    for name in ("per", "basis", "method", "vectors"):
        setattr(passages, name, search.get(name, getattr(passages, name)))
    heartbeat.progress(0.05, "Reading the talk")
    places = _places(passages)
    if not places:
        raise ServiceError(f"Nothing is said in {pair.target.title}.")
    if len(places) > MOST_PLACES:
        raise ServiceError(f"{pair.target.title} has {len(places):,} places; {MOST_PLACES:,} are compared at most.")
    places += _others(passages, places)  # compared too: similarities of two ways do not go together
    sentences = pair.source.texts()
    vectors: WordVectors | None = None
    encoder: encoders.Encoder | None = None
    if passages.method == PassageMethod.VECTORS:
        vectors = load_word_vectors(passages.vectors, heartbeat.progress)
    elif passages.method == PassageMethod.ENCODER:
        encoder = encoders.encoder(passages.vectors)
    heartbeat.progress(0.3, "Comparing")
    compared = [place.pop("compared") for place in places]
    table = similarities(
        compared, sentences, method=passages.method, vectors=vectors, encoder=encoder,
        progress=lambda share, message: heartbeat.progress(0.3 + 0.6 * share, message),
    )  # fmt: skip
    for place, row in zip(places, table, strict=True):
        place["near"] = [[one.sentence, round(one.similarity, 4)] for one in nearest(row, threshold=0.0, most=KEPT)]
    with transaction.atomic():
        held = Passages.objects.select_for_update().get(pk=passages.pk)
        merged, moved = _with_answered(held, places)
        _renumber(held, moved, merged)
        heartbeat.finish(RunState.SUCCEEDED, progress=1.0, message="", **search, places=merged, search={})


def _places(passages: Passages) -> list[dict[str, Any]]:
    """Slides or spans in their order, each with what was said and what is compared."""
    talk = passages.pair.target
    timeline = timeline_beside(passages.pair)
    pages = _pages(timeline)
    if passages.per == PassageUnit.SLIDE:
        if timeline is None:
            raise ServiceError("The timeline of the deck was removed meanwhile.")
        last = talk.units.order_by("-end_seconds").values_list("end_seconds", flat=True).first()
        shown = [(page, start, last if end is None else end) for page, start, end, *_ in timeline.stretches if page]
        spans = [(page, start, end) for page, start, end in shown if end is not None and end > start]
    else:
        spans = [(_page_at(timeline, (start + end) / 2), start, end) for start, end in _spans(talk)]
    texts = texts_in(pieces_of(talk).all, [(start, end) for _, start, end in spans])
    return [
        _place(passages, pages, start, end, page, text)
        for (page, start, end), (text, _) in zip(spans, texts, strict=True)
        if text
    ]


def _place(
    passages: Passages, pages: Mapping[int, str], start: float, end: float, page: int | None, text: str
) -> dict[str, Any]:
    slide = pages.get(page, "") if page else ""
    compared = {PassageBasis.SCRIPT: text, PassageBasis.SLIDE: slide}.get(
        PassageBasis(passages.basis), f"{text}\n{slide}"
    )
    return {"start": start, "end": end, "page": page, "text": text, "compared": compared}


def _others(passages: Passages, places: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The places of before that are no more, for which people may have answered."""
    times = set(map(_times, places))
    timeline = timeline_beside(passages.pair)
    pages = _pages(timeline)
    result: list[dict[str, Any]] = []
    for one in passages.places:
        start, end = _times(one)
        if (start, end) not in times:
            page = one["page"] if passages.per == PassageUnit.SLIDE else _page_at(timeline, (start + end) / 2)
            result.append(_place(passages, pages, start, end, page, one["text"]) | {"is_gone": True})
    return result


def _pages(timeline: Timeline | None) -> dict[int, str]:
    return {page.number: page.text for page in pages_of(timeline.pair.source)} if timeline else {}


def _spans(talk: Document) -> list[tuple[float, float]]:
    cut = TranscriptSegments.objects.filter(document=talk).first()
    if cut is not None:
        return [(one.start, one.end) for one in cuts_of(cut)]
    words = [piece.as_word() for piece in pieces_of(talk).all]
    return [(round(one.start, 3), round(one.end, 3)) for one in cut_segments(words) if one.seconds > 0]


def _page_at(timeline: Timeline | None, seconds: float) -> int | None:
    for page, start, end, *_ in timeline.stretches if timeline else ():
        if start <= seconds and (end is None or seconds < end):
            return int(page) or None
    return None


def _with_answered(held: Passages, places: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[int, int]]:
    """(the places there are now, and of those of before the ones that people answered for; old index -> new index)."""
    answered = {_times(held.places[index]): index for index in held.answers.values_list("place", flat=True)}
    merged = sorted(
        (place for place in places if not place.pop("is_gone", False) or _times(place) in answered), key=_times
    )
    at = {_times(place): index for index, place in enumerate(merged)}
    return merged, {index: at[times] for times, index in answered.items()}


def _times(place: Mapping[str, Any]) -> tuple[float, float]:
    return place["start"], place["end"]


def _renumber(held: Passages, moved: Mapping[int, int], places: Sequence[Mapping[str, Any]]) -> None:
    """Answers at their new places, with the similarity that their sentence has there now."""
    answers = list(held.answers.all())
    held.answers.all().delete()
    for one in answers:
        one.pk, one.place = None, moved[one.place]
        ranks = {sentence: (rank, value) for rank, (sentence, value) in enumerate(places[one.place]["near"], start=1)}
        one.rank, one.similarity = ranks.get(one.sentence, (None, None))
    made_at = [one.at for one in answers]
    PassageAnswer.objects.bulk_create(answers)
    for one, at in zip(answers, made_at, strict=True):
        one.at = at
    PassageAnswer.objects.bulk_update(answers, ["at"])


def proposed(place: Mapping[str, Any], threshold: float) -> list[list[Any]]:
    """The sentences that are proposed for a place: of the nearest those above the threshold, three at most."""
    return [[sentence, value] for sentence, value in place["near"][:MOST] if value > threshold]


def histogram(passages: Passages) -> list[dict[str, Any]]:
    """A bar for each `BAR` of similarity: ``n`` of the nearest sentences of this talk, ``n_right`` that people accepted
    in the project's talks by this method, and what a threshold at its beginning would keep there: ``n_kept`` of those
    that people answered, ``n_kept_right`` of them right."""
    bars = round(1 / BAR)
    own = Counter(_bar(value, bars) for place in passages.places for _, value in place["near"][:MOST])
    answered = PassageAnswer.objects.filter(
        passages__pair__project=passages.pair.project_id, passages__method=passages.method, rank__lte=MOST
    ).values_list("similarity", "is_right")
    right, wrong = Counter[int](), Counter[int]()
    for value, is_right in answered.order_by():
        (right if is_right else wrong)[_bar(value or 0.0, bars)] += 1
    result: list[dict[str, Any]] = []
    for bar in range(bars):
        kept_right = sum(right[at] for at in range(bar, bars))
        kept = kept_right + sum(wrong[at] for at in range(bar, bars))
        result.append(
            {
                "from": round(bar * BAR, 2), "n": own[bar], "n_right": right[bar], "n_kept": kept,
                "n_kept_right": kept_right,
            }
        )  # fmt: skip
    return result


def _bar(value: float, bars: int) -> int:
    return max(0, min(bars - 1, int(value / BAR + 1e-9)))


def n_answered_talks(passages: Passages) -> int:
    """In how many talks of the project people have answered."""
    talks = Passages.objects.filter(pair__project=passages.pair.project_id, method=passages.method)
    return int(talks.annotate(n=Count("answers")).filter(n__gt=0).count())


def related_of(pair: Pair) -> list[tuple[str, list[tuple[int, float]]]] | None:
    """For each place of a talk what was said, and the sentences of its paper that belong to it: those that people
    accepted, and of sentences that nobody has said anything of, those proposed. None for a pair without passages."""
    found = Passages.objects.filter(pair=pair).first()
    if found is None or not found.places:
        return None
    return [(place["text"], kept) for place, kept in _kept_at(found)]


def sentences_by_page(passages: Passages) -> dict[int, list[int]]:
    """The positions of the sentences that belong to each page that was shown, ascending; as `related_of` has them."""
    pages: dict[int, set[int]] = {}
    for place, kept in _kept_at(passages):
        if place["page"]:
            pages.setdefault(place["page"], set()).update(sentence for sentence, _ in kept)
    return {page: sorted(sentences) for page, sentences in pages.items()}


def _kept_at(passages: Passages) -> Iterator[tuple[Mapping[str, Any], list[tuple[int, float]]]]:
    answers: dict[int, dict[int, bool]] = {}
    for one in passages.answers.all():
        answers.setdefault(one.place, {})[one.sentence] = one.is_right
    for number, place in enumerate(passages.places):
        near = dict(place["near"])
        answered = answers.get(number, {})
        kept = {sentence: near.get(sentence, 0.0) for sentence, is_right in answered.items() if is_right}
        kept |= {sentence: value for sentence, value in proposed(place, passages.threshold) if sentence not in answered}
        yield place, sorted(kept.items(), key=lambda item: (-item[1], item[0]))
