"""Clips: the segments of a recording as sound files, cut by a worker into one ZIP that programs can train on.

The recording is decoded in the sandbox, and what comes out of it passes in pieces: memory is for the longest clip.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction

from alignment.recordings.audio import cut_clips, missing_extra
from alignment.recordings.manifests import Utterance, audiofolder_csv, kaldi, utterance_ids
from alignment.types import Progress
from annotator.importers.base import Refused
from annotator.models import ClipExport, Document, HearingState, TranscriptSegments
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.files import delete_folder, delete_later, scratch_folder
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.platform.writers.archives import FolderWithSums, safe_name
from annotator.recordings.pieces import pieces_of, texts_in
from annotator.recordings.recognitions import check_is_transcript
from annotator.recordings.segments import cuts_of
from annotator.recordings.sound import OpenedSound, sound_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: What clips can have, in samples a second, beside those of the recording: what recognisers take.
RATES = (16_000,)
#: A longer segment is no clip: all of it is in memory while it is written.
MOST_CLIP_SECONDS = 300
#: Of a file's name, without its end: file systems have 255 at most.
_MOST_NAME_BYTES = 240


@dataclass(frozen=True, slots=True)
class Spoken:
    """A segment as it becomes a clip. start, end : seconds. speaker : empty if nobody said who."""

    start: float
    end: float
    text: str
    speaker: str = ""


def why_no_clips(document: Document) -> str:
    """Why no clips of a transcript's recording can be made, in a sentence; empty where they can."""
    if not document.media_file:
        return "No recording is on this site, so no clips can be made."
    if why := missing_extra():
        return why
    segments = TranscriptSegments.objects.filter(document=document).first()
    if segments is None:
        return "Cut the recording into segments first."
    return too_long((cut.start, cut.end) for cut in cuts_of(segments))


def too_long(spans: Iterable[tuple[float, float]]) -> str:
    """Which segment is too long for a clip, in a sentence; empty if none is."""
    for number, (start, end) in enumerate(spans, start=1):
        if end - start > MOST_CLIP_SECONDS:
            lasts = f"Segment {number:,} lasts {end - start:,.0f} s"
            return f"{lasts}; a clip may last {MOST_CLIP_SECONDS} s. Split it first."
    return ""


def request_clips(*, document: Document, form: str, rate: int | None, user: User | None) -> ClipExport:
    """Have a worker make clips, in the place of those there are. Raises ServiceError where none can be made, Conflict
    while some are being made."""
    check_is_transcript(document)
    if why := why_no_clips(document):
        raise ServiceError(why, code="no_clips")
    with transaction.atomic():
        Document.objects.select_for_update(no_key=True).get(pk=document.pk)
        others = ClipExport.objects.filter(document=document)
        if others.live().exists():
            raise Conflict("Clips of this recording are being made. Wait until they are done, or cancel that.")
        others.delete()
        made: ClipExport = ClipExport.objects.create(document=document, form=form, rate=rate, created_by=user)
        enqueue(made)
        note("clips_made", project=document.project, kind="document", pk=document.pk, name=document.title)
    return made


def remove_clips(document: Document) -> None:
    """Stop making clips, or remove those there are. The segments stay."""
    with transaction.atomic():
        Document.objects.select_for_update(no_key=True).get(pk=document.pk)
        ClipExport.objects.filter(document=document).delete()


def delete_files(clips: ClipExport) -> None:
    """Delete what is stored of clips whose row is about to go: also what a killed worker has stored without a row.

    The row is locked, so that no worker that is at it ends it meanwhile.
    """
    list(ClipExport.objects.select_for_update().filter(pk=clips.pk).values_list("pk"))
    transaction.on_commit(partial(delete_folder, clips.folder), robust=True)


def execute(pk: int) -> None:
    """Make clips in a worker."""
    perform_by_id(ClipExport.objects.select_related("document__project"), pk, _make, noun="export")


def _make(clips: ClipExport, heartbeat: Heartbeat) -> None:
    document = clips.document
    delete_folder(clips.folder)  # what a lost worker has stored
    heartbeat.progress(0.0, "Reading the transcript")
    segments = TranscriptSegments.objects.filter(document=document).first()
    if segments is None:
        raise ServiceError(f"The segments of {document.title} were removed meanwhile.")
    spoken = spoken_in(document, segments)
    if why := too_long((one.start, one.end) for one in spoken):
        raise ServiceError(why)
    with scratch_folder("clips") as scratch, (Path(scratch) / "clips.zip").open("w+b") as file:
        folder = safe_name(document.title)
        with zipfile.ZipFile(file, "w") as archive:
            written = ClipFolder(FolderWithSums(archive, folder), clips.form)
            recording = safe_name(document.external_id or document.title)
            with refusals_in_words(), sound_of(document, clips.rate) as sound:
                seconds = written.add(recording, spoken, sound, heartbeat.progress)
            written.finish(folder, document.title)
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = file.tell()
        heartbeat.progress(0.99, "Storing the clips")
        file.seek(0)
        name = default_storage.save(f"{clips.folder}/{clips.claim}.zip", File(file))
    try:
        heartbeat.finish(
            HearingState.DONE, progress=1.0, message="", file=name, size=size, sha256=digest, n_clips=len(spoken),
            seconds=round(seconds, 3), of_version=segments.changed_at, media_name=str(document.media_file.name),
        )  # fmt: skip
    except BaseException:
        delete_later([name])
        raise


class refusals_in_words:  # noqa: N801 - a context, as `suppress` is
    """What the sandbox refuses becomes the sentence that the work ends with."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, Refused):
            raise ServiceError(f"{error}.") from None


def spoken_in(document: Document, segments: TranscriptSegments) -> list[Spoken]:
    """What was said in each segment."""
    cuts = cuts_of(segments)
    texts = texts_in(pieces_of(document).all, [(cut.start, cut.end) for cut in cuts])
    return [
        Spoken(cut.start, cut.end, text, speaker or document.speaker)
        for cut, (text, speaker) in zip(cuts, texts, strict=True)
    ]


class ClipFolder:
    """A folder of clips with what describes them: `metadata.csv` for `audiofolder`, and a data folder of Kaldi."""

    def __init__(self, folder: FolderWithSums, form: str) -> None:
        self._folder, self._form = folder, form
        self._utterances: list[Utterance] = []
        self._recordings: dict[str, str] = {}

    def add(
        self, recording: str, spoken: Sequence[Spoken], sound: OpenedSound, progress: Progress, split: str = ""
    ) -> float:
        """The clips of one recording; how many seconds they last. recording : what it is called in the folder. split :
        such as train; empty where there is none.

        Raises Refused for what is wrong with the recording, AlignmentError for segments after its end.
        """
        rate, chunks, name = sound
        names = clip_names(recording, ((one.start, one.end, one.speaker) for one in spoken))
        utterances = [
            _utterance(name, recording, one, self._form, split) for name, one in zip(names, spoken, strict=True)
        ]
        clip = _Kept()

        def open_clip(_: int) -> IO[bytes]:
            nonlocal clip
            clip = _Kept()
            return clip

        spans = [(one.start, one.end) for one in spoken]
        seconds = 0.0
        made = cut_clips(chunks, name, spans, open_clip, rate=rate, form=self._form, progress=progress)
        for utterance, cut in zip(utterances, made, strict=True):
            seconds += cut.n_samples / cut.rate
            self._folder.copy(utterance.file, io.BytesIO(clip.content), compressed=False)
        self._utterances += utterances
        self._recordings[recording] = f"{recording}.wav"
        return seconds

    def finish(self, name: str, title: str) -> None:
        """Write what describes the clips, and the sums of all files."""
        texts = {
            "metadata.csv": audiofolder_csv(self._utterances),
            **{f"kaldi/{file}": text for file, text in kaldi(self._utterances, self._recordings).items()},
            "README.md": _readme(name, title, self._form),
        }
        for file, text in texts.items():
            self._folder.add(file, partial(_write, text))
        self._folder.finish()


class _Kept(io.BytesIO):
    """Keeps what was written after it is closed."""

    content = b""

    def close(self) -> None:
        if not self.closed:
            self.content = self.getvalue()
        super().close()


def _write(text: str, file: IO[bytes]) -> None:
    file.write(text.encode())


def clip_names(recording: str, segments: Iterable[tuple[float, float, str]]) -> list[str]:
    """What the clips of a recording are called, none twice. segments : start, end and speaker, who may be empty."""
    safe = ((start, end, safe_name(speaker) if speaker else "") for start, end, speaker in segments)
    return utterance_ids(recording, safe)


def file_stem(name: str) -> str:
    """The name of a clip's file, without its end: the clip's own, or a shorter one where file systems take no such."""
    if len(name.encode()) <= _MOST_NAME_BYTES:
        return name
    return f"{hashlib.sha256(name.encode()).hexdigest()[:20]}--{name.rpartition('--')[2]}"


def _utterance(name: str, recording: str, one: Spoken, form: str, split: str) -> Utterance:
    speaker = safe_name(one.speaker) if one.speaker else ""
    file = f"clips/{file_stem(name)}.{form}"
    return Utterance(name, recording, one.start, one.end, one.text, speaker, file, split)


def _readme(name: str, title: str, form: str) -> str:
    return f"""# {title}

Segments of recordings as clips, one channel, 16 bits, {form.upper()}.

- `metadata.csv` names each clip with what was said in it: `datasets.load_dataset("audiofolder", data_dir="{name}")`.
- `kaldi/` is a data folder of Kaldi, of whole recordings: `wav.scp` names them, as WAV of one channel.
- `checksums.txt`: `sha256sum --check checksums.txt`.
"""
