"""Write what was read: documents with sections and units, and pairs, some with an alignment that came along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from annotator.corpus.document_removal import is_kept, remove_document
from annotator.corpus.importing.namesakes import find_namesake
from annotator.corpus.importing.reading import Item
from annotator.corpus.importing.versions import (
    UnitMap,
    find_known,
    free_external_id,
    language_of,
    pairs_of,
)
from annotator.corpus.pair_filters import PairFilter, Stage
from annotator.corpus.pairs import check_offline, create_pair, of_latest_texts, unused_title
from annotator.corpus.signals import (
    alignment_imported,
    alignments_imported,
    document_stored,
    related_imported,
    timeline_imported,
)
from annotator.importers.base import RawBead
from annotator.importers.base import Unit as ReadUnit
from annotator.models import (
    Document,
    ImportFile,
    Pair,
    PairKind,
    Project,
    Section,
    Unit,
)
from annotator.platform.copying import copy_in
from annotator.platform.errors import Conflict
from annotator.platform.titles import with_version
from annotator.storable import clean

if TYPE_CHECKING:
    from django.contrib.auth.models import User


_BATCH = 2000
#: Documents without a pair that the result of an import names; the rest is counted.
N_UNPAIRED = 50


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a document was read from, and by which version of which importer.

    path : of a member of an archive; empty for a file of its own. metadata : what is known beside the file's own.
    """

    file: ImportFile
    format: str
    version: str
    metadata: dict[str, Any] = field(default_factory=dict)
    path: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """A document of the batch, made now or known before. `kept`: the lines of its file that are its units."""

    document: Document
    title: str
    kept: tuple[int, ...]
    n_lines: int


class Writer:
    """Writes within the caller's transaction and keeps count. `superseded`: old document -> its new version;
    `unit_maps`: old document -> where its units are there, of those where that is known."""

    def __init__(self, project: Project, user: User | None) -> None:
        self.project, self.user = project, user
        self.pairs: dict[tuple[int, int], Pair] = {}
        self.superseded: dict[int, Document] = {}
        self.unit_maps: dict[int, UnitMap] = {}
        self._in_place: set[int] = set()
        #: Pairs that the result has as new, or as completed; and those that got a run.
        self._named_pairs: set[int] = set()
        self._aligned: set[int] = set()
        self._by_name: set[int] = set()
        self._late_timelines: list[tuple[Document, Sequence[Any], str]] = []
        self.result: dict[str, Any] = {
            "documents": [], "pairs": [], "slides_pairs": [], "runs": [], "reviews": [], "n_unchanged": 0,
            "n_changed": 0, "completed_pairs": [],
        }  # fmt: skip

    def document(
        self,
        item: Item,
        origin: Origin,
        *,
        as_new: bool,
        by_name: bool = False,
    ) -> Made:
        """The document of an item: the one that is there when its text is the same, else a new one.

        A text that changed is stored as the next version of its document, which stays as it is; where nothing uses the
        old text, it is replaced; where it comes `as_new`, it is stored beside it under another id.
        by_name : a text without an id is the next version of the document that has its name.
        Raises Conflict when one batch brings two texts under one external id, or for one document.
        """
        status, existing = find_known(self.project, item)
        if status == "new" and by_name and (named := self._namesake(item, origin)) is not None:
            status, existing, item = "changed", named, _named_as(item, named)
        else:
            by_name = False
        if status == "unchanged" and existing is not None:
            self.result["n_unchanged"] += 1
            return self._made(existing, item)
        external_id, number, previous = item.external_id, 1, None
        if status == "changed" and existing is not None:
            if existing.pk in self.result["documents"]:
                raise Conflict(
                    f"{origin.file.name} contains {item.title} ({item.external_id}) twice with different texts. "
                    "Skip one of them or give it its own id. Nothing was imported.",
                    code="changed",
                )
            if as_new:
                external_id = free_external_id(self.project, item)
            else:
                number, previous = self._make_way(existing)
        document = store_document(self, item, origin, external_id=external_id, number=number, previous=previous)
        if previous is not None and previous.pk == getattr(existing, "pk", None):
            self.superseded[previous.pk] = document
        self.result["documents"].append(document.pk)
        if status == "changed" and not as_new:
            self._in_place.add(document.pk)
        if by_name:
            self._by_name.add(document.pk)
        return self._made(document, item)

    @property
    def added(self) -> set[int]:
        """The documents made now that take no other's place."""
        return {*self.result["documents"]} - self._in_place

    def _namesake(self, item: Item, origin: Origin) -> Document | None:
        """The document of the project whose next version the item is by its name."""
        namesake = find_namesake(self.project, item, self.added)
        if namesake is not None and namesake.document.pk in self._in_place:
            raise Conflict(
                f"Two texts of this import are to become the next version of {item.title}, one of them from "
                f"{origin.file.name}. Import one beside it, or exclude it. Nothing was imported.",
                code="changed",
            )
        return namesake.document if namesake is not None else None

    def _make_way(self, existing: Document) -> tuple[int, Document | None]:
        """(number, previous version) of the text that takes the place of `existing`."""
        self.result["n_changed"] += 1
        if pairs_of(existing).exists() or is_kept(existing):
            return existing.version + 1, existing
        previous = existing.previous
        remove_document(existing)
        return existing.version, previous

    def _made(self, document: Document, item: Item) -> Made:
        return Made(document, item.title, item.kept, len(item.raw.units))

    def pair(self, source: Document, target: Document, title: str, offline: Document | None = None) -> Pair:
        """The pair of two documents, made if it is not there. A pair of a later version says so in its title; one that
        is there gets the offline translation if it has none."""
        key = (source.pk, target.pk)
        existing = self.pairs.get(key) or Pair.objects.filter(source=source, target=target).first()
        if existing is not None:
            self.pairs[key] = existing
            if offline is not None:
                self.offline(existing, offline)
            return existing
        version = max(source.version, target.version)
        if {source.pk, target.pk} & self._by_name and (older := _older_pair(source, target)) is not None:
            title = older.title
        if version > 1:
            title = with_version(title, version)
        pair = create_pair(
            project=self.project,
            source=source,
            target=target,
            offline=offline,
            title=unused_title(self.project, title),
            user=self.user,
        )
        self.pairs[key] = pair
        self.result["pairs"].append(pair.pk)
        self._named_pairs.add(pair.pk)
        if pair.kind == PairKind.SLIDES_TALK:
            self.result["slides_pairs"].append(pair.pk)
        return pair

    def offline(self, pair: Pair, offline: Document) -> None:
        """Give a pair an offline translation if it has none."""
        if pair.offline_id is None:
            check_offline(pair.source, offline)
            pair.offline = offline
            pair.save(update_fields=["offline"])
            self._completed(pair)

    def _completed(self, pair: Pair) -> None:
        """Note what came for a pair that was there before."""
        if pair.pk not in self._named_pairs:
            self._named_pairs.add(pair.pk)
            self.result["completed_pairs"].append(pair.pk)

    def finish(self) -> None:
        """Send which pairs got an alignment; list documents in no pair, and count new pairs without an alignment."""
        if self._aligned:
            alignments_imported.send(Pair, project=self.project, pairs=self._aligned)
        new = Pair.objects.filter(pk__in=self.result["pairs"])
        self.result["n_unaligned"] = PairFilter(stage=Stage.UNALIGNED).of(new).count()
        alone = Document.objects.filter(
            pk__in=self.result["documents"], pairs_as_source=None, pairs_as_target=None
        ).exclude(pk__in=Pair.objects.filter(project=self.project, offline__isnull=False).values("offline"))
        named = alone.order_by("pk").values("id", "title", "source_name")
        self.result |= {"n_unpaired": len(named), "unpaired": list(named[:N_UNPAIRED])}

    def ready_run(
        self,
        pair: Pair,
        beads: Sequence[RawBead],
        rows: Sequence[dict[str, Any]],
        source: Made,
        target: Made,
        file: ImportFile,
        *,
        is_cost: bool,
    ) -> None:
        """A finished run of an alignment that came with the texts, unless the pair has the same one. is_cost : its
        scores are costs."""
        made = alignment_imported.send(
            Pair, pair=pair, beads=beads, rows=rows, source_kept=source.kept, target_kept=target.kept, file=file,
            user=self.user, is_cost=is_cost,
        )  # fmt: skip
        runs = [run for _, run in made if run is not None]
        self.result["runs"] += runs
        if runs:
            self._aligned.add(pair.pk)
            self._completed(pair)

    def timeline(self, deck: Document, timeline: Sequence[Any], name: str) -> None:
        """Give the pairs of a deck the timeline that came in the file `name`: those of this batch, or, where it has
        none here, those that the project has with the latest transcripts. A newer deck whose pairs are not made yet
        waits for `late_timelines`. Raises Conflict where there is no pair."""
        pairs = self._pairs_of_deck(deck)
        if not pairs and deck in self.superseded.values():
            self._late_timelines.append((deck, timeline, name))
        else:
            self._give_timeline(deck, pairs, timeline, name)

    def related(self, paper: Document, talk: Document, related: Sequence[Any]) -> None:
        """Give the pair of a paper and a talk what came with them: sentences for what was said on each slide."""
        pair = self.pairs.get((paper.pk, talk.pk))
        if pair is not None:
            related_imported.send(Pair, pair=pair, related=related, user=self.user)

    def late_timelines(self) -> None:
        """Give newer decks their timelines, once their documents have replaced the old ones."""
        for deck, timeline, name in self._late_timelines:
            self._give_timeline(deck, self._pairs_of_deck(deck), timeline, name)

    def _pairs_of_deck(self, deck: Document) -> list[Pair]:
        here = [pair for pair in self.pairs.values() if pair.source_id == deck.pk]
        return here or list(Pair.objects.filter(of_latest_texts(), source=deck).order_by("pk"))

    def _give_timeline(self, deck: Document, pairs: Sequence[Pair], timeline: Sequence[Any], name: str) -> None:
        if not pairs:
            raise Conflict(
                f"{name} says when the pages of {deck.title} were shown, but the deck is paired with no transcript. "
                "Pair them, or skip the file and add it to the pair later. Nothing was imported.",
                code="no_pair",
            )
        for pair in pairs:
            timeline_imported.send(Pair, pair=pair, timeline=timeline, name=name, user=self.user)


def _older_pair(source: Document, target: Document) -> Pair | None:
    """The pair whose place that of two texts takes, one of which may be the same."""
    sources, targets = [source.pk, source.previous_id], [target.pk, target.previous_id]
    return Pair.objects.filter(source__in=sources, target__in=targets).order_by("pk").last()


def _named_as(item: Item, older: Document) -> Item:
    """The item as the next version of a document: what the file does not say is as it is known of that one."""
    return replace(
        item,
        title=older.title,
        external_id=older.external_id,
        speaker=item.speaker or older.speaker,
        interpreter=item.interpreter or older.interpreter,
        interpreter_rank=item.interpreter_rank or older.interpreter_rank,
    )


def store_document(
    writer: Writer, item: Item, origin: Origin, *, external_id: str, number: int = 1, previous: Document | None = None
) -> Document:
    """A document with its sections and units. The uploaded file becomes its source file, not a copy of it.

    number, previous : which version of the document this is, and the one before it.

    Offsets count code points, with one between two units, so that they never overlap.
    """
    read = item.document
    document = Document.objects.create(
        project=writer.project,
        kind=read.kind,
        title=item.title,
        language=language_of(item),
        speaker=item.speaker,
        interpreter=item.interpreter,
        interpreter_rank=item.interpreter_rank,
        external_id=external_id,
        content_hash=item.content_hash,
        metadata=clean({**read.metadata, **origin.metadata}),
        left_out=clean(
            [{"text": one.text, "reason": one.reason, "line": one.line, "page": one.page} for one in read.left_out]
        ),
        importer=origin.format,
        importer_version=origin.version[:20],
        source_file=origin.file.file.name,
        source_name=(origin.path or origin.file.name).rpartition("/")[2][:255],
        imported_by=writer.user,
        version=number,
        previous=previous,
    )
    sections = [
        Section(
            document=document,
            position=position,
            heading=clean(one.heading)[:500],
            number=clean(one.number or "")[:20],
            kind=one.kind,
        )
        for position, one in enumerate(read.sections)
    ]
    Section.objects.bulk_create(sections, batch_size=_BATCH)
    store_units(document, read.units, sections)
    document_stored.send(Document, document=document)
    return document


def store_units(document: Document, units: Sequence[ReadUnit], sections: Sequence[Section]) -> None:
    copy_in(Unit, _UNIT_FIELDS, _unit_values(document, units, sections))


_UNIT_FIELDS = (
    "document_id", "position", "section_id", "text", "offset", "start_seconds", "end_seconds", "speaker", "page",
    "words",
)  # fmt: skip


def _unit_values(
    document: Document, units: Sequence[ReadUnit], sections: Sequence[Section]
) -> Iterator[tuple[Any, ...]]:
    offset = 0
    for position, unit in enumerate(units):
        yield (
            document.pk,
            position,
            sections[unit.section].pk if unit.section is not None else None,
            unit.text,
            offset,
            unit.start_seconds,
            unit.end_seconds,
            clean(unit.speaker)[:200] if unit.speaker else "",
            unit.page,
            [(word.start, word.end, word.start_seconds, word.end_seconds) for word in unit.words],
        )
        offset += len(unit.text) + 1
