"""What the arguments of commands name: a project, a person."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.management.base import CommandError

from annotator.models import Project


def project_named(slug: str, *, returncode: int = 1) -> Project:
    """Raises CommandError, naming projects that there are."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        known = ", ".join(Project.objects.values_list("slug", flat=True)[:20]) or "none yet"
        raise CommandError(f"There is no project {slug}. Projects: {known}.", returncode=returncode)
    return project


def user_named(name: str, *, returncode: int = 1) -> User | None:
    """The user of that name; None where none is given. Raises CommandError where there is none."""
    user = User.objects.filter(username=name).first() if name else None
    if name and user is None:
        raise CommandError(f"There is no user {name}.", returncode=returncode)
    return user


def user_or_admin(name: str, *, returncode: int = 1) -> User:
    """The user of that name; the first site admin where none is given. Raises CommandError where there is nobody."""
    user = user_named(name, returncode=returncode)
    user = user or User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if user is None:
        raise CommandError("There is no site admin: make one with manage.py ensure_admin.", returncode=returncode)
    return user
