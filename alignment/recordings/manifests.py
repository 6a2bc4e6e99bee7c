"""What describes the segments of recordings to programs that train on them.

Two forms: the folder of Hugging Face `datasets` (`audiofolder`: clips and ``metadata.jsonl`` or ``metadata.csv``), and
the data folder of Kaldi, which ESPnet, icefall and others read (``segments``, ``wav.scp``, ``text``, ``utt2spk``,
``spk2utt``; of whole recordings, so that no clips are needed).
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class Utterance:
    """A segment with what was said in it.

    id, recording, speaker : without white space; an empty speaker is unknown, and counts as the recording in Kaldi's
    form. start, end : seconds in the recording. file : of its clip, from the folder of the manifest; empty without one.
    split : such as train; empty where there is none.
    """

    id: str
    recording: str
    start: float
    end: float
    text: str
    speaker: str = ""
    file: str = ""
    split: str = ""


def utterance_id(recording: str, start: float, end: float, speaker: str = "") -> str:
    """An identifier that sorts by speaker, recording and time, as Kaldi wants it.

    Two hyphens are between the parts: of what names have, nothing sorts before a hyphen, so that `talk` comes before
    `talk-2` and `talk2` with all of its utterances.

    >>> utterance_id("CHI-003EC", 4.24, 13.26)
    'CHI-003EC--0004240_0013260'
    """
    times = f"{round(start * 1000):07}_{round(end * 1000):07}"
    return "--".join([*filter(None, [speaker]), recording, times])


def utterance_ids(recording: str, segments: Iterable[tuple[float, float, str]]) -> list[str]:
    """An identifier for each segment of a recording, none twice. segments : start, end and speaker, who may be empty.

    What one speaker says at the times of another segment of theirs is numbered, in order.

    >>> utterance_ids("t", [(0, 1, ""), (0, 1, "ann"), (0, 1, "")])
    ['t--0000000_0001000', 'ann--t--0000000_0001000', 't--0000000_0001000-2']
    """
    ids: list[str] = []
    n_of: dict[str, int] = {}
    for start, end, speaker in segments:
        name = utterance_id(recording, start, end, speaker)
        n_of[name] = n_of.get(name, 0) + 1
        ids.append(f"{name}-{n_of[name]}" if n_of[name] > 1 else name)
    return ids


def audiofolder_jsonl(utterances: Sequence[Utterance]) -> str:
    """``metadata.jsonl``: a line for each clip with ``file_name``, ``transcription`` and where it is from."""
    _check(utterances, with_files=True)
    return "".join(json.dumps(_fields(each), ensure_ascii=False) + "\n" for each in utterances)


def audiofolder_csv(utterances: Sequence[Utterance]) -> str:
    """``metadata.csv``: the same columns."""
    _check(utterances, with_files=True)
    out = io.StringIO()
    columns = ["file_name", "transcription", "id", "recording", "speaker", "start", "end", "split"]
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_fields(each) for each in utterances)
    return out.getvalue()


def kaldi(utterances: Sequence[Utterance], recordings: Mapping[str, str]) -> dict[str, str]:
    """The files of Kaldi's data folder, by name, each sorted by bytes as its tools want.

    Parameters
    ----------
    recordings
        Identifier of each recording -> what ``wav.scp`` says: a path, or a command that ends with ``|``.

    Raises
    ------
    AlignmentError
        For identifiers with white space or that are there twice, times that are none, or a recording that is missing.

    Examples
    --------
    >>> files = kaldi([Utterance("t_1", "t", 0.5, 2.0, "we  begin")], {"t": "talk.wav"})
    >>> files["segments"], files["text"]
    ('t_1 t 0.500 2.000\\n', 't_1 we begin\\n')
    """
    _check(utterances, with_files=False)
    for each in utterances:
        if each.recording not in recordings:
            raise AlignmentError(f"utterance {each.id}: recording {each.recording} has no file")
    used = {each.recording for each in utterances}
    speakers: dict[str, list[str]] = {}
    for each in utterances:
        speakers.setdefault(each.speaker or each.recording, []).append(each.id)
    return {
        "segments": _lines(f"{each.id} {each.recording} {each.start:.3f} {each.end:.3f}" for each in utterances),
        "wav.scp": _lines(f"{name} {' '.join(recordings[name].split())}" for name in used),
        "text": _lines(f"{each.id} {' '.join(each.text.split())}".rstrip() for each in utterances),
        "utt2spk": _lines(f"{each.id} {each.speaker or each.recording}" for each in utterances),
        "spk2utt": _lines(f"{name} {' '.join(sorted(ids, key=str.encode))}" for name, ids in speakers.items()),
    }


def _fields(each: Utterance) -> dict[str, object]:
    return {
        "file_name": each.file, "transcription": each.text, "id": each.id, "recording": each.recording,
        "speaker": each.speaker, "start": round(each.start, 3), "end": round(each.end, 3), "split": each.split,
    }  # fmt: skip


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in sorted(lines, key=str.encode))


def _check(utterances: Sequence[Utterance], *, with_files: bool) -> None:
    ids: set[str] = set()
    files: set[str] = set()
    for number, each in enumerate(utterances, start=1):
        for name in ("id", "recording", "speaker"):
            value = getattr(each, name)
            if re.search(r"[\s\x00-\x1f]", value) or not (value or name == "speaker"):
                raise AlignmentError(f"utterance {number}: {name} is {value[:80]!r}; expected a name without spaces")
        if each.id in ids:
            raise AlignmentError(f"utterance {number}: id {each.id!r} is there twice")
        if not (math.isfinite(each.start) and math.isfinite(each.end) and 0 <= each.start < each.end):
            raise AlignmentError(
                f"utterance {each.id}: from {each.start} to {each.end} s; expected an end after the start"
            )
        if with_files and (not each.file or each.file in files):
            raise AlignmentError(f"utterance {each.id}: file {each.file[:80]!r}; expected a file of its own")
        ids.add(each.id)
        files.add(each.file)
