"""What a rating task can take from its project: rows of releases and outputs for them, summaries, generated texts.

A source has sets, and systems that made something of them. Which of them a task takes: `drawing`.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.db.models import Count, F, Func, IntegerField, Q, QuerySet, Sum

from alignment.text import is_spaceless
from annotator.aligning.engines import TALKSUMM
from annotator.importers import sandbox
from annotator.importers.base import MAX_OUTPUT_BYTES
from annotator.models import (
    AlignmentRun,
    Direction,
    Document,
    DocumentKind,
    GeneratedText,
    GenerationRun,
    GivenSummary,
    HeardTalk,
    PagePicture,
    Pair,
    PairSummary,
    PicturesState,
    Project,
    Release,
    ReleaseState,
    Review,
    RunState,
    SummarySet,
    SummarySetKind,
    System,
    SystemKind,
    SystemState,
)
from annotator.platform.errors import ServiceError, Unavailable
from annotator.releases.systems.reading import fit_translation, read_output
from annotator.releases.systems.references import Part, language_pairs, n_lines, references, row_ids
from annotator.summaries.evaluating.systems import newest_runs, paper_of, systems, text_of

#: Papers of one task: they are summarised within the request.
MOST_PAPERS = 100
#: Releases that are offered, the newest.
_RELEASES = 20
#: Outputs that are read within a request, in all. Larger ones are taken from a list.
_MOST_READ = MAX_OUTPUT_BYTES // 4
#: What people made or checked, beside what systems did.
GOLD = "gold"
_WAIT_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Offered:
    """A system of a source. made_by : who uploaded it, who does not rate it."""

    key: str
    name: str
    made_by: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """n_sets : at most; those of which a chosen system has nothing are left out."""

    key: str
    kind: str
    name: str
    n_sets: int
    systems: tuple[Offered, ...]


@dataclass(slots=True)
class Found:
    """A set before it is drawn. talk : tells those of one talk from others. texts : by the key of the system. made_by :
    of texts that one person made. picture : of the slide that it is of, alt : what is read out instead. pair,
    document : what it is of, as far as it is still there."""

    group: str
    talk: Any
    reference: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    made_by: dict[str, int] = field(default_factory=dict)
    generated: dict[str, int] = field(default_factory=dict)
    picture: int | None = None
    alt: str = ""
    pair: int | None = None
    document: int | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """offer : what a project has of it. find : of one source the sets of which all chosen systems have a text, and how
    many others there are. complete : what is read only of sets that were drawn."""

    offer: Callable[[Project], Iterator[Source]]
    find: Callable[[Project, str, Sequence[Offered], int, random.Random], tuple[list[Found], int]]
    complete: Callable[[Sequence[Found], str, Sequence[Offered]], None]


def sources_of(project: Project) -> list[Source]:
    return [source for kind in KINDS.values() for source in kind.offer(project)]


# Rows of releases, and translations of them.


def _releases(project: Project) -> list[Release]:
    frozen = Release.objects.filter(test_set__project=project, state=ReleaseState.FROZEN)
    return list(frozen.order_by("-pk")[:_RELEASES])


def _offer_rows(project: Project) -> Iterator[Source]:
    releases = _releases(project)
    by_part: dict[tuple[int, str, str], list[System]] = defaultdict(list)
    uploaded = System.objects.filter(
        on_release__in=releases, kind=SystemKind.TRANSLATION, state=SystemState.SCORED, engine="", split=""
    )
    for system in uploaded.defer("scores", "samples").order_by("name"):
        by_part[system.on_release_id, system.source_language, system.target_language].append(system)
    for release in releases:
        for languages in language_pairs(release):
            part = Part(*languages)
            yield Source(
                f"rows-{release.pk}-{'-'.join(languages)}", "rows",
                f"{release.title} {release.version}, {' to '.join(languages)}", n_lines(release, part),
                (Offered(GOLD, "Release"), *map(_uploaded, by_part[release.pk, *languages])),
            )  # fmt: skip


def _uploaded(system: System) -> Offered:
    return Offered(f"system-{system.pk}", system.name, system.created_by_id)


def _find_rows(
    project: Project, key: str, chosen: Sequence[Offered], n: int, rng: random.Random
) -> tuple[list[Found], int]:
    _kind, pk, languages = key.split("-", 2)
    release = Release.objects.get(pk=pk)
    part = next(Part(*pair) for pair in language_pairs(release) if "-".join(pair) == languages)
    rows = list(references(release, part))
    outputs: dict[str, Sequence[str]] = {GOLD: [row.text for row in rows]}
    wanted = _systems(chosen)
    try:
        if sum(system.file.size for system in wanted.values()) > _MOST_READ:
            raise ServiceError(
                f"The outputs have more than {_MOST_READ // 2**20} MB together. Take the texts from a list.",
                field="systems",
            )
        for name, system in wanted.items():
            with system.file.open("rb") as file:
                output = read_output(file.read(), system.file_name, wait_seconds=_WAIT_SECONDS)
            outputs[name] = fit_translation(output, rows, lambda: row_ids(release), release.version).texts
    except sandbox.Busy as error:
        raise Unavailable("Other files are being read. Try again in a moment.", code="busy") from error
    except OSError as error:
        raise ServiceError("The file of an output can't be read. Upload it again.", field="systems") from error
    found_sets = [
        Found(f"{row.place.title}, row {row.place.number}", row.place.talk, row.source,
              {each.key: outputs[each.key][at] for each in chosen})
        for at, row in enumerate(rows)
    ]  # fmt: skip
    return _complete(found_sets)


def _complete_rows(taken: Sequence[Found], key: str, chosen: Sequence[Offered]) -> None:
    """The pair of each row, and who made the text of the release: whose review the row is of."""
    there = set(Pair.objects.filter(pk__in={each.talk for each in taken}).values_list("pk", flat=True))
    for each in taken:
        each.pair = each.talk if each.talk in there else None
    if GOLD not in {each.key for each in chosen}:
        return
    numbers = {int(each.group.rpartition(" ")[2]): each for each in taken}
    records = Release.objects.get(pk=key.split("-")[1]).rows.filter(number__in=numbers)
    reviews = {number: orjson.loads(text).get("review_id") for number, text in records.values_list("number", "record")}
    people = dict(Review.objects.filter(pk__in=set(reviews.values()) - {None}).values_list("pk", "annotator"))
    for number, review in reviews.items():
        if person := people.get(review):
            numbers[number].made_by[GOLD] = person


def _systems(chosen: Iterable[Offered]) -> dict[str, System]:
    numbers = {each.key: int(each.key.partition("-")[2]) for each in chosen if each.key.startswith("system-")}
    by_pk = System.objects.defer("scores", "samples").in_bulk(numbers.values())
    return {key: by_pk[pk] for key, pk in numbers.items() if pk in by_pk}


def _complete(found_sets: Iterable[Found]) -> tuple[list[Found], int]:
    """Those of which every system has a text, and how many others there are."""
    whole, n_left = [], 0
    for each in found_sets:
        if all(text.strip() for text in each.texts.values()):
            whole.append(each)
        else:
            n_left += 1
    return whole, n_left


# What recognisers heard in the segments of releases.


def _offer_heard(project: Project) -> Iterator[Source]:
    releases = {release.pk: release for release in _releases(project)}
    scored = System.objects.filter(
        on_release__in=releases, kind=SystemKind.RECOGNITION, state=SystemState.SCORED, split=""
    )
    # Texts of two normalisers differ in capitals and punctuation, by which raters would know one system from another.
    of_part: dict[tuple[int, str, str], list[System]] = defaultdict(list)
    for system in scored.defer("scores", "samples").order_by("-on_release", "name"):
        of_part[system.on_release_id, system.source_language, system.options.get("normaliser", "")].append(system)
    counts = _segment_counts([those[0].pk for those in of_part.values()])
    for (pk, language, normaliser), those in of_part.items():
        release = releases[pk]
        yield Source(
            f"heard-{pk}-{language}-{normaliser}", "heard",
            f"{release.title} {release.version}, heard in {language}, {normaliser}", counts.get(those[0].pk, 0),
            (Offered(GOLD, "What was said"), *map(_uploaded, those)),
        )  # fmt: skip


def _segment_counts(pks: Collection[int]) -> dict[int, int]:
    n = Func(F("segments"), function="jsonb_array_length", output_field=IntegerField())
    talks = HeardTalk.objects.filter(system__in=pks).order_by().values("system").annotate(n=Sum(n))
    return dict(talks.values_list("system", "n"))


def _find_heard(
    project: Project, key: str, chosen: Sequence[Offered], n: int, rng: random.Random
) -> tuple[list[Found], int]:
    wanted = _systems(chosen)
    any_system = next(iter(wanted.values()), None)
    if any_system is None:
        raise ServiceError("Choose a recogniser.", field="systems")
    joiner = "" if is_spaceless(any_system.source_language) else " "
    has_gold = GOLD in {one.key for one in chosen}
    found_sets: dict[str, Found] = {}
    for name, system in wanted.items():
        for talk in system.heard_talks.order_by("number"):
            for segment in talk.segments:
                spoken, heard = (joiner.join(run[side] for run in segment["runs"] if run[side]) for side in (0, 1))
                each = found_sets.setdefault(
                    segment["id"],
                    # What was said, beside itself, would tell which sample it is.
                    Found(
                        f"{talk.title}, {segment['id']}", talk.number, "" if has_gold else spoken,
                        dict.fromkeys(wanted, ""),
                    ),
                )  # fmt: skip
                each.texts[name] = heard
                if has_gold:
                    each.texts[GOLD] = spoken
    return _complete(found_sets.values())


def _complete_heard(taken: Sequence[Found], key: str, chosen: Sequence[Offered]) -> None:
    """The transcript of each talk: a release names it by its title."""
    titles = {each.group.rpartition(", ")[0] for each in taken}
    release = Release.objects.select_related("test_set").get(pk=key.split("-")[1])
    texts = Document.objects.filter(project=release.test_set.project_id, title__in=titles, kind=DocumentKind.TRANSCRIPT)
    by_title = dict(texts.order_by("pk").values_list("title", "pk"))
    for each in taken:
        each.document = by_title.get(each.group.rpartition(", ")[0])


# Summaries of papers.


def _offer_summaries(project: Project) -> Iterator[Source]:
    n_papers = _papers(project).count()
    if n_papers:
        sets = SummarySet.objects.filter(project=project)
        by_key = {f"set-{each.pk}": each.created_by_id for each in sets if each.kind == SummarySetKind.SYSTEM}
        made = [Offered(each.name, each.label, by_key.get(each.name)) for each in systems(project)]
        by_people = [
            Offered(f"references-{each.pk}", each.name, each.created_by_id)
            for each in sets
            if each.kind == SummarySetKind.REFERENCES
        ]
        summaries = PairSummary.objects.filter(pair__project=project)
        kept = [Offered("gold-reviews", "As made from gold reviews")] * summaries.exclude(review=None).exists()
        kept += [Offered("made", "As made from runs")] * summaries.filter(review=None).exists()
        yield Source(
            "summaries", "summaries", "Summaries of papers", min(n_papers, MOST_PAPERS), (*by_people, *kept, *made)
        )


def _papers(project: Project) -> Any:
    """Those that a talk or a file has a summary of."""
    runs = AlignmentRun.objects.filter(pair__project=project, engine=TALKSUMM, state=RunState.SUCCEEDED)
    talks = Q(pk__in=runs.values("pair__source"))
    in_files = Q(pk__in=GivenSummary.objects.filter(set__project=project).values("document"))
    return project.documents.filter(talks | in_files, kind=DocumentKind.PAPER, next=None)


def _find_summaries(
    project: Project, key: str, chosen: Sequence[Offered], n: int, rng: random.Random
) -> tuple[list[Found], int]:
    if n > MOST_PAPERS:
        raise ServiceError(f"Summaries of {MOST_PAPERS} papers at most.", field="n_sets")
    pks = sorted(_papers(project).values_list("pk", flat=True))
    rng.shuffle(pks)
    runs = newest_runs(project, pks)
    makers = {each.name: each.summarise for each in systems(project)}
    found_sets: list[Found] = []
    n_left = 0
    for pk in pks[: 2 * MOST_PAPERS]:
        if len(found_sets) == n:
            break
        run = AlignmentRun.objects.filter(pk=runs[pk]).first() if pk in runs else None
        paper = paper_of(Document.objects.get(pk=pk), run)
        texts = {
            each.key: (makers[each.key](paper) if each.key in makers else _kept(each.key, paper)) or ""
            for each in chosen
        }
        abstract = paper.text(paper.abstract)
        shown = "" if abstract in texts.values() else abstract  # beside itself, it would tell a system
        whole, left = _complete([Found(paper.title, pk, shown, texts, document=pk)])
        found_sets, n_left = found_sets + whole, n_left + left
    return found_sets, n_left


def _complete_summaries(taken: Sequence[Found], key: str, chosen: Sequence[Offered]) -> None:
    """The talk whose review a summary was made from, and whose review that is."""
    if "gold-reviews" not in {each.key for each in chosen}:
        return
    for each in taken:
        made = _made(each.document, by_people=True).first()
        if made is not None and made.review is not None:
            each.pair, each.made_by["gold-reviews"] = made.pair_id, made.review.annotator_id


def _made(paper: Any, *, by_people: bool) -> QuerySet[PairSummary]:
    """What workers made of talks about a paper, from reviews or from runs, the newest first."""
    made = PairSummary.objects.filter(pair__source=paper, review__isnull=not by_people)
    return made.select_related("review").order_by("-made_at")


def _kept(key: str, paper: Any) -> str:
    """A summary that came with a file as a reference, or that a worker has made of a talk."""
    if key.startswith("references-"):
        summary = GivenSummary.objects.filter(set=int(key.removeprefix("references-")), document=paper.pk).first()
        return "" if summary is None else text_of(summary, paper)
    made = _made(paper.pk, by_people=key == "gold-reviews").first()
    return "" if made is None else str(paper.text(made.positions))


# Texts generated from slides, or from what was said on them.

_OWN = {Direction.SCRIPT: "As spoken", Direction.SLIDE: "The slide itself"}
_TO = {Direction.SCRIPT: "Generated scripts of slides", Direction.SLIDE: "Generated slides of scripts"}


def _offer_generated(project: Project) -> Iterator[Source]:
    runs = GenerationRun.objects.filter(project=project).annotate(n=Count("texts__text")).filter(n__gt=0)
    by_direction: dict[str, list[Any]] = defaultdict(list)
    for run in runs.order_by("direction", "name"):
        by_direction[run.direction].append(run)
    for direction, those in by_direction.items():
        made = (Offered(f"run-{run.pk}", run.name, None if run.host else run.created_by_id) for run in those)
        yield Source(
            f"generated-{direction}", "generated", _TO[Direction(direction)], max(run.n for run in those),
            (Offered(GOLD, _OWN[Direction(direction)]), *made),
        )  # fmt: skip


def _find_generated(
    project: Project, key: str, chosen: Sequence[Offered], n: int, rng: random.Random
) -> tuple[list[Found], int]:
    """Only which there are: the texts follow once some are drawn."""
    runs = {int(each.key.removeprefix("run-")): each.key for each in chosen if each.key.startswith("run-")}
    if not runs:
        raise ServiceError("Choose a run.", field="systems")
    rows = GeneratedText.objects.filter(run__in=runs, text__isnull=False).order_by("pair__title", "pair", "page")
    found_sets: dict[tuple[int, int], Found] = {}
    for pk, run, pair, title, page in rows.values_list("pk", "run", "pair", "pair__title", "page"):
        found_sets.setdefault((pair, page), Found(f"{title}, slide {page}", pair, pair=pair)).generated[runs[run]] = pk
    whole = [each for each in found_sets.values() if len(each.generated) == len(runs)]
    return whole, len(found_sets) - len(whole)


def _complete_generated(taken: Sequence[Found], key: str, chosen: Sequence[Offered]) -> None:
    """The texts, each beside the same: what a text was made from would say which run had the paper along."""
    by_pk = GeneratedText.objects.in_bulk([pk for each in taken for pk in each.generated.values()])
    for each in taken:
        texts = {name: by_pk[pk] for name, pk in each.generated.items()}
        fullest = max(texts.values(), key=lambda text: (len(text.paper), -text.pk))
        each.reference = "\n".join([fullest.material, *fullest.paper])
        each.texts = {name: text.text or "" for name, text in texts.items()}
        if GOLD in {one.key for one in chosen}:
            each.texts[GOLD] = fullest.reference
        each.alt = fullest.material.strip().partition("\n")[0]
    if key == f"generated-{Direction.SCRIPT}":  # beside the slide that a script was turned into, it would be the answer
        _show_slides([(each, by_pk[next(iter(each.generated.values()))]) for each in taken])


def _show_slides(taken: Sequence[tuple[Found, GeneratedText]]) -> None:
    """The picture of the slide of each set and one of its texts, where the deck has pictures."""
    decks = dict(Pair.objects.filter(pk__in={text.pair_id for _, text in taken}).values_list("pk", "source"))
    pictures = PagePicture.objects.filter(
        pictures__document__in=set(decks.values()), pictures__state=PicturesState.DONE,
        page__in={text.page for _, text in taken},
    )  # fmt: skip
    places = pictures.values_list("pk", "pictures__document", "page")
    by_place: dict[tuple[int | None, int], int] = {(deck, page): pk for pk, deck, page in places}
    for each, text in taken:
        each.picture = by_place.get((decks.get(text.pair_id), text.page))


KINDS: Mapping[str, Kind] = {
    "rows": Kind(_offer_rows, _find_rows, _complete_rows),
    "heard": Kind(_offer_heard, _find_heard, _complete_heard),
    "summaries": Kind(_offer_summaries, _find_summaries, _complete_summaries),
    "generated": Kind(_offer_generated, _find_generated, _complete_generated),
}
