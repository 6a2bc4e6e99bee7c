"""Untrusted files are read in a bounded process, and damaged ones never crash a reader."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from pathlib import Path

import pytest

from annotator.importers import registry, sandbox
from annotator.importers.base import Format, Parsed
from tests.annotator.importers.mutations import mutate
from tests.annotator.importers.samples import SAMPLES
from tests.annotator.importers.test_import_golden import samples


def test_result_is_that_of_the_registry() -> None:
    data = (SAMPLES / "talk.vtt").read_bytes()
    assert sandbox.parse(data, "talk.vtt") == registry.parse(data, "talk.vtt")


def _run_with(body: str, monkeypatch: pytest.MonkeyPatch, limits: sandbox.Limits) -> Parsed:
    """Run the child with a registry whose parse does something dreadful."""
    monkeypatch.setattr(
        sandbox,
        "_CODE",
        "from annotator.importers import registry\n"
        f"def parse(*a):\n    {body}\nregistry.parse = parse\nsandbox.child()",
    )
    return sandbox.parse(b"x", "bad.pdf", limits=limits)


def test_endless_loop_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = _run_with("while True: pass", monkeypatch, sandbox.Limits(seconds=1))
    assert "reading was stopped" in parsed.errors[0].message
    assert str(parsed.errors[0]).startswith("bad.pdf: ")


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = _run_with("return bytearray(900 * 2**20)", monkeypatch, sandbox.Limits(megabytes=700))
    assert "more than 700 MB of memory" in parsed.errors[0].message


def test_crash_is_an_error_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = _run_with("import os; os.abort()", monkeypatch, sandbox.Limits())
    assert "crashes its reader (signal 6)" in parsed.errors[0].message


def test_no_file_can_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = tmp_path / "loot"
    _run_with(f"f = open({str(target)!r}, 'w'); f.write('x' * 10000); f.flush()", monkeypatch, sandbox.Limits())
    assert not target.exists() or target.stat().st_size == 0


def test_forged_answers_are_not_executed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    proof = tmp_path / "proof"

    class Forged:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (open, (str(proof),))

    answer = pickle.dumps(Forged())
    monkeypatch.setattr(
        sandbox, "_CODE", f"sandbox._read(sys.stdin.buffer); sandbox._write(sys.stdout.buffer, {answer!r})"
    )
    assert "the reader failed" in sandbox.parse(b"x", "bad.pdf").errors[0].message
    assert not proof.exists()


def test_one_child_reads_many_files_and_is_replaced_when_it_dies() -> None:
    data = (SAMPLES / "talk.vtt").read_bytes()
    with sandbox.Reader() as reader:
        assert reader.parse(data, "a.vtt").ok
        first = reader._child
        assert reader.parse(data, "b.vtt").name == "b.vtt"
        assert reader._child is first is not None
        first.kill()
        assert not reader.parse(data, "c.vtt").ok
        assert reader.parse(data, "d.vtt").ok
        assert reader._child is not first


def test_the_child_has_no_environment_and_no_django(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    body = (
        "import os; return registry.Parsed('x', metadata={'env': list(os.environ), 'django': 'django' in sys.modules})"
    )
    parsed = _run_with(body, monkeypatch, sandbox.Limits())
    assert "DATABASE_URL" not in parsed.metadata["env"]
    assert parsed.metadata["django"] is False


def test_large_files_are_refused_unread() -> None:
    parsed = sandbox.parse(b"x" * 1_100_000, "a.txt", limits=sandbox.Limits(file_megabytes=1))
    assert str(parsed.errors[0]) == "a.txt: the file has 1 MB; expected 1 MB at most"


@pytest.mark.parametrize(("name", "data"), samples().items(), ids=list(samples()))
def test_mutated_files_never_crash_a_reader(name: str, data: bytes) -> None:
    """A dozen damaged copies a sample; benchmarks/fuzz_importers.py makes thousands."""
    rng = random.Random(f"seed {name}")
    best: Format = registry.recognise(data, name)[0][0]
    for _ in range(12):
        damaged = mutate(data, rng)
        for parsed in (registry.parse(damaged, name), registry.parse(damaged, name, format=best.name)):
            assert isinstance(parsed, Parsed)
            assert parsed.errors or parsed.documents or parsed.bitexts or parsed.beads or parsed.metadata
            assert all(problem.file for problem in parsed.problems)
            assert replace(parsed) == parsed
