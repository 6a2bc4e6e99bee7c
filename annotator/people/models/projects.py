"""Projects, their members, and the members' roles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of a project's name, and of an import that is to become a project.
LONGEST_NAME = 120
#: NAIST's two (Zhao et al. 2024, section 4.1.3); a project adds its own.
DEFAULT_ERROR_TAGS = ["under-translation", "mis-translation"]
DEFAULT_NULL_REASONS = ["omission", "compression", "filler", "addition", "self-repair", "error"]
#: Why an adjudicator decided as they did.
DEFAULT_DECISION_REASONS = ["guidelines", "oversight", "closer to what was said", "better translation"]


def default_error_tags() -> list[str]:  # the first migration names it
    return list(DEFAULT_ERROR_TAGS)


def default_null_reasons() -> list[str]:  # so, too
    return list(DEFAULT_NULL_REASONS)


def default_decision_reasons() -> list[str]:
    return list(DEFAULT_DECISION_REASONS)


class Role(models.TextChoices):
    ADMIN = "admin", "Admin"
    ADJUDICATOR = "adjudicator", "Adjudicator"
    ANNOTATOR = "annotator", "Annotator"
    VIEWER = "viewer", "Viewer"


class ProjectQuerySet(models.QuerySet["Project"]):
    def visible_to(self, user: Any) -> ProjectQuerySet:
        if user.is_superuser:
            return self
        return self.filter(memberships__user_id=user.pk)

    def with_counts(self, user: Any) -> ProjectQuerySet:
        """With `n_pairs`, `n_documents`, `n_memberships`; `own_role`: the user's role as a member, or None;
        `is_assigned`: whether reviews are assigned; and `has_summaries`: whether there is what can be summarised,
        shown on slides or rated."""
        # Counted in separate subqueries: joined, each count would multiply the others.
        counts = {
            f"n_{name}": Coalesce(Subquery(_of_project(name).values("project").annotate(n=Count("pk")).values("n")), 0)
            for name in ("pairs", "documents", "memberships")
        }
        own = _of_project("memberships").filter(user_id=user.pk).values("role")
        policy: Any = Project._meta.get_field("assignment_policy").related_model
        assigned = Exists(policy.objects.filter(project=OuterRef("pk")))
        summarised = Exists(_of_project("documents").filter(kind__in=("paper", "slides")))
        return self.annotate(
            own_role=Subquery(own),
            is_assigned=assigned,
            has_summaries=summarised | Exists(_of_project("rating_tasks")),
            **counts,
        )


def _of_project(name: str) -> models.QuerySet[Any]:
    related: Any = Project._meta.get_field(name).related_model
    rows: models.QuerySet[Any] = related.objects.filter(project=OuterRef("pk")).order_by()
    return rows


class Project(models.Model):
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=LONGEST_NAME)
    description = models.TextField(blank=True)
    decision_reasons = ArrayField(
        models.CharField(max_length=60),
        default=default_decision_reasons,
        blank=True,
        help_text="Why an adjudicator decided so; others can be typed.",
    )
    filter_thresholds = models.JSONField(
        default=dict, blank=True, help_text="Of the filters, by name; null is no limit. See corpus/thresholds.py."
    )
    cut_long_spans = models.BooleanField(
        default=True, help_text="Cut spans of more than about 60 words in two when a review is opened."
    )
    responsible = models.CharField(
        max_length=200,
        blank=True,
        help_text="Who is responsible for the study; people who rate read it in the consent.",
    )
    contact_email = models.EmailField(
        blank=True, help_text="Whom people who rate may ask; answers to e-mails to authors go there."
    )
    answers_kept_years = models.PositiveSmallIntegerField(
        default=0, help_text="How long their answers are kept, as the consent says; 0 if it does not say so."
    )
    is_demo = models.BooleanField(default=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def role_of(self, user: User) -> Role | None:
        """The user's role here; a site admin is admin of every project."""
        if user.is_superuser:
            return Role.ADMIN
        roles: dict[int, str | None] = self.__dict__.setdefault("_asked_roles", {})  # several rules of a request ask it
        if user.pk not in roles:
            roles[user.pk] = self.memberships.filter(user_id=user.pk).values_list("role", flat=True).first()
        role = roles[user.pk]
        return Role(role) if role else None

    def remember_role(self, user_id: int, role: str | None) -> None:
        """Answer `role_of` with this from now on: whoever read the project has read the membership too."""
        self.__dict__.setdefault("_asked_roles", {})[user_id] = role


class Membership(models.Model):
    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices)
    created_at = models.DateTimeField(auto_now_add=True)
    paused_at = models.DateTimeField(null=True, help_text="Since when they get no new work.")
    languages = ArrayField(
        models.CharField(max_length=8), default=list, blank=True, help_text="That they read; none is all of them."
    )

    class Meta:
        ordering = ["user__username"]
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="one_membership_per_user_and_project"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.project}"
