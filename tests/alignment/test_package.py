"""The engines as a package: built, installed into clean environments, and used as its README and a user do."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import alignment
from alignment.cli import main
from annotator import __version__ as of_the_application
from annotator.launch.problems import looks_like_no_network

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PYTHONS = sorted(
    each.rpartition(" ")[2]
    for each in SETTINGS["project"]["classifiers"]
    if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", each)
)
UV = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


def _run(*command: str | Path, **options: object) -> str:
    assert UV is not None
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)  # type: ignore[call-overload]
    if looks_like_no_network(done.stderr):
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive, made of a copy, as building writes beside what it reads."""
    place = tmp_path_factory.mktemp("package")
    copy = place / "copy"
    shutil.copytree(ROOT / "alignment", copy / "alignment", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests" / "alignment", copy / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "MANIFEST.in", "LICENSE", "CHANGELOG.md", "README.md"):
        shutil.copy(ROOT / name, copy)
    _run(UV, "build", "--quiet", "--out-dir", place / "dist", copy)
    return place / "dist"


def _interpreter(version: str) -> str | None:
    """A Python of this version that runs, on the path or of pyenv; None where the machine has none."""
    of_pyenv = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    for each in (shutil.which(f"python{version}"), *of_pyenv):
        if each and subprocess.run([each, "-c", ""], capture_output=True, check=False).returncode == 0:
            return str(each)
    return None


@pytest.fixture(scope="module", params=PYTHONS)
def clean(request: pytest.FixtureRequest, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and what it requires, and nothing else."""
    if (python := _interpreter(request.param)) is None:
        pytest.skip(f"no Python {request.param} on this machine")
    place = tmp_path_factory.mktemp("clean") / "venv"
    _run(UV, "venv", "--quiet", "--python", python, place)
    _run(UV, "pip", "install", "--quiet", "--python", place / "bin" / "python", next(built.glob("*.whl")))
    installed = json.loads(_run(UV, "pip", "list", "--format", "json", "--python", place / "bin" / "python"))
    assert {each["name"] for each in installed} == {"lectern-alignment", "numpy"}
    return place / "bin"


def _alone(programs: Path) -> dict[str, str]:
    return {"PATH": f"{programs}:/usr/bin:/bin", "LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"}


def test_the_readme_runs_as_printed(clean: Path, tmp_path: Path) -> None:
    readme = shutil.copy(ROOT / "alignment" / "README.md", tmp_path)
    examples = "import doctest, sys; print(*doctest.testfile(sys.argv[1], module_relative=False))"
    failed, tried = _run(clean / "python", "-c", examples, readme, cwd=tmp_path, env=_alone(clean)).split()[-2:]
    assert (failed, int(tried) > 5) == ("0", True)
    shell = re.findall(r"```console\n(.*?)```", Path(readme).read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in shell for line in block.splitlines()]
    printed = ""
    for command in (line.removeprefix("$ ") for line in lines if line.startswith("$ ")):
        printed += _run("sh", "-c", command, cwd=tmp_path, env=_alone(clean))
    assert printed.splitlines() == [line for line in lines if not line.startswith("$ ")] != []


def test_a_users_script_runs_on_the_installed_package(clean: Path, tmp_path: Path) -> None:
    script = shutil.copy(Path(__file__).with_name("users_script.py"), tmp_path)
    (tmp_path / "paper.txt").write_text("We split sentences.\nThe model copies words.\nReaders liked the output.\n")
    (tmp_path / "talk.txt").write_text("we split sentences and the readers liked the output the output they liked")
    report = json.loads(_run(clean / "python", script, tmp_path, cwd=tmp_path, env=_alone(clean)))
    assert Path(report["package"]).is_relative_to(clean.parent)
    assert report["version"] == alignment.__version__
    assert report["durations"] == [1, 3, 3]
    assert report["chosen"] == [1, 2]
    assert report["beads"][-2:] == [[0, 1, 0], [2, 1]]
    assert report["rouge1"] == pytest.approx(2 * 5 / (8 + 13))


def test_the_installed_command_names_itself(clean: Path) -> None:
    program = str(clean / "lectern-alignment")
    assert _run(program, "--version") == f"lectern-alignment {alignment.__version__}\n"
    assert "example:\n  lectern-alignment score " in _run(program, "score", "--help")
    wrong = subprocess.run([program, "nothing"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr.split(";")[0]) == (2, "lectern-alignment: error: no command 'nothing'")


@pytest.mark.parametrize("clean", PYTHONS[:1], indirect=True, scope="module")
def test_its_users_see_its_types(clean: Path, tmp_path: Path) -> None:
    script = tmp_path / "typed.py"
    script.write_text("from alignment.hmm import align_talk\n")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--follow-imports=skip",
        "--config-file=",
        "--cache-dir",
        tmp_path / "cache",
    ]
    _run(*command, "--python-executable", clean / "python", script, cwd=tmp_path)


def test_the_wheel_holds_the_engines_and_nothing_else(built: Path) -> None:
    names = zipfile.ZipFile(next(built.glob("*.whl"))).namelist()
    version = alignment.__version__
    assert {name.split("/")[0] for name in names} == {"alignment", f"lectern_alignment-{version}.dist-info"}
    here = {str(path.relative_to(ROOT)) for path in (ROOT / "alignment").rglob("*.py")}
    assert here | {"alignment/py.typed", "alignment/lexical/common_words.tsv"} == {
        name for name in names if name.startswith("alignment/")
    }


def test_the_source_archive_holds_the_changelog_and_no_tests(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"CHANGELOG.md", "LICENSE", "alignment/README.md", "alignment/py.typed", "pyproject.toml"} <= names
    assert [name for name in names if name.startswith(("tests", "annotator"))] == []


def test_the_metadata_name_what_the_engines_can_use_and_nothing_of_the_application(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        name = next(each for each in wheel.namelist() if each.endswith("METADATA"))
        metadata = Parser().parsestr(wheel.read(name).decode())
    assert metadata["Version"] == alignment.__version__ == of_the_application
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "lectern-alignment bitext" in metadata.get_payload()
    extras = set(metadata.get_all("Provides-Extra"))
    assert extras == set(SETTINGS["project"]["optional-dependencies"])
    assert "s3" not in extras
    readme = (ROOT / "alignment" / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", readme, re.MULTILINE)))) == extras
    assert "Typing :: Typed" in metadata.get_all("Classifier")


def test_the_checkout_knows_its_version_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"lectern-alignment {alignment.__version__}\n"
