"""What belongs together in a batch: guessed again with every change, until a person says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from annotator.models import ImportBatch, ImportFile, Project
from annotator.services.errors import Conflict
from annotator.services.importing.options import not_allowed
from annotator.services.importing.proposals import RELATIONS, Together, kind_of, propose
from annotator.services.importing.retrieval import propose_in_project

if TYPE_CHECKING:
    pass


def editable(batch: ImportBatch) -> ImportBatch:
    """The batch, locked, where a person may still change it. Raises Conflict otherwise."""
    batch = ImportBatch.objects.select_for_update(of=("self",)).select_related("project").get(pk=batch.pk)
    if not batch.is_editable:
        raise Conflict(
            f"The import is {batch.get_state_display().lower()}; its files do not change now.", code="import_ended"
        )
    batch.touched_at = timezone.now()
    batch.save(update_fields=["touched_at"])
    return batch


@transaction.atomic
def set_links(batch: ImportBatch, links: Sequence[Mapping[str, Any]]) -> ImportBatch:
    """Replace what belongs together by what a person says. Raises ServiceError naming the entry that cannot be."""
    batch = editable(batch)
    files = {file.pk: file for file in batch.files.all()}
    guessed = {_key(one): one for one in _together(batch)}
    stored: list[Together] = []
    for number, link in enumerate(links):
        one = Together(link["file"], link.get("to"), link["relation"], 1.0, "said by a person", by_hand=True)
        one.accepted, one.document = bool(link.get("accepted", True)), link.get("document")
        if one.file not in files or one.to == one.file or (one.to is None) == (one.document is None):
            raise not_allowed(f"[{number}]", f"{one.file} and {one.to}", "two files of this import, or a document")
        if one.to is not None:
            if one.to not in files:
                raise not_allowed(f"[{number}]", f"{one.file} and {one.to}", "two files of this import, or a document")
            _check_relation(number, one.relation, files[one.file], files[one.to])
        else:
            one.document_title = _check_document(number, one, files[one.file], batch.project)
        if known := guessed.get(_key(one)):
            one.score, one.why = known.score, known.why
        stored.append(one)
    said = {_key(one) for one in stored}
    # A guess that is no longer in the list was thrown out, and is not made again.
    stored += [
        replace(one, by_hand=True, hidden=True, accepted=False)
        for key, one in guessed.items()
        if key not in said and one.file in files and (one.to is None or one.to in files)
    ]
    batch.belongs_together = [one.json() for one in stored]
    batch.save(update_fields=["belongs_together"])
    return batch


def _key(one: Together) -> tuple[int, int | None, int | None, str]:
    return one.file, one.to, one.document, one.relation


def propose_again(batch: ImportBatch) -> ImportBatch:
    """Guess anew what belongs together, among the files and with what is in the project."""
    files, decided = list(batch.files.order_by("pk")), _together(batch)
    found = propose(files, decided)
    found += propose_in_project(batch.project, files, found, [one for one in decided if one.by_hand])
    batch.belongs_together = [one.json() for one in found]
    batch.save(update_fields=["belongs_together"])
    return batch


def together_of(batch: ImportBatch) -> list[dict[str, Any]]:
    """What belongs together, without the entries that a person threw out."""
    return [one.json() for one in _together(batch) if not one.hidden]


def _together(batch: ImportBatch) -> list[Together]:
    return [Together(**entry) for entry in batch.belongs_together]


def _check_document(number: int, one: Together, file: ImportFile, project: Project) -> str:
    """The title of the document that a file is said to belong to."""
    halves = {"paper_of": ("paper", ("transcript", "text")), "talk_of": ("transcript", ("paper",))}
    if one.relation not in halves:
        raise not_allowed(f"[{number}].relation", one.relation, ", ".join(halves))
    kind, others = halves[one.relation]
    if kind_of(file.report) != kind:
        raise not_allowed(f"[{number}]", f"{file.name} ({kind_of(file.report) or 'nothing'})", kind)
    title = project.documents.filter(pk=one.document or 0, kind__in=others).values_list("title", flat=True).first()
    if title is None:
        raise not_allowed(f"[{number}].document", one.document, f"a {' or '.join(others)} of this project")
    return title


def _check_relation(number: int, relation: str, file: ImportFile, to: ImportFile) -> None:
    allowed = {
        "paper_of": ({"paper"}, {"transcript", "text"}),
        "source_of": ({"text", "transcript"}, {"text", "transcript"}),
        "translates": ({"text", "transcript"}, {"text", "transcript", "bitext"}),
        "aligns": ({"beads"}, {"text", "transcript"}),
        "times": ({"timeline"}, {"slides"}),
    }
    if relation not in allowed:
        raise not_allowed(f"[{number}].relation", relation, ", ".join(RELATIONS))
    for side, one in zip(allowed[relation], (file, to), strict=True):
        if kind_of(one.report) not in side:
            raise not_allowed(f"[{number}]", f"{one.name} ({kind_of(one.report) or 'nothing'})", " or ".join(side))
