"""Actions on systems: have an output scored, rename it, remove it, and compare two."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import numpy as np
from django.conf import settings
from django.core.files import File
from django.db import transaction

from alignment.metrics.recognition import NORMALISERS
from alignment.metrics.significance import p_value
from annotator.importers import sandbox
from annotator.importers.base import MAX_OUTPUT_BYTES
from annotator.models import Release, ReleaseState, System, SystemKind, SystemState
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError, TooLarge, Unavailable
from annotator.platform.files import delete_later
from annotator.platform.models.work import FAILED
from annotator.platform.work import enqueue
from annotator.releases.systems.reading import check_line_count, read_output
from annotator.releases.systems.recognition import check_ids, spoken_in, spoken_languages, talks_with_segments
from annotator.releases.systems.references import Part, language_pairs, n_lines, splits
from annotator.releases.systems.speech import missing_extra

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: A file up to this size is read at once, so that what is wrong with it is said at once.
READ_AT_ONCE = 2_000_000
_WAIT_SECONDS = 5
LONGEST_NAME = 120
NORMALISER_NAMES = tuple(NORMALISERS)
#: What an output can be said to be.
OUTPUT_KINDS = (SystemKind.RECOGNITION.value, SystemKind.TRANSLATION.value, SystemKind.SYNTHESIS.value)
#: Uploaded systems of a release.
MOST = 500


def request_score(
    *,
    release: Release,
    file: BinaryIO,
    file_name: str,
    user: User | None,
    name: str = "",
    languages: str = "",
    split: str = "",
    kind: str = "",
    normaliser: str = "",
    again: System | None = None,
) -> System:
    """Have a worker score an output.

    name : by default that of the file. languages : such as ``en-ja``, needed where the release has several.
    split : of the rows that count; blank for all. kind : recognition for what a recogniser heard in the segments of the
    release, of which `languages` is what was spoken; synthesis for a ZIP of clips of these; translation for texts of
    its rows; else the file shows it.
    normaliser : of recognition, by default ``plain``. again : the system whose file it is, which stays its uploader's:
    that person is not asked to rate it.

    Raises ServiceError where the file is wrong, as far as it is read at once; Conflict where the release was withdrawn,
    or the name or the file is there already.
    """
    _refuse_withdrawn(release)
    is_speech = kind == SystemKind.SYNTHESIS
    if is_speech and (why := missing_extra()):
        raise Unavailable(why, code="no_extra")
    has_segments = is_speech or kind == SystemKind.RECOGNITION
    part = _spoken_part(release, languages, split) if has_segments else _part(release, languages, split)
    options = {"normaliser": _normaliser(normaliser)} if kind == SystemKind.RECOGNITION else {}
    name = (name.strip() or file_name.rpartition(".")[0] or file_name)[:LONGEST_NAME].strip()
    content = _archive(file, file_name) if is_speech else _texts(file, file_name, release, part, kind)
    sha256 = _digest(content)
    with transaction.atomic():
        Release.objects.select_for_update().get(pk=release.pk)  # two uploads of one name get one system and a conflict
        _refuse_doubles(release, name, sha256, part, options)
        system = System(
            on_release=release,
            name=name,
            kind=kind,
            options=options,
            source_language=part.source_language,
            target_language=part.target_language,
            split=split,
            file_name=file_name[:200],
            sha256=sha256,
            created_by=again.created_by if again else user,
        )
        system.file.save("output", File(content), save=False)
        stored, storage = str(system.file.name), system.file.storage
        try:
            system.save()
        except Exception:
            storage.delete(stored)
            raise
        enqueue(system)
        _note("system_scored", system, user)
    return system


def _refuse_withdrawn(release: Release) -> None:
    if release.state != ReleaseState.FROZEN:
        raise Conflict(
            f"Release {release.version} was withdrawn. Score the system on a release that is to be used."
            if release.is_made
            else f"Release {release.version} is not made yet."
        )


def _digest(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(2**20):
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _archive(file: BinaryIO, file_name: str) -> BinaryIO:
    """A ZIP of clips, as far as its first bytes and its size tell; a worker opens it."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    _check_size(size, settings.MAX_UPLOAD_BYTES, file_name)
    if file.read(4) != b"PK\x03\x04":
        raise _wrong("file", f"{file_name[:200]} is no ZIP file; expected a ZIP of WAV or FLAC files named by segment.")
    file.seek(0)
    return file


def _texts(file: BinaryIO, file_name: str, release: Release, part: Part, kind: str) -> BinaryIO:
    """Texts or links, checked at once unless there are many."""
    data = file.read(MAX_OUTPUT_BYTES + 1)
    _check_size(len(data), MAX_OUTPUT_BYTES, file_name)
    if len(data) <= READ_AT_ONCE:
        _check(data, file_name, release, part, kind)
    return io.BytesIO(data)


def _check_size(n_bytes: int, most: int, file_name: str) -> None:
    if not n_bytes:
        raise _wrong("file", "The file is empty.")
    if n_bytes > most:
        raise TooLarge(f"{file_name[:200]} is too large; expected {most // 2**20} MB at most.")


def _check(data: bytes, file_name: str, release: Release, part: Part, kind: str) -> None:
    try:
        output = read_output(data, file_name, kind=kind, wait_seconds=_WAIT_SECONDS)
    except sandbox.Busy as error:
        raise Unavailable("Other files are being read. Try again in a moment.", code="busy") from error
    if output.kind == SystemKind.RECOGNITION:
        spoken = spoken_in(talks_with_segments(release), part.source_language, part.split)
        check_ids([segment for segment, *_ in output.heard], spoken, release)
        return
    check_line_count(output, n_lines(release, part))


def _part(release: Release, languages: str, split: str) -> Part:
    pairs = {f"{source}-{target}": (source, target) for source, target in language_pairs(release)}
    known = ", ".join(pairs) or "none"
    if languages and languages not in pairs:
        raise _wrong("languages", f"The release has no rows of {languages!r}. Languages: {known}.")
    if not languages and len(pairs) > 1:
        raise _wrong("languages", f"Choose the languages: {known}.")
    if split and split not in splits(release):
        names = ", ".join(splits(release)) or "none"
        raise _wrong("split", f"The release has no split {split!r}. Splits: {names}.")
    source, target = pairs[languages] if languages else next(iter(pairs.values()), ("", ""))
    return Part(source, target, split)


def _spoken_part(release: Release, language: str, split: str) -> Part:
    talks = talks_with_segments(release)
    if not talks:
        raise _wrong(
            "release",
            f"Release {release.version} has no segments. Release with “Audio clips”, and score the system on that.",
        )
    languages = spoken_languages(talks)
    known = ", ".join(languages)
    if language and language not in languages:
        raise _wrong("languages", f"Nobody speaks {language!r} in the segments of the release. Languages: {known}.")
    if not language and len(languages) > 1:
        raise _wrong("languages", f"Choose what was spoken: {known}.")
    part = Part(language or languages[0], "", split)
    if not spoken_in(talks, part.source_language, split):
        names = ", ".join(sorted({talk["split"] for talk in talks} - {""})) or "none"
        raise _wrong("split", f"The release has no segments of split {split!r}. Splits: {names}.")
    return part


def _normaliser(name: str) -> str:
    if name and name not in NORMALISERS:
        raise _wrong("normaliser", f"There is no normaliser {name!r}. Normalisers: {', '.join(NORMALISERS)}.")
    return name or "plain"


def _refuse_doubles(release: Release, name: str, sha256: str, part: Part, options: dict[str, str]) -> None:
    uploaded = System.objects.filter(on_release=release, engine="")
    _refuse_name(uploaded, name)
    same = uploaded.exclude(state=FAILED).filter(
        sha256=sha256,
        split=part.split,
        source_language=part.source_language,
        target_language=part.target_language,
        options=options,
    )
    if (system := same.first()) is not None:
        raise Conflict(f"This file is there already, as {system.name}.", code="same_file", system=system.pk)
    if uploaded.count() >= MOST:
        raise Conflict(f"The release has {MOST} systems. Remove some of them first.")


def _refuse_name(others: Any, name: str) -> None:
    if others.filter(name=name).exists():
        message = f"The release has a system named {name} already. Choose another name."
        raise Conflict(message, code="name_taken", errors=[{"field": "name", "message": message}])


def score_again(system: System, *, normaliser: str = "", user: User | None = None) -> System:
    """Have an uploaded output scored once more: in its place, or, of a recogniser under another normaliser, beside it.

    Raises ServiceError for a normaliser that is none, or of what has none; Conflict where the release was withdrawn, it
    is being scored, an output of that name or under that normaliser is there, or the system is an engine.
    """
    _refuse_engine(system)
    release = system.on_release
    if normaliser and system.kind != SystemKind.RECOGNITION:
        raise _wrong("normaliser", "Only what recognisers heard passes through a normaliser.")
    before = system.options.get("normaliser", "")
    if _normaliser(normaliser or before) != before and normaliser:
        name = f"{system.name.removesuffix(f', {before}')[: LONGEST_NAME - len(normaliser) - 2]}, {normaliser}"
        try:
            stored = system.file.open("rb")
        except FileNotFoundError:
            raise ServiceError(f"The file of {system.name} is no longer on this site.") from None
        with stored as file:
            return request_score(
                release=release, file=cast("BinaryIO", file), file_name=system.file_name, user=user, name=name,
                kind=system.kind, languages=system.source_language, split=system.split, normaliser=normaliser,
                again=system,
            )  # fmt: skip
    _refuse_withdrawn(release)
    with transaction.atomic():
        if not system.score_again([]):
            raise Conflict(f"{system.name} is being scored.")
        enqueue(system)
        _note("system_scored", system, user)
    system.refresh_from_db()
    return system


def rename_system(system: System, *, name: str) -> System:
    """Raises Conflict where the name is taken, or the system is an engine."""
    _refuse_engine(system)
    with transaction.atomic():
        Release.objects.select_for_update().get(pk=system.on_release_id)
        _refuse_name(System.objects.filter(on_release=system.on_release_id, engine="").exclude(pk=system.pk), name)
        System.objects.filter(pk=system.pk).update(name=name)
    system.name = name
    return system


def remove_system(system: System, *, user: User | None = None) -> None:
    """With its file; a worker that scores it stores nothing. Raises Conflict for an engine."""
    _refuse_engine(system)
    storage, stored = system.file.storage, str(system.file.name)
    with transaction.atomic():
        _note("system_removed", system, user)
        system.delete()
        delete_later([stored], storage)


def _refuse_engine(system: System) -> None:
    if system.engine:
        raise Conflict("Engines of this site are scored by themselves. Only uploaded systems can be changed.")


def compare_systems(first: System, second: System) -> list[dict[str, Any]]:
    """For each figure that both have: both values, their difference, and the p-value of a paired bootstrap.

    Raises Conflict where one is not scored, or they are not scored on the same rows.
    """
    for system in (first, second):
        if system.state != SystemState.SCORED or system.scores is None:
            raise Conflict(f"{system.name} is not scored yet.")
    if first.basis != second.basis:
        raise Conflict(f"{first.name} and {second.name} are scored on different rows, so they can’t be compared.")
    of_second = {one["key"]: (one, values) for one, values in _sampled(second)}
    compared = []
    for figure, values in _sampled(first):
        if figure["key"] not in of_second:
            continue
        other, other_values = of_second[figure["key"]]
        if figure["value"] is None or other["value"] is None:
            continue
        difference = figure["value"] - other["value"]
        compared.append(
            {
                "key": figure["key"],
                "label": figure["label"],
                "first": figure["value"],
                "second": other["value"],
                "difference": difference,
                "p": p_value(values, other_values, difference),
            }
        )
    return compared


def compare_with_all(system: System, others: Iterable[System]) -> list[dict[str, Any]]:
    """How far other systems that are scored on the same rows differ from one: ``second``, its id, and ``figures``."""
    return [{"second": other.pk, "figures": compare_systems(system, other)} for other in others]


def _sampled(system: System) -> list[tuple[dict[str, Any], Any]]:
    assert system.scores is not None
    assert system.samples is not None
    figures = system.scores["figures"]
    if not figures:
        return []
    values = np.frombuffer(system.samples, dtype="<f8").reshape(len(figures), -1)
    return list(zip(figures, values, strict=True))


def _note(verb: str, system: System, user: User | None) -> None:
    release = system.on_release
    note(
        verb, project=release.test_set.project, kind="release", pk=release.pk,
        name=f"{release.title} {release.version}", detail=system.name, by=user,
    )  # fmt: skip


def _wrong(field: str, message: str) -> ServiceError:
    return ServiceError(message, errors=[{"field": field, "message": message}])
