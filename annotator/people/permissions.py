"""Who may do what: the access rules of all domains, tried role by role in `tests/annotator/people/test_permissions.py`.

A rule is read as "this action on this resource needs one of these roles in the project it belongs to". Whoever has no
role in a project gets 404 for what is in it, as if it were not there. Each domain declares those of its own resources
in its `rules.py`, and what depends on more than a role in its `permissions.py`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from rest_framework.exceptions import NotAuthenticated, NotFound, PermissionDenied
from rest_framework.permissions import BasePermission

from annotator.domains import load
from annotator.models import Project, Role
from annotator.people import signing_in
from annotator.people.roles import ANYONE, PROJECT_CREATOR, SIGNED_IN, SITE_ADMIN, Rule, Rules

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView


def _collected() -> Rules:
    """The rules of all domains; of one resource, several may declare those of their own actions."""
    rules: Rules = {}
    for module in load("rules"):
        for resource, declared in module.RULES.items():
            actions = rules.setdefault(resource, {})
            if twice := actions.keys() & declared.keys():
                raise ValueError(f"{module.__name__} declares {min(twice)} of {resource}, as another domain does.")
            actions.update(declared)
    return rules


RULES = _collected()

#: What is open to somebody who has something else to do first (`people.signing_in.Owed`).
WHILE_OWED = frozenset({"session", "account", "digests", "defaults", "health", "schema"})


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


def projects_with_role(user: Any, roles: Collection[Role]) -> QuerySet[Project]:
    """The projects in which a person has one of these roles; for site admins all."""
    if user.is_superuser:
        return Project.objects.all()
    return Project.objects.filter(pk__in=user.memberships.filter(role__in=roles).values("project"))


def projects_open_to(user: Any, resource: str, action: str) -> QuerySet[Project]:
    """The person's projects in which `require` lets them do this."""
    rule = RULES[resource][action]
    return projects_with_role(user, rule) if isinstance(rule, frozenset) else Project.objects.all().visible_to(user)


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


class MatrixPermission(BasePermission):
    """Looks up a view's `resource` and action in `RULES`; a view without a rule is closed."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        rule = self._rule(request, view)
        owed = signing_in.owed_in(request._request, request.user)
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
