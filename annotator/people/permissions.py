"""Who may do what: the only access rules. `tests/annotator/test_permissions.py` tries them role by role.

A rule is read as "this action on this resource needs one of these roles in the project it belongs to". Whoever has no
role in a project gets 404 for what is in it, as if it were not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from rest_framework.exceptions import NotAuthenticated, NotFound, PermissionDenied
from rest_framework.permissions import BasePermission

from annotator.models import (
    AssignmentPolicy,
    Correction,
    ProbedReview,
    Project,
    Review,
    ReviewKind,
    ReviewState,
    Role,
    Slot,
)
from annotator.people import signing_in

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView

ANYONE = "anyone"
SIGNED_IN = "signed in"
SITE_ADMIN = "site admin"
#: Whoever the setting PROJECT_CREATORS names.
PROJECT_CREATOR = "project creator"

EVERY_ROLE = frozenset(Role)
WORKERS = frozenset({Role.ADMIN, Role.ADJUDICATOR, Role.ANNOTATOR})
CURATORS = frozenset({Role.ADMIN, Role.ADJUDICATOR})
ADMINS = frozenset({Role.ADMIN})
#: Not annotators: what is gold tells them how far others agree with them.
JUDGES_OF_GOLD = CURATORS | {Role.VIEWER}

Rule = str | frozenset[Role]


def _resource(read: Rule, write: Rule, **others: Rule) -> dict[str, Rule]:
    reading = dict.fromkeys(("list", "retrieve"), read)
    writing = dict.fromkeys(("create", "update", "partial_update", "destroy"), write)
    return {**reading, **writing, **others}


RULES: dict[str, dict[str, Rule]] = {
    "health": {"retrieve": ANYONE},
    "schema": {"retrieve": ANYONE},
    "session": {
        **dict.fromkeys(("retrieve", "create", "destroy", "ask_for_reset", "reset_password"), ANYONE),
        **dict.fromkeys(("second_factor", "provider"), ANYONE),
        "change_password": SIGNED_IN,
    },
    "account": {
        **dict.fromkeys(("retrieve", "partial_update", "change_email", "begin_second_factor"), SIGNED_IN),
        **dict.fromkeys(("confirm_second_factor", "remove_second_factor", "renew_recovery_codes"), SIGNED_IN),
        "confirm_email": ANYONE,
    },
    "digests": {"retrieve": ANYONE, "create": ANYONE},
    "tokens": {"list": SIGNED_IN, "create": SIGNED_IN, "destroy": SIGNED_IN},
    "defaults": {"retrieve": SIGNED_IN},
    "users": {"list": SIGNED_IN},
    "projects": _resource(
        EVERY_ROLE,
        ADMINS,
        list=SIGNED_IN,
        create=PROJECT_CREATOR,
        demo=PROJECT_CREATOR,
        stages=EVERY_ROLE,
        quality=CURATORS,
        gold=CURATORS,
        fit_thresholds=CURATORS,
    ),
    "members": _resource(EVERY_ROLE, ADMINS),
    "member-invitations": dict.fromkeys(("list", "create", "destroy", "many", "send"), ADMINS),
    "join": {"retrieve": ANYONE, "create": ANYONE},
    "documents": _resource(
        EVERY_ROLE,
        ADMINS,
        units=EVERY_ROLE,
        source=EVERY_ROLE,
        media=EVERY_ROLE,
        store_media=ADMINS,
        remove_media=ADMINS,
        embeddings=ADMINS,
    ),
    "pairs": _resource(EVERY_ROLE, ADMINS, runs=SIGNED_IN),
    "engines": {"list": SIGNED_IN},
    "bulk-alignments": _resource(EVERY_ROLE, ADMINS, preview=ADMINS, cancel=ADMINS),
    "runs": _resource(
        EVERY_ROLE,
        ADMINS,
        cancel=ADMINS,
        links=EVERY_ROLE,
        summary=EVERY_ROLE,
        summary_sheet=EVERY_ROLE,
        summary_file=EVERY_ROLE,
        comparison=EVERY_ROLE,
    ),
    "summaries": {
        "list": JUDGES_OF_GOLD,
        "overview": JUDGES_OF_GOLD,
        "export": JUDGES_OF_GOLD,
        "create": CURATORS,
        "cancel": CURATORS,
    },
    "imports": _resource(
        ADMINS, ADMINS, files=ADMINS, file=ADMINS, pairings=ADMINS, progress=ADMINS, commit=ADMINS, formats=SIGNED_IN
    ),
    "reviews": _resource(
        EVERY_ROLE,
        WORKERS,
        content=EVERY_ROLE,
        changes=EVERY_ROLE,
        summary=EVERY_ROLE,
        summary_sheet=EVERY_ROLE,
        summary_file=EVERY_ROLE,
        operations=WORKERS,
        history=EVERY_ROLE,
        send_back=CURATORS,
        comments=EVERY_ROLE,
        comment=WORKERS,
        realign=WORKERS,
        realignment=WORKERS,
        cancel_realignment=WORKERS,
        next_pair=EVERY_ROLE,
        memory=EVERY_ROLE,
        why_gold=CURATORS,
        corrections=EVERY_ROLE,
        correct=WORKERS,
        withdraw_correction=WORKERS,
    ),
    "glossary": _resource(EVERY_ROLE, ADMINS, terms=EVERY_ROLE, export=EVERY_ROLE, import_file=ADMINS, clear=ADMINS),
    "guidelines": {
        "retrieve": EVERY_ROLE,
        "version": EVERY_ROLE,
        "template": ADMINS,
        "save": ADMINS,
        "discard": ADMINS,
        "publish": ADMINS,
        "usage": ADMINS,
    },
    "adjudications": dict.fromkeys(("list", "counts", "create", "retrieve", "compare_again"), CURATORS),
    "agreement": dict.fromkeys(("retrieve", "people", "talks", "months", "rows", "export"), CURATORS),
    "concordance": {"retrieve": EVERY_ROLE},
    "comments": {"list": SIGNED_IN, "partial_update": WORKERS},
    "assignment-policy": _resource(EVERY_ROLE, ADMINS),
    "queue": {"retrieve": WORKERS, "progress": WORKERS, "next": WORKERS, "claim": WORKERS},
    "slots": {"list": SIGNED_IN, "skip": WORKERS, "release": WORKERS},
    "probe-policy": dict.fromkeys(("retrieve", "update"), ADMINS),
    "probes": dict.fromkeys(("retrieve", "missed"), ADMINS),
    "assignments": dict.fromkeys(
        ("retrieve", "counts", "choices", "workload", "assign", "reassign", "withdraw", "prioritise", "undo"), ADMINS
    ),
    "webhooks": _resource(
        ADMINS,
        ADMINS,
        replace_secret=ADMINS,
        send_test=ADMINS,
        resend_failed=ADMINS,
        deliveries=ADMINS,
        delivery=ADMINS,
        resend=ADMINS,
    ),
    "presets": _resource(EVERY_ROLE, ADMINS),
    "summary-sets": _resource(JUDGES_OF_GOLD, ADMINS),
    "rouge-tables": _resource(JUDGES_OF_GOLD, ADMINS, cancel=ADMINS, papers=JUDGES_OF_GOLD, export=JUDGES_OF_GOLD),
    "tunings": _resource(
        JUDGES_OF_GOLD, ADMINS, basis=JUDGES_OF_GOLD, cancel=ADMINS, use=ADMINS, export=JUDGES_OF_GOLD
    ),
    "activity": {"retrieve": ADMINS, "export": ADMINS},
    "authors": {
        **dict.fromkeys(("retrieve", "export"), CURATORS),
        **dict.fromkeys(("wordings", "listed", "check", "invite", "act"), ADMINS),
    },
    "invitations": _resource(CURATORS, ADMINS, ratings=CURATORS),
    "rate": {"retrieve": ANYONE, "partial_update": ANYONE, "paper": ANYONE},
    "test-sets": _resource(JUDGES_OF_GOLD, CURATORS, change_rules=CURATORS, picks=CURATORS)
    | dict.fromkeys(("funnel", "rows"), JUDGES_OF_GOLD),
    "releases": _resource(JUDGES_OF_GOLD, CURATORS, withdraw=CURATORS, publish=ADMINS, unpublish=ADMINS)
    | dict.fromkeys(("rows", "file", "checksums", "differences", "page"), JUDGES_OF_GOLD),
    "release-pages": dict.fromkeys(("retrieve", "file", "checksums", "differences"), ANYONE),
    "data-cards": {"retrieve": JUDGES_OF_GOLD, "update": CURATORS},
    "systems": _resource(JUDGES_OF_GOLD, CURATORS, comparison=JUDGES_OF_GOLD),
    "training-sets": _resource(JUDGES_OF_GOLD, CURATORS, file=JUDGES_OF_GOLD),
    "trained-models": _resource(JUDGES_OF_GOLD, CURATORS, file=JUDGES_OF_GOLD, summary=JUDGES_OF_GOLD),
    "leak-checks": _resource(JUDGES_OF_GOLD, CURATORS, leaks=JUDGES_OF_GOLD),
    "vectors": _resource(SIGNED_IN, SITE_ADMIN),
}


#: What is open to somebody who has something else to do first (`people.signing_in.Owed`).
WHILE_OWED = frozenset({"session", "account", "digests", "defaults", "health", "schema"})

#: Whose reviews a role reads besides its own. Annotators see only their own, so that a second judgement is blind.
READERS: dict[str, frozenset[Role]] = {"any_review": CURATORS, "submitted_review": JUDGES_OF_GOLD}


def is_blind(project: Project) -> bool:
    """Whether annotators find nothing of each other's reviews of a pair before it is adjudicated; without a policy they
    do not."""
    return not AssignmentPolicy.objects.filter(project=project, blind=False).exists()


def role_in(user: Any, project: Project) -> Role | None:
    return project.role_of(user) if user.is_authenticated else None


def require(user: Any, project: Project, resource: str, action: str) -> None:
    """Raise unless the user may do this in the project: 401 signed out, 404 without a role, 403 with a lesser one."""
    rule = RULES[resource][action]
    if rule == ANYONE:
        return
    if not user.is_authenticated:
        raise NotAuthenticated
    role = role_in(user, project)
    if role is None:
        raise NotFound
    if isinstance(rule, frozenset) and role not in rule:
        needed = " or ".join(sorted(Role(value).label.lower() for value in rule))
        raise PermissionDenied(f"This needs the role {needed} in {project.name}; yours is {role.label.lower()}.")


def may_create_projects(user: Any) -> bool:
    return bool(user.is_superuser) or settings.PROJECT_CREATORS == "everybody"


def may_create_accounts(user: Any, project: Project) -> bool:
    """By adding somebody new to the project, with a first password."""
    return bool(user.is_superuser) or (
        settings.ACCOUNT_CREATORS == "project-admins" and role_in(user, project) == Role.ADMIN
    )


def users_seen_by(user: Any, search: str = "") -> QuerySet[User]:
    """People whose user name, first or last name begins with a text: of one's own projects, and of all others only
    the one whose user name is exactly that. Site admins find everybody."""
    users = User.objects.filter(is_active=True)
    begins = (
        Q(username__istartswith=search) | Q(first_name__istartswith=search) | Q(last_name__istartswith=search)
        if search
        else Q()
    )
    if user.is_superuser:
        return users.filter(begins)
    shared = users.filter(memberships__project__in=Project.objects.all().visible_to(user)).filter(begins)
    return users.filter(Q(pk__in=shared.values("pk")) | Q(username=search))


def may_see_review(user: Any, review: Review, role: Role | None) -> bool:
    if role in READERS["any_review"] or (review.annotator_id == user.pk and review.kind == ReviewKind.REVIEW):
        return True
    return role in READERS["submitted_review"] and review.submitted_at is not None


def reviews_seen_by(user: Any) -> QuerySet[Review]:
    """All reviews for which `may_see_review` holds: the same rule as a query."""
    if user.is_superuser:
        return Review.objects.all()
    mine = user.memberships
    return Review.objects.filter(
        Q(annotator=user, kind=ReviewKind.REVIEW, pair__project__in=mine.values("project"))
        | Q(pair__project__in=mine.filter(role__in=READERS["any_review"]).values("project"))
        | Q(
            pair__project__in=mine.filter(role__in=READERS["submitted_review"]).values("project"),
            submitted_at__isnull=False,
        )
    )


def reviews_recalled_by(user: Any, project: Project) -> QuerySet[Review]:
    """Reviews of a project whose accepted rows the concordance finds for a person: those they may see, and for
    annotators also what others submitted of pairs that they are not going to judge.

    A pair is left out while the person has a review of it to submit, and while it still needs a review by anybody: it
    may be offered to them next. Where reviews are blind, a pair that several have reviewed is left out until it is
    adjudicated.
    """
    recalled = Q(pk__in=reviews_seen_by(user).filter(pair__project=project).values("pk"))
    if role_in(user, project) == Role.ANNOTATOR:
        mine = Review.objects.filter(annotator=user).exclude(state=ReviewState.SUBMITTED)
        due = Slot.objects.filter(project=project, withdrawn_at=None).filter(
            Q(review=None) | ~Q(review__state=ReviewState.SUBMITTED)
        )
        judged = Q(pair__in=mine.values("pair")) | Q(pair__in=due.values("pair"))
        judged |= Q(pair__in=_undecided(project).values("pair"))
        recalled |= Q(state=ReviewState.SUBMITTED) & ~judged
    return Review.objects.filter(recalled, pair__project=project, superseded_by=None)


def _undecided(project: Project) -> Any:
    """By pair: those of blind projects that several people have reviewed and nobody has adjudicated."""
    reviews = Review.objects.filter(pair__project=project, superseded_by=None).order_by()
    adjudicated = reviews.filter(kind=ReviewKind.ADJUDICATION, state=ReviewState.SUBMITTED)
    several = reviews.judgements().exclude(pair__project__assignment_policy__blind=False)
    counted = several.values("pair").annotate(n=Count("pk")).filter(n__gte=2)
    return counted.exclude(pair__in=adjudicated.values("pair"))


def may_edit_review(user: Any, review: Review, role: Role | None) -> bool:
    """Annotators edit their own reviews; adjudicators and admins may edit any."""
    is_own = review.annotator_id == user.pk and review.kind == ReviewKind.REVIEW
    return role in CURATORS or (role == Role.ANNOTATOR and is_own)


def require_editor(user: Any, review: Review) -> None:
    if not may_edit_review(user, review, role_in(user, review.pair.project)):
        raise PermissionDenied("Only its annotator, an adjudicator or an admin can change this review.")


def may_see_who_corrected(user: Any, project: Project, role: Role | None) -> bool:
    """Corrections of imported texts are in everybody's review; who made them is not, where reviews are blind."""
    return role != Role.ANNOTATOR or not is_blind(project)


def may_see_names(user: Any, project: Project) -> bool:
    """Who made the reviews of an open adjudication: admins, and adjudicators where reviews are not blind."""
    role = role_in(user, project)
    return role == Role.ADMIN or (role == Role.ADJUDICATOR and not is_blind(project))


def may_write_guidelines(user: Any, project: Project) -> bool:
    """And see the draft, and how many reviews were made under each version."""
    return role_in(user, project) in ADMINS


def may_withdraw(user: Any, correction: Correction, role: Role | None) -> bool:
    """A correction of an imported text: whoever made it, and admins."""
    return role == Role.ADMIN or (role in WORKERS and correction.by_id == user.pk)


def may_review_beyond_need(user: Any, project: Project) -> bool:
    """Where reviews are assigned: to review a pair that has all the reviews it needs."""
    return role_in(user, project) in CURATORS


def is_probed_in(user: Any, project: Project) -> bool:
    """Whose reviews are probed where the project does so (docs/decisions/probes.md)."""
    return role_in(user, project) == Role.ANNOTATOR


def may_see_probes(user: Any, project: Project) -> bool:
    return role_in(user, project) in ADMINS


def may_read_gold(user: Any, project: Project) -> bool:
    return role_in(user, project) in JUDGES_OF_GOLD


def projects_whose_author_links_are_shown_to(user: Any) -> QuerySet[Project]:
    """Whoever has an author's link can answer in the author's place: only those who send links get them."""
    if user.is_superuser:
        return Project.objects.all()
    return Project.objects.filter(pk__in=user.memberships.filter(role__in=ADMINS).values("project"))


def projects_whose_gold_is_read_by(user: Any) -> QuerySet[Project]:
    """The projects for which `may_read_gold` holds."""
    if user.is_superuser:
        return Project.objects.all()
    return Project.objects.filter(pk__in=user.memberships.filter(role__in=JUDGES_OF_GOLD).values("project"))


def projects_without_proposals(user: Any) -> QuerySet[Project]:
    """Projects in which a person does not read the links of runs, because they would tell where reviews are probed.

    All runs of such a project are closed to them: a single closed one would tell which reviews are probed.
    """
    if user.is_superuser:
        return Project.objects.none()
    planned = Q(probe_policy__blind_share__gt=0) | Q(probe_policy__planted_share__gt=0)
    probed = Exists(ProbedReview.objects.filter(review__pair__project=OuterRef("pk")))
    mine = user.memberships.filter(role=Role.ANNOTATOR).values("project")
    return Project.objects.filter(planned | probed, pk__in=mine)


class MatrixPermission(BasePermission):
    """Looks up a view's `resource` and action in `RULES`; a view without a rule is closed."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        rule = self._rule(request, view)
        owed = signing_in.owed_in(request._request)
        if owed and rule is not None and view.resource not in WHILE_OWED:  # type: ignore[attr-defined]
            raise PermissionDenied(owed.label, code=owed.value)
        if rule == ANYONE:
            return True
        if rule is None or not (request.user and request.user.is_authenticated):
            return False
        if rule == PROJECT_CREATOR:
            return may_create_projects(request.user)
        return bool(request.user.is_superuser) if rule == SITE_ADMIN else True

    def has_object_permission(self, request: Request, view: APIView, obj: Any) -> bool:
        rule = self._rule(request, view)
        if isinstance(rule, frozenset):
            require(request.user, view.project_of(obj), view.resource, view.action)  # type: ignore[attr-defined]
        return True

    @staticmethod
    def _rule(request: Request, view: APIView) -> Rule | None:
        action = getattr(view, "action", None)
        if action is None and request.method == "OPTIONS":
            return SIGNED_IN
        return RULES.get(getattr(view, "resource", ""), {}).get(action or "")


class Open(BasePermission):
    """For the description of the API, which anybody may read."""
