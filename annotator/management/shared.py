"""Shared by commands: refusals as sentences, verbs, what arguments name, and files that are written whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any, TypeVar

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from annotator.models import Project
from annotator.platform import workers
from annotator.platform.errors import ServiceError
from annotator.platform.models.work import CANCELLED, Work

POLL_SECONDS = 0.5
PATIENCE_SECONDS = 20

Row = TypeVar("Row")


class ServiceCommand(BaseCommand):
    """A command that ends with a sentence where a service refuses, or a file cannot be opened."""

    returncode = 1

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except ServiceError as error:
            raise CommandError(self.sentence(error), returncode=self.returncode) from error
        except OSError as error:
            if not error.filename:
                raise
            raise CommandError(f"{error.filename}: {error.strerror}", returncode=self.returncode) from error

    def sentence(self, error: ServiceError) -> str:
        return error.detail


class VerbCommand(ServiceCommand):
    """A command with verbs: each is a method of its name, after an underscore, which gets the options."""

    def handle(self, *args: Any, **options: Any) -> None:
        getattr(self, f"_{options['verb']}")(options)


def named(row: Row | None, missing: str, plural: str, known: Iterable[object], *, returncode: int = 1) -> Row:
    """What an argument names. Raises CommandError, naming some of those that there are, where there is none."""
    if row is None:
        names = ", ".join(map(str, known)) or "none yet"
        raise CommandError(f"{missing}. {plural}: {names}.", returncode=returncode)
    return row


def project_named(slug: str, *, returncode: int = 1) -> Project:
    """Raises CommandError, naming projects that there are."""
    projects, slugs = Project.objects.filter(slug=slug), Project.objects.values_list("slug", flat=True)
    return named(projects.first(), f"There is no project {slug}", "Projects", slugs[:20], returncode=returncode)


def user_named(name: str, *, returncode: int = 1) -> User | None:
    """The user of that name; None where none is given. Raises CommandError, naming who is called nearly so, where there
    is none."""
    user = User.objects.filter(username=name).first() if name else None
    if name and user is None:
        names = list(User.objects.order_by("username").values_list("username", flat=True))
        near = get_close_matches(name, names, n=3)
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        raise CommandError(f"There is no user {name}.{meant}", returncode=returncode)
    return user


def user_or_admin(name: str) -> User:
    """The user of that name; the first site admin where none is given. Raises CommandError where there is nobody."""
    user = user_named(name) or User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if user is None:
        raise CommandError("There is no site admin: make one with manage.py ensure_admin.")
    return user


def carry_out(execute: Callable[[int], None], work: Work, *, cancelled: str = "") -> None:
    """Do work here and now, as a worker would; where a worker has taken it already, wait for that.

    Raises CommandError where it fails or is cancelled.
    """
    execute(work.pk)
    wait_while_live(type(work), work.pk)
    work.refresh_from_db()
    if work.error or work.state == CANCELLED:
        raise CommandError(work.error or cancelled)


def watch(model: type[Work], pk: int, ended: Iterable[str]) -> None:
    """Wait until work has ended. Raises CommandError once no worker has been there for a while."""
    _wait(lambda: model._default_manager.filter(pk=pk, state__in=ended).exists())


def wait_while_live(model: type[Work], pk: int) -> None:
    """Wait while work waits or runs, as `watch` does."""
    _wait(lambda: not model._default_manager.filter(pk=pk, state__in=model.LIVE).exists())


def _wait(is_over: Callable[[], bool]) -> None:
    alive_at = monotonic()
    while not is_over():
        sleep(POLL_SECONDS)
        if workers.n_workers():
            alive_at = monotonic()
        elif monotonic() - alive_at > PATIENCE_SECONDS:
            raise CommandError("No worker is running. What is queued stays queued; start one with manage.py up.")


@contextmanager
def written_whole(out: Path) -> Iterator[IO[bytes]]:
    """A file beside `out` that takes its place in the end, so that nobody reads half of it."""
    part = out.with_name(f".{out.name}.part")
    try:
        with part.open("wb") as target:
            yield target
        part.replace(out)
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
