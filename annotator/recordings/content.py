"""What the page of a pass gets. Nothing in it tells a planted mask from another one, nor who filled a first pass."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q

from annotator.corpus.media import media_url
from annotator.models import (
    MaskAnswer,
    Pass,
    PassKind,
    PassOperation,
    PassState,
    Project,
    TranscriptCheck,
    TranscriptPolicy,
)
from annotator.people.names import person_json
from annotator.recordings.names_and_terms import has_term
from annotator.recordings.nearby import slides_beside, words_beside
from annotator.recordings.passes import answers_json, policy_of, refusal, undo_stack, with_passes
from annotator.recordings.readings import readings_of


def pass_json(of_pass: Pass) -> dict[str, Any]:
    """A pass as its own person works on it."""
    check = of_pass.transcript_check
    document = check.document
    masks = list(check.masks.all())
    readings = readings_of(of_pass, masks)
    codes = {mask.position: mask.code for mask in masks}
    is_second = of_pass.kind == PassKind.SECOND
    terms = frozenset(check.figures.get("terms", []))
    done, undone = undo_stack(of_pass)
    return {
        **about_pass(of_pass),
        "can_go_on": _can_go_on(of_pass, check, policy_of(document.project)),
        "document": {
            "id": document.pk, "title": document.title, "language": document.language,
            "project": document.project.slug, "media_url": media_url(document),
        },
        "recognisers": None if is_second else {"a": check.a.name, "b": check.b.name},
        "has_first": of_pass.first_id is not None,
        "lines": [
            {
                "start": line["start"], "end": line["end"],
                "parts": [{"mask": codes[part]} if isinstance(part, int) else {"text": part} for part in line["parts"]],
            }
            for line in check.lines
        ],
        "masks": [
            {
                "code": mask.code, "start": mask.start, "end": mask.end, "a": readings[mask.pk].a,
                "b": readings[mask.pk].b, "b_choice": readings[mask.pk].b_choice or None,
                "better": readings[mask.pk].better, "certain_a": None if is_second else mask.certain_a,
                "certain_b": None if is_second else mask.certain_b,
                "has_term": has_term((readings[mask.pk].a, readings[mask.pk].b), terms),
            }
            for mask in masks
        ],
        "answers": answers_json(of_pass),
        "undo": _entries(of_pass, done),
        "redo": _entries(of_pass, undone),
        "between": {**check.rates_between(), "by_characters": check.figures["is_spaceless"]},
        "normaliser": {"name": check.figures["normaliser"], "rules": check.figures["rules"]},
        "words": words_beside(document),
        "slides": slides_beside(document),
    }  # fmt: skip


def about_pass(of_pass: Pass) -> dict[str, Any]:
    return {
        "id": of_pass.pk, "kind": of_pass.kind, "state": of_pass.state, "lease_ends": of_pass.lease_ends,
        "revision": of_pass.revision, "reason": of_pass.reason, "submitted_at": of_pass.submitted_at,
        "updated_at": of_pass.updated_at,
    }  # fmt: skip


def _entries(of_pass: Pass, ids: list[Any]) -> list[dict[str, Any]]:
    found = PassOperation.objects.filter(pk__in=ids).select_related("mask").in_bulk()
    return [{"mask": found[pk].mask.code, "before": found[pk].before, "after": found[pk].after} for pk in ids]


def queue_json(project: Project, user: Any) -> dict[str, Any]:
    """``mine``: passes of this person, those to go on with first; ``free``: what they can claim, as check and kind."""
    found = with_passes(TranscriptCheck.objects.filter(document__project=project)).annotate(n_masks=Count("masks"))
    checks = {check.pk: check for check in found.order_by("document__title", "pk")}
    own = Pass.objects.filter(transcript_check__in=checks, user=user.pk).annotate(n_filled=Count("answers"))
    mine = sorted(own, key=lambda one: (one.state != PassState.OPEN, -one.updated_at.timestamp()))
    had = {one.transcript_check_id for one in mine}
    policy = policy_of(project)
    return {
        "mine": [
            {
                **about_pass(one), "title": check.document.title, "check": check.pk, "n_filled": one.n_filled,
                "n_masks": check.n_masks,
                "can_go_on": _can_go_on(one, check, policy),
            }
            for one in mine
            for check in [checks[one.transcript_check_id]]
        ],
        "free": [
            {"check": check.pk, "kind": kind, "title": check.document.title, "n_masks": check.n_masks}
            for check in checks.values()
            if check.pk not in had
            for kind in PassKind.values
            if refusal(check, kind, user.pk, policy) is None
        ],
    }  # fmt: skip


def _can_go_on(of_pass: Pass, check: TranscriptCheck, policy: TranscriptPolicy) -> bool:
    return of_pass.state == PassState.OPEN or refusal(check, of_pass.kind, of_pass.user_id, policy) is None


def submissions_json(project: Project) -> dict[str, Any]:
    """What an admin sees of the transcripts of a project: ``passes`` with what is counted of each, ``policy``, and
    ``checks``."""
    passes = Pass.objects.filter(transcript_check__document__project=project).exclude(state=PassState.LAPSED)
    passes = passes.select_related("transcript_check__document", "user", "decided_by")
    n_filled = dict(MaskAnswer.objects.filter(of_pass__in=passes).values_list("of_pass").annotate(n=Count("id")))
    checks = TranscriptCheck.objects.filter(document__project=project).select_related("document")
    checks = checks.annotate(n_masks=Count("masks"), n_planted=Count("masks", filter=~Q(masks__planted="")))
    counts = {check.pk: check.n_masks for check in checks}
    return {
        "policy": policy_of(project),
        "passes": [
            {
                **about_pass(one), "user": person_json(one.user), "document": one.transcript_check.document_id,
                "title": one.transcript_check.document.title, "broken": one.broken,
                "decided_by": person_json(one.decided_by), "decided_at": one.decided_at,
                "figures": one.figures or None, "n_filled": n_filled.get(one.pk, 0),
                "n_masks": counts[one.transcript_check_id],
            }
            for one in sorted(passes, key=lambda one: (one.submitted_at is None, -one.updated_at.timestamp()))
        ],
        "n_at_work": sum(one.state == PassState.OPEN for one in passes),
    }  # fmt: skip
