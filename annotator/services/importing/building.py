"""Turn the files of a batch into documents and pairs, file by file, within the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.importers.base import RawBead
from annotator.models import Document, ImportBatch, ImportFile, Pair, Project
from annotator.services.errors import Conflict, ServiceError
from annotator.services.importing.known import find_known, free_external_id, pairs_of
from annotator.services.importing.proposals import Together
from annotator.services.importing.reading import Content, Item, PairPlan, as_offline, read
from annotator.services.importing.report import problem_json
from annotator.services.importing.storing import store_document, store_ready_run
from annotator.services.pairing import create_pair


@dataclass(frozen=True, slots=True)
class _Made:
    """A document of the batch, made now or known before. `kept`: the lines of its file that are its units."""

    document: Document
    title: str
    kept: tuple[int, ...]
    n_lines: int


class BatchBuilder:
    """Reads one file at a time, so that memory is bounded by the largest file and not by the batch."""

    def __init__(self, batch: ImportBatch, project: Project, *, trusted: bool = False) -> None:
        self._project, self._user, self._trusted = project, batch.created_by, trusted
        self._files = {file.pk: file for file in batch.files.filter(include=True).order_by("pk")}
        links = [Together(**entry) for entry in batch.belongs_together]
        self._links = [one for one in links if one.accepted and one.file in self._files and one.to in self._files]
        self._made: dict[int, list[_Made]] = {}
        self._source_of_bitext: dict[int, int] = {}
        self._pairs: dict[tuple[int, int], Pair] = {}
        self._result: dict[str, Any] = {"documents": [], "pairs": [], "runs": [], "n_unchanged": 0}

    def build(self, progress: Callable[[float, str], None]) -> dict[str, Any]:
        """Make everything; returns the ids of what was made, and how many documents were there already.

        progress : told the share that is done, 0 to 1, and what is being done; may raise to stop.
        Raises ServiceError naming the file that cannot be stored.
        """
        later = {link.file: link for link in self._links if link.relation in ("translates", "aligns", "times")}
        first = [pk for pk in self._files if pk not in later]
        for number, pk in enumerate(first):
            progress(0.95 * number / len(first), f"Storing {self._files[pk].name}")
            self._store_file(pk)
        progress(0.95, "Putting pairs together")
        for link in self._links:
            if link.relation in ("paper_of", "source_of"):
                self._pair(link)
        for link in sorted(later.values(), key=lambda link: link.relation == "aligns"):
            if link.relation == "translates":
                self._translate(link)
            elif link.relation == "aligns":
                self._align(link)
        return self._result

    def _read(self, pk: int) -> Content:
        file = self._files[pk]
        with file.file.open("rb") as opened:
            data = opened.read()
        content = read(data, file.name, file.options.get("format") or file.format, file.options, trusted=self._trusted)
        if content.parsed.errors:
            errors = [problem_json(problem, file.name, []) for problem in content.parsed.errors]
            raise Conflict(f"{file.name} has errors. Nothing was stored.", code="has_errors", errors=errors)
        return content

    def _store_file(self, pk: int) -> None:
        content = self._read(pk)
        timeline = self._timeline_of(pk)
        self._made[pk] = [self._store(item, pk, content, timeline) for item in content.items]
        for plan in content.pairs:
            self._pair_of_file(pk, plan)

    def _store(self, item: Item, pk: int, content: Content, metadata: dict[str, Any] | None = None) -> _Made:
        document = self._document(item, self._files[pk], content, metadata or {})
        return _Made(document, item.title, item.kept, len(item.raw.units))

    def _document(self, item: Item, file: ImportFile, content: Content, metadata: dict[str, Any]) -> Document:
        status, existing = find_known(self._project, item)
        if status == "unchanged" and existing is not None:
            self._result["n_unchanged"] += 1
            return existing
        external_id = item.external_id
        if status == "changed" and existing is not None:
            if file.options.get("as_new"):
                external_id = free_external_id(self._project, item)
            elif existing.pk in self._result["documents"] or pairs_of(existing).exists():
                raise Conflict(
                    f"{item.title} ({item.external_id}) is in the project with other text, which is in use. "
                    f"Import {file.name} as new, or leave it out. Nothing was stored.",
                    code="changed",
                )
            else:
                existing.delete()
        document = store_document(
            self._project,
            item,
            file=file,
            format=content.parsed.format,
            version=content.parsed.version.rpartition("/")[2] or "1",
            external_id=external_id,
            metadata=metadata,
            user=self._user,
        )
        self._result["documents"].append(document.pk)
        return document

    def _timeline_of(self, pk: int) -> dict[str, Any]:
        for link in self._links:
            if link.relation == "times" and link.to == pk:
                return {"timeline": self._read(link.file).parsed.metadata.get("timeline", [])}
        return {}

    def _pair_of_file(self, pk: int, plan: PairPlan) -> None:
        made = self._made[pk]
        source, target = made[plan.source], made[plan.target]
        self._source_of_bitext.setdefault(pk, plan.source)
        offline = made[plan.offline].document if plan.offline is not None else None
        pair, is_new = self._make_pair(source.document, target.document, plan.title, offline)
        if is_new and plan.beads is not None:
            self._ready(pair, plan.beads, plan.rows, source, target, pk)

    def _make_pair(
        self, source: Document, target: Document, title: str, offline: Document | None = None
    ) -> tuple[Pair, bool]:
        """The pair of two documents, and whether it was made now."""
        key = (source.pk, target.pk)
        existing = self._pairs.get(key) or Pair.objects.filter(source=source, target=target).first()
        if existing is not None:
            self._pairs[key] = existing
            return existing, False
        pair = create_pair(
            project=self._project, source=source, target=target, offline=offline, title=title, user=self._user
        )
        self._pairs[key] = pair
        self._result["pairs"].append(pair.pk)
        return pair, True

    def _pair(self, link: Together) -> None:
        source, target = self._only(link.file), self._only(link.to)
        self._make_pair(source.document, target.document, source.title)

    def _translate(self, link: Together) -> None:
        """Store a translation line by line beside the source it belongs to, and give it to that source's pairs."""
        content, file, to = self._read(link.file), self._files[link.file], self._files[link.to]
        if len(content.items) != 1:
            raise ServiceError(f"{file.name} holds {len(content.items)} documents; a translation is one.")
        (item,) = content.items
        in_bitext = self._source_of_bitext.get(link.to)
        source = self._made[link.to][in_bitext] if in_bitext is not None else self._only(link.to)
        if len(item.raw.units) != source.n_lines:
            raise ServiceError(
                f"{file.name} has {len(item.raw.units)} lines; expected {source.n_lines}, one for each of {to.name}."
            )
        made = self._store(as_offline(item, source.kept), link.file, content)
        self._made[link.file] = [made]
        for pair in self._pairs.values():
            if pair.source_id == source.document.pk and pair.offline_id is None:
                pair.offline = made.document
                pair.save(update_fields=["offline"])

    def _align(self, link: Together) -> None:
        """Make a finished run of an alignment that came in a file of its own."""
        file, target = self._files[link.file], self._only(link.to)
        sources = [one.file for one in self._links if one.relation == "source_of" and one.to == link.to]
        if not sources:
            raise ServiceError(f"{file.name} aligns {self._files[link.to].name}; say which file is its source.")
        source = self._only(sources[0])
        pair = self._pairs[source.document.pk, target.document.pk]
        if not pair.runs.filter(signature__contains=f"file:{file.sha256}").exists():
            self._ready(pair, self._read(link.file).parsed.beads or (), (), source, target, link.file)

    def _ready(
        self,
        pair: Pair,
        beads: Sequence[RawBead],
        rows: Sequence[dict[str, Any]],
        source: _Made,
        target: _Made,
        pk: int,
    ) -> None:
        run = store_ready_run(
            pair,
            beads,
            rows=rows,
            source_kept=source.kept,
            target_kept=target.kept,
            file=self._files[pk],
            user=self._user,
        )
        self._result["runs"].append(run.pk)

    def _only(self, pk: int) -> _Made:
        made = self._made.get(pk, [])
        if len(made) != 1:
            raise ServiceError(f"{self._files[pk].name} holds {len(made)} documents; expected one to make a pair of.")
        return made[0]
