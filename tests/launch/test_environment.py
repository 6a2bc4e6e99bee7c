from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from annotator.launch import environment, frontend, uv_wheel
from annotator.launch.layout import HERE, Layout, digest_tree, write_private
from annotator.launch.problems import LaunchError, looks_like_no_network
from annotator.launch.stamp import Stamp

SHA = "ab" * 32
HTML = f'<a href="../f/uv-1-py3-none-any.whl#sha256={SHA}" data-requires-python="&gt;=3.8">uv-1-py3-none-any.whl</a>'
JSON = f'{{"files": [{{"filename": "uv-1-py3-none-any.whl", "url": "../f/uv-1-py3-none-any.whl", "hashes": {{"sha256": "{SHA}"}}}}]}}'  # noqa: E501


@pytest.mark.parametrize(("page", "kind"), [(HTML, "text/html"), (JSON, "application/vnd.pypi.simple.v1+json")])
def test_both_forms_of_a_package_index_are_read(page: str, kind: str) -> None:
    expected = uv_wheel.IndexFile("uv-1-py3-none-any.whl", "../f/uv-1-py3-none-any.whl", SHA)
    assert uv_wheel.read_index(page, kind) == [expected]


def test_a_wheel_without_the_pinned_hash_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "uv-9.9.9-py3-none-any.whl"
    monkeypatch.setattr(uv_wheel, "wheel_tag", lambda: "any")
    simple = tmp_path / "uv"
    simple.mkdir()
    (simple / "index.html").write_text(f'<a href="{name}#sha256={"cd" * 32}">{name}</a>')
    pin = tmp_path / "uv.txt"
    pin.write_text(f"uv==9.9.9 \\\n    --hash=sha256:{SHA}\n")
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        address = server.stdout.readline().partition("(")[2].partition(")")[0].rstrip("/")
        monkeypatch.setenv("PIP_INDEX_URL", address)
        with pytest.raises(uv_wheel.UvUnavailableError, match=r"no uv 9\.9\.9 for this machine with a pinned hash"):
            uv_wheel.fetch_uv(pin, tmp_path / "bin" / "uv")
    finally:
        server.kill()
        server.wait()
        server.stdout.close()  # type: ignore[union-attr]
    assert not (tmp_path / "bin").exists()


def test_the_pin_of_uv_has_a_hash_for_each_platform() -> None:
    assert environment.UV_PIN.read_text().count("--hash=sha256:") >= 10


def _make_venv_with_our_pip(layout: Layout) -> None:
    """Unpacking one for a new environment takes three seconds."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", layout.venv], check=True)
    ours = find_spec("pip")
    assert ours is not None
    assert ours.origin is not None
    (_site(layout) / "pip").symlink_to(Path(ours.origin).parent)
    (layout.venv / "bin" / "pip").symlink_to(layout.python)


def test_a_missing_network_is_said_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(tmp_path)
    (tmp_path / "requirements.txt").write_text("django==5.2.19 --hash=sha256:" + "0" * 64 + "\n")
    for name in ("PIP_INDEX_URL", "UV_DEFAULT_INDEX"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/simple")
    for name, value in {"PIP_RETRIES": "0", "UV_HTTP_RETRIES": "0", "PIP_CONFIG_FILE": "/dev/null"}.items():
        monkeypatch.setenv(name, value)
    for name in ("PIP_FIND_LINKS", environment.OWN_PYTHON):
        monkeypatch.delenv(name, raising=False)
    if find_spec("pip"):
        monkeypatch.setattr(environment, "_make_venv", _make_venv_with_our_pip)
    with pytest.raises(LaunchError, match="the package index could not be reached"):
        environment.ensure(dev=False, layout=layout)
    assert not Stamp.read(layout).base


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("npm error code ENOTFOUND", True),
        ("error: Failed to fetch: `https://pypi.org/simple/x/`", True),
        ("error TS2305: Module has no exported member", False),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", False),
    ],
)
def test_what_reads_like_a_missing_network(output: str, expected: bool) -> None:
    assert looks_like_no_network(output) is expected


def test_an_environment_is_current_only_for_the_same_requirements(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    (tmp_path / "requirements.txt").write_text("a==1")
    (layout.venv / "bin").mkdir(parents=True)
    layout.python.symlink_to(sys.executable)
    assert not environment._is_current(layout, dev=False)
    Stamp(base=environment._wanted(layout, dev=False)).write(layout)
    assert environment._is_current(layout, dev=False)
    assert not environment._is_current(layout, dev=True)
    (tmp_path / "requirements.txt").write_text("a==2")
    assert not environment._is_current(layout, dev=False)


def _wheel(folder: Path, name: str, version: str) -> None:
    info = f"{name}-{version}.dist-info"
    with ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", f"version = {version!r}")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")


def _find_uv() -> str:
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert uv is not None
    return uv


def test_extras_that_are_asked_for_are_installed_once_and_agree_with_the_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    layout = Layout(tmp_path)
    (tmp_path / "requirements.txt").write_text("lectern_tiny[x]==1 \\\n    --hash=sha256:" + "0" * 64 + "\n")
    (tmp_path / "pyproject.toml").write_text("[project.optional-dependencies]\ntiny = ['lectern_tiny>=1']\n")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", layout.venv], check=True)
    Stamp(base=environment._wanted(layout, dev=False)).write(layout)  # the requirements themselves are there
    (layout.venv / "bin" / "uv").symlink_to(_find_uv())
    for version in ("1", "2"):
        _wheel(tmp_path, "lectern_tiny", version)
    monkeypatch.delenv(environment.OWN_PYTHON, raising=False)
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("UV_NO_INDEX", "1")

    environment.ensure(dev=False, layout=layout)
    monkeypatch.setenv(environment.EXTRAS, "tiny")
    for installs in (True, False):
        environment.ensure(dev=False, layout=layout)
        assert ("Installing lectern_tiny>=1" in capfd.readouterr().out) is installs
    assert environment._is_current(layout, dev=False)
    shown = subprocess.run(
        [layout.python, "-c", "import lectern_tiny; print(lectern_tiny.version)"], capture_output=True, text=True
    )
    assert shown.stdout.strip() == "1"

    wheel = (tmp_path / "lectern_tiny-1-py3-none-any.whl").read_bytes()
    requirements = f"lectern_tiny==1 --hash=sha256:{hashlib.sha256(wheel).hexdigest()}\n"
    (tmp_path / "requirements.txt").write_text(requirements)
    environment.ensure(dev=False, layout=layout)
    assert "Installing requirements.txt" in capfd.readouterr().out
    assert environment._is_current(layout, dev=False)
    assert Stamp.read(layout).extras == ("lectern_tiny>=1",)  # new requirements do not forget the extras
    monkeypatch.setenv(environment.EXTRAS, "tiny, huge")
    with pytest.raises(LaunchError, match="names huge; allowed: tiny"):
        environment.ensure(dev=False, layout=layout)


def test_an_extra_that_cannot_be_installed_is_named_and_the_others_are_installed(
    tiny: Layout, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    _wheel(tiny.root, "lectern_extra", "1")
    extras = "broken = ['lectern_nowhere>=1']\nextra = ['lectern_extra>=1']\n"
    (tiny.root / "pyproject.toml").write_text(f"[project.optional-dependencies]\n{extras}")
    monkeypatch.setenv(environment.EXTRAS, "broken,extra")
    environment.ensure(dev=False, layout=tiny)
    said = capfd.readouterr().out
    assert "lectern_nowhere>=1, which LECTERN_EXTRAS asks for, could not be installed. Going on without it." in said
    assert Stamp.read(tiny).extras == ("lectern_extra>=1",)
    assert not Stamp.read(tiny).unfinished
    environment.ensure(dev=False, layout=tiny)
    assert "could not be installed" in capfd.readouterr().out  # tried again by the next command


def test_constraints_keep_the_markers_that_choose_between_two_versions() -> None:
    text = (
        "numpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:00\n    # via gensim\n"
        "numpy==2.5.5 ; python_full_version >= '3.12' \\\n    --hash=sha256:01\n"
        "celery[redis]==5.6.0 \\\n    --hash=sha256:02\nredis==7.0\n"
    )
    assert environment.constraints(text).splitlines() == [
        "numpy==2.4.6 ; python_full_version < '3.12'",
        "numpy==2.5.5 ; python_full_version >= '3.12'",
        "celery==5.6.0",
        "redis==7.0",
    ]


PROJECT = tomllib.loads((HERE.root / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"] | PROJECT["dependency-groups"]
#: Its source archive holds 300 MB, which an installer would fetch only to read that it requires nothing.
KNOWN_METADATA = '[[dependency-metadata]]\nname = "jamdict-data"\nversion = "1.5"\nrequires-dist = []\n'


def test_the_extras_agree_with_the_pins_on_each_python(tmp_path: Path) -> None:
    """A universal resolution is one for every Python from the oldest on, and for every platform.

    All of them together: what agrees in company agrees alone.
    """
    pinned, wanted, config = tmp_path / "constraints.txt", tmp_path / "extra.in", tmp_path / "uv.toml"
    pinned.write_text(environment.constraints((HERE.root / "requirements.txt").read_text()))
    wanted.write_text("\n".join(requirement for extra in EXTRAS.values() for requirement in extra))
    config.write_text(KNOWN_METADATA)
    command = [_find_uv(), "pip", "compile", "--quiet", "--python", sys.executable]
    command += ["--universal", "--python-version", "3.11", "--config-file", str(config), "-c", str(pinned), str(wanted)]
    done = subprocess.run(command, capture_output=True, text=True)
    if looks_like_no_network(done.stderr):
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stderr


def test_a_changed_source_changes_the_digest_and_a_built_file_or_a_test_does_not(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "dist").mkdir()
    (tmp_path / "src" / "a.ts").write_text("1")
    skip = ["dist", "generated.ts", "*.test.ts"]
    before = digest_tree(tmp_path, skip=skip)
    (tmp_path / "dist" / "a.js").write_text("1")
    (tmp_path / "src" / "generated.ts").write_text("1")
    (tmp_path / "src" / "a.test.ts").write_text("1")
    assert digest_tree(tmp_path, skip=skip) == before
    (tmp_path / "src" / "a.ts").rename(tmp_path / "src" / "b.ts")
    assert digest_tree(tmp_path, skip=skip) != before


def test_addresses_with_passwords_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    write_private(layout.run / "servers.json", {"DATABASE_URL": "postgres://x:y@z/w"})
    assert (layout.run / "servers.json").stat().st_mode & 0o777 == 0o600
    assert layout.run.stat().st_mode & 0o777 == 0o700


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Layout:
    """A checkout whose one requirement is installed, from a folder instead of an index."""
    layout = Layout(tmp_path)
    _wheel(tmp_path, "lectern_tiny", "1")
    sha = hashlib.sha256((tmp_path / "lectern_tiny-1-py3-none-any.whl").read_bytes()).hexdigest()
    (tmp_path / "requirements.txt").write_text(f"lectern_tiny==1 --hash=sha256:{sha}\n")
    monkeypatch.setattr(environment, "_uv", lambda *_: Path(_find_uv()))
    monkeypatch.setattr(environment, "_module_runs", lambda _: False)  # no pip: seconds less
    monkeypatch.delenv(environment.OWN_PYTHON, raising=False)
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("UV_NO_INDEX", "1")
    environment.ensure(dev=False, layout=layout)
    return layout


def _site(layout: Layout) -> Path:
    return next(layout.venv.glob("lib/python*/site-packages"))


def test_an_environment_in_which_an_installer_was_killed_is_made_anew(
    tiny: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        # One package in halves. Removed first: its file may be the very one in uv's cache.
        (_site(tiny) / "lectern_tiny.py").unlink()
        (_site(tiny) / "lectern_tiny.py").touch()
        raise KeyboardInterrupt

    (tiny.root / "requirements.txt").write_text((tiny.root / "requirements.txt").read_text() + "# newer\n")
    with monkeypatch.context() as patched:
        patched.setattr(environment, "_run", killed)
        with pytest.raises(KeyboardInterrupt):
            environment.ensure(dev=False, layout=tiny)
    assert not environment._is_current(tiny, dev=False)
    environment.ensure(dev=False, layout=tiny)
    assert (_site(tiny) / "lectern_tiny.py").read_text() == "version = '1'"


def test_an_update_that_was_cut_short_is_not_taken_for_what_stood_before(
    tiny: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (tiny.root / "requirements.txt").read_text()
    (tiny.root / "requirements.txt").write_text("lectern_tiny==2 --hash=sha256:" + "0" * 64 + "\n")
    with pytest.raises(LaunchError):
        environment.ensure(dev=False, layout=tiny)
    (tiny.root / "requirements.txt").write_text(before)
    assert not environment._is_current(tiny, dev=False)
    mark = _site(tiny) / "kept"
    mark.touch()
    environment.ensure(dev=False, layout=tiny)
    assert mark.exists()  # the installer failed by itself: nothing had to be made anew


def test_an_environment_that_was_begun_and_not_made_is_begun_again(tiny: Layout) -> None:
    (tiny.venv / "lectern.json").unlink()
    (tiny.run / "venv-begun").touch()
    mark = _site(tiny) / "half-a-pip"
    mark.touch()
    environment.ensure(dev=False, layout=tiny)
    assert not mark.exists()
    assert not (tiny.run / "venv-begun").exists()


def test_a_full_disk_while_installing_is_said_and_leaves_no_half_that_counts(
    tiny: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tiny.root / "requirements.txt").write_text((tiny.root / "requirements.txt").read_text() + "# newer\n")
    full = subprocess.CompletedProcess([], 2, "error: No space left on device (os error 28)")
    with monkeypatch.context() as patched:
        patched.setattr(environment, "_run", lambda *_: full)
        with pytest.raises(LaunchError, match=r"^There is no room on the disk that holds .*\.venv "):
            environment.ensure(dev=False, layout=tiny)
    assert Stamp.read(tiny).unfinished


def test_a_page_whose_build_was_cut_short_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout(tmp_path)
    index = layout.frontend / "dist" / "index.html"
    index.parent.mkdir(parents=True)
    source = layout.frontend / "page.ts"

    class FakeNode:
        def npm(self, arguments: list[str], folder: Path, layout: Layout) -> subprocess.CompletedProcess[str]:
            index.write_text(source.read_text())
            if source.read_text() == "interrupt":
                raise KeyboardInterrupt
            return subprocess.CompletedProcess(arguments, 0, "")

    monkeypatch.setattr(frontend, "require_node", lambda *_: FakeNode())
    monkeypatch.setattr(frontend, "install_packages", lambda *_: None)
    source.write_text("old")
    assert frontend.build(layout)
    source.write_text("interrupt")
    with pytest.raises(KeyboardInterrupt):
        frontend.build(layout)
    source.write_text("old")
    assert frontend.build(layout)
    assert index.read_text() == "old"
    assert not frontend.build(layout)
