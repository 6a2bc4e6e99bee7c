"""The pairings of a batch as it keeps them: guessed again when its files change, and as a person lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotator.corpus.importing.options import not_allowed
from annotator.corpus.importing.pairings import PAIRING_KINDS, Pairing, kind_of, propose, propose_in_project
from annotator.models import ImportBatch, ImportFile, Project

#: By kind of pairing, what a file has to be, and what a document of the project may be that it belongs to.
WITH_DOCUMENTS = {
    "paper_of": ("paper", ("transcript", "text")),
    "slides_of": ("slides", ("transcript", "text")),
    "talk_of": ("transcript", ("paper", "slides")),
}
#: And what two files may be.
AMONG_FILES = {
    "paper_of": ({"paper"}, {"transcript", "text"}),
    "slides_of": ({"slides"}, {"transcript", "text"}),
    "source_of": ({"text", "transcript"}, {"text", "transcript"}),
    "translates": ({"text", "transcript"}, {"text", "transcript", "bitext"}),
    "aligns": ({"beads"}, {"text", "transcript"}),
    "times": ({"timeline"}, {"slides"}),
}


def checked_pairings(batch: ImportBatch, entries: Sequence[Mapping[str, Any]]) -> list[Pairing]:
    """The pairings of a batch as a person lists them, and the guesses missing from the list, hidden so that they are
    not made again. Raises ServiceError naming the entry that cannot be."""
    files = {file.pk: file for file in batch.files.all()}
    guessed = {_key(one): one for one in _stored(batch)}
    stored: list[Pairing] = []
    for number, entry in enumerate(entries):
        one = Pairing(entry["file"], entry.get("to"), entry["kind"], 1.0, "said by a person", by_hand=True)
        one.accepted, one.document = bool(entry.get("accepted", True)), entry.get("document")
        if one.file not in files or one.to == one.file or (one.to is None) == (one.document is None):
            raise not_allowed(f"[{number}]", f"{one.file} and {one.to}", "two files of this import, or a document")
        if one.to is not None:
            if one.to not in files:
                raise not_allowed(f"[{number}]", f"{one.file} and {one.to}", "two files of this import, or a document")
            _check_kind(number, one.kind, files[one.file], files[one.to])
        else:
            one.document_title = _check_document(number, one, files[one.file], batch.project)
        if known := guessed.get(_key(one)):
            one.score, one.why = known.score, known.why
        stored.append(one)
    listed = {_key(one) for one in stored}
    # A guess that is no longer in the list was thrown out, and is not made again.
    stored += [
        replace(one, by_hand=True, hidden=True, accepted=False)
        for key, one in guessed.items()
        if key not in listed and one.file in files and (one.to is None or one.to in files)
    ]
    return stored


def _key(one: Pairing) -> tuple[int, int | None, int | None, str]:
    return one.file, one.to, one.document, one.kind


def propose_again(batch: ImportBatch) -> ImportBatch:
    """Guess the pairings again, among the files and with what is in the project."""
    files, decided = list(batch.files.order_by("pk")), _stored(batch)
    proposed = propose(files, decided)
    proposed += propose_in_project(batch.project, files, proposed, [one for one in decided if one.by_hand])
    batch.pairings = [one.json() for one in proposed]
    batch.save(update_fields=["pairings"])
    return batch


def shown_pairings(batch: ImportBatch) -> list[dict[str, Any]]:
    """The pairings, without those that a person removed."""
    return [one.json() for one in _stored(batch) if not one.hidden]


def _stored(batch: ImportBatch) -> list[Pairing]:
    return [Pairing(**entry) for entry in batch.pairings]


def _check_document(number: int, one: Pairing, file: ImportFile, project: Project) -> str:
    """The title of the document that a file is said to belong to."""
    if one.kind not in WITH_DOCUMENTS:
        raise not_allowed(f"[{number}].kind", one.kind, ", ".join(WITH_DOCUMENTS))
    own, others = WITH_DOCUMENTS[one.kind]
    if kind_of(file.report) != own:
        raise not_allowed(f"[{number}]", f"{file.name} ({kind_of(file.report) or 'nothing'})", own)
    title = project.documents.filter(pk=one.document or 0, kind__in=others).values_list("title", flat=True).first()
    if title is None:
        raise not_allowed(f"[{number}].document", one.document, f"a {' or '.join(others)} of this project")
    return title


def _check_kind(number: int, kind: str, file: ImportFile, to: ImportFile) -> None:
    if kind not in AMONG_FILES:
        raise not_allowed(f"[{number}].kind", kind, ", ".join(PAIRING_KINDS))
    for side, one in zip(AMONG_FILES[kind], (file, to), strict=True):
        if kind_of(one.report) not in side:
            raise not_allowed(f"[{number}]", f"{one.name} ({kind_of(one.report) or 'nothing'})", " or ".join(side))
