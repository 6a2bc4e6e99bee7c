"""Raters: their links, what each is to rate, and what their page sends.

All that reaches a rater's browser is made by `rater_view`, `sample_of` and `picture_of`: none says which system made a
sample, nor whether it is a trap.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from alignment.opinions.drawing import choose_sets, in_order
from annotator.authors.models.asked import DECLINING
from annotator.authors.rating_tasks.questions import is_answer
from annotator.authors.rating_tasks.tasks import why_not_ready
from annotator.authors.wording import agreed, consent_for, language_known
from annotator.models import (
    Correction,
    DocumentKind,
    Medium,
    Pass,
    Rater,
    RaterSample,
    RatingPicture,
    RatingSample,
    RatingTask,
    Review,
)
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Closed, Conflict, ServiceError
from annotator.platform.signed_links import LinkSigner

LINKS = LinkSigner("lectern.rater")
#: Of a task.
MOST_RATERS = 2_000
#: Sets of which one rater rates all samples.
MOST_SETS_OF_A_RATER = 500
#: How long a set is held for somebody who has begun and not rated it.
HELD = timedelta(hours=24)
#: What one sample takes: hearing and choosing, or reading and choosing.
_SECONDS_A_SAMPLE: Mapping[str, int] = {Medium.SOUND: 15, Medium.TEXT: 40}


def rater_token(rater: Rater) -> str:
    return LINKS.token(rater.secret)


def rater_path(rater: Rater) -> str:
    """Of the page behind the link."""
    return f"/rate/{rater_token(rater)}/samples"


def find_rater(token: str, *, to_rate: bool = False) -> Rater | None:
    """The rater a link names; None for a link that this site did not sign. to_rate : locked."""
    secret = LINKS.text_in(token)
    if secret is None:
        return None
    raters = Rater.objects.select_related("task__project")
    raters = raters.filter(secret=secret, is_member=False).order_by()
    return (raters.select_for_update(of=("self",)) if to_rate else raters).first()


def rater_among_members(task: RatingTask, user: User, *, to_rate: bool = False) -> Rater | None:
    """A member who was chosen for a task. to_rate : locked."""
    raters = Rater.objects.select_related("task__project").filter(task=task, user=user).order_by()
    return (raters.select_for_update(of=("self",)) if to_rate else raters).first()


def tasks_of(user: User) -> QuerySet[RatingTask]:
    """Those that a person was chosen for as a member: the open ones first, by their end. With ``n_rated``,
    ``n_samples`` and ``done_at``, when all was rated."""
    mine = Q(raters__user=user)
    chosen = RatingTask.objects.filter(mine).select_related("project")
    return chosen.annotate(
        done_at=F("raters__finished_at"), n_samples=Count("raters__samples"), n_rated=Count("raters__samples__rated_at")
    ).order_by("-closes_at", "-pk")


@transaction.atomic
def add_raters(task: RatingTask, n: int) -> list[Rater]:
    """So many more links. Raises Conflict where the task has no samples yet, ServiceError for too many."""
    task, last = ready(task, n, "n")
    raters = Rater.objects.bulk_create(Rater(task=task, number=last + at) for at in range(1, n + 1))
    note_added(task, counted(n, "link"))
    return raters


@transaction.atomic
def add_members(task: RatingTask, users: Collection[int]) -> list[Rater]:
    """Members of the project as raters, who sign in as themselves; those who are raters already stay so.

    Raises ServiceError for who is no member, and for who made something in each set and would rate it.
    """
    task, last = ready(task, len(set(users)), "users")
    members = User.objects.filter(pk__in=users, is_active=True, memberships__project=task.project)
    people = {user.pk: user for user in members}
    if strange := set(users) - people.keys():
        raise ServiceError(f"{counted(len(strange), 'person')} not in the project. Nobody was added.", field="users")
    n_own = Counter(person for person, _ in _own_sets(task, people))
    n_sets = task.samples.aggregate(n=Count("group", distinct=True))["n"]
    if concerned := sorted(people[person].username for person, n in n_own.items() if n == n_sets):
        raise ServiceError(
            f"{', '.join(concerned)} made something in each set, and would rate it. Nobody was added.", field="users"
        )
    there = set(task.raters.filter(user__in=people).values_list("user", flat=True))
    new = [people[pk] for pk in sorted(people.keys() - there)]
    raters = Rater.objects.bulk_create(
        Rater(task=task, number=last + at, user=user, is_member=True) for at, user in enumerate(new, start=1)
    )
    if new:
        note_added(task, ", ".join(user.username for user in new))
    return raters


def ready(task: RatingTask, n: int, field: str) -> tuple[RatingTask, int]:
    """The task, locked, and its last rater's number."""
    task = RatingTask.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=task.pk)
    if why := why_not_ready(task):
        raise Conflict(why, code="not_ready")
    last = task.raters.aggregate(last=Max("number"))["last"] or 0
    if last + n > MOST_RATERS:
        raise ServiceError(f"A task has {MOST_RATERS:,} raters at most; this one has {last:,}.", field=field)
    return task, last


def note_added(task: RatingTask, detail: str) -> None:
    note("raters_added", project=task.project, kind="rating_task", pk=task.pk, name=task.name, detail=detail)


def decide_counted(rater: Rater, *, counted: bool | None, reason: str) -> Rater:
    """Let the ratings of somebody count, or not, whatever the rules say; None leaves it to the rules again."""
    reason = reason.strip() if counted is not None else ""
    if counted is not None and not reason:
        raise ServiceError("Say why.", field="reason", message="required")
    with transaction.atomic():
        Rater.objects.filter(pk=rater.pk).update(counted=counted, counted_reason=reason)
        how = {None: "by the rules", True: "counted", False: "not counted"}[counted]
        note(
            "rater_counted", project=rater.task.project, kind="rating_task", pk=rater.task_id, name=rater.task.name,
            detail=f"rater {rater.number}, {how}{': ' if reason else ''}{reason}",
        )  # fmt: skip
    rater.refresh_from_db()
    return rater


def begin(rater: Rater, *, language: str, consent: int, headphones: str) -> None:
    """Agree, and get sets to rate. Again, nothing changes. rater : locked.

    consent : the number of the text that was read. Raises Closed if the task has closed or needs nobody any more,
    Conflict if that text has changed.
    """
    _check_open(rater.task)
    _check_takes_part(rater)
    if rater.begun_at is not None:
        return
    task = (
        RatingTask.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=rater.task_id)
    )
    groups: dict[str, list[RatingSample]] = {}
    for sample in task.samples.order_by("position"):
        groups.setdefault(sample.group, []).append(sample)
    by_number = list(groups.values())
    taken = _taken(task, list(groups))
    if rater.user_id is not None:  # nobody rates what they have made
        own = {group for _, group in _own_sets(task, [rater.user_id])}
        numbers = {number for number, group in enumerate(groups) if group in own}
        taken = {number: many for number, many in taken.items() if number not in numbers}
    rng = random.Random(f"{task.seed}:{rater.secret}")
    sets = choose_sets(taken, n=task.sets_per_rater, most=task.per_set, rng=rng)
    if not sets:
        raise Closed("All ratings that were needed are there. Thank you for coming.", code="enough")
    drawn = in_order(dict(enumerate(by_number)), sets, rng)
    rows = [(at, sample) for at, of_set in enumerate(drawn) for sample in of_set]
    RaterSample.objects.bulk_create(
        RaterSample(rater=rater, sample=sample, position=place, set_position=at)
        for place, (at, sample) in enumerate(rows)
    )
    now = timezone.now()
    rater.consent, rater.consented_at = agreed(task.project, language_known(language), consent), now
    rater.headphones, rater.begun_at = headphones, now
    rater.save(update_fields=["consent", "consented_at", "headphones", "begun_at"])


def _own_sets(task: RatingTask, people: Collection[int]) -> set[tuple[int, str]]:
    """Which people made something in which sets: what they uploaded or reviewed themselves.

    A row of gold rests on every review of its text, though only one person is named as who made it.
    """
    made = task.samples.filter(made_by__in=people).order_by().values_list("made_by", "group")
    is_of_review = Exists(Review.objects.filter(pair=OuterRef("pair"), annotator=OuterRef("made_by")))
    reviewed = task.samples.filter(is_of_review, pair__reviews__annotator__in=people).order_by()
    return {*made, *reviewed.values_list("pair__reviews__annotator", "group"), *_of_own_transcripts(task, people)}


def _of_own_transcripts(task: RatingTask, people: Collection[int]) -> set[tuple[int, str]]:
    """Who corrected or checked a transcript, and the sets of what recognisers heard in its talk: they know what was
    said."""
    sets: dict[int, set[str]] = defaultdict(set)
    of_transcripts = task.samples.filter(document__kind=DocumentKind.TRANSCRIPT).order_by()
    for document, group in of_transcripts.values_list("document", "group"):
        sets[document].add(group)
    standing = Correction.objects.filter(document__in=sets, by__in=people, withdrawn_at=None)
    who = set(standing.values_list("by", "document"))
    for column in ("transcript_check__document", "transcript_check__result"):
        passes = Pass.objects.filter(**{f"{column}__in": sets}, user__in=people)
        who.update(passes.values_list("user", column))
    return {(person, group) for person, document in who for group in sets[document]}


def _taken(task: RatingTask, groups: Sequence[str]) -> dict[int, int]:
    """By the number of a set, how many have rated it, or have it to rate since `HELD` at most."""
    numbers = {group: number for number, group in enumerate(groups)}
    taken = dict.fromkeys(numbers.values(), 0)
    since = timezone.now() - HELD
    of_raters = (
        RaterSample.objects.filter(rater__task=task, rater__declined_at=None)
        .order_by()
        .values("rater", group=F("sample__group"), begun=F("rater__begun_at"))
        .annotate(n=Count("pk"), n_rated=Count("rated_at"))
    )
    for each in of_raters:
        if each["n_rated"] == each["n"] or each["begun"] >= since:
            taken[numbers[each["group"]]] += 1
    return taken


def rater_view(rater: Rater) -> dict[str, Any]:
    """The content of the rater's page. After the task has closed, what was rated is no longer shown."""
    task = rater.task
    is_open = task.is_open and rater.declined_at is None
    rows = list(rater.samples.select_related("sample").order_by("position")) if is_open else []
    pictures = _pictures(task) if rows else {}
    return _about(task, rater.speaks) | {
        "open": task.is_open,
        "declined_at": rater.declined_at,
        "begun_at": rater.begun_at,
        "headphones": rater.headphones,
        "finished_at": rater.finished_at,
        "code": rater.code if rater.finished_at else "",
        "samples": [_shown(row, pictures) for row in rows],
    }


def trial_view(task: RatingTask) -> dict[str, Any]:
    """The page as a rater would see it, of sets drawn anew each time. Nothing is stored, so keys are positions."""
    groups: dict[str, list[RatingSample]] = {}
    for sample in task.samples.order_by("position"):
        groups.setdefault(sample.group, []).append(sample)
    rng = random.Random()
    names = rng.sample(list(groups), min(task.sets_per_rater, len(groups)))
    samples = dict(enumerate(groups[name] for name in names))
    drawn = in_order(samples, list(samples), rng)
    rows = [
        RaterSample(sample=sample, key=str(sample.position), set_position=at)
        for at, of_set in enumerate(drawn)
        for sample in of_set
    ]
    pictures = _pictures(task)
    return _about(task, task.language) | {
        "open": True, "declined_at": None, "begun_at": None, "headphones": "", "finished_at": None, "code": "",
        "samples": [_shown(row, pictures) for row in rows],
    }  # fmt: skip


def _pictures(task: RatingTask) -> dict[str, RatingPicture]:
    """By set."""
    return {picture.group: picture for picture in task.pictures.exclude(file="")}


def minutes_of(task: RatingTask) -> int:
    """What a task takes somebody, at a guess: sets are of one size."""
    n = task.samples.aggregate(samples=Count("pk"), sets=Count("group", distinct=True))
    a_rater: float = n["samples"] * min(1, task.sets_per_rater / max(1, n["sets"]))
    return max(1, round(a_rater * _SECONDS_A_SAMPLE[task.medium] / 60))


def _about(task: RatingTask, language: str) -> dict[str, Any]:
    consent = consent_for(task.project, language)
    return {
        "name": task.name,
        "project": task.project.name,
        "instructions": task.instructions,
        "language": language,
        "medium": task.medium,
        "questions": task.questions,
        "n_sets": task.sets_per_rater,
        "closes_at": task.closes_at,
        "minutes": minutes_of(task),
        "consent": {"language": language, "number": consent.number, "text": consent.text},
    }


def _shown(row: RaterSample, pictures: Mapping[str, RatingPicture]) -> dict[str, Any]:
    """A sample for its rater: every sample has the same fields, whatever it is, and those of a set the same picture."""
    picture = pictures.get(row.sample.group)
    return {
        "key": row.key,
        "set": row.set_position,
        "text": row.sample.text,
        "reference": row.sample.reference,
        "picture": picture and {"width": picture.width, "height": picture.height, "alt": picture.alt},
        "values": row.values,
        "trouble": row.trouble,
        "heard": row.is_heard,
        "rated": row.rated_at is not None,
    }


def sample_of(rater: Rater, key: str) -> RatingSample | None:
    """What a key of this rater stands for. Raises Closed if the task has closed."""
    _check_open(rater.task)
    _check_takes_part(rater)
    row = rater.samples.filter(key=key).select_related("sample").first()
    return row.sample if row else None


def picture_of(sample: RatingSample) -> RatingPicture | None:
    """What a sample stands beside, as the others of its set do."""
    return RatingPicture.objects.filter(task=sample.task_id, group=sample.group).exclude(file="").first()


def rate(rater: Rater, *, ratings: Sequence[Mapping[str, Any]], finished: bool = False) -> dict[str, Any]:
    """Store ratings; the same again changes nothing, and others replace what was there, but for the greatest time and
    number of plays. rater : locked.

    ratings : ``key``, and of ``values`` (by question), ``seconds``, ``n_plays``, ``is_heard`` and ``trouble`` what
    there is to say. Raises Closed if the task has closed, ServiceError for a key or a value that is not asked for.
    """
    _check_open(rater.task)
    _check_takes_part(rater)
    if rater.begun_at is None:
        raise Conflict("Begin first.", code="not_begun")
    rows = {row.key: row for row in rater.samples.filter(key__in=[one["key"] for one in ratings])}
    questions, now = rater.task.questions, timezone.now()
    for one in ratings:
        row = rows.get(one["key"])
        if row is None:
            raise ServiceError("That is not asked about here.", code="unknown_sample")
        _check_values(questions, one.get("values", []))
        for name in ("values", "trouble"):
            if name in one:
                setattr(row, name, one[name])
        # A page that was opened again has not seen how long the sample was there before.
        for name in ("seconds", "n_plays", "is_heard"):
            setattr(row, name, max(getattr(row, name), one.get(name, 0)))
        is_whole = len(row.values) == len(questions) and None not in row.values
        row.rated_at = (row.rated_at or now) if is_whole or row.trouble else None
    RaterSample.objects.bulk_update(rows.values(), ["values", "seconds", "n_plays", "is_heard", "trouble", "rated_at"])
    n_open = rater.samples.filter(rated_at=None).count()
    if finished and n_open:
        raise ServiceError(f"{counted(n_open, 'sample')} not rated yet.", code="not_rated")
    if finished and rater.finished_at is None:
        rater.finished_at = now
        rater.save(update_fields=["finished_at"])
    return {"n_open": n_open, "finished_at": rater.finished_at, "code": rater.code if rater.finished_at else ""}


def _check_values(questions: Sequence[dict[str, Any]], values: Sequence[float | None]) -> None:
    if len(values) > len(questions):
        raise ServiceError(
            f"{counted(len(values), 'answer')} to {counted(len(questions), 'question')}.", field="values"
        )
    for question, value in zip(questions, values, strict=False):
        if value is not None and not is_answer(question, value):
            raise ServiceError(f"{question['name']}: {value:g} is not on the scale.", field="values")


def _check_open(task: RatingTask) -> None:
    if not task.is_open:
        raise Closed(f"This task closed on {task.closes_at:%-d %B %Y}. Your ratings were saved.")


def _check_takes_part(rater: Rater) -> None:
    if rater.declined_at is not None:
        raise Conflict("You said that you do not take part.", code="declined")


def hear_from(rater: Rater, *, declined: bool | None = None) -> None:
    """Somebody is looking at the page, and may say that they do not take part, or do after all: then nothing more is
    sent to them, and what they rated does not count. rater : locked. Raises Closed if the task has closed."""
    _check_open(rater.task)
    now = timezone.now()
    rater.first_opened_at = rater.first_opened_at or now
    if declined is not None and declined != (rater.declined_at is not None):
        rater.decline(declined, now)
        what = "does not take part" if declined else "takes part after all"
        note(
            "rater_heard_from", project=rater.task.project, kind="rating_task", pk=rater.task_id, name=rater.task.name,
            detail=f"rater {rater.number} {what}",
        )  # fmt: skip
    rater.save(update_fields=["first_opened_at", *DECLINING])


def raters_of(task: RatingTask) -> QuerySet[Rater]:
    """With ``n_samples`` and ``n_rated``."""
    return (
        task.raters.select_related("user", "task")
        .annotate(n_samples=Count("samples"), n_rated=Count("samples__rated_at"))
        .order_by("number")
    )
