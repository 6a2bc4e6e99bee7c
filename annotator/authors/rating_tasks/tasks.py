"""Rating tasks are made, changed until somebody has rated, and removed."""

from __future__ import annotations

import io
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from alignment.opinions.screening import Rules
from alignment.recordings.audio import write_samples
from annotator.importers import sandbox
from annotator.importers.base import Problems, Refused
from annotator.models import Medium, Project, RaterSample, RatingPicture, RatingSample, RatingTask
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.files import delete_later, files_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of whose ratings count; a task may have others.
USUAL_RULES: dict[str, Any] = asdict(Rules())
MOST_SAMPLES = 2_000
#: Of one sample: a sentence or some, not a talk.
MOST_SOUND_BYTES = 20_000_000
MOST_SOUND_SECONDS = 120
#: All sounds of a task are stored alike, so that no file tells the system by its rate, its format or its tags.
SOUND_RATE, SOUND_FORM, SOUND_TYPE = 24_000, "flac", "audio/flac"
NO_PICTURES = "Pictures stand beside texts, and this task is about sound."
_ERRORS_SHOWN = 20
_NAMES_SHOWN = 5


def create_task(*, project: Project, user: User | None, rules: dict[str, float | None], **fields: Any) -> RatingTask:
    """rules : of `Rules`, those that differ from its defaults."""
    with transaction.atomic():
        task = RatingTask.objects.create(project=project, created_by=user, rules=USUAL_RULES | rules, **fields)
        _note("rating_task_made", task)
    return task


def change_task(task: RatingTask, **fields: Any) -> RatingTask:
    """Raises Conflict for anything but the closing time once somebody has rated."""
    with transaction.atomic():
        task = locked(task)
        if fields.keys() - {"closes_at"}:
            check_unrated(task)
        if "rules" in fields:
            fields["rules"] = task.rules | fields["rules"]
        for name, value in fields.items():
            setattr(task, name, value)
        task.save(update_fields=[*fields])
        _note("rating_task_changed", task, ", ".join(sorted(fields)))
    return task


def remove_task(task: RatingTask) -> None:
    """With all that was rated."""
    with transaction.atomic():
        task = locked(task)
        n = RaterSample.objects.filter(rater__task=task, rated_at__isnull=False).count()
        delete_later(files_of(task))
        _note("rating_task_removed", task, counted(n, "rating"))
        task.delete()


def set_samples(task: RatingTask, samples: Sequence[dict[str, Any]]) -> list[RatingSample]:
    """Replace all samples of a task; their sounds follow one by one, by `keep_sound`, and pictures by `keep_picture`.

    samples : ``group``, ``system``, ``text``, ``reference`` and ``trap`` each; a trap is a pair of the least and the
    greatest right answer. ``picture`` is the name of a file that its whole set stands beside, ``alt`` what is read out
    instead; a line that has none has those of its set. What comes from the project may have ``made_by``,
    ``generated``, ``pair`` and ``document``, all of them ids.
    Raises Conflict once somebody has rated, ServiceError naming each line that is wrong.
    """
    faults = _faults(task, samples)
    if faults:
        errors = [{"line": line, "field": field, "message": message} for line, field, message in faults[:_ERRORS_SHOWN]]
        raise ServiceError(f"Line {faults[0][0]}: {faults[0][2]}", code="wrong_samples", errors=errors)
    with transaction.atomic():
        task = locked(task)
        check_unrated(task)
        delete_later(files_of(task))
        task.samples.all().delete()
        task.pictures.all().delete()
        RatingPicture.objects.bulk_create(
            RatingPicture(task=task, group=group, **picture) for group, picture in _pictures(samples).items()
        )
        return RatingSample.objects.bulk_create(
            RatingSample(
                task=task, position=at, group=one["group"], system=one["system"], text=one["text"],
                reference=one["reference"], trap_low=one["trap"] and one["trap"][0],
                trap_high=one["trap"] and one["trap"][1], made_by_id=one.get("made_by"),
                generated_id=one.get("generated"), pair_id=one.get("pair"), document_id=one.get("document"),
            )
            for at, one in enumerate(samples)
        )  # fmt: skip


def _pictures(samples: Sequence[dict[str, Any]]) -> dict[str, dict[str, str]]:
    """``name`` and ``alt`` by set, of the sets that have a picture."""
    of_sets: dict[str, dict[str, str]] = {}
    for one in samples:
        if name := one.get("picture"):
            of_sets.setdefault(one["group"], {"name": name, "alt": ""})
    for one in samples:
        if (alt := one.get("alt")) and (picture := of_sets.get(one["group"])) and not picture["alt"]:
            picture["alt"] = alt
    return of_sets


def _faults(task: RatingTask, samples: Sequence[dict[str, Any]]) -> list[tuple[int, str, str]]:
    faults, first_lines = [], dict[tuple[str, str], int]()
    of_systems: dict[str, set[str]] = {}
    pictures: dict[str, tuple[str, int]] = {}
    for line, one in enumerate(samples, 1):
        if bool(one["system"]) == (one["trap"] is not None):
            faults.append((line, "system", "A sample has a system or is an attention check, one of the two."))
        if one["trap"] and one["trap"][0] > one["trap"][1]:
            faults.append((line, "trap", "The least right answer is above the greatest."))
        if task.medium == Medium.TEXT and not one["text"]:
            faults.append((line, "text", "There is no text to rate."))
        if name := one.get("picture"):
            if task.medium != Medium.TEXT:
                faults.append((line, "picture", f"{name}: {NO_PICTURES}"))
            of_set, before = pictures.setdefault(one["group"], (name, line))
            if of_set != name:
                message = f"Set {one['group']} has the picture {of_set} in line {before} and {name} here."
                faults.append((line, "picture", f"{message} All samples of a set stand beside the same one."))
        of_systems.setdefault(one["group"], set()).update([one["system"]] if one["system"] else [])
        if one["system"]:
            key = one["group"], one["system"]
            if (earlier := first_lines.setdefault(key, line)) != line:
                faults.append((line, "system", f"{one['system']} has a sample in this set already, in line {earlier}."))
    systems = set[str]().union(*of_systems.values())
    for group, those in of_systems.items():
        if missing := sorted(systems - those):
            line = next(line for line, one in enumerate(samples, 1) if one["group"] == group)
            faults.append((line, "group", f"Set {group} has no sample of {', '.join(missing)}."))
    sizes = Counter(one["group"] for one in samples)
    if len(set(sizes.values())) > 1:
        group = next(group for group, n in sizes.items() if n != sizes[samples[0]["group"]])
        line = next(line for line, one in enumerate(samples, 1) if one["group"] == group)
        message = f"Set {group} has {counted(sizes[group], 'sample')}, {samples[0]['group']} has "
        message += f"{sizes[samples[0]['group']]}. Sets of one size don't show which have an attention check."
        faults.append((line, "group", message))
    return sorted(faults)


def keep_sound(sample: RatingSample, file: IO[bytes], name: str) -> RatingSample:
    """Keep the sound of a sample, in the place of what was there before, decoded in the sandbox and stored anew.

    Raises Conflict once somebody has rated, ServiceError for what is no sound or too long.
    """
    try:
        limits = sandbox.Limits(file_megabytes=MOST_SOUND_BYTES // 1_000_000 + 1)
        with TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as copy, sandbox.Reader(limits) as reader:
            shutil.copyfileobj(file, copy)  # an upload has no descriptor, which is all that the child gets
            copy.flush()
            _, chunks = reader.sound_at(copy, name, SOUND_RATE)
            blocks, n = [], 0
            for chunk in chunks:
                blocks.append(np.frombuffer(chunk, np.int16))
                n += len(blocks[-1])
                if n > MOST_SOUND_SECONDS * SOUND_RATE:
                    raise Problems(name).refuse(
                        f"the sound is longer than {MOST_SOUND_SECONDS} seconds", expected="a sentence or some"
                    )
    except Refused as refused:
        raise ServiceError(str(refused), code="no_sound", field="file") from None
    if not n:
        raise ServiceError(f"{name}: there is no sound in it.", code="no_sound", field="file")
    stored = _Kept()
    write_samples(stored, np.concatenate(blocks), SOUND_RATE, SOUND_FORM)
    with transaction.atomic():
        check_unrated(locked(sample.task))
        sample = RatingSample.objects.select_for_update().get(pk=sample.pk)
        delete_later([str(sample.file.name or "")])
        kept = default_storage.save(f"rating-tasks/{uuid4().hex}.{SOUND_FORM}", ContentFile(stored.getvalue()))
        sample.file, sample.seconds = kept, round(n / SOUND_RATE, 3)
        sample.save(update_fields=["file", "seconds"])
    return sample


class _Kept(io.BytesIO):
    """Not emptied when the encoder closes it."""

    def close(self) -> None:
        pass


def why_not_ready(task: RatingTask) -> str:
    """Why nobody can rate yet; empty where they can."""
    if not task.samples.exists():
        return "The task has no samples yet."
    if task.medium == Medium.SOUND and (n := task.samples.filter(file="").count()):
        return f"{counted(n, 'sample')} without sound."
    if missing := sorted(set(task.pictures.filter(file="").values_list("name", flat=True))):
        more = f" and {len(missing) - _NAMES_SHOWN} more" if len(missing) > _NAMES_SHOWN else ""
        return f"Pictures are missing: {', '.join(missing[:_NAMES_SHOWN])}{more}."
    return ""


def is_rated(task: RatingTask) -> bool:
    return RaterSample.objects.filter(rater__task=task, rated_at__isnull=False).exists()


def check_unrated(task: RatingTask) -> None:
    """Raises Conflict once somebody has begun."""
    if RaterSample.objects.filter(rater__task=task).exists():
        raise Conflict(
            "Somebody has begun to rate: only the closing time changes now, and more raters can be added.", code="rated"
        )


def locked(task: RatingTask) -> RatingTask:
    """The task, in a transaction that holds it."""
    return RatingTask.objects.select_for_update(no_key=True, of=("self",)).select_related("project").get(pk=task.pk)


def _note(verb: str, task: RatingTask, detail: str = "") -> None:
    note(verb, project=task.project, kind="rating_task", pk=task.pk, name=task.name, detail=detail)
