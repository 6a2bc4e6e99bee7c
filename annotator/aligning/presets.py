"""The presets of a project: made, made the default, removed. `aligning.engines` reads the default ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from annotator.aligning.engines import ENGINES, checked_values
from annotator.models import Preset, Project
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of a project: every plan of a run looks at the default ones, and the page shows all.
MOST = 200


@transaction.atomic
def create_preset(
    *,
    project: Project,
    engine: str,
    name: str,
    options: dict[str, Any],
    user: User | None,
    is_default: bool = False,
    provenance: dict[str, Any] | None = None,
) -> Preset:
    """Store options under a name. Raises ServiceError for an engine or options that are not known, Conflict if the
    name is taken."""
    _lock(project)
    name = " ".join(name.split())
    values = _checked(project, engine, options)
    _refuse_twin(project, engine, name)
    if project.presets.count() >= MOST:
        raise ServiceError(f"This project has {MOST} presets, and no more are allowed. Delete some.", code="too_many")
    preset: Preset = Preset.objects.create(
        project=project, engine=engine, name=name, options=values, created_by=user, provenance=provenance or {}
    )
    _note("preset_created", preset, user)
    if is_default:
        set_default(preset, True, user=user)
    return preset


@transaction.atomic
def rename_preset(preset: Preset, name: str) -> Preset:
    """Raises Conflict if the name is taken."""
    _lock(preset.project)
    name = " ".join(name.split())
    _refuse_twin(preset.project, preset.engine, name, other_than=preset.pk)
    Preset.objects.filter(pk=preset.pk).update(name=name)
    preset.name = name
    return preset


@transaction.atomic
def set_default(preset: Preset, is_default: bool, *, user: User | None = None) -> Preset:
    """Have new runs of its engine use the preset, or no longer. Runs that there are stay as they are."""
    _lock(preset.project)
    preset.refresh_from_db()
    if preset.is_default == is_default:
        return preset
    before = Preset.objects.filter(project=preset.project_id, engine=preset.engine, is_default=True).first()
    if is_default:
        Preset.objects.filter(project=preset.project_id, engine=preset.engine).update(is_default=False)
        preset.replaced = before
    preset.is_default = is_default
    preset.save(update_fields=["is_default", "replaced"])
    _note("preset_used" if is_default else "preset_unused", preset, user)
    return preset


@transaction.atomic
def remove_preset(preset: Preset) -> Preset | None:
    """Delete a preset. If it was the default, the one that it replaced is it again, and is returned."""
    _lock(preset.project)
    preset.refresh_from_db()
    before = preset.replaced if preset.is_default else None
    _note("preset_removed", preset, None)
    preset.delete()
    if before is not None:
        Preset.objects.filter(pk=before.pk).update(is_default=True)
        before.refresh_from_db()
    return before


def _lock(project: Project) -> None:
    """One change of a project's presets after the other, so that it has one default."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def _checked(project: Project, engine: str, options: dict[str, Any]) -> dict[str, Any]:
    entry = ENGINES.get(engine)
    if entry is None:
        expected = ", ".join(ENGINES)
        raise ServiceError(
            f"There is no engine {engine}; expected one of {expected}.",
            errors=[{"field": "engine", "message": f"expected one of {expected}"}],
        )
    pair = project.pairs.filter(kind=entry.kind).select_related("source", "target").first()
    if pair is None:
        raise ServiceError(
            f"This project has no pair that {entry.label} aligns, so its options are not known.", code="no_pair"
        )
    return checked_values(entry, entry.options(pair), options)


def _refuse_twin(project: Project, engine: str, name: str, other_than: int | None = None) -> None:
    if not name:
        raise ServiceError("A preset needs a name.", errors=[{"field": "name", "message": "Enter a name."}])
    others = project.presets.filter(engine=engine, name=name)
    if (others if other_than is None else others.exclude(pk=other_than)).exists():
        message = f"{name} is the name of another preset. Choose another name."
        raise Conflict(message, code="name_taken", errors=[{"field": "name", "message": message}])


def _note(verb: str, preset: Preset, user: User | None) -> None:
    note(
        verb,
        project=preset.project,
        kind="preset",
        pk=preset.pk,
        name=preset.name,
        facts={"Engine": ENGINES[preset.engine].label, **preset.options},
        by=user,
    )
