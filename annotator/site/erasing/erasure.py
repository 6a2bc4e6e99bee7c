"""Erasing talks as people ask for it, done by a worker, once."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import structlog
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Now

from alignment.types import Cancelled
from annotator.aligning import learned
from annotator.corpus.importing.newer import lock_imports
from annotator.models import Erasure, ErasureState, Project, Release, TestSet
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.files import scratch_folder
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.releases.erasing import (
    Leaving,
    Remade,
    count_changes_again,
    holding,
    put_in_place,
    remake,
    what_is_frozen_may_go,
)
from annotator.site.erasing.scope import Scope, counts_of, scope_again, scope_of
from annotator.site.erasing.traces import delete_stored, remove

#: How often a release may be frozen, or a text imported, while the releases are written without the talks.
_TRIES = 5

log = structlog.get_logger()


def request_erasure(
    *, project: Project, reason: str, typed: str, stamp: str, user: User | None,
    named: str = "", documents: Collection[int] = (),
) -> Erasure:  # fmt: skip
    """Have a worker erase what `scope_of` says. typed : the name that `scope_of` says, letter by
    letter. stamp : that of the scope that was shown.

    Raises ServiceError where the name or the reason is not there, Conflict where something else would go now, and while
    talks of the project are being erased.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise ServiceError("Say why. Everybody who sees a release that held the talk will read it.", field="reason")
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        if Erasure.objects.live().filter(project=project).exists():
            raise Conflict("Talks of this project are being erased. Wait until that is done.", code="being_erased")
        scope = scope_of(project, named=named, documents=documents)
        if " ".join(typed.split()) != " ".join(scope.name.split()):
            raise ServiceError(f"Type {scope.name} to confirm.", field="typed")
        if stamp != scope.stamp:
            raise Conflict("Changed meanwhile: something else would go now. Look again.", code="changed")
        erasure: Erasure = Erasure.objects.create(
            project=project,
            documents=[each.pk for each in scope.documents],
            pairs=[pair.pk for pair in scope.pairs],
            reason=reason,
            created_by=user,
        )
        enqueue(erasure)
        _note("erasure_requested", erasure)
    return erasure


def _note(verb: str, erasure: Erasure) -> None:
    """Without a name: that of the speaker goes too."""
    note(
        verb, project=erasure.project, kind="project", pk=erasure.project_id, detail=erasure.reason,
        name=counted(len(erasure.documents), "text"), by=erasure.created_by,
    )  # fmt: skip


def execute(pk: int) -> None:
    """Erase in a worker."""
    perform_by_id(Erasure.objects.select_related("project", "created_by"), pk, _erase, noun="erasure")


def _erase(erasure: Erasure, heartbeat: Heartbeat) -> None:
    if erasure.erased_at is None:
        _let_go(erasure, heartbeat)
        erasure.refresh_from_db()
    heartbeat.note(0.9, "Deleting files")
    delete_stored(erasure.files)
    learned.forget(erasure.project_id)
    heartbeat.finish(ErasureState.DONE, progress=1.0, message="", error="", files=[])
    log.info("talks were erased", erasure=erasure.pk, documents=len(erasure.documents))


def _let_go(erasure: Erasure, heartbeat: Heartbeat) -> None:
    """Everything in the database, in one transaction; its files are written down in it, to be deleted after it."""

    def tell(share: float, message: str) -> None:
        heartbeat.progress(0.8 * share, message)

    for _ in range(_TRIES):
        scope = scope_again(erasure.project, erasure.documents, erasure.pairs)
        leaving = scope.leaving()
        with scratch_folder("erasing") as scratch:
            remade = [
                remake(
                    release, leaving, reason=erasure.reason, scratch=Path(scratch), attempt=str(erasure.claim),
                    progress=tell,
                )
                for release in holding(erasure.project_id, leaving)
            ]  # fmt: skip
            heartbeat.progress(0.8, "Deleting texts, reviews and what was made of them")
            with transaction.atomic():
                if _is_as_read(erasure, scope, leaving, remade):
                    _store(erasure, scope, leaving, remade)
                    return
    raise ServiceError("Releases were frozen, or texts imported, again and again. Nothing was erased. Ask again.")


def _is_as_read(erasure: Erasure, scope: Scope, leaving: Leaving, remade: list[Remade]) -> bool:
    """Whether what goes is still what the releases were written without. From now on nobody changes that."""
    lock_imports(erasure.project_id)
    list(TestSet.objects.select_for_update().filter(project=erasure.project_id).order_by("pk").values_list("pk"))
    releases = Release.objects.select_for_update(of=("self",)).filter(test_set__project=erasure.project_id)
    list(releases.order_by("pk").values_list("pk"))  # one that is being stored has ended, or will find itself gone
    if scope_again(erasure.project, erasure.documents, erasure.pairs).stamp != scope.stamp:
        return False
    now = [(release.pk, release.sha256) for release in holding(erasure.project_id, leaving)]
    return now == [(each.release.pk, each.release.sha256) for each in remade]


def _store(erasure: Erasure, scope: Scope, leaving: Leaving, remade: list[Remade]) -> None:
    counts = counts_of(scope) | {
        "releases": len(remade), "released_rows": sum(len(each.gone) for each in remade)
    }  # fmt: skip
    hashes = [document.content_hash for document in scope.documents]
    with what_is_frozen_may_go():
        unnamed = [name for each in remade for name in put_in_place(each, reason=erasure.reason, leaving=leaving)]
        releases = [each.release.pk for each in remade]
        unnamed += remove(scope, leaving, releases)
        count_changes_again(releases)
    _note("talks_erased", erasure)
    if not erasure.keep(erased_at=Now(), files=unnamed, counts=counts, hashes=hashes):
        raise Cancelled


def finish_leftovers() -> None:
    """Delete the files of talks that the database let go of, where workers were lost before they came to it."""
    for erasure in Erasure.objects.filter(state=ErasureState.FAILED, erased_at__isnull=False):
        delete_stored(erasure.files)
        learned.forget(erasure.project_id)
        Erasure.objects.filter(pk=erasure.pk, state=ErasureState.FAILED).update(
            state=ErasureState.DONE, files=[], error="", message=""
        )
