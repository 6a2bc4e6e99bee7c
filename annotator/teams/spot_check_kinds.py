"""What spot checks are drawn from, by kind: what each person has settled, what a judge sees of it, what sending it back
opens again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from annotator.corpus.media import media_url
from annotator.decks.slide_text.blocks import page_text
from annotator.models import (
    CheckState,
    MaskAnswer,
    MaskChoice,
    Pass,
    PassState,
    Project,
    SlidePage,
    SpotCheck,
    SpotCheckItem,
    SpotCheckKind,
)
from annotator.recordings.passes import judge as judge_pass
from annotator.recordings.results import NOT_HEARD

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class Kind(ABC):
    """field : of `SpotCheckItem`, which holds the row. noun : of one item, for people."""

    field: str
    noun: str

    @abstractmethod
    def settled(self, project: Project) -> Iterable[tuple[int, int]]:
        """(person, row) of all that can be drawn, in an order that stays."""

    @abstractmethod
    def texts(self, rows: Sequence[int]) -> Mapping[int, str]:
        """By row, what is settled there."""

    @abstractmethod
    def places(self, items: Sequence[SpotCheckItem]) -> list[dict[str, Any]]:
        """Where each item is: `document`, `title`, and what is beside its text: `page`, or `span`."""

    def is_at_the_same(self, check: SpotCheck, user: User) -> bool:
        """Whether this person works on what the items are of, and must not see what another has settled there."""
        return False

    @abstractmethod
    def take_back(self, check: SpotCheck, user: User) -> dict[str, Any]:
        """Open again what the person of this check had settled; what `give_back` needs."""

    @abstractmethod
    def give_back(self, check: SpotCheck, user: User) -> None:
        """Undo that, but for what has changed since. Raises Conflict where somebody else has the work now."""


class _Slides(Kind):
    field, noun = "page", "slide"

    def settled(self, project: Project) -> Iterable[tuple[int, int]]:
        pages = SlidePage.objects.filter(slide_text__document__project=project, checked_by__isnull=False)
        return pages.order_by("checked_by", "pk").values_list("checked_by", "pk")

    def texts(self, rows: Sequence[int]) -> Mapping[int, str]:
        return {
            pk: page_text(blocks) for pk, blocks in SlidePage.objects.filter(pk__in=rows).values_list("pk", "blocks")
        }

    def places(self, items: Sequence[SpotCheckItem]) -> list[dict[str, Any]]:
        pages = SlidePage.objects.filter(pk__in=[item.page_id for item in items])
        row_of = pages.select_related("slide_text__document").defer("lines", "blocks").in_bulk()
        rows = [row_of[item.page_id] for item in items if item.page_id]
        return [
            {
                "document": row.slide_text.document_id, "title": row.slide_text.document.title,
                "language": row.slide_text.document.language, "page": row.page, "span": None,
            }
            for row in rows
        ]  # fmt: skip

    def take_back(self, check: SpotCheck, user: User) -> dict[str, Any]:
        own = SlidePage.objects.filter(slide_text__document__project=check.project_id, checked_by=check.person_id)
        rows = own.order_by("pk").select_for_update().values_list("pk", "revision", "checked_at")
        pages = {str(pk): [revision, checked_at and checked_at.isoformat()] for pk, revision, checked_at in rows}
        own.filter(pk__in=pages).update(checked_by=None, checked_at=None)
        return {"pages": pages}

    def give_back(self, check: SpotCheck, user: User) -> None:
        pages: Mapping[str, Any] = check.taken_back.get("pages", {})
        for row in SlidePage.objects.filter(pk__in=pages, checked_by=None).order_by("pk").select_for_update():
            revision, checked_at = pages[str(row.pk)]
            if row.revision == revision:
                row.checked_by_id, row.checked_at = check.person_id, checked_at
                row.save(update_fields=["checked_by", "checked_at"])


class _Masks(Kind):
    field, noun = "answer", "answer"

    def settled(self, project: Project) -> Iterable[tuple[int, int]]:
        answers = MaskAnswer.objects.filter(
            of_pass__transcript_check__document__project=project, of_pass__state=PassState.ACCEPTED
        )
        return answers.order_by("of_pass__user", "pk").values_list("of_pass__user", "pk")

    def texts(self, rows: Sequence[int]) -> Mapping[int, str]:
        return {answer.pk: _words(answer) for answer in MaskAnswer.objects.filter(pk__in=rows)}

    def places(self, items: Sequence[SpotCheckItem]) -> list[dict[str, Any]]:
        answers = MaskAnswer.objects.filter(pk__in=[item.answer_id for item in items])
        row_of = answers.select_related("mask__transcript_check__document", "of_pass").in_bulk()
        rows = [row_of[item.answer_id] for item in items if item.answer_id]
        lines = {row.pk: _line_of(row) for row in rows}
        beside = MaskAnswer.objects.filter(
            of_pass__in={row.of_pass_id for row in rows},
            mask__position__in={part for parts in lines.values() for part in parts if isinstance(part, int)},
        )
        words = {(one.of_pass_id, one.mask.position): _words(one) for one in beside.select_related("mask")}
        return [_place(row, lines[row.pk], words) for row in rows]

    def is_at_the_same(self, check: SpotCheck, user: User) -> bool:
        checks = check.items.values("answer__mask__transcript_check")
        at_work = Pass.objects.filter(user=user, state__in=(PassState.OPEN, PassState.LAPSED))
        return at_work.filter(transcript_check__in=checks).exists()

    def take_back(self, check: SpotCheck, user: User) -> dict[str, Any]:
        """Passes whose result is stored stay as they are: their text is in a version of the transcript."""
        own = Pass.objects.filter(
            transcript_check__document__project=check.project_id, transcript_check__state=CheckState.READY,
            user=check.person_id, state=PassState.ACCEPTED,
        ).select_related("transcript_check__document__project").order_by("transcript_check")  # fmt: skip
        return {
            "passes": [judge_pass(one, decision="reject", reason=check.reason, user=user).pk for one in own]
        }  # fmt: skip

    def give_back(self, check: SpotCheck, user: User) -> None:
        passes = Pass.objects.filter(pk__in=check.taken_back.get("passes", ()), state=PassState.REJECTED)
        for one in passes.select_related("transcript_check__document__project").order_by("transcript_check"):
            judge_pass(one, decision="accept", reason="The spot check was opened again.", user=user)


def _words(answer: MaskAnswer) -> str:
    return NOT_HEARD if answer.choice == MaskChoice.UNINTELLIGIBLE else answer.text


def _line_of(answer: MaskAnswer) -> list[Any]:
    """The parts of the line with this answer: texts, and positions of masks."""
    mask = answer.mask
    lines = mask.transcript_check.lines
    return next((line["parts"] for line in lines if mask.position in line["parts"]), [mask.position])


def _place(answer: MaskAnswer, parts: Sequence[Any], words: Mapping[tuple[int, int], str]) -> dict[str, Any]:
    document, mask = answer.mask.transcript_check.document, answer.mask
    at = parts.index(mask.position)

    def text_of(some: Sequence[Any]) -> str:
        texts = (part if isinstance(part, str) else words.get((answer.of_pass_id, part), NOT_HEARD) for part in some)
        return " ".join(filter(None, texts))

    return {
        "document": document.pk, "title": document.title, "language": document.language, "page": None,
        "span": {
            "before": text_of(parts[:at]), "after": text_of(parts[at + 1 :]), "start": mask.start, "end": mask.end,
            "media_url": media_url(document),
        },
    }  # fmt: skip


KINDS: Mapping[str, Kind] = {SpotCheckKind.SLIDES: _Slides(), SpotCheckKind.MASKS: _Masks()}
