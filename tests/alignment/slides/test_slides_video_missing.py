"""Without the extra `video` there are words that say what to install."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from alignment.slides.frames import read_recording
from alignment.slides.page_matcher import PageMatcher
from alignment.types import AlignmentError


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(AlignmentError, match=r"needs OpenCV\. Install the extra video: LECTERN_EXTRAS=video"):
        PageMatcher([np.zeros((90, 160), np.uint8)])
    with pytest.raises(AlignmentError, match="needs PyAV"):
        list(read_recording(str(tmp_path / "talk.mp4"), "talk.mp4"))
