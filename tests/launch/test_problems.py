from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from annotator.launch import problems
from annotator.launch.layout import Layout
from annotator.launch.preparing import SignIn, prepare
from annotator.launch.problems import LaunchError

FULL = shutil._ntuple_diskusage(100, 100, 0)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, r"^There is no room on the disk that holds .* Free some space, then run the command again\.$"),
        (errno.EDQUOT, r"^There is no room"),
        (errno.EROFS, r"is on a read-only disk\. Move the checkout"),
        (errno.EACCES, r"belongs to another account, .* sudo chown -R "),
        (errno.EMFILE, r"Too many files are open at once; this shell allows \d+\. .*ulimit -n 1024$"),
    ],
)
def test_a_failed_call_that_a_person_can_put_right_is_a_sentence(number: int, said: str, tmp_path: Path) -> None:
    error = OSError(number, os.strerror(number), str(tmp_path / "var" / "run"))
    sentence = problems.in_a_sentence(error, tmp_path)
    assert sentence is not None
    assert "\n" not in sentence
    with pytest.raises(LaunchError, match=said):
        raise LaunchError(sentence)


def test_a_failed_call_elsewhere_is_a_bug_and_shown_as_one(tmp_path: Path) -> None:
    assert problems.in_a_sentence(PermissionError(errno.EACCES, "no", "/etc/shadow"), tmp_path) is None
    assert problems.in_a_sentence(FileNotFoundError(errno.ENOENT, "no", str(tmp_path / "x")), tmp_path) is None


def test_an_account_without_a_name_is_told_by_its_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4_000_123)
    error = PermissionError(errno.EACCES, "no", str(tmp_path / "var"))
    assert "sudo chown -R 4000123 " in str(problems.in_a_sentence(error, tmp_path))


def test_a_write_that_does_not_say_where_it_failed_names_the_fuller_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "var").mkdir()
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: FULL if Path(path).name == "var" else real(path))
    sentence = problems.in_a_sentence(OSError(errno.ENOSPC, "full"), tmp_path)
    assert sentence is not None
    assert f"holds {tmp_path / 'var'} (0 MB are left)" in sentence


def _checkout(folder: Path, prepare_does: str) -> Layout:
    (folder / "manage.py").write_text(prepare_does)
    return Layout(folder)


def test_a_first_password_is_known_also_when_preparing_fails_after_it(tmp_path: Path) -> None:
    layout = _checkout(
        tmp_path,
        """print('prepared: {"sign_in": "Sign in as admin with x", "password": "x"}', flush=True)\n"""
        """raise SystemExit("CommandError: The demo is broken.")""",
    )
    sign_in = SignIn()
    with pytest.raises(LaunchError, match=r"^The demo is broken\.$"):
        prepare(os.environ, layout, sign_in, demo=True)
    assert sign_in.is_new
    assert sign_in.take() == "Sign in as admin with x"
    assert sign_in.take() == ""


def test_the_password_is_not_among_the_last_lines_of_a_crash(tmp_path: Path) -> None:
    layout = _checkout(tmp_path, """print('prepared: {"sign_in": "s", "password": "secret"}')\nraise KeyError(3)""")
    with pytest.raises(LaunchError, match="KeyError: 3") as raised:
        prepare(os.environ, layout, SignIn(), demo=True)
    assert "secret" not in str(raised.value)


def test_a_database_without_room_is_a_sentence(tmp_path: Path) -> None:
    layout = _checkout(tmp_path, "raise SystemExit('could not extend file \"base/1\": No space left on device')")
    with pytest.raises(LaunchError, match=r"^There is no room on the disk"):
        prepare(os.environ, layout, SignIn(), demo=True)
