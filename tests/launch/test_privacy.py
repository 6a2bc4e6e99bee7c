"""What other accounts of the machine can read of a folder that `up` runs in."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from annotator.launch import privacy
from annotator.launch.privacy import close_uploads, make_private


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(("uid", "var_mode", "postgres_mode"), [(0, 0o711, 0o711), (1000, 0o700, 0o700)])
def test_what_an_older_version_left_open_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uid: int, var_mode: int, postgres_mode: int
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: uid)
    var = tmp_path / "var"
    for name in ("media/sources/2026", "postgres/data", "valkey/data", "log"):
        (var / name).mkdir(parents=True)
    (var / "media" / "sources" / "2026" / "paper.pdf").write_text("x")
    (var / "log" / "web.log").write_text("x")
    (var / "celerybeat").write_text("x")
    (var / "postgres" / "data").chmod(0o700)
    make_private(var)
    assert (mode(var), mode(var / "postgres")) == (var_mode, postgres_mode)
    assert {mode(var / name) for name in ("media", "valkey", "log", "vectors", "tmp")} == {0o700}
    assert mode(var / "celerybeat") == 0o600
    assert mode(var / "postgres" / "data") == 0o700


def test_a_new_folder_is_private_from_the_beginning(tmp_path: Path) -> None:
    make_private(tmp_path / "var")
    assert mode(tmp_path / "var" / "media") == 0o700


def test_uploads_of_an_older_version_get_the_modes_of_new_ones_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    media, stamp = tmp_path / "media", tmp_path / "stamp"
    (media / "sources").mkdir(parents=True)
    media.chmod(0o700)
    file = media / "sources" / "paper.pdf"
    file.write_text("x")
    file.chmod(0o666)
    (media / "elsewhere").symlink_to("/etc/passwd")
    close_uploads(media, stamp)
    assert (mode(media), mode(media / "sources"), mode(file)) == (0o700, 0o750, 0o640)
    file.chmod(0o600)
    close_uploads(media, stamp)
    assert mode(file) == 0o600
    monkeypatch.setattr(privacy, "FILE_MODE", 0o600)
    file.chmod(0o640)
    close_uploads(media, stamp)
    assert mode(file) == 0o600, "other modes are set once more"


def test_a_folder_without_uploads_is_no_error(tmp_path: Path) -> None:
    close_uploads(tmp_path / "media", tmp_path / "stamp")
    assert (tmp_path / "stamp").exists()
