"""Files sent as recordings of talks, and what they do to a careless program. Needs the extra `video`."""

from __future__ import annotations

import io
import struct
import wave
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np

from tests.annotator.importers.hostile_decks import SVG, frame, giant_png, packed


@cache
def video(n_seconds: int = 6, size: tuple[int, int] = (320, 180)) -> bytes:
    """An MP4 of noise that changes each second, with its index first."""
    import av

    random = np.random.default_rng(0)
    # Only a file on the disk can get its index moved to the front.
    with (
        NamedTemporaryFile(suffix=".mp4") as out,
        av.open(out.name, "w", options={"movflags": "faststart"}) as container,
    ):
        stream = container.add_stream("libx264", rate=2, options={"preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        for _ in range(n_seconds):
            picture = av.VideoFrame.from_ndarray(random.integers(0, 256, (size[1], size[0], 3), np.uint8))
            for _ in range(2):
                container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
        container.close()
        return Path(out.name).read_bytes()


def _lying() -> bytes:
    """It says that it lasts an hour; the track's own header says so too."""
    data = bytearray(video())
    for name, at, after in ((b"mvhd", 16, 20), (b"mdhd", 16, 20), (b"tkhd", 24, 24)):
        place = data.index(name) + after
        scale = struct.unpack(">I", data[data.index(name) + at : data.index(name) + at + 4])[0] if at < after else 1000
        data[place : place + 4] = struct.pack(">I", 3600 * scale)
    return bytes(data)


def _sound() -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(16000))
    return out.getvalue()


#: As many files as an archive may have in a test that sets the limit so: packing 20,000 takes half a second.
FEW_MEMBERS = 200
PLAYLIST = b"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
CONCAT = b"ffconcat version 1.0\nfile /etc/passwd\n"

#: Name of the file, what it holds, and what is said of it.
HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "one that lies about its length": ("talk.mp4", _lying, "0 of 6 frames fit this deck"),
    "one that is cut off": ("talk.mp4", lambda: video(30)[: len(video(30)) // 3], "but its pictures end at"),
    "one without its index": ("talk.mp4", lambda: video()[:500], "can’t be opened"),
    "a playlist": ("talk.m3u8", lambda: PLAYLIST, "talk.m3u8 is"),
    "a playlist by another name": ("talk.mp4", lambda: PLAYLIST, "can’t be opened"),
    "a list of other files": ("talk.mkv", lambda: CONCAT, "can’t be opened"),
    "sound alone": ("talk.wav", _sound, "talk.wav is sound alone"),
    "sound as a video": ("talk.mp4", _sound, "can’t be opened"),
    "text as a video": ("talk.mp4", lambda: b"hello " * 1000, "can’t be opened"),
    "a video as a PDF": ("talk.pdf", video, "talk.pdf is not a video"),
    "a PDF as a video": ("talk.mp4", lambda: b"%PDF-1.7 hello", "can’t be opened"),
    "nothing": ("talk.mp4", lambda: b"", "empty"),
    "a zip as a video": ("talk.mp4", lambda: packed({"1.txt": b"hello"}), "'1.txt' in the archive is no frame"),
    "a frame of 100 megapixels": (
        "frames.zip",
        lambda: packed({"1.png": frame(0, (10_000, 10_000), mode="1")}),
        "1.png: 100 megapixels",
    ),
    "a giant header": ("frames.zip", lambda: packed({"1.png": giant_png()}), "10,000 megapixels"),
    "a zip bomb of frames": (
        "frames.zip",
        lambda: packed({f"{n}.png": bytes(6_000_000) for n in range(3)}, zipfile.ZIP_DEFLATED),
        "times its size",
    ),
    "tiny frames": (
        "frames.zip",
        lambda: packed({f"{n}.png": frame(size=(1, 1)) for n in range(100)}),
        "1 × 1 pixels; expected 32 or more",
    ),
    "more frames than an archive may have": (
        "frames.zip",
        lambda: packed({f"{n}.png": b"" for n in range(FEW_MEMBERS + 1)}),
        f"{FEW_MEMBERS + 1} files",
    ),
    "a frame that is cut off": ("frames.zip", lambda: packed({"1.png": frame()[:-60]}), "can’t be read"),
    "SVG among frames": ("frames.zip", lambda: packed({"1.png": frame(), "2.svg": SVG}), "'2.svg' in the archive"),
    "SVG by another name": ("frames.zip", lambda: packed({"1.png": SVG}), "can’t be read"),
    "a way out of the archive": ("frames.zip", lambda: packed({"../1.png": frame()}), "outside itself"),
    "a zip that is cut off": ("frames.zip", lambda: packed({"1.png": frame()})[:-40], "damaged or incomplete"),
    "an empty zip": ("frames.zip", lambda: packed({}), "the archive is empty"),
    "a talk that shows nothing of the deck": ("talk.mp4", video, "of 6 frames fit this deck. Is it the right file?"),
}
