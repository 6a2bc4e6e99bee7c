"""Papers and talks that are in the project already and wait for their other half (TalkSumm's retrieval, section 3.1).

A talk's paper is found by title; identifiers, people and the words they share decide where titles do not. A person
confirms each: nothing here counts as accepted by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from annotator.models import Document, DocumentKind, ImportFile, Project, Unit
from annotator.services.importing.names import hints_of
from annotator.services.importing.proposals import (
    SHOWN_FROM,
    Side,
    Together,
    likeness_of,
    normal,
    side_of,
)
from annotator.services.importing.report import terms_of

#: Documents in no pair that are looked at, the newest first, and of how many the words are compared as well.
N_BY_TITLE = 3000
N_BY_WORDS = 60
#: How much of a text is compared by its words.
N_UNITS = 400
N_TERMS = 120

_OTHER_HALF = {"paper": ("paper_of", DocumentKind.TRANSCRIPT), "transcript": ("talk_of", DocumentKind.PAPER)}


def propose_in_project(
    project: Project, files: Iterable[ImportFile], found: Sequence[Together], decided: Sequence[Together] = ()
) -> list[Together]:
    """The best unpaired document of the project for each paper or talk that found no sure partner among the files."""
    settled = {pk for one in (*found, *decided) if one.accepted for pk in (one.file, one.to)}
    said = {(one.file, one.relation) for one in decided if one.document is not None}
    proposed: list[Together] = []
    known: dict[str, list[Side]] = {}
    for file in files:
        if not file.include or file.pk in settled or file.report.get("change") == "unchanged":
            continue
        side = side_of(file)
        relation, kind = _OTHER_HALF.get(side.kind, ("", None))
        if kind is None or (file.pk, relation) in said:
            continue
        if kind not in known:
            known[kind] = _unpaired(project, kind)
        best = max(
            ((*_score(side, other), -other.id, other) for other in known[kind]),
            key=lambda entry: (entry[0], entry[2]),
            default=None,
        )
        if best is not None and best[0] >= SHOWN_FROM:
            score, why, _, other = best
            proposed.append(
                Together(
                    file.pk, None, relation, round(score, 2), why, document=other.id, document_title=other.shown
                )
            )  # fmt: skip
    return proposed


def _score(side: Side, other: Side) -> tuple[float, str]:
    paper, talk = (side, other) if side.kind == "paper" else (other, side)
    return likeness_of(paper, talk)


def _unpaired(project: Project, kind: DocumentKind) -> list[Side]:
    as_half = "pairs_as_source" if kind == DocumentKind.PAPER else "pairs_as_target"
    documents = list(
        Document.objects.filter(project=project, kind=kind, next__isnull=True, **{f"{as_half}__isnull": True})
        .order_by("-pk")
        .only("pk", "kind", "title", "language", "speaker", "external_id", "metadata", "source_name")[:N_BY_TITLE]
    )
    texts: dict[int, list[str]] = {}
    read = [document.pk for document in documents[:N_BY_WORDS]]
    units = Unit.objects.filter(document__in=read, position__lt=N_UNITS)
    for pk, text in units.values_list("document_id", "text"):
        texts.setdefault(pk, []).append(text)
    return [_side(document, texts.get(document.pk, [])) for document in documents]


def _side(document: Document, texts: list[str]) -> Side:
    authors = document.metadata.get("authors") or []
    people = [*(author for author in authors if isinstance(author, str)), document.speaker]
    words: Counter[str] = terms_of(texts)
    return Side(
        id=document.pk,
        hints=hints_of(document.source_name),
        title=normal(document.title),
        language=document.language,
        kind=document.kind,
        n_lines=0,
        external_id=document.external_id,
        people=frozenset(normal(person) for person in people if person),
        terms=frozenset(word for word, _ in words.most_common(N_TERMS)),
        report={},
        shown=document.title,
    )
