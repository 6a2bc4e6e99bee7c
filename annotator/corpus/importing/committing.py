"""Import a batch: all of it in one transaction, in the request if it is small, in a worker if it is large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from django.db import DataError, IntegrityError, transaction

from annotator.corpus.importing.archives import ARCHIVE, ArchiveReader, EntryContent, Fault
from annotator.corpus.importing.namesakes import known_by_name, same_name_of
from annotator.corpus.importing.newer import lock_imports
from annotator.corpus.importing.pairings import Pairing, kind_of
from annotator.corpus.importing.parsed import forget, kept
from annotator.corpus.importing.reading import (
    Content,
    Item,
    PairPlan,
    Progress,
    Reader,
    as_offline,
    read,
    reader,
    silently,
)
from annotator.corpus.importing.report import is_as_new, problem_json
from annotator.corpus.importing.staging import SMALL_BYTES, SMALL_FILES, discard_batch, give_up_a_file, read_files
from annotator.corpus.importing.storing import Made, Origin, Writer
from annotator.corpus.signals import documents_replaced
from annotator.models import ImportBatch, ImportFile, ImportState, Project, Unit
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.statements import analyse
from annotator.platform.work import Heartbeat, enqueue, perform

log = structlog.get_logger()
#: Kinds of pairings that become pairs, and those of files that are stored after the others.
OF_PAIRS, OF_LATER_FILES = ("paper_of", "slides_of", "source_of", "talk_of"), ("translates", "aligns", "times")
#: What a request stores itself, of a batch that `staging` finds small too. A worker stores the rest.
SMALL_UNITS = 2000
#: How long a request may hold a batch before it counts as lost; gunicorn has ended the request by then.
REQUEST_LEASE = timedelta(minutes=2)
SWEPT_AT_ONCE = 20


def errors_of(batch: ImportBatch) -> list[dict[str, Any]]:
    """Why a batch cannot be imported: errors of the files that are included, and pairings that do not fit."""
    files = {file.pk: file for file in batch.files.filter(include=True)}
    errors = [
        {key: problem[key] for key in ("file", "line", "column", "message", "expected", "text")}
        for file in files.values()
        for problem in file.report["problems"]
        if problem["severity"] == "error"
    ]
    pairings = [Pairing(**entry) for entry in batch.pairings]
    accepted = [one for one in pairings if one.accepted and one.file in files and one.to in files]
    for one in accepted:
        if one.kind == "translates" and one.to is not None:
            errors += _length_errors(files[one.file], files[one.to])
    timed = {one.file for one in accepted if one.kind == "times"}
    errors += [
        _error(file.name, "this timeline is paired with no slides", "slides beside it, or it to be left out")
        for file in files.values()
        if kind_of(file.report) == "timeline" and file.pk not in timed
    ]
    return errors


def _error(name: str, message: str, expected: str) -> dict[str, Any]:
    return {"file": name, "line": None, "column": None, "message": message, "expected": expected, "text": ""}


def _length_errors(offline: ImportFile, source: ImportFile) -> list[dict[str, Any]]:
    if not offline.report.get("documents") or not source.report.get("documents"):
        return []
    bitexts = source.report["bitexts"]
    if len(bitexts) > 1:
        message, expected = f"{source.name} has {len(bitexts)} talks", "a bitext of one talk, or a text"
    else:
        n_source = bitexts[0]["n_source_lines"] if bitexts else source.report["documents"][0]["n_lines"]
        n_offline = offline.report["documents"][0]["n_lines"]
        if n_offline == n_source:
            return []
        message, expected = f"{n_offline} lines", f"{n_source}, one for each line of {source.name}"
    return [_error(offline.name, message, expected)]


def commit_batch(batch: ImportBatch, *, in_background: bool | None = None, trusted: bool = False) -> ImportBatch:
    """Import a batch, in a worker where it is large.

    Raises Conflict when a file that is included has errors (they are listed), when there is nothing to import, or when
    it is imported, being imported, or discarded already. Then nothing was stored.
    """
    if errors := errors_of(batch):
        names = ", ".join(dict.fromkeys(str(error["file"]) for error in errors))
        raise Conflict(
            f"Fix or exclude {names} before importing. Nothing was imported.", code="has_errors", errors=errors
        )
    included = list(batch.files.filter(include=True))
    if not included:
        raise Conflict("There are no files to import.", code="nothing_to_import")
    if in_background is None:
        in_background = not _is_small(included)
    with transaction.atomic():
        begun = batch.begin()
        if begun and in_background:
            enqueue(batch)
        elif begun:
            begun = batch.claim_for_work(lease=REQUEST_LEASE)
    if not begun:
        raise Conflict(f"The import is already {batch.get_state_display().lower()}.", code="import_ended")
    if not in_background:
        _import_in_request(batch, trusted)
    return batch


def _is_small(files: Sequence[ImportFile]) -> bool:
    """Whether a request stores the files itself. Rows take longer than bytes, and reviews that are copied longest."""
    return (
        len(files) <= SMALL_FILES
        and sum(file.size for file in files) <= SMALL_BYTES
        and sum(file.report["n_units"] for file in files) <= SMALL_UNITS
        and not any(file.format == ARCHIVE for file in files)
        and not any(document["n_reviews"] for file in files for document in file.report["documents"])
    )


def _import_in_request(batch: ImportBatch, trusted: bool) -> None:
    try:
        _store(batch, silently, partial(_finish_in_request, batch), trusted=trusted)
    except (DataError, IntegrityError) as error:
        batch.finish(ImportState.STAGED, message="")
        raise ServiceError(_refused(error), code="not_storable") from error
    except BaseException:
        batch.finish(ImportState.STAGED, message="")
        raise
    finally:
        batch.refresh_from_db()


def _finish_in_request(batch: ImportBatch, state: str, **fields: Any) -> None:
    if not batch.finish(state, **fields):
        raise Conflict("The import was discarded in the meantime. Nothing was imported.", code="import_ended")


def execute(batch_id: int) -> None:
    """Do in a worker what the state of a batch asks for: read its files, or import it."""
    batch = ImportBatch.objects.select_related("project").filter(pk=batch_id).first()
    if batch is None:
        return
    if batch.state == ImportState.READING:
        perform(batch, partial(read_files, batch), noun="reading", lost_often=partial(give_up_a_file, batch))
    else:
        perform(batch, partial(_import, batch), noun="import")


def _import(batch: ImportBatch, heartbeat: Heartbeat) -> None:
    try:
        _store(batch, heartbeat.note, heartbeat.finish)
    except (DataError, IntegrityError) as error:
        raise ServiceError(_refused(error)) from error


def _refused(error: Exception) -> str:
    return f"The database rejected the import: {str(error).splitlines()[0][:200]}. Nothing was imported."


def _store(
    batch: ImportBatch,
    progress: Progress,
    finish: Callable[..., None],
    *,
    trusted: bool = False,
) -> None:
    """Make everything a batch holds, or nothing. `finish` raises when the batch was taken away before the end."""
    with transaction.atomic():
        lock_imports(batch.project_id)
        project = Project.objects.get(pk=batch.project_id)
        result = BatchBuilder(batch, project, trusted=trusted).build(progress)
        n_units = Unit.objects.filter(document__in=result["documents"]).count()
        if n_units > SMALL_UNITS:
            # Not in the transaction: ANALYZE locks the tables against another ANALYZE until it is committed.
            transaction.on_commit(partial(analyse, n_units), robust=True)
        finish(ImportState.IMPORTED, progress=1.0, message="", error="", result=result)
        name = counted(len(result["documents"]), "document")
        pairs = counted(len(result["pairs"]), "pair")
        note("imported", project=project, kind="import", pk=batch.pk, name=name, detail=pairs, by=batch.created_by)
        transaction.on_commit(partial(forget, batch), robust=True)


def discard_abandoned() -> None:
    """Discard the batches that nobody finishes."""
    for batch in ImportBatch.objects.all().abandoned()[:SWEPT_AT_ONCE]:
        log.info("import was abandoned and is discarded", batch=batch.pk)
        with suppress(Conflict):
            discard_batch(batch)


class BatchBuilder:
    """Reads one file, or one entry of an archive, at a time: memory is bounded by the largest and not by the batch."""

    def __init__(self, batch: ImportBatch, project: Project, *, trusted: bool = False) -> None:
        self._trusted = trusted
        self._writer = Writer(project, batch.created_by)
        self._files = {file.pk: file for file in batch.files.filter(include=True).order_by("pk")}
        pairings = [Pairing(**entry) for entry in batch.pairings]
        known = {file: file in self._files for one in pairings for file in (one.file, one.to) if file is not None}
        self._pairings = [
            one for one in pairings if one.accepted and known[one.file] and (one.to is None or known[one.to])
        ]
        self._made: dict[int, list[Made]] = {}
        self._source_of_bitext: dict[int, int] = {}
        self._reader: Reader

    def build(self, progress: Progress) -> dict[str, Any]:
        """Make everything; returns the ids of what was made, and how many documents were there already.

        Raises ServiceError naming the file that cannot be stored.
        """
        with reader(trusted=self._trusted) as self._reader:
            return self._build(progress)

    def _build(self, progress: Progress) -> dict[str, Any]:
        later = {one.file: one for one in self._pairings if one.kind in OF_LATER_FILES}
        first = [pk for pk in self._files if pk not in later]
        for number, pk in enumerate(first):
            name, share = self._files[pk].name, partial(_share, number, len(first))
            progress(share(0.0), f"Storing {name}")
            if self._files[pk].format == ARCHIVE:
                self._store_archive(self._files[pk], lambda done, message, share=share: progress(share(done), message))  # type: ignore[misc]
            else:
                self._store_file(pk)
        progress(0.95, "Putting pairs together")
        for one in self._pairings:
            if one.kind in OF_PAIRS:
                self._pair(one)
        for one in sorted(later.values(), key=lambda one: one.kind == "aligns"):
            if one.kind == "translates":
                self._translate(one)
            elif one.kind == "aligns":
                self._align(one)
            elif one.kind == "times":
                self._time(one)
        if self._writer.superseded:
            documents_replaced.send(
                Writer, writer=self._writer, progress=lambda done, message: progress(0.95 + 0.05 * done, message)
            )
        self._writer.late_timelines()
        self._writer.finish()
        return self._writer.result

    def _read(self, pk: int) -> Content:
        file = self._files[pk]
        with file.file.open("rb") as opened:
            data = opened.read()
        with kept(file, self._reader) as reader:
            content = read(data, file.name, file.options.get("format") or file.format, file.options, reader)
        _refuse_errors([Fault(problem) for problem in content.parsed.errors], file.name)
        return content

    def _store_file(self, pk: int) -> None:
        content = self._read(pk)
        self._made[pk] = self._store(content.items, pk, content)
        for plan in content.pairs:
            self._source_of_bitext.setdefault(pk, plan.source)
            self._pair_of_plan(self._made[pk], plan, self._files[pk])

    def _store(self, items: Sequence[Item], pk: int, content: Content) -> list[Made]:
        version = content.parsed.version.rpartition("/")[2] or "1"
        file = self._files[pk]
        origin = Origin(file, content.parsed.format, version)
        as_new = bool(file.options.get("as_new"))
        choice, project = same_name_of(file.options), self._writer.project
        announced = file.report.get("documents", ())
        made = self._writer.result["documents"]
        by_name = known_by_name(project, items, choice, without=self._writer.added, announced=announced, made=made)
        return [self._writer.document(item, origin, as_new=as_new, by_name=by_name) for item in items]

    def _store_archive(self, file: ImportFile, progress: Progress) -> None:
        with file.file.open("rb") as opened, kept(file, self._reader) as reader:
            archive = ArchiveReader(opened, file.name, file.options, reader)
            choices = file.options.get("entries", {})
            left_out = {entry for entry in archive.ids if choices.get(entry) == "leave_out"}
            errors = [problem for problem in archive.parsed.errors if archive.entry_of(problem) not in left_out]
            _refuse_errors([Fault(problem) for problem in errors], file.name)
            n_entries = len(archive) - len(left_out)
            for number, entry in enumerate(archive.contents(without=left_out)):
                progress(number / n_entries, f"Storing entry {number + 1:,} of {n_entries:,}")
                _refuse_errors([fault for fault in entry.faults if fault.problem.severity == "error"], file.name)
                self._store_entry(file, entry, as_new=is_as_new(file.options, entry.id))

    def _store_entry(self, file: ImportFile, entry: EntryContent, *, as_new: bool) -> None:
        made = [
            self._writer.document(
                one.item, Origin(file, one.format, one.version, one.metadata, one.path), as_new=as_new
            )
            for one in entry.items
        ]
        for plan in entry.pairs:
            self._pair_of_plan(made, plan, file)
        if entry.timeline is not None:
            self._writer.timeline(made[entry.timeline.deck].document, entry.timeline.shown, entry.timeline.path)
        if entry.related is not None:
            paper, talk = made[entry.related.paper].document, made[entry.related.talk].document
            self._writer.related(paper, talk, entry.related.related)

    def _pair_of_plan(self, made: list[Made], plan: PairPlan, file: ImportFile) -> None:
        source, target = made[plan.source], made[plan.target]
        offline = made[plan.offline].document if plan.offline is not None else None
        pair = self._writer.pair(source.document, target.document, plan.title, offline)
        if plan.beads is not None:
            self._writer.ready_run(pair, plan.beads, plan.rows, source, target, file, is_cost=plan.is_cost)

    def _pair(self, one: Pairing) -> None:
        """A pair of two files, or of a file and a document that is in the project already."""
        here = self._only(one.file).document
        if one.to is not None:
            there = self._only(one.to).document
        else:
            document = self._writer.project.documents.filter(pk=one.document or 0).first()
            if document is None:
                raise Conflict(
                    f"{one.document_title}, paired with {self._files[one.file].name}, is no longer in the project. "
                    "Nothing was imported.",
                    code="document_gone",
                )
            there = self._writer.superseded.get(document.pk, document)
        source, target = (there, here) if one.kind == "talk_of" else (here, there)
        self._writer.pair(source, target, source.title)

    def _translate(self, one: Pairing) -> None:
        """Store a translation line by line beside the source it belongs to, and give it to that source's pairs."""
        assert one.to is not None
        content, file, to = self._read(one.file), self._files[one.file], self._files[one.to]
        if len(content.items) != 1:
            raise ServiceError(f"{file.name} contains {len(content.items)} documents; expected one, the translation.")
        (item,) = content.items
        in_bitext = self._source_of_bitext.get(one.to)
        source = self._made[one.to][in_bitext] if in_bitext is not None else self._only(one.to)
        if len(item.raw.units) != source.n_lines:
            raise ServiceError(
                f"{file.name} has {len(item.raw.units)} lines; expected {source.n_lines}, one for each of {to.name}."
            )
        (made,) = self._store([as_offline(item, source.kept)], one.file, content)
        self._made[one.file] = [made]
        for pair in self._writer.pairs.values():
            if pair.source_id == source.document.pk:
                self._writer.offline(pair, made.document)

    def _align(self, one: Pairing) -> None:
        """Make a finished run of an alignment that came in a file of its own."""
        assert one.to is not None
        file, target = self._files[one.file], self._only(one.to)
        sources = [other.file for other in self._pairings if other.kind == "source_of" and other.to == one.to]
        if not sources:
            raise ServiceError(
                f"{file.name} aligns {self._files[one.to].name}, but no source file is paired with it. Choose one."
            )
        source = self._only(sources[0])
        pair = self._writer.pairs[source.document.pk, target.document.pk]
        parsed = self._read(one.file).parsed
        is_cost = bool(parsed.metadata.get("costs"))
        self._writer.ready_run(pair, parsed.beads or (), (), source, target, file, is_cost=is_cost)

    def _time(self, one: Pairing) -> None:
        """Give the pairs of a deck the timeline that came in a file of its own."""
        assert one.to is not None
        shown = self._read(one.file).parsed.metadata["timeline"]
        self._writer.timeline(self._only(one.to).document, shown, self._files[one.file].name)

    def _only(self, pk: int) -> Made:
        made = self._made.get(pk, [])
        if len(made) != 1:
            raise ServiceError(f"{self._files[pk].name} contains {len(made)} documents; expected one for a pair.")
        return made[0]


def _share(number: int, count: int, done: float) -> float:
    return 0.95 * (number + done) / count


def _refuse_errors(faults: list[Fault], name: str) -> None:
    if faults:
        errors = [problem_json(fault.problem, name, []) for fault in faults]
        raise Conflict(f"{name} has errors. Nothing was imported.", code="has_errors", errors=errors)
