"""Untrusted files are read in a bounded process, and damaged ones never crash a reader."""

from __future__ import annotations

import os
import pickle
import random
import re
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from alignment.recordings import audio
from alignment.slides import frames
from annotator.importers import registry, sandbox, sandbox_messages
from annotator.importers.base import Format, Parsed
from tests.annotator.importers.mutations import mutate
from tests.annotator.importers.samples import SAMPLES, samples


def test_result_is_that_of_the_registry() -> None:
    data = (SAMPLES / "talk.vtt").read_bytes()
    assert sandbox.parse(data, "talk.vtt") == registry.parse(data, "talk.vtt")


def test_answers_are_held_to_the_bounds_of_what_makes_them() -> None:
    """Written again where they are checked, which needs no numpy."""
    assert sandbox.SPEECH_RATE == audio.SPEECH_RATE
    assert sandbox.SOUND_RATES == audio._RATES
    assert sandbox_messages.FRAME_PIXELS == frames.FRAME_PIXELS


def _run_with(body: str, monkeypatch: pytest.MonkeyPatch, limits: sandbox.Limits) -> Parsed:
    """Run the child with a registry whose parse does something dreadful."""
    monkeypatch.setattr(
        sandbox,
        "_CODE",
        "from annotator.importers import registry\n"
        f"def parse(*a):\n    {body}\nregistry.parse = parse\nsandbox_child.child()",
    )
    return sandbox.parse(b"x", "bad.pdf", limits=limits)


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a child of the sandbox could do that tried all that it should not, with 20 s for the file."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "secret").write_text("s")
    (folder / "secret").chmod(0o600)
    body = (
        "import os, resource\n"
        "    from pathlib import Path\n"
        "    def attempt(what):\n"
        "        try: return what()\n"
        "        except OSError as error: return type(error).__name__\n"
        "    def fork():\n"
        "        if not os.fork(): os._exit(7)\n"
        f"    secret, loot, status = (Path(each) for each in {[*map(str, (folder / 'secret', folder / 'loot'))]!r}"
        " + ['/proc/self/status'])\n"
        "    return registry.Parsed('x', metadata={\n"
        "        'seconds': resource.getrlimit(resource.RLIMIT_CPU)[0], 'niceness': os.getpriority(0, 0),\n"
        "        'environment': list(os.environ), 'django': 'django' in sys.modules,\n"
        "        'user': os.getuid(), 'groups': os.getgroups(), 'secret': attempt(secret.read_text),\n"
        "        'status': status.read_text() if status.exists() else '', 'fork': attempt(fork),\n"
        "        'loot': attempt(lambda: loot.write_text('x' * 10000))})"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", "postgres://secret")
        found = _run_with(body, patch, sandbox.Limits(seconds=20))
    assert found.ok, found.errors
    loot = folder / "loot"
    return {**found.metadata, "written": loot.stat().st_size if loot.exists() else 0}


def test_processor_time_is_bounded(tried: dict[str, Any]) -> None:
    assert 20 < tried["seconds"] < 30


def test_it_leaves_the_processors_to_the_web_server(tried: dict[str, Any]) -> None:
    assert tried["niceness"] >= 5


def test_no_file_can_be_written(tried: dict[str, Any]) -> None:
    assert tried["written"] == 0


def test_the_child_has_no_environment_and_no_django(tried: dict[str, Any]) -> None:
    assert "DATABASE_URL" not in tried["environment"]
    assert tried["django"] is False


def test_a_child_of_root_is_nobody(tried: dict[str, Any]) -> None:
    if os.geteuid() != 0:
        assert tried["user"] == os.getuid()
        return
    assert tried["user"] not in (0, os.getuid())
    assert 0 not in tried["groups"]
    assert tried["secret"] == "PermissionError"
    assert not tried["status"] or "NoNewPrivs:\t1" in tried["status"]


def test_a_child_starts_no_process(tried: dict[str, Any]) -> None:
    assert tried["fork"] == "BlockingIOError"


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = _run_with("return bytearray(900 * 2**20)", monkeypatch, sandbox.Limits(megabytes=700))
    assert "more than 700 MB of memory" in parsed.errors[0].message


def test_crash_is_an_error_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = _run_with("import os; os.abort()", monkeypatch, sandbox.Limits())
    assert "crashes its reader (signal 6)" in parsed.errors[0].message


def test_forged_answers_are_not_executed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    proof = tmp_path / "proof"

    class Forged:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (open, (str(proof),))

    answer = pickle.dumps(Forged())
    monkeypatch.setattr(
        sandbox,
        "_CODE",
        f"sandbox_child.read(sys.stdin.buffer, 10**9); sandbox_child.write(sys.stdout.buffer, {answer!r})",
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


def test_nobody_reads_what_root_reads() -> None:
    """Also where nobody may not read Python's own library, as in /root: whatever is needed is loaded before."""
    with sandbox.Reader() as reader:
        for name, data in samples().items():
            damaged = mutate(data, random.Random(name))
            assert reader.parse(data, name) == registry.parse(data, name)
            assert reader.parse(damaged, name) == registry.parse(damaged, name)


def test_many_files_are_recognised_in_one_call() -> None:
    files = [(data, name) for name, data in samples().items()]
    with sandbox.Reader() as reader:
        found = reader.recognise(files)
        first = reader._child
        assert reader.recognise(files) == found
        assert reader._child is first
    assert found == [[format.name for format, _ in registry.recognise(data, name)] for data, name in files]


def test_a_file_that_kills_its_recogniser_leaves_the_others_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sandbox,
        "_CODE",
        "from annotator.importers import registry\n"
        "usual = registry.recognise\n"
        "def recognise(data, name):\n"
        "    if data == b'bad': import os; os.abort()\n"
        "    return usual(data, name)\n"
        "registry.recognise = recognise\nsandbox_child.child()",
    )
    good = (b"WEBVTT\n\n", "a.vtt")
    with sandbox.Reader() as reader:
        assert [names[:1] for names in reader.recognise([good, (b"bad", "b.txt"), good])] == [["vtt"], [], ["vtt"]]
    assert sandbox.recognise(b"bad", "b.txt") == []


def test_an_endless_loop_is_stopped_and_time_can_be_shorter_for_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sandbox,
        "_CODE",
        "from annotator.importers import registry\ndef parse(*a):\n    while True: pass\n"
        "registry.parse = parse\nsandbox_child.child()",
    )
    with sandbox.Reader() as reader:
        (error,) = reader.parse(b"x", "bad.pdf", seconds=1).errors
    # By its processor time, or on a busy machine by the clock.
    assert re.match("bad.pdf: reading (was stopped: it took more|takes longer) than 1 s", str(error))


def test_only_so_many_children_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_turns", threading.BoundedSemaphore(1))
    monkeypatch.setattr(sandbox, "WAIT_SECONDS", 0.1)
    with sandbox.Reader() as reader:
        assert reader.recognise([(b"WEBVTT\n", "a.vtt")])[0][0] == "vtt"
        with pytest.raises(sandbox.Busy, match="other files are being read"):
            sandbox.parse(b"x", "b.txt")
    assert sandbox.recognise(b"WEBVTT\n", "a.vtt")[0] == "vtt", "the turn was given back"


def test_one_more_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_turns", threading.BoundedSemaphore(1))
    reader = sandbox.Reader()
    reader.recognise([(b"a", "a.txt")])
    closer = threading.Timer(0.3, reader.close)
    closer.start()
    begun = time.monotonic()
    assert sandbox.recognise(b"WEBVTT\n", "a.vtt")[0] == "vtt"
    assert time.monotonic() - begun >= 0.2
    closer.join()


def test_large_files_are_refused_unread() -> None:
    parsed = sandbox.parse(b"x" * 1_100_000, "a.txt", limits=sandbox.Limits(file_megabytes=1))
    assert str(parsed.errors[0]) == "a.txt: the file has 1 MB; expected 1 MB at most"


@pytest.mark.parametrize(("name", "data"), samples().items(), ids=list(samples()))
def test_mutated_files_never_crash_a_reader(name: str, data: bytes) -> None:
    """A dozen damaged copies of each sample."""
    rng = random.Random(f"seed {name}")
    best: Format = registry.recognise(data, name)[0][0]
    for _ in range(12):
        damaged = mutate(data, rng)
        for parsed in (registry.parse(damaged, name), registry.parse(damaged, name, format=best.name)):
            assert isinstance(parsed, Parsed)
            assert parsed.errors or parsed.documents or parsed.bitexts or parsed.beads or parsed.metadata
            assert all(problem.file for problem in parsed.problems)
            assert replace(parsed) == parsed
