"""M3AV's folders: read and written to the byte, rebuilt exactly, and hostile ones refused with the place."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from alignment.recordings import m3av
from alignment.slide_text.blocks import block
from alignment.slide_text.merging import merge
from alignment.types import AlignmentError
from tests.alignment.recordings.m3av_samples import files
from tests.data import DATA, needs_outside

VIDEOS = ["CHI-003EC", "CHI-004BD", "CHI-473DF", "NIH-EC45B"]


def test_a_folder_comes_back_to_the_byte(tmp_path: Path) -> None:
    talk = m3av.read_files("OWN-00001", files())
    m3av.write_folder(talk, tmp_path / "OWN-00001")
    assert m3av.read_folder(tmp_path / "OWN-00001") == talk
    for path, data in files().items():
        assert (tmp_path / "OWN-00001" / path).read_bytes() == data, path


def test_what_was_said_on_slides_is_rebuilt() -> None:
    talk = m3av.read_files("OWN-00001", files())
    assert talk.slides is not None
    assert talk.speech is not None
    assert m3av.write_speech_ocr(m3av.rebuild(talk.slides, talk.speech)).encode() == files()[m3av.SPEECH_OCR]
    with pytest.raises(AlignmentError, match=r"slide OWN-00001-0002000.jpg ends before .*, at 4.5 s"):
        m3av.rebuild([talk.slides[1], talk.slides[0]], talk.speech)


def test_a_slide_from_blocks() -> None:
    blocks = [
        block([[0, 24], [70, 24], [70, 44], [0, 44]], "touch"),
        block([[0, 0], [90, 0], [90, 20], [0, 20]], "Enabling"),
        block([[0, 90], [90, 90], [90, 110], [0, 110]], "Osei"),
    ]
    slide = m3av.slide_image(m3av.image_name("OWN-00001", 16.0), blocks, merge(blocks))
    assert slide.paragraphs == ((0, 0), (0, 1), (1, 0))
    assert slide.texts == ["Enabling touch", "Osei"]
    assert slide.end_seconds == 16.0
    (again,) = m3av.read_ocr_result(m3av.write_ocr_result([slide]).encode())
    assert again == slide


def _changed(path: str, change: Any) -> bytes:
    content = json.loads(files()[path])
    content = copy.deepcopy(content)
    change(content)
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    ("path", "change", "message"),
    [
        (m3av.OCR, lambda x: x[0]["ocr_data"][0]["points"][0].__setitem__(0, 10**400), "points: 1000"),
        (
            m3av.OCR,
            lambda x: x[1].update(name="OWN-00001-\u0660\u0660\u0660\u0660\u0660\u0660\u0661.jpg"),
            "slide 2, name",
        ),
        (m3av.SPEECH, lambda x: x[0]["words_written"][2].update(end=10**400), "segment 1, word 3, end: 1000"),
        (m3av.OCR, lambda x: x[0].pop("name"), "ocr_result.json: slide 1: there is no name"),
        (m3av.OCR, lambda x: x[1].update(name="../../etc/passwd"), "slide 2, name: '../../etc/passwd'"),
        (m3av.OCR, lambda x: x[0].update(ocr_data={}), "slide 1, ocr_data: dict; expected a list of blocks"),
        (m3av.OCR, lambda x: x[0]["ocr_data"].insert(1, 7), "slide 1, block 2: 7; expected an object"),
        (m3av.OCR, lambda x: x[0]["ocr_data"][0].update(points=[[1, 2]]), "block 1, points: .*expected 4 or more"),
        (m3av.OCR, lambda x: x[0]["ocr_data"][0]["points"][0].__setitem__(0, "1"), 'points: "1"; expected a number'),
        (m3av.OCR, lambda x: x[0]["ocr_data"][0]["points"][0].__setitem__(0, 1e300), "points: 1e\\+300"),
        (m3av.OCR, lambda x: x[0]["ocr_data"][0].update(index_para=-1), "block 1, index_para: -1"),
        (m3av.OCR, lambda x: x[0]["ocr_data"][0].update(index_para=True), "block 1, index_para: true"),
        (m3av.OCR, lambda x: x[0]["ocr_data"][0].update(transcription="a\ud800"), "character 2 is U\\+D800"),
        (m3av.OCR, lambda x: x[0]["ocr_data"][0].update(transcription="\0"), "character 1 is U\\+0000"),
        (m3av.OCR, lambda x: x[0]["ocr_data"][0].update(transcription="x" * 100_001), "100,001 characters"),
        (m3av.SPEECH, lambda x: x[0].update(timestr="0007000_0000000"), "segment 1, timestr: '0007000_0000000'"),
        (m3av.SPEECH, lambda x: x[0]["words_written"][2].update(end=0), "segment 1, word 3 ends"),
        (m3av.SPEECH, lambda x: x[0]["words_spoken"][0].update(start=-1), "segment 1, word 1, start: -1"),
        (m3av.SPEECH_OCR, lambda x: x[1].update(end=1), "slide 2 ends \\(1 s\\) before it starts \\(2 s\\)"),
        (m3av.PAPER, lambda x: x.append(None), "paper_sentences.json: sentence 3: null; expected a text"),
        (m3av.RELATED, lambda x: x[0]["related_sentences"][0].update(cos_similarity=2), "entry 1, sentence 1: 2"),
    ],
)
def test_what_is_wrong_is_named(path: str, change: Any, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        m3av.read_files("OWN-00001", {path: _changed(path, change)})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON in UTF-8"),
        (b"\xff\xfe[]", "not JSON in UTF-8"),
        (b"[NaN]", "NaN is no number"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" + b"9" * 5000 + b"]", "not JSON in UTF-8|expected a text"),
        (b"{}", "expected a list"),
    ],
)
def test_what_is_no_file_of_the_corpus(data: bytes, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        m3av.read_paper(data)


def test_a_folder_needs_a_file(tmp_path: Path) -> None:
    with pytest.raises(AlignmentError, match="no files of M3AV"):
        m3av.read_folder(tmp_path)
    (tmp_path / "paper").mkdir()
    with (tmp_path / m3av.PAPER).open("wb") as file:
        file.truncate(m3av.MAX_BYTES + 1)
    with pytest.raises(AlignmentError, match="64,000,001 bytes"):
        m3av.read_folder(tmp_path)


def test_splits() -> None:
    text = m3av.write_splits({"OWN-00001": "dev"})
    assert m3av.read_splits(text.encode()) == {"OWN-00001": "dev"}
    with pytest.raises(AlignmentError, match="'A' is 'x'; expected train, dev, test"):
        m3av.read_splits(b'{"A": "x"}')


@needs_outside("m3av")
@pytest.mark.parametrize("video", VIDEOS)
def test_the_released_talks(video: str) -> None:
    folder = DATA / "m3av" / video
    talk = m3av.read_folder(folder)
    for path, text in m3av.write_files(talk).items():
        assert (folder / path).read_bytes() == text.encode(), path
    assert talk.slides is not None
    assert talk.speech is not None
    assert tuple(m3av.rebuild(talk.slides, talk.speech)) == talk.speech_ocr


@needs_outside("m3av")
@needs_outside("scorers", "score_m3av_merge.py")
def test_merging_agrees_with_the_released_paragraphs(tmp_path: Path) -> None:
    arguments: list[str] = []
    for video in VIDEOS:
        source = DATA / "m3av" / video / m3av.OCR
        slides = m3av.read_ocr_result(source.read_bytes())
        prediction = tmp_path / f"{video}.json"
        prediction.write_text(json.dumps({slide.name: merge(slide.blocks).paragraph_of for slide in slides}))
        arguments += [str(source), str(prediction)]
    scorer = DATA / "scorers" / "score_m3av_merge.py"
    result = subprocess.run([sys.executable, scorer, *arguments], capture_output=True, text=True, check=True)
    assert result.stdout == "slides 142 exact 0.951 pair P 0.996 R 0.992 F1 0.994\n"
