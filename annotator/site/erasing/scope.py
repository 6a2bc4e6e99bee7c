"""What goes when a talk is erased, what stays, and both in numbers: the same for the question as for the act."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

from annotator.models import (
    AlignmentRun,
    Comment,
    Document,
    ImportBatch,
    ImportFile,
    ImportState,
    Invitation,
    Pair,
    PairKind,
    Project,
    ProjectExport,
    Release,
    ReleasePage,
    ReleaseRow,
    Review,
    ReviewRow,
    TrainingPaper,
    TrainingSet,
    TranscriptCheck,
    Unit,
)
from annotator.platform.errors import ServiceError
from annotator.platform.spellings import speaker_key
from annotator.releases.curation.pool import facts_of
from annotator.releases.erasing import Leaving, holding, rows_of_pairs

#: Of texts that stay, named one by one.
_MOST_NAMED = 20


@dataclass(slots=True)
class Scope:
    """documents, pairs : what goes. name : what has to be typed. asked : what was asked for, of `documents`.

    staying : texts that stay although a pair with them goes, each with why. found_by : spellings of the speaker.
    """

    project: Project
    name: str
    asked: list[int]
    documents: list[Document]
    pairs: list[Pair]
    staying: list[dict[str, str]] = field(default_factory=list)
    found_by: list[str] = field(default_factory=list)

    @property
    def stamp(self) -> str:
        """Another one once something else would go."""
        ids = [sorted(each.pk for each in rows) for rows in (self.documents, self.pairs)]
        return hashlib.sha256(repr(ids).encode()).hexdigest()[:16]

    def leaving(self) -> Leaving:
        return Leaving(
            pairs=frozenset(pair.pk for pair in self.pairs),
            documents=frozenset(document.pk for document in self.documents),
            names=names_of(self),
            recordings=frozenset(str(each.media_file.name) for each in self.documents if each.media_file),
        )


def scope_of(project: Project, *, named: str = "", documents: Collection[int] = ()) -> Scope:
    """What goes with the texts of a speaker, in any spelling of the name, with texts of a title, or with some texts.

    Raises ServiceError where nothing of the project is meant.
    """
    texts = Document.objects.filter(project=project).order_by("pk")
    wanted = " ".join(named.split())
    if wanted:
        found_by = _spellings(project, wanted)
        meant = list(texts.filter(Q(speaker__in=found_by) | Q(interpreter__in=found_by)))
        name = _commonest(meant, found_by) if meant else ""
        if not meant:
            titled = Q(title__iexact=wanted) | Q(pairs_as_source__title__iexact=wanted)
            meant = list(texts.filter(titled | Q(pairs_as_target__title__iexact=wanted)).distinct())
            name = next((each.title for each in meant if each.title.casefold() == wanted.casefold()), wanted)
        if not meant:
            raise ServiceError(f"No text of {project.name} is by {wanted[:200]}, or has that title.", field="named")
        return _widened(project, name, meant, found_by)
    meant = list(texts.filter(pk__in=documents))
    if not meant or len(meant) < len(set(documents)):
        raise ServiceError(f"{project.name} has no such text. Name a speaker, or choose texts.", field="documents")
    return _widened(project, meant[0].title, meant, [])


def scope_again(project: Project, documents: Collection[int], pairs: Collection[int]) -> Scope:
    """What goes now with what was meant: a version that came meanwhile too, and nothing that is gone by itself."""
    texts = list(Document.objects.filter(project=project, pk__in=documents).order_by("pk"))
    if texts:
        return _widened(project, "", texts, [])
    return Scope(project, "", [], [], list(Pair.objects.filter(project=project, pk__in=pairs).order_by("pk")))


def _spellings(project: Project, speaker: str) -> list[str]:
    wanted = speaker_key(speaker)
    people = Document.objects.filter(project=project).order_by().values_list("speaker", "interpreter").distinct()
    names = {name for both in people for name in both if name}
    return sorted(name for name in names if wanted and speaker_key(name) == wanted)


def _commonest(documents: Iterable[Document], spellings: Collection[str]) -> str:
    names = [name for each in documents for name in (each.speaker, each.interpreter) if name in spellings]
    return max(dict.fromkeys(names), key=names.count)


def _widened(project: Project, name: str, meant: list[Document], found_by: list[str]) -> Scope:
    """With all versions of the texts, what was made of them, and what only renders or shows them."""
    going: dict[int, Document] = {}
    new = list(meant)
    pairs: dict[int, Pair] = {}
    while new:
        going |= {document.pk: document for document in new}
        ids = list(going)
        affected = Pair.objects.filter(Q(source__in=ids) | Q(target__in=ids) | Q(offline__in=ids), project=project)
        pairs = {pair.pk: pair for pair in affected.order_by("pk")}
        wanted = {pk for pair in pairs.values() for pk in _rendering(pair, going)}
        wanted -= set(_used_elsewhere(wanted, pairs))
        made = TranscriptCheck.objects.filter(document__in=ids).exclude(result=None).values_list("result", flat=True)
        others = Q(pk__in=[*wanted, *made]) | Q(previous__in=ids) | Q(next__in=ids)
        new = list(Document.objects.filter(others, project=project).exclude(pk__in=ids).distinct().order_by("pk"))
    return Scope(
        project, name, [each.pk for each in meant], sorted(going.values(), key=lambda each: each.pk),
        list(pairs.values()), _staying(going, pairs), found_by,
    )  # fmt: skip


def _rendering(pair: Pair, going: Collection[int]) -> list[int]:
    """What of a pair says the same in other words: a translation of the speech, the slides that the talk showed."""
    if pair.kind == PairKind.BITEXT:
        sides = [pair.target_id, pair.offline_id] if pair.source_id in going else []
    elif pair.kind == PairKind.SLIDES_TALK:
        sides = [pair.source_id] if pair.target_id in going else []
    else:
        sides = []
    return [pk for pk in sides if pk is not None and pk not in going]


def _used_elsewhere(documents: Collection[int], pairs: Collection[int]) -> list[int]:
    others = Pair.objects.exclude(pk__in=list(pairs))
    sides = ("source", "target", "offline")
    used = {pk for side in sides for pk in others.filter(**{f"{side}__in": documents}).values_list(side, flat=True)}
    return list(used)


def _staying(going: Collection[int], pairs: dict[int, Pair]) -> list[dict[str, str]]:
    sides = {pk for pair in pairs.values() for pk in (pair.source_id, pair.target_id, pair.offline_id) if pk}
    left = set(sides) - set(going)
    elsewhere = set(_used_elsewhere(left, pairs))
    listed = Document.objects.filter(pk__in=left).order_by("title", "pk")[:_MOST_NAMED]
    return [
        {
            "id": str(each.pk),
            "title": each.title,
            "why": "is in other pairs too" if each.pk in elsewhere else "is by somebody else",
        }
        for each in listed
    ]


def names_of(scope: Scope) -> frozenset[str]:
    """What rules and the activity log call what goes, casefolded. A speaker of whom other texts stay is not named."""
    going = [each.pk for each in scope.documents]
    names: set[str] = set()
    people: set[str] = set()
    for document in scope.documents:
        entry = document.external_id.rpartition(":")[0]
        names |= {document.title, document.external_id, entry, document.source_name}
        people |= {document.speaker, document.interpreter}
    for pair in Pair.objects.filter(pk__in=[each.pk for each in scope.pairs]).select_related("source", "target"):
        names.add(pair.title)
        if pair.source_id in going or pair.target_id in going:
            names.update(facts_of(pair, None).names)
    others = Document.objects.filter(project=scope.project).exclude(pk__in=going).order_by()
    kept = {speaker_key(name) for both in others.values_list("speaker", "interpreter").distinct() for name in both}
    names |= {name for name in people if speaker_key(name) not in kept}
    kept_titles = {title.casefold() for title in others.values_list("title", flat=True)}
    return frozenset(name.casefold() for name in names if name.strip() and name.casefold() not in kept_titles)


def reviews_of(scope: Scope) -> QuerySet[Review]:
    """Of every kind."""
    return Review.objects.filter(pair__in=[pair.pk for pair in scope.pairs])


def counts_of(scope: Scope) -> dict[str, int]:
    """How much goes, by what it is."""
    documents = [each.pk for each in scope.documents]
    pairs = [each.pk for each in scope.pairs]
    reviews = list(reviews_of(scope).values_list("pk", flat=True))
    return {
        "documents": len(documents),
        "pairs": len(pairs),
        "sentences": Unit.objects.filter(document__in=documents).count(),
        "recordings": sum(bool(each.media_file) for each in scope.documents),
        "runs": AlignmentRun.objects.filter(pair__in=pairs).count(),
        "reviews": len(reviews),
        "rows": ReviewRow.objects.filter(review__in=reviews).count(),
        "comments": Comment.objects.filter(review__in=reviews).count(),
        "authors": Invitation.objects.filter(run__pair__in=pairs).count(),
        "archives": ProjectExport.objects.filter(project=scope.project).count(),
        "training_sets": len(training_sets_with(scope)),
        "imports": sum(each.state != ImportState.DISCARDED for each in unfinished_imports(scope, scope.leaving())),
    }


def sources_of(scope: Scope) -> set[str]:
    """The stored files that the texts were read from."""
    return {str(each.source_file.name) for each in scope.documents if each.source_file}


def unfinished_imports(scope: Scope, leaving: Leaving) -> list[ImportBatch]:
    """Those that would bring the texts back, or were discarded: they hold the same file, or name what goes."""
    files = ImportFile.objects.filter(batch__project=scope.project)
    waiting = files.exclude(batch__state=ImportState.IMPORTED)
    sources = sources_of(scope)
    holding_it = {
        file.batch_id
        for file in waiting
        if file.file.name in sources or file.name.casefold() in leaving.names or _is_named(file.report, leaving.names)
    }
    return list(ImportBatch.objects.filter(pk__in=holding_it).order_by("pk"))


def _is_named(value: Any, names: Collection[str]) -> bool:
    if isinstance(value, str):
        return value.casefold() in names
    if isinstance(value, dict):
        return any(_is_named(each, names) for each in value.values())
    return isinstance(value, list) and any(_is_named(each, names) for each in value)


def training_sets_with(scope: Scope) -> list[TrainingSet]:
    """Those that hold a paper of these pairs, and those being made, which may."""
    sets = TrainingSet.objects.filter(project=scope.project).order_by("pk")
    held = set(rows_of_pairs(TrainingPaper.objects.all(), scope.leaving(), sets))
    return [each for each in sets if each.state in TrainingSet.LIVE or each.pk in held]


def shared_files(scope: Scope) -> QuerySet[Document]:
    """Texts that stay, and lose a file because it holds what goes: the one they were read from, or their recording."""
    sources = sources_of(scope)
    recordings = {str(each.media_file.name) for each in scope.documents if each.media_file}
    going = [each.pk for each in scope.documents]
    return Document.objects.filter(Q(source_file__in=sources) | Q(media_file__in=recordings)).exclude(pk__in=going)


def foreseen(scope: Scope) -> dict[str, Any]:
    """What the question says, before anything is done."""
    leaving = scope.leaving()
    project = scope.project
    released: dict[int, int] = {}
    made = Release.objects.made().filter(test_set__project=project)
    for pk in rows_of_pairs(ReleaseRow.objects.all(), leaving, made):
        released[pk] = released.get(pk, 0) + 1
    opened = set(
        ReleasePage.objects.filter(release__test_set__project=project, closed_at=None).values_list("release", flat=True)
    )
    releases = [
        {
            "id": each.pk,
            "title": each.title,
            "version": each.version,
            "n_rows": released.get(each.pk, 0),
            "n_rows_before": each.n_rows or 0,
            "is_public": each.pk in opened,
        }
        for each in holding(project.pk, leaving)
    ]
    meant = set(scope.asked)
    hashes = {each.content_hash for each in scope.documents}
    copies = Document.objects.filter(content_hash__in=hashes).exclude(pk__in=leaving.documents)
    return {
        "name": scope.name,
        "found_by": scope.found_by,
        "stamp": scope.stamp,
        "talks": [
            {"id": each.pk, "title": each.title, "speaker": each.speaker}
            for each in scope.documents
            if each.pk in meant
        ],
        "counts": counts_of(scope),
        "releases": releases,
        "releases_stopped": Release.objects.live().filter(test_set__project=project).count(),
        "staying": scope.staying,
        "n_losing_files": shared_files(scope).count(),
        "copies": sorted(
            {f"{title} ({project})" for title, project in copies.values_list("title", "project__name")[:_MOST_NAMED]}
        ),
    }
