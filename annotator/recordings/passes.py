"""A person's way through the masks of a transcript: claimed with a lease, answered mask by mask, submitted.

The lock of the check comes first, then that of a pass, whoever takes both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Prefetch, Q, QuerySet
from django.utils import timezone

from annotator.models import (
    CheckState,
    Document,
    Mask,
    MaskAnswer,
    MaskChoice,
    Pass,
    PassKind,
    PassOperation,
    PassState,
    Project,
    TranscriptCheck,
    TranscriptPolicy,
)
from annotator.people.activity import note
from annotator.platform.errors import Closed, Conflict, ServiceError
from annotator.recordings.figures import figures_of
from annotator.recordings.limits import LimitBroken, broken_by, reason_of, state_after
from annotator.recordings.models.checks import TAKEN, WITHOUT_TEXT
from annotator.recordings.readings import Readings, readings_of
from annotator.recordings.written import written_form

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Characters of what somebody types, beyond those of the longest reading.
MOST_MORE = 2000
#: That a mask is counted as open for at most, however long it was left.
MOST_MILLISECONDS = 600_000
#: What the activity log says of a pass that comes into a state.
_VERBS = {
    PassState.HELD: "pass_held", PassState.ACCEPTED: "pass_accepted", PassState.REJECTED: "pass_rejected",
    PassState.WITHDRAWN: "pass_withdrawn",
}  # fmt: skip


class ClaimEnded(Closed):
    """Somebody else has what this person had claimed."""

    code = "claim_ended"


def policy_of(project: Project) -> TranscriptPolicy:
    """The limits of a project; those that every project starts with where nobody has set any."""
    return TranscriptPolicy.objects.filter(project=project).first() or TranscriptPolicy(project=project)


def with_passes(checks: QuerySet[TranscriptCheck]) -> QuerySet[TranscriptCheck]:
    """With all that `refusal` reads of each, and without its lines, which may be thousands."""
    newer = Prefetch("document__next", Document.objects.only("previous"))
    return checks.select_related("document").prefetch_related("passes", newer).defer("lines", "figures", "error_rates")


def refusal(check: TranscriptCheck, kind: str, user: int, policy: TranscriptPolicy) -> Conflict | None:
    """Why this person cannot claim such a pass now; None where they can: what lists offer, and a claim accepts."""
    if check.state != CheckState.READY:
        return Conflict("This transcript is not open for passes.", code="not_ready")
    if hasattr(check.document, "next"):
        return Conflict(
            "This transcript has a newer version. Nothing can be claimed of the old one.", code="superseded"
        )
    passes = list(check.passes.all())
    own = next((one for one in passes if one.user_id == user), None)
    if own is not None and own.kind == kind and own.state == PassState.OPEN:
        return None
    if own is not None and (own.kind != kind or own.state not in again(policy)):
        return Conflict(_why_not_again(own, kind), code="own_work")
    first = any(one.kind == PassKind.FIRST and one.state == PassState.ACCEPTED for one in passes)
    if kind == PassKind.SECOND and not first:
        return Conflict("No first pass of this transcript is accepted yet.", code="no_first_pass")
    if any(one.kind == kind and one.is_taken() for one in passes):
        return Conflict("Somebody else has claimed this.", code="no_slot")
    return None


def claim(check: TranscriptCheck, kind: str, user: User) -> Pass:
    """Claim a pass, or go on with one's own.

    Raises Conflict: `superseded` where the transcript has a newer version, `own_work` where this person has had another
    part in it, `no_first_pass` while a second one has nothing to combine, `no_slot` while somebody else is at it.
    """
    with transaction.atomic():
        check = _locked(check)
        policy = policy_of(check.document.project)
        refused = refusal(check, kind, user.pk, policy)
        if refused is not None:
            raise refused
        own = Pass.objects.filter(transcript_check=check, user=user.pk).first()
        if own is not None and own.state == PassState.OPEN:
            own.move([PassState.OPEN], lease_ends=_lease(policy))
            return own
        _lapse(Pass.objects.filter(transcript_check=check, kind=kind))
        made = own or Pass(transcript_check=check, kind=kind, user_id=user.pk)
        made.state, made.lease_ends, made.reason, made.broken = PassState.OPEN, _lease(policy), "", []
        made.first = _accepted_first(check) if kind == PassKind.SECOND else None
        made.submitted_at = made.decided_at = made.decided_by = None
        made.save()
        _note("pass_claimed", made, f"{made.get_kind_display().lower()}, until {made.lease_ends:%Y-%m-%d %H:%M} UTC")
        return made


def again(policy: TranscriptPolicy) -> tuple[str, ...]:
    """From which states a pass can be claimed again by whoever had it."""
    return (PassState.LAPSED,) if policy.to_another else (PassState.LAPSED, PassState.REJECTED)


def _why_not_again(own: Pass, kind: str) -> str:
    if own.kind == PassKind.FIRST and own.state in (PassState.ACCEPTED, PassState.HELD, PassState.OPEN):
        return "You filled this talk. Someone else combines it."
    if own.state == PassState.REJECTED and own.kind == kind:
        return "Your pass of this talk was rejected; it goes to another person."
    return "You have had a part in this talk already. Someone else goes on with it."


def operate(of_pass: Pass, operations: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Apply answers, undos and redos, in order, each once however often it is sent.

    An operation is ``{id, mask, verb, answer, base}``: `answer` is what stands at the mask afterwards, null for
    nothing; `base` the operation on the mask that the sender knew last, null for none. Answers with ``results`` and the
    ``answers`` of the masks that it touched. Raises, naming the `operation`: Conflict where the mask has another
    operation than `base`, with what is there; Conflict (`submitted`); ClaimEnded; ServiceError for what cannot be.
    Operations before that one stay.
    """
    results: list[dict[str, Any]] = []
    touched: dict[int, None] = {}
    failure: ServiceError | None = None
    with transaction.atomic():
        check = _locked(of_pass.transcript_check)
        held = Pass.objects.select_for_update(no_key=True).get(pk=of_pass.pk)
        ids = [operation["id"] for operation in operations]
        known = dict(PassOperation.objects.filter(of_pass=held, id__in=ids).values_list("id", "mask_id"))
        foreign = set(PassOperation.objects.filter(id__in=ids).exclude(of_pass=held).values_list("id", flat=True))
        masks = {mask.code: mask for mask in check.masks.filter(code__in={one["mask"] for one in operations})}
        readings = readings_of(held, list(masks.values()))
        standing: dict[int, MaskAnswer | None] = {
            answer.mask_id: answer for answer in held.answers.filter(mask__in=masks.values())
        }
        bases = _bases(PassOperation.objects.filter(of_pass=held, mask__in=masks.values()))
        for operation in operations:
            if operation["id"] in known:
                results.append({"id": str(operation["id"]), "repeated": True})
                touched[known[operation["id"]]] = None
                continue
            try:
                _hold(held, check)
                if operation["id"] in foreign:
                    raise ServiceError("This id is of an operation on another pass.", code="invalid_operation")
                mask = masks.get(operation["mask"])
                if mask is None:
                    raise ServiceError(f"There is no mask {operation['mask']}.", code="invalid_operation")
                answer = _apply(
                    held, mask, operation, readings[mask.pk], check.language,
                    answer=standing.get(mask.pk), last=bases.get(mask.pk),
                )  # fmt: skip
            except ServiceError as error:
                error.extra |= {"operation": str(operation["id"]), "results": results}
                failure = error
                break
            results.append({"id": str(operation["id"]), "repeated": False})
            touched[mask.pk] = None
            known[operation["id"]] = mask.pk
            standing[mask.pk], bases[mask.pk] = answer, operation["id"]
        if any(not result["repeated"] for result in results):
            held.lease_ends = _lease(policy_of(check.document.project))
            held.save(update_fields=["lease_ends", "revision", "updated_at"])
    if failure is not None:
        raise failure
    return {"results": results, "answers": answers_json(held, touched), "revision": held.revision}


def _hold(held: Pass, check: TranscriptCheck) -> None:
    """Go on with a claim that has ended where nobody else has taken the work."""
    if held.state == PassState.OPEN:
        return
    if held.state == PassState.LAPSED:
        _lapse(Pass.objects.filter(transcript_check=check, kind=held.kind))
        others = Pass.objects.filter(transcript_check=check, kind=held.kind, state__in=TAKEN)
        if not others.exists() and check.state == CheckState.READY:
            held.state = PassState.OPEN
            held.lease_ends = _lease(policy_of(check.document.project))
            held.save(update_fields=["state", "lease_ends"])
            return
        raise ClaimEnded("Your claim ended, and somebody else went on with this talk. Your answers are kept.")
    if held.state in (PassState.HELD, PassState.ACCEPTED):
        raise Conflict("This pass is submitted.", code="submitted")
    raise ClaimEnded(f"This pass was {held.get_state_display().lower()}. {held.reason}".strip())


def _bases(operations: QuerySet[PassOperation]) -> dict[int, UUID]:
    """By mask: the last of these operations on it."""
    last = operations.order_by("mask_id", "-sequence").distinct("mask_id")
    return dict(last.values_list("mask_id", "id"))


def _apply(
    held: Pass, mask: Mask, operation: Mapping[str, Any], readings: Readings, language: str, *,
    answer: MaskAnswer | None, last: UUID | None,
) -> MaskAnswer | None:  # fmt: skip
    """Apply one to a mask that has this `answer` by the operation `last`; what stands there afterwards."""
    if last != operation["base"]:
        raise Conflict(
            f"Mask {mask.position + 1} was answered in another tab or on another device meanwhile.",
            mask=mask.code, base=str(last) if last else None, answer=answer and _as_json(answer),
        )  # fmt: skip
    before = answer and _as_json(answer)
    if operation["answer"] is None:
        if answer is not None:
            answer.delete()
        answer = after = None
    else:
        answer = answer or MaskAnswer(of_pass=held, mask=mask)
        _fill(answer, operation["answer"], readings, language, as_it_was=operation["verb"] != "answer")
        answer.save()
        after = _as_json(answer)
    held.revision += 1
    PassOperation.objects.create(
        id=operation["id"], of_pass=held, sequence=held.revision, mask=mask, verb=operation["verb"], before=before,
        after=after,
    )  # fmt: skip
    return answer


def _fill(
    answer: MaskAnswer, sent: Mapping[str, Any], readings: Readings, language: str, *, as_it_was: bool
) -> None:  # fmt: skip
    choice = sent["choice"]
    text = " ".join(sent.get("text", "").split())
    if choice in WITHOUT_TEXT:
        text = ""
    elif choice == MaskChoice.TYPED:
        if not text:
            raise ServiceError("An answer has words; for none, say that nothing was said.", code="invalid_operation")
        _check_length(text, readings)
    else:
        shown = readings.a if choice == MaskChoice.A else readings.b
        if shown is None:
            raise ServiceError("There is no such answer to take.", code="invalid_operation")
        text = shown
        if not text:  # this one heard nothing there, or says so
            choice = (readings.b_choice if choice == MaskChoice.B else "") or MaskChoice.NOTHING
    by_hand = bool(sent.get("written_by_hand"))
    written = " ".join(sent.get("written", "").split())
    if by_hand:
        _check_length(written, readings)
    is_changed = text != answer.text
    answer.choice, answer.text = choice, text
    if by_hand and written:
        # A written form is somebody's own until the spoken one changes: then it stays, and is listed.
        was = answer.written_by_hand and answer.written == written
        answer.is_stale = bool(sent.get("is_stale")) if as_it_was else was and (is_changed or answer.is_stale)
        answer.written, answer.written_by_hand = written, True
    else:
        answer.written, answer.written_by_hand, answer.is_stale = written_form(text, language), False, False
    answer.is_flagged = bool(sent.get("is_flagged"))
    answer.heard = bool(sent.get("heard")) or (answer.heard and not as_it_was)
    answer.milliseconds = min(MOST_MILLISECONDS, max(0, int(sent.get("milliseconds", 0))))


def _check_length(text: str, readings: Readings) -> None:
    most = MOST_MORE + max(len(readings.a or ""), len(readings.b or ""))
    if len(text) > most:
        raise ServiceError(
            f"This answer has {len(text):,} characters; expected {most:,} at most.", code="invalid_operation"
        )


def _as_json(answer: MaskAnswer) -> dict[str, Any]:
    return {
        "choice": answer.choice, "text": answer.text, "written": answer.written,
        "written_by_hand": answer.written_by_hand, "is_stale": answer.is_stale, "is_flagged": answer.is_flagged,
        "milliseconds": answer.milliseconds, "heard": answer.heard,
    }  # fmt: skip


def answers_json(of_pass: Pass, masks: Any = None) -> list[dict[str, Any]]:
    """The answers of a pass, each with its `mask` and `base`; with null for the answer of a mask that has none now."""
    wanted = Q() if masks is None else Q(mask__in=list(masks))
    bases = _bases(PassOperation.objects.filter(wanted, of_pass=of_pass))
    answers = {answer.mask_id: answer for answer in MaskAnswer.objects.filter(wanted, of_pass=of_pass)}
    codes = dict(Mask.objects.filter(pk__in=bases).values_list("pk", "code"))
    return [
        {"mask": codes[mask], "base": str(base), "answer": _as_json(answers[mask]) if mask in answers else None}
        for mask, base in bases.items()
    ]


def submit(of_pass: Pass) -> Pass:
    """Submit a pass, which the project's limits judge at once. Raises Conflict unless it is open and somebody's to
    submit; ServiceError where nothing is answered."""
    with transaction.atomic():
        check = _locked(of_pass.transcript_check)
        _hold(Pass.objects.select_for_update(no_key=True).get(pk=of_pass.pk), check)
        of_pass.refresh_from_db()
        if not of_pass.answers.exists():
            raise ServiceError("No mask is answered yet.", code="nothing_filled")
        figures = figures_of(of_pass)
        policy = policy_of(check.document.project)
        broken = broken_by(figures, policy, of_pass.kind)
        _note(
            "pass_submitted",
            of_pass,
            f"{of_pass.get_kind_display().lower()}, {figures['n_filled']} of {figures['n_masks']}",
        )
        of_pass.move(
            [PassState.OPEN], state=state_after(broken, policy), lease_ends=None, submitted_at=timezone.now(),
            figures=figures, broken=[one.as_json() for one in broken], reason=reason_of(broken, policy),
        )  # fmt: skip
        _note(_VERBS[PassState(of_pass.state)], of_pass, of_pass.reason)
        after_decision(of_pass, check)
    return of_pass


def after_decision(of_pass: Pass, check: TranscriptCheck) -> None:
    """Have the result stored once a second pass is accepted."""
    from annotator.recordings.checks import store_soon

    if of_pass.kind == PassKind.SECOND and of_pass.state == PassState.ACCEPTED:
        store_soon(check)


def release(of_pass: Pass) -> None:
    """Give a claim back. Its answers stay, and its person goes on with them while nobody else has claimed it."""
    with transaction.atomic():
        _locked(of_pass.transcript_check)
        if not of_pass.move([PassState.OPEN], state=PassState.LAPSED, lease_ends=None):
            raise Conflict("This pass is not open any more.", code="not_open")
        _note("pass_released", of_pass)


def release_all(project: int, user: int) -> None:
    """Give back what somebody has claimed in a project that they leave."""
    own = Pass.objects.filter(transcript_check__document__project=project, user=user, state=PassState.OPEN)
    own.update(state=PassState.LAPSED, lease_ends=None)


def end_leases() -> int:
    """Give back what nobody works on; how many passes those were."""
    return _lapse(Pass.objects.all())


def _lapse(passes: Any) -> int:
    late = passes.filter(state=PassState.OPEN, lease_ends__lt=timezone.now())
    return int(late.update(state=PassState.LAPSED, lease_ends=None))


def judge(of_pass: Pass, *, decision: str, reason: str, user: User) -> Pass:
    """Accept, reject, hold or withdraw a submission. Raises ServiceError without a reason where one is needed: for a
    rejection, and to accept what broke a limit; Conflict where it is not a submission, or its result is stored."""
    with transaction.atomic():
        check = _locked(of_pass.transcript_check)
        of_pass.refresh_from_db()
        states = {
            "accept": (PassState.HELD, PassState.REJECTED), "reject": (PassState.HELD, PassState.ACCEPTED),
            "hold": (PassState.ACCEPTED,), "withdraw": (PassState.HELD, PassState.ACCEPTED),
        }[decision]  # fmt: skip
        reason = reason.strip()
        if not reason and (decision == "reject" or (decision == "accept" and of_pass.broken)):
            raise ServiceError("Give a reason.", code="reason_missing", field="reason", message="required")
        if check.state in (CheckState.STORING, CheckState.STORED):
            raise Conflict("The result of this transcript is stored already.", code="stored")
        to = {
            "accept": PassState.ACCEPTED, "reject": PassState.REJECTED, "hold": PassState.HELD,
            "withdraw": PassState.WITHDRAWN,
        }[decision]  # fmt: skip
        others = Pass.objects.filter(transcript_check=check, kind=of_pass.kind, state__in=TAKEN).exclude(pk=of_pass.pk)
        if decision == "accept" and others.exists():
            raise Conflict("Somebody else has this work now, so it can't be accepted any more.", code="taken")
        fields = {"reason": reason} if reason or decision != "hold" else {}
        if not of_pass.move(states, state=to, decided_by=user.pk, decided_at=timezone.now(), **fields):
            raise Conflict(f"This pass is {of_pass.get_state_display().lower()}.", code="not_submitted")
        if to in (PassState.REJECTED, PassState.WITHDRAWN):
            Pass.objects.filter(first=of_pass).update(first=None)
        if of_pass.kind == PassKind.SECOND and to != PassState.ACCEPTED:
            check.reopen()  # what could not be stored is somebody's to combine again
        _note(_VERBS[to], of_pass, reason)
        after_decision(of_pass, check)
    return of_pass


def set_policy(project: Project, fields: Mapping[str, Any]) -> TranscriptPolicy:
    """Set limits; what is held is judged by them at once, and never what a person decided."""
    with transaction.atomic():
        policy, _ = TranscriptPolicy.objects.update_or_create(project=project, defaults=dict(fields))
        note("transcript_policy_set", project=project, kind="project", pk=project.pk, name=project.name)
        held = Pass.objects.filter(
            transcript_check__document__project=project, state=PassState.HELD, decided_by=None
        ).select_related("transcript_check__document__project")
        for of_pass in held.order_by("transcript_check"):
            check = _locked(of_pass.transcript_check)
            broken: list[LimitBroken] = broken_by(of_pass.figures, policy, of_pass.kind)
            state = state_after(broken, policy)
            won = of_pass.move(
                [PassState.HELD],
                state=state,
                broken=[one.as_json() for one in broken],
                reason=reason_of(broken, policy),
            )
            if won and state != PassState.HELD:
                _note(_VERBS[PassState(state)], of_pass, of_pass.reason)
                after_decision(of_pass, check)
    return policy


def _accepted_first(check: TranscriptCheck) -> Pass | None:
    return Pass.objects.filter(transcript_check=check, kind=PassKind.FIRST, state=PassState.ACCEPTED).first()


def _locked(check: TranscriptCheck) -> TranscriptCheck:
    checks = TranscriptCheck.objects.select_for_update(no_key=True, of=("self",)).select_related("document__project")
    locked: TranscriptCheck = checks.get(pk=check.pk)
    return locked


def _lease(policy: TranscriptPolicy) -> Any:
    return timezone.now() + timedelta(hours=policy.claim_hours)


def _note(verb: str, of_pass: Pass, detail: str = "") -> None:
    document = of_pass.transcript_check.document
    note(verb, project=document.project, kind="document", pk=document.pk, name=document.title, detail=detail)


def undo_stack(of_pass: Pass, most: int = 100) -> tuple[list[UUID], list[UUID]]:
    """(operations that can be undone, those that can be done again), the newest last: how a page goes on after it was
    closed."""
    last = of_pass.operations.aggregate(last=Max("sequence"))["last"] or 0
    log = of_pass.operations.filter(sequence__gt=last - 3 * most).order_by("sequence")
    done: list[UUID] = []
    undone: list[UUID] = []
    for operation in log:
        if operation.verb == "undo":
            if done:
                undone.append(done.pop())
        elif operation.verb == "redo":
            if undone:
                done.append(undone.pop())
        else:
            done.append(operation.pk)
            undone.clear()
    return done[-most:], undone[-most:]
