"""Documents, pairs and finished runs of one batch: made where they are new, found where they are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from annotator.importers.base import RawBead
from annotator.models import Document, ImportFile, Pair, Project
from annotator.services.errors import Conflict
from annotator.services.importing.known import find_known, free_external_id, pairs_of
from annotator.services.importing.reading import Item
from annotator.services.importing.storing import store_document, store_ready_run
from annotator.services.pairing import create_pair
from annotator.services.removing import remove_document

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class Made:
    """A document of the batch, made now or known before. `kept`: the lines of its file that are its units."""

    document: Document
    title: str
    kept: tuple[int, ...]
    n_lines: int


class Writer:
    """Writes within the caller's transaction and keeps count. `superseded`: old document -> its new version."""

    def __init__(self, project: Project, user: User | None) -> None:
        self.project, self.user = project, user
        self.pairs: dict[tuple[int, int], Pair] = {}
        self.superseded: dict[int, Document] = {}
        self.result: dict[str, Any] = {
            "documents": [], "pairs": [], "runs": [], "reviews": [], "n_unchanged": 0, "n_changed": 0,
        }  # fmt: skip

    def document(
        self,
        item: Item,
        file: ImportFile,
        *,
        format: str,
        version: str,
        metadata: dict[str, Any],
        as_new: bool,
        source_name: str = "",
    ) -> Made:
        """The document of an item: the one that is there when its text is the same, else a new one.

        A text that changed is stored as the next version of its document, which stays as it is; where nothing uses the
        old text, it is replaced; where it comes `as_new`, it is stored beside it under another id.
        Raises Conflict when one batch brings two texts under one external id.
        """
        status, existing = find_known(self.project, item)
        if status == "unchanged" and existing is not None:
            self.result["n_unchanged"] += 1
            return self._made(existing, item)
        external_id, number, previous = item.external_id, 1, None
        if status == "changed" and existing is not None:
            if existing.pk in self.result["documents"]:
                raise Conflict(
                    f"{file.name} brings {item.title} ({item.external_id}) twice, with two texts. "
                    "Leave one out, or give it an id of its own. Nothing was stored.",
                    code="changed",
                )
            if as_new:
                external_id = free_external_id(self.project, item)
            else:
                number, previous = self._make_way(existing)
        document = store_document(
            self.project,
            item,
            file=file,
            format=format,
            version=version,
            external_id=external_id,
            metadata=metadata,
            user=self.user,
            number=number,
            previous=previous,
            source_name=source_name,
        )
        if previous is not None and previous.pk == getattr(existing, "pk", None):
            self.superseded[previous.pk] = document
        self.result["documents"].append(document.pk)
        return self._made(document, item)

    def _make_way(self, existing: Document) -> tuple[int, Document | None]:
        """(number, previous version) of the text that takes the place of `existing`."""
        self.result["n_changed"] += 1
        if pairs_of(existing).exists():
            return existing.version + 1, existing
        previous = existing.previous
        remove_document(existing)
        return existing.version, previous

    def _made(self, document: Document, item: Item) -> Made:
        return Made(document, item.title, item.kept, len(item.raw.units))

    def pair(
        self, source: Document, target: Document, title: str, offline: Document | None = None
    ) -> tuple[Pair, bool]:
        """The pair of two documents, and whether it was made now. A pair of a later version says so in its title."""
        key = (source.pk, target.pk)
        existing = self.pairs.get(key) or Pair.objects.filter(source=source, target=target).first()
        if existing is not None:
            self.pairs[key] = existing
            return existing, False
        version = max(source.version, target.version)
        if version > 1:
            title = f"{title.rpartition(' (version ')[0] or title}"[:280] + f" (version {version})"
        pair = create_pair(
            project=self.project, source=source, target=target, offline=offline, title=title, user=self.user
        )
        self.pairs[key] = pair
        self.result["pairs"].append(pair.pk)
        return pair, True

    def ready_run(
        self,
        pair: Pair,
        beads: Sequence[RawBead],
        rows: Sequence[dict[str, Any]],
        source: Made,
        target: Made,
        file: ImportFile,
    ) -> None:
        """A finished run of an alignment that came with the texts."""
        run = store_ready_run(
            pair, beads, rows=rows, source_kept=source.kept, target_kept=target.kept, file=file, user=self.user
        )
        self.result["runs"].append(run.pk)
