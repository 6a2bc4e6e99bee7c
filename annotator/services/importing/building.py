"""Turn the files of a batch into documents and pairs, file by file, within the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from annotator.importers import registry
from annotator.models import ImportBatch, ImportFile, Project
from annotator.services.errors import Conflict, ServiceError
from annotator.services.importing.carrying import carry_over
from annotator.services.importing.proposals import Together
from annotator.services.importing.reading import Content, Item, PairPlan, Parse, as_offline, read, reader
from annotator.services.importing.report import problem_json
from annotator.services.importing.report_talks import is_as_new
from annotator.services.importing.talks import ARCHIVE, Fault, TalkArchive, TalkContent
from annotator.services.importing.writing import Made, Writer

Progress = Callable[[float, str], None]


class BatchBuilder:
    """Reads one file, or one talk of an archive, at a time: memory is bounded by the largest and not by the batch."""

    def __init__(self, batch: ImportBatch, project: Project, *, trusted: bool = False) -> None:
        self._trusted = trusted
        self._writer = Writer(project, batch.created_by)
        self._files = {file.pk: file for file in batch.files.filter(include=True).order_by("pk")}
        links = [Together(**entry) for entry in batch.belongs_together]
        known = {file: file in self._files for link in links for file in (link.file, link.to) if file is not None}
        self._links = [one for one in links if one.accepted and known[one.file] and (one.to is None or known[one.to])]
        self._made: dict[int, list[Made]] = {}
        self._source_of_bitext: dict[int, int] = {}
        self._parse: Parse = registry.parse

    def build(self, progress: Progress) -> dict[str, Any]:
        """Make everything; returns the ids of what was made, and how many documents were there already.

        progress : told the share that is done, 0 to 1, and what is being done; may raise to stop.
        Raises ServiceError naming the file that cannot be stored.
        """
        with reader() as child:
            self._parse = registry.parse if self._trusted else child.parse
            return self._build(progress)

    def _build(self, progress: Progress) -> dict[str, Any]:
        later = {link.file: link for link in self._links if link.relation in ("translates", "aligns", "times")}
        first = [pk for pk in self._files if pk not in later]
        for number, pk in enumerate(first):
            name, share = self._files[pk].name, partial(_share, number, len(first))
            progress(share(0.0), f"Storing {name}")
            if self._files[pk].format == ARCHIVE:
                self._store_archive(self._files[pk], lambda done, said, share=share: progress(share(done), said))  # type: ignore[misc]
            else:
                self._store_file(pk)
        progress(0.95, "Putting pairs together")
        for link in self._links:
            if link.relation in ("paper_of", "source_of", "talk_of"):
                self._pair(link)
        for link in sorted(later.values(), key=lambda link: link.relation == "aligns"):
            if link.relation == "translates":
                self._translate(link)
            elif link.relation == "aligns":
                self._align(link)
        if self._writer.superseded:
            carry_over(self._writer, lambda done, said: progress(0.95 + 0.05 * done, said))
        return self._writer.result

    def _read(self, pk: int) -> Content:
        file = self._files[pk]
        with file.file.open("rb") as opened:
            data = opened.read()
        content = read(data, file.name, file.options.get("format") or file.format, file.options, parse=self._parse)
        _refuse_errors([Fault(problem) for problem in content.parsed.errors], file.name)
        return content

    def _store_file(self, pk: int) -> None:
        content = self._read(pk)
        timeline = self._timeline_of(pk)
        self._made[pk] = [self._store(item, pk, content, timeline) for item in content.items]
        for plan in content.pairs:
            self._source_of_bitext.setdefault(pk, plan.source)
            self._pair_of_plan(self._made[pk], plan, self._files[pk])

    def _store(self, item: Item, pk: int, content: Content, metadata: dict[str, Any] | None = None) -> Made:
        version = content.parsed.version.rpartition("/")[2] or "1"
        return self._writer.document(
            item,
            self._files[pk],
            format=content.parsed.format,
            version=version,
            metadata=metadata or {},
            as_new=bool(self._files[pk].options.get("as_new")),
        )

    def _store_archive(self, file: ImportFile, progress: Progress) -> None:
        with (
            file.file.open("rb") as opened,
            TalkArchive(opened, file.name, file.options, trusted=self._trusted) as archive,
        ):
            choices = file.options.get("talks", {})
            left_out = {talk for talk in archive.ids if choices.get(talk) == "leave_out"}
            errors = [problem for problem in archive.parsed.errors if archive.talk_of(problem) not in left_out]
            _refuse_errors([Fault(problem) for problem in errors], file.name)
            n_talks = len(archive) - len(left_out)
            for number, talk in enumerate(archive.contents(without=left_out)):
                progress(number / n_talks, f"Storing talk {number + 1:,} of {n_talks:,}")
                _refuse_errors([fault for fault in talk.faults if fault.problem.severity == "error"], file.name)
                self._store_talk(file, talk, as_new=is_as_new(file.options, talk.id))

    def _store_talk(self, file: ImportFile, talk: TalkContent, *, as_new: bool) -> None:
        made = [
            self._writer.document(
                one.item,
                file,
                format=one.format,
                version=one.version,
                metadata=one.metadata,
                source_name=one.path,
                as_new=as_new,
            )
            for one in talk.items
        ]
        for plan in talk.pairs:
            self._pair_of_plan(made, plan, file)

    def _timeline_of(self, pk: int) -> dict[str, Any]:
        for link in self._links:
            if link.relation == "times" and link.to == pk:
                return {"timeline": self._read(link.file).parsed.metadata.get("timeline", [])}
        return {}

    def _pair_of_plan(self, made: list[Made], plan: PairPlan, file: ImportFile) -> None:
        source, target = made[plan.source], made[plan.target]
        offline = made[plan.offline].document if plan.offline is not None else None
        pair, is_new = self._writer.pair(source.document, target.document, plan.title, offline)
        if is_new and plan.beads is not None:
            self._writer.ready_run(pair, plan.beads, plan.rows, source, target, file)

    def _pair(self, link: Together) -> None:
        """A pair of two files, or of a file and a document that is in the project already."""
        here = self._only(link.file).document
        if link.to is not None:
            there = self._only(link.to).document
        else:
            found = self._writer.project.documents.filter(pk=link.document or 0).first()
            if found is None:
                raise Conflict(
                    f"{link.document_title}, which {self._files[link.file].name} belongs to, is not in the project "
                    "any more. Nothing was stored.",
                    code="document_gone",
                )
            there = self._writer.superseded.get(found.pk, found)
        source, target = (there, here) if link.relation == "talk_of" else (here, there)
        self._writer.pair(source, target, source.title)

    def _translate(self, link: Together) -> None:
        """Store a translation line by line beside the source it belongs to, and give it to that source's pairs."""
        assert link.to is not None
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
        for pair in self._writer.pairs.values():
            if pair.source_id == source.document.pk and pair.offline_id is None:
                pair.offline = made.document
                pair.save(update_fields=["offline"])

    def _align(self, link: Together) -> None:
        """Make a finished run of an alignment that came in a file of its own."""
        assert link.to is not None
        file, target = self._files[link.file], self._only(link.to)
        sources = [one.file for one in self._links if one.relation == "source_of" and one.to == link.to]
        if not sources:
            raise ServiceError(f"{file.name} aligns {self._files[link.to].name}; say which file is its source.")
        source = self._only(sources[0])
        pair = self._writer.pairs[source.document.pk, target.document.pk]
        if not pair.runs.filter(signature__contains=f"file:{file.sha256}").exists():
            self._writer.ready_run(pair, self._read(link.file).parsed.beads or (), (), source, target, file)

    def _only(self, pk: int) -> Made:
        made = self._made.get(pk, [])
        if len(made) != 1:
            raise ServiceError(f"{self._files[pk].name} holds {len(made)} documents; expected one to make a pair of.")
        return made[0]


def _share(number: int, count: int, done: float) -> float:
    return 0.95 * (number + done) / count


def _refuse_errors(faults: list[Fault], name: str) -> None:
    if faults:
        errors = [problem_json(fault.problem, name, []) for fault in faults]
        raise Conflict(f"{name} has errors. Nothing was stored.", code="has_errors", errors=errors)
