"""What is deleted of talks that are erased, from every table and of every stored file.

Most of it goes with the rows that it belongs to. What names a talk without belonging to it is listed here, table by
table; a test plants a word in all that can be reached from a talk and looks for it everywhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from django.apps import apps
from django.core.files.storage import default_storage
from django.db.models import Q

from annotator.corpus.models.imports import parsed_name
from annotator.decks.evidence import folder_of
from annotator.models import (
    ActivityEntry,
    AlignmentRun,
    AssignmentChange,
    BulkAlignment,
    ClipExport,
    DeckPictures,
    Delivery,
    Document,
    ImportBatch,
    Invitation,
    LeakCheck,
    PageSearch,
    Pair,
    PickedRow,
    ProjectExport,
    ProjectImport,
    ProjectImportState,
    RaterSample,
    RatingPicture,
    RatingSample,
    Release,
    ReleaseState,
    Review,
    ReviewRow,
    RougeRow,
    RougeTable,
    RulesVersion,
    SlidesPredictions,
    TestSet,
    TrainingItem,
    TrainingRound,
    TrainingRow,
)
from annotator.people.models.activity import LONGEST_DETAIL, LONGEST_NAME
from annotator.platform.files import delete_folder, files_of, forget_fetched, path_to
from annotator.platform.models.work import LONGEST_MESSAGE, Work
from annotator.releases.erasing import ERASED, UNSPACED, Leaving, is_telling, without_names
from annotator.site.erasing.scope import (
    Scope,
    reviews_of,
    shared_files,
    sources_of,
    training_sets_with,
    unfinished_imports,
)


def remove(scope: Scope, leaving: Leaving, releases: Collection[int]) -> list[str]:
    """Delete everything but what is frozen, in a transaction of the caller's, within `what_is_frozen_may_go`.

    releases : those that were made again. Returns what is to be deleted of the storage; a name that ends in a slash is
    a folder.
    """
    unnamed = _files(scope)
    unnamed += _imports(scope, leaving)
    unnamed += _archives(scope)
    for training_set in training_sets_with(scope):
        unnamed += [*training_set.files.values_list("file", flat=True), f"{training_set.FOLDER}/{training_set.pk}/"]
        training_set.delete()
    unmade = Release.objects.filter(test_set__project=scope.project).exclude(state__in=Release.MADE)
    for release in unmade.exclude(state=ReleaseState.FAILED):  # may have read what goes
        unnamed.append(f"{Release.FOLDER}/{release.pk}/")
        release.delete()
    _rules(scope, leaving)
    of_releases = [Q(releases__contains=[pk]) for pk in releases]
    LeakCheck.objects.filter(Q(test_set__project=scope.project) | _any(of_releases)).delete()
    _scores_of_summaries(scope)
    _training_rows(scope)
    unnamed += _samples(scope, leaving)
    rows = ReviewRow.objects.filter(review__in=reviews_of(scope)).values("pk")
    PickedRow.objects.filter(test_set__project=scope.project, row__in=rows).delete()
    _undoable(scope, leaving)
    _log(scope, leaving)
    _work(scope, leaving)
    _delete_rows(scope)
    return [name for name in dict.fromkeys(unnamed) if name]


def _any(conditions: Iterable[Q]) -> Q:
    joined = Q(pk__in=[])
    for condition in conditions:
        joined |= condition
    return joined


def _delete_rows(scope: Scope) -> None:
    """Everything that belongs to the texts and pairs, from the leaves."""
    pairs, documents = [pair.pk for pair in scope.pairs], [each.pk for each in scope.documents]
    Invitation.objects.filter(run__pair__in=pairs).delete()
    Review.objects.filter(pair__in=pairs).delete()
    AlignmentRun.objects.filter(pair__in=pairs).delete()
    Pair.objects.filter(pk__in=pairs).delete()
    Document.objects.filter(pk__in=documents).delete()


def _files(scope: Scope) -> list[str]:
    """Of the rows that go. Texts that stay no longer name the files that they had together with what goes."""
    names: set[str] = set()
    for whole in (*scope.documents, *scope.pairs):
        names |= files_of(whole)
    documents, pairs = [each.pk for each in scope.documents], [each.pk for each in scope.pairs]
    pictures = DeckPictures.objects.filter(document__in=documents)
    clips = ClipExport.objects.filter(document__in=documents)
    searches = PageSearch.objects.filter(pair__in=pairs)
    folders = [*(row.folder for row in (*pictures, *clips)), *map(folder_of, searches)]
    for document in shared_files(scope):
        for name in ("source_file", "media_file"):
            if str(getattr(document, name).name) in names:
                setattr(document, name, "")
        document.save(update_fields=["source_file", "media_file"])
    return [*names, *(f"{folder}/" for folder in folders)]


def _imports(scope: Scope, leaving: Leaving) -> list[str]:
    """The uploads that the texts came from, and those that wait to be imported and would bring them back."""
    sources = sources_of(scope)
    brought = ImportBatch.objects.filter(project=scope.project, files__file__in=sources)
    kept = Document.objects.filter(project=scope.project).exclude(pk__in=leaving.documents)
    unnamed: list[str] = []
    for batch in {*brought, *unfinished_imports(scope, leaving)}:
        uploads = [str(file.file.name) for file in batch.files.all()]
        still = set(kept.filter(source_file__in=uploads).values_list("source_file", flat=True)) - sources
        unnamed += [each for name in uploads if name not in still for each in (name, parsed_name(name))]
        batch.delete()
    return unnamed


def _archives(scope: Scope) -> list[str]:
    """Archives of the project, made here or brought and not imported yet. One being made stops: its row is gone."""
    unnamed = []
    for export in ProjectExport.objects.filter(project=scope.project):
        unnamed += [str(export.file.name or ""), f"{export.folder}/"]
        export.delete()
    slug = scope.project.slug
    for brought in ProjectImport.objects.filter(state=ProjectImportState.CHECKED, about__project__slug=slug):
        unnamed.append(str(brought.upload.name or ""))
        brought.delete()
    return unnamed


def _rules(scope: Scope, leaving: Leaving) -> None:
    """Of test sets, of their earlier versions, and of releases that failed."""
    tables: tuple[Any, ...] = (
        TestSet.objects.filter(project=scope.project),
        RulesVersion.objects.filter(test_set__project=scope.project),
        Release.objects.filter(test_set__project=scope.project, state=ReleaseState.FAILED),
    )
    for rows in tables:
        for row in rows.exclude(rules={}):
            if (rules := without_names(row.rules, leaving.names)) != row.rules:
                rows.filter(pk=row.pk).update(rules=rules)
    for predictions in SlidesPredictions.objects.filter(project=scope.project):
        kept = {talk: marks for talk, marks in predictions.predicted.items() if talk.casefold() not in leaving.names}
        if kept != predictions.predicted:
            SlidesPredictions.objects.filter(pk=predictions.pk).update(predicted=kept)


def _scores_of_summaries(scope: Scope) -> None:
    """Tables in which a paper that goes is listed by its title, and those being made, which may have read it."""
    tables = RougeTable.objects.filter(references__project=scope.project)
    of_papers = _any(Q(scores__contains=[{"document": each.pk}]) for each in scope.documents)
    listing = RougeRow.objects.filter(of_papers, table__in=tables).values("table")
    tables.filter(Q(pk__in=listing) | Q(state__in=RougeTable.LIVE)).delete()


def _training_rows(scope: Scope) -> None:
    """Rows of training rounds that were taken from the talks. A round that is not over with one of them begins anew."""
    rows = TrainingRow.objects.filter(review__in=reviews_of(scope))
    TrainingRound.objects.filter(passed=None, items__row__in=rows).delete()
    TrainingItem.objects.filter(row__in=rows).delete()
    rows.delete()


def _undoable(scope: Scope, leaving: Leaving) -> None:
    """What undo of a bulk action of assignments would give back: not what is gone."""
    reviews = set(reviews_of(scope).values_list("pk", flat=True))
    for change in AssignmentChange.objects.filter(project=scope.project, undone_at=None):
        kept = {
            "slots": [slot for slot in change.slots if slot[1] not in leaving.pairs],
            "pairs": [pair for pair in change.pairs if pair[0] not in leaving.pairs],
            "handed": [one for one in change.handed if one[0] not in reviews],
        }
        if any(getattr(change, name) != value for name, value in kept.items()):
            AssignmentChange.objects.filter(pk=change.pk).update(**kept)


def _samples(scope: Scope, leaving: Leaving) -> list[str]:
    """Texts, sounds and pictures that people rate, where they were taken from the talks, or stand in a set called by a
    title. Ratings stay; nobody is asked about them any more."""
    samples = RatingSample.objects.filter(task__project=scope.project)
    documents = {document.pk for document in scope.documents}
    taken = [
        sample
        for sample in samples.select_related("generated").order_by("pk")
        if sample.pair_id in leaving.pairs
        or sample.document_id in documents
        or (sample.generated and sample.generated.pair_id in leaving.pairs)
        or leaving.is_set(sample.group)
    ]
    files = [str(sample.file.name) for sample in taken if sample.file]
    beside = _any(Q(task=task, group=group) for task, group in {(sample.task_id, sample.group) for sample in taken})
    pictures = RatingPicture.objects.filter(beside)
    files += [str(name) for name in pictures.exclude(file="").values_list("file", flat=True)]
    pictures.delete()
    first: dict[tuple[int, str], int] = {}
    for sample in taken:
        number = first.setdefault((sample.task_id, sample.group), sample.pk)
        samples.filter(pk=sample.pk).update(
            group=f"{ERASED} {number}", text="", reference="", file="", pair=None, document=None
        )
    RaterSample.objects.filter(sample__in=[sample.pk for sample in taken], rated_at=None).delete()
    return files


def _log(scope: Scope, leaving: Leaving) -> None:
    """What the activity log and deliveries of webhooks say of the talks. That something was done stays, with who and
    when."""
    entries = ActivityEntry.objects.filter(project_id=scope.project.pk)
    reviews = list(reviews_of(scope).values_list("pk", flat=True))
    of_kind = {"document": leaving.documents, "pair": leaving.pairs, "review": reviews}
    about = _any(Q(object_kind=kind, object_id__in=list(ids)) for kind, ids in of_kind.items())
    entries.filter(about).update(object_name=ERASED, detail="", facts={})
    pattern = _pattern(leaving.names)
    for entry in entries.exclude(about).iterator(chunk_size=1000):
        before = (entry.object_name, entry.detail, entry.facts)
        fresh = tuple(_scrubbed(value, pattern, leaving.names) for value in before)
        if fresh != before:
            name, detail, facts = fresh
            entries.filter(pk=entry.pk).update(
                object_name=name[:LONGEST_NAME], detail=detail[:LONGEST_DETAIL], facts=facts
            )
    deliveries = Delivery.objects.filter(webhook__project=scope.project)
    named = [
        pk
        for pk, *texts in deliveries.values_list("pk", "body", "request", "response").iterator(chunk_size=1000)
        if pattern is not None and any(pattern.search(_unescaped(text)) for text in texts)
    ]
    deliveries.filter(pk__in=named).delete()


def _work(scope: Scope, leaving: Leaving) -> None:
    """What work of the project that stays says of why it failed, or could not be begun."""
    pattern = _pattern(leaving.names)
    for model in apps.get_app_config("annotator").get_models():
        path = path_to(type(scope.project), model) if issubclass(model, Work) else ""
        if not path or model is type(scope.project):
            continue
        rows = model._base_manager.filter(**{path: scope.project.pk})
        for pk, *before in rows.exclude(error="", message="").values_list("pk", "error", "message"):
            fresh = [_scrubbed(text, pattern, leaving.names) for text in before]
            if fresh != before:
                rows.filter(pk=pk).update(error=fresh[0], message=fresh[1][:LONGEST_MESSAGE])
    for bulk in BulkAlignment.objects.filter(project=scope.project).exclude(refusals={}):
        refusals: Counter[str] = Counter()
        for why, n in bulk.refusals.items():
            refusals[_scrubbed(why, pattern, leaving.names)] += n
        if refusals != bulk.refusals:
            BulkAlignment.objects.filter(pk=bulk.pk).update(refusals=refusals)


def _pattern(names: Collection[str]) -> re.Pattern[str] | None:
    """Any of the names as words of their own, in scripts without spaces wherever they stand; the longest first."""
    within = sorted(filter(is_telling, names), key=lambda name: -len(name))
    return re.compile("|".join(map(_as_word, within)), re.IGNORECASE) if within else None


def _as_word(name: str) -> str:
    before = "" if UNSPACED.match(name) else r"(?<!\w)"
    after = "" if UNSPACED.match(name[-1]) else r"(?!\w)"
    return f"{before}{re.escape(name)}{after}"


def _scrubbed(value: Any, pattern: re.Pattern[str] | None, names: Collection[str]) -> Any:
    if isinstance(value, str):
        if value.casefold() in names:
            return ERASED
        return pattern.sub(ERASED, value) if pattern else value
    if isinstance(value, dict):
        return {key: _scrubbed(each, pattern, names) for key, each in value.items()}
    if isinstance(value, list):
        return [_scrubbed(each, pattern, names) for each in value]
    return value


def _unescaped(text: str) -> str:
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found.group(1), 16)), text)


def delete_stored(names: Iterable[str]) -> None:
    """Delete from the storage, and what this machine has fetched of it. Safe to do again."""
    for name in names:
        if name.endswith("/"):
            delete_folder(name.rstrip("/"))
        else:
            default_storage.delete(name)
            forget_fetched(name)
