"""Projects and their members."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from annotator.models import Membership, Project, Role
from annotator.people.accounts import create_account
from annotator.people.activity import note
from annotator.people.languages import languages_of
from annotator.people.names import name_of
from annotator.platform.errors import Conflict, ServiceError

#: Of what its address is made from; a number may follow.
LONGEST_SLUG = 50
#: Addresses of the API below `projects/` that are no project's.
RESERVED_SLUGS = frozenset({"demo"})


@transaction.atomic
def create_project(*, name: str, description: str = "", user: User, slug: str = "", is_demo: bool = False) -> Project:
    """Create a project with its creator as admin. The slug is made from the name, and unique."""
    project = Project(name=name, description=description, created_by=user, is_demo=is_demo)
    for project.slug in possible_slugs(slug or name):
        if _stored(project):
            break
    Membership.objects.create(project=project, user=user, role=Role.ADMIN)
    note("project_created", project=project, kind="project", pk=project.pk, name=name, by=user)
    return project


def possible_slugs(name: str) -> Iterator[str]:
    """The slugs that a project of this name could have, the best first: that of the name, or it with a number."""
    stem = slugify(name)[:LONGEST_SLUG] or "project"
    if stem not in RESERVED_SLUGS:
        yield stem
    for n in itertools.count(2):
        yield f"{stem}-{n}"


def _stored(project: Project) -> bool:
    """Store a project unless its slug is taken, perhaps by a request at this very moment."""
    if Project.objects.filter(slug=project.slug).exists():
        return False
    try:
        with transaction.atomic():
            project.save(force_insert=True)
    except IntegrityError:
        if not Project.objects.filter(slug=project.slug).exists():
            raise
        return False
    return True


@transaction.atomic
def add_member(
    *,
    project: Project,
    username: str,
    role: str,
    name: str = "",
    password: str = "",
    languages: Iterable[str] = (),
    may_create: bool = True,
) -> Membership:
    """Give a user a role in the project; a new account is created with the password given, where that is allowed.

    Raises ServiceError when no account has that user name and none may be created, or no password is given for one.
    """
    kept = languages_of(languages)
    user = User.objects.filter(username=username).first()
    is_new = user is None
    if user is None:
        if not may_create:
            message = f"There is no account named {username}. Ask a site admin to create it."
            raise ServiceError(message, code="no_account", field="username")
        if not password:
            raise ServiceError(
                f"There is no account named {username}. Give a first password to create one.",
                code="unknown_user",
                field="username",
                message="There is no account with this user name.",
            )
        try:
            user = create_account(username, password=password, name=name, is_first_password=True)
        except ServiceError:
            user = User.objects.filter(username=username).first()
            if user is None:
                raise
            is_new = False  # somebody else has made it in this moment
    if project.memberships.filter(user=user).exists():
        raise Conflict(f"{username} is already a member of this project.", code="already_member")
    made = Membership.objects.create(project=project, user=user, role=role, languages=kept)
    detail = f"{role}, with a new account" if is_new else role
    note("member_added", project=project, kind="member", pk=made.pk, name=name_of(user), detail=detail)
    return made


@transaction.atomic
def change_role(membership: Membership, *, role: str) -> Membership:
    """Change the role of a member. Raises Conflict if that would leave the project without an admin."""
    membership = _held(membership)
    _keep_an_admin(membership, role=role)
    before, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    if before != role:
        _note("member_role_changed", membership, detail=f"{before} → {role}")
    return membership


@transaction.atomic
def change_languages(membership: Membership, *, languages: Iterable[str]) -> Membership:
    """Say which languages a member reads, none for all. Raises ServiceError for what is no language.

    It changes what the queue offers from now on; what they hold stays theirs.
    """
    membership = _held(membership)
    before, membership.languages = membership.languages, languages_of(languages)
    membership.save(update_fields=["languages"])
    if before != membership.languages:
        _note("member_languages_changed", membership, detail=", ".join(membership.languages) or "all")
    return membership


@transaction.atomic
def remove_member(membership: Membership) -> None:
    """Remove a member. Raises Conflict if that would leave the project without an admin."""
    membership = _held(membership)
    _keep_an_admin(membership, role=None)
    _note("member_removed", membership, detail=membership.role)
    membership.delete()


def _note(verb: str, membership: Membership, *, detail: str) -> None:
    project, name = membership.project, name_of(membership.user)
    note(verb, project=project, kind="member", pk=membership.pk, name=name, detail=detail)


def _held(membership: Membership) -> Membership:
    """The membership as it is now, its project locked until the transaction ends: who may do what in a project changes
    one at a time, so that two admins who demote each other at the same moment do not both see the other one."""
    Project.objects.select_for_update().get(pk=membership.project_id)
    current = Membership.objects.select_related("project", "user").filter(pk=membership.pk).first()
    if current is None:
        raise Conflict("They are no longer a member of this project.", code="not_a_member")
    return current


def _keep_an_admin(membership: Membership, *, role: str | None) -> None:
    others = membership.project.memberships.filter(role=Role.ADMIN).exclude(pk=membership.pk)
    if membership.role == Role.ADMIN and role != Role.ADMIN and not others.exists():
        raise Conflict("A project needs at least one admin. Make somebody else an admin first.", code="last_admin")
