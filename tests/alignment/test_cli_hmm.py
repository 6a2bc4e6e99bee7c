"""The command line's frame, and ``hmm``, ``vectors``, ``rouge``, ``wer``: files in, JSON out, one line for an error."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from alignment.cli import COMMANDS, main, parser_of, read_json, read_lines, terminal_progress
from alignment.text import count_tokens
from alignment.types import AlignmentError

ROOT = Path(__file__).parents[2]
PAPER = [
    "Long sentences are hard to read for people and parsers.",
    "Our method splits every sentence into several short ones.",
    "Splitting was studied by others before us.",
    "The model copies rare words from its input sentence.",
]
TALK = [
    "So, long sentences, they are hard to read.",
    "Our method splits sentences, short ones.",
    "It copies rare words.",
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "paper.txt").write_text("\n".join(PAPER) + "\n", encoding="utf-8")
    (tmp_path / "talk.txt").write_text("\r\n".join(TALK), encoding="utf-8-sig")
    return {"paper": str(tmp_path / "paper.txt"), "talk": str(tmp_path / "talk.txt"), "out": str(tmp_path / "out.json")}


def hmm(files: dict[str, str], *more: str) -> int:
    return main(["hmm", "--sentences", files["paper"], "--transcript", files["talk"], "--json", files["out"], *more])


def test_hmm_writes_what_it_says(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert hmm(files, "--introduction", "0:2", "--exclude", "2:3", "--summary", "2") == 0
    out = json.loads(Path(files["out"]).read_text(encoding="utf-8"))
    n = len(out["tokens"])
    assert len(out["path"]) == len(out["confidence"]) == len(out["words"]) == n
    assert len(out["durations"]) == len(PAPER)
    assert sum(out["durations"]) == n
    assert out["durations"][2] == 0
    assert out["path"][0] in (0, 1)
    assert all(0 <= value <= 1 for value in out["confidence"])
    assert [item["index"] for item in out["summary"]] == sorted(item["index"] for item in out["summary"])
    for item in out["summary"]:
        assert item["sentence"] == PAPER[item["index"]]
        assert item["duration"] == out["durations"][item["index"]]
    assert out["signature"].startswith("engine:hmm|preset:paper|")
    assert out["spans"][-1]["end_word"] == sum(len(line.split()) for line in TALK)
    assert capsys.readouterr().err == ""  # quiet: no terminal


def test_hmm_honours_fixed_spans(files: dict[str, str], tmp_path: Path) -> None:
    fixed = [{"start_word": 0, "end_word": 4, "sentence": 3}, {"start_word": 8, "end_word": 10, "sentence": None}]
    (tmp_path / "fixed.json").write_text(json.dumps(fixed))
    assert hmm(files, "--fixed", str(tmp_path / "fixed.json")) == 0
    spans = json.loads(Path(files["out"]).read_text(encoding="utf-8"))["spans"]
    shown = [{key: span[key] for key in ("start_word", "end_word", "sentence")} for span in spans]
    assert all(span in shown for span in fixed)


def test_ranges_add_up_when_the_flag_is_given_again(files: dict[str, str]) -> None:
    assert hmm(files, "--exclude", "0:1", "--exclude", "2:3") == 0
    durations = json.loads(Path(files["out"]).read_text(encoding="utf-8"))["durations"]
    assert (durations[0], durations[2]) == (0, 0)


def test_hmm_to_standard_output(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    files["out"] = "-"
    assert hmm(files, "--preset", "released") == 0
    assert "|preset:released|" in json.loads(capsys.readouterr().out)["signature"]


def test_a_hybrid_summary_begins_with_the_abstract(files: dict[str, str]) -> None:
    assert hmm(files, "--abstract", "0:1", "--hybrid", "25") == 0
    out = json.loads(Path(files["out"]).read_text(encoding="utf-8"))
    chosen = [item["index"] for item in out["summary"]]
    assert out["durations"][0] == 0
    assert chosen[0] == 0
    assert len(chosen) > 1
    assert sum(count_tokens(PAPER[index]) for index in chosen) <= 25


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[{"a": 0,\n}]', "line 2 column 1: not JSON, found '}'"),
        ("[1, 2,  ]", "line 1 column 9: not JSON, found ']'"),
        ("[1, 2", "line 1 column 6: not JSON, found the end of the file"),
        ("[,]", "line 1 column 2: not JSON, found ','"),
        ("", "line 1 column 1: not JSON, found the end of the file"),
        ("[1] 2", "line 1 column 5: not JSON, found '2'"),
    ],
)
@pytest.mark.parametrize("python", ["this", "3.13"])
def test_what_is_not_json_is_said_alike_by_every_python(
    text: str, place: str, python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.13 finds a trailing comma at the comma itself, earlier versions at what follows it."""
    path = tmp_path / "spans.json"
    path.write_text(text)
    comma = re.search(r",(?=\s*[]}])", text)
    if python == "3.13" and comma and text != "[,]":

        def loads(given: str) -> None:
            raise json.JSONDecodeError("Illegal trailing comma before end of array", given, comma.start())

        monkeypatch.setattr("alignment.cli.json.loads", loads)
    with pytest.raises(AlignmentError) as caught:
        read_json(path, "a list")
    assert str(caught.value) == f"{path} {place}; expected a list"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--introduction", "0:9"], "paper.txt: --introduction 0:9 goes beyond its 4 lines"),
        (["--introduction", "0:2", "--exclude", "1:3"], "paper.txt line 2: in two of --introduction, --abstract and"),
        (["--exclude", "0:4"], "paper.txt: no sentences in its 4 lines once --exclude is left out"),
        (["--exclude", "0:2", "--exclude", "2:4"], "paper.txt: no sentences in its 4 lines once --exclude"),
        (["--introduction=-1:2"], "argument --introduction: '-1:2' is not a range"),
        (["--sentences", "blank.txt"], "blank.txt: no sentences in its 2 lines\n"),
        (["--transcript", "blank.txt"], "blank.txt: no words in it"),
        (["--vectors", "nan.txt"], "nan.txt: vector 2, of 'hard', holds NaN or infinity"),
        (["--vectors", "cut.txt"], "cut.txt line 2: expected a word and 3 numbers"),
        (["--fixed", "over.json"], "over.json span 1: 1:4 overlaps 0:2 of span 0"),
        (["--fixed", "deep.json"], "deep.json: nested too deeply"),
        (["--fixed", "minus.json"], "minus.json span 0: sentence -1 is not among the 4 lines"),
        (["--exclude", "3:2"], "argument --exclude: '3:2' is not a range"),
        (["--vectors", "nowhere.txt"], "nowhere.txt: No such file or directory"),
        (["--fixed", "bad.json"], "bad.json line 2 column 1: not JSON, found '}'; expected a list of spans"),
        (["--hybrid", "50"], "--hybrid expects a number of words, 1 or more, and --abstract A:B"),
        (["--fixed", "far.json"], "far.json span 0: 0:99 is not within the 18 words of the transcript"),
        (["--fixed", "odd.json"], "odd.json span 0: expected {"),
        (["--summary", "0"], "--summary is 0"),
        (["--preset", "best"], "argument --preset: invalid choice"),
        (["--unknown"], "unrecognized arguments: --unknown"),
    ],
)
def test_errors_are_one_line_and_code_2(
    files: dict[str, str],
    more: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text('[{"start_word": 0,\n}]')
    Path("far.json").write_text('[{"start_word": 0, "end_word": 99, "sentence": 1}]')
    Path("odd.json").write_text("[3]")
    spans = [{"start_word": 0, "end_word": 2, "sentence": 1}, {"start_word": 1, "end_word": 4, "sentence": 2}]
    Path("over.json").write_text(json.dumps(spans))
    Path("minus.json").write_text(json.dumps([{**spans[0], "sentence": -1}]))
    Path("deep.json").write_text("[" * 200_000)
    Path("blank.txt").write_text("\n \n")
    Path("nan.txt").write_text("long 1 2 3\nhard 1 nan 2\n")
    Path("cut.txt").write_text("long 1 2 3\nhard 1 2\n")
    try:
        code = hmm(files, *more)
    except SystemExit as stopped:  # argparse's own
        code = int(stopped.code or 0)
    err = capsys.readouterr().err
    assert code == 2
    assert err.count("\n") == 1
    assert err.startswith("python -m alignment hmm: error: ")
    assert message in err
    assert not Path(files["out"]).exists()


def test_a_line_that_is_not_utf8_is_named(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    Path(files["talk"]).write_bytes(b"fine\nna\xefve\n")
    assert hmm(files) == 2
    assert "talk.txt line 2: byte 0xef is not UTF-8" in capsys.readouterr().err


def test_lines_end_at_line_feeds_alone(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes("\ufeffa\u2028b\r\nc\x0cd\n\ne".encode())
    assert read_lines(tmp_path / "t") == ["a\u2028b", "c\x0cd", "", "e"]
    (tmp_path / "empty").write_bytes(b"")
    assert read_lines(tmp_path / "empty") == []


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    overview = capsys.readouterr().out
    assert all(name in overview for name in COMMANDS)
    assert main(["nonsense"]) == 2
    assert "no command 'nonsense'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["hmm", "vectors", "rouge", "wer"])
def test_help_of_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    assert f"python -m alignment {name}" in capsys.readouterr().out


def test_progress_is_a_bar_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with terminal_progress() as progress:
        progress(0.5, "half")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with terminal_progress() as progress:
        progress(0.5, "half")
    err = capsys.readouterr().err
    assert " 50% half" in err
    assert err.endswith("\r\x1b[K")


def test_vectors_are_trained_and_described(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LECTERN_CACHE", str(tmp_path / "cache"))
    text = tmp_path / "text.txt"
    text.write_text("the talk speaks of the paper\n" * 20)
    out = tmp_path / "own.txt.gz"
    assert main(["vectors", "train", str(text), "-o", str(out), "--dimension", "7", "--epochs", "1"]) == 0
    capsys.readouterr()
    assert main(["vectors", "info", str(out)]) == 0
    info = json.loads(capsys.readouterr().out)
    assert (info["name"], info["dimension"], info["words"]) == ("own", 7, 5)
    assert len(info["hash"]) == 64
    assert main(["vectors", "train", str(text), "-o", str(out), "--epochs", "0"]) == 2


def test_rouge_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "s").write_text("the cat lay on the mat\na b\n")
    (tmp_path / "r").write_text("the cat sat on the mat\na b\n")
    arguments = ["rouge", "-s", str(tmp_path / "s"), "-r", str(tmp_path / "r"), "--metrics", "rouge2", "--lines"]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rouge2"]["f1"] == pytest.approx(0.8)
    assert main(arguments) == 0
    assert "80.00" in capsys.readouterr().out
    (tmp_path / "r").write_text("one\n")
    assert main(arguments) == 2
    assert "2 summaries but 1 references in set 1" in capsys.readouterr().err


def test_wer_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (
        ("r", "The cat sat.\nhidden markov\n"),
        ("h", "the cat sat\nhidden mark of\n"),
        ("rare", "markov\n"),
    ):
        (tmp_path / name).write_text(text)
    files = ["-r", str(tmp_path / "r"), "-t", str(tmp_path / "h")]
    assert main(["wer", *files, "--normalize", "--rare", str(tmp_path / "rare"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["wer"]["rate"] == pytest.approx(2 / 5)
    assert report["bwer"]["rate"] == 1
    assert main(["wer", *files]) == 0
    assert "0.8000" in capsys.readouterr().out
    (tmp_path / "h").write_text("one\n")
    assert main(["wer", *files]) == 2
    assert "h line 2: " in capsys.readouterr().err


def test_reading_of_the_output_may_stop_early(files: dict[str, str]) -> None:
    hmm_command = f"{sys.executable} -m alignment hmm --sentences {files['paper']} --transcript {files['talk']}"
    command = f"{hmm_command} --json - | head -c 1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("{", "")


@pytest.mark.parametrize("module", ["alignment", "alignment.hmm"])
def test_importing_is_quick_and_needs_numpy_alone(module: str) -> None:
    """CPU seconds beside numpy's own import; nothing heavy may be among what was imported."""
    program = (
        "import sys, time, numpy; start = time.process_time();"
        f"import {module}; took = time.process_time() - start;"
        "heavy = {'gensim', 'sklearn', 'scipy', 'django', 'torch', 'nltk'} & {n.split('.')[0] for n in sys.modules};"
        "print(took, sorted(heavy))"
    )
    for _ in range(3):  # on a busy machine the first may take longer
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
        seconds, heavy = done.stdout.strip().split(" ", 1)
        assert heavy == "[]"
        if float(seconds) < 0.15:
            return
    pytest.fail(f"importing {module} takes {seconds} s")


#: What only the work of a command needs, and no help.
ONLY_FOR_WORK = [
    "numpy",
    *["urllib.request", "http.client", "email", "sqlite3", "zipfile", "tempfile", "subprocess", "multiprocessing"],
    *["asyncio", "scipy", "sklearn", "gensim", "torch", "cv2", "av", "PIL", "django"],
]


@pytest.mark.parametrize("name", list(COMMANDS))
def test_help_loads_nothing_that_only_the_work_needs(name: str) -> None:
    program = (
        "import sys\n"
        "from alignment.cli import main\n"
        "try:\n"
        f"    main([{name!r}, '--help'])\n"
        "except SystemExit:\n"
        f"    print([name for name in {ONLY_FOR_WORK!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage:")
    assert done.stderr == "[]\n"


def _arguments(name: str, sub: str | None = None) -> dict[str, argparse.Action]:
    """The arguments of a command by name."""
    parser = parser_of(name, "what it does", importlib.import_module(COMMANDS[name][1]))
    if sub is not None:
        below = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
        parser = below.choices[sub]
    return {action.dest: action for action in parser._actions}


def _default(function: Callable[..., object], name: str) -> object:
    return inspect.signature(function).parameters[name].default


def test_defaults_and_choices_of_flags_are_those_of_the_engines() -> None:
    """Commands state them as plain values, because engines load arrays' code, which no help should wait for."""
    from alignment import vectors
    from alignment.extractive.papers import DEFAULT_VARIANT, VARIANTS
    from alignment.filters import Thresholds
    from alignment.metrics.naist import lcs_by_gold
    from alignment.metrics.recognition import NORMALISERS
    from alignment.recordings.audio import FORMS, measure_peaks
    from alignment.recordings.recognisers import RECOGNISERS, RecogniserSettings
    from alignment.slide_text.folding import MEASURES, FoldOptions
    from alignment.slide_text.merging import MergeOptions
    from alignment.slides.align import SlidesOptions
    from alignment.slides.evaluation import SEGMENTERS
    from alignment.slides.key_sentences import KeyOptions
    from alignment.slides.ranking import LANGUAGE
    from alignment.slides.watching import WatchingOptions
    from alignment.transcripts.comparison import compare
    from alignment.transcripts.related import METHODS, MOST, THRESHOLDS
    from alignment.vecalign import VecalignOptions

    flags = _arguments("vecalign")
    for field in dataclasses.fields(VecalignOptions):
        if field.name != "temperature":  # which has no flag, as it does not change beads
            assert flags[field.name].default == field.default, field.name
    flags = _arguments("filter")
    assert [name for name in flags if name.endswith(("_least", "_most"))] == [
        field.name for field in dataclasses.fields(Thresholds)
    ]
    for name, of in (("cost_most", "most"), ("score_least", "least")):
        assert str(flags[name].help).endswith(f", at {of} (default {getattr(Thresholds(), name):g})")
    assert _arguments("score")["epsilon"].default == _default(lcs_by_gold, "epsilon")
    assert _arguments("transcripts", "compare")["window"].default == _default(compare, "window_seconds")
    assert _arguments("recordings", "peaks")["per_second"].default == _default(measure_peaks, "per_second")
    flags = _arguments("vectors", "train")
    for flag in ("dimension", "epochs", "window", "min_count", "seed"):
        assert flags[flag].default == getattr(vectors, flag.upper()), flag
    variant = _arguments("train")["variant"]
    assert (variant.default, list(variant.choices or ())) == (DEFAULT_VARIANT, list(VARIANTS))
    assert list(_arguments("recognition")["normaliser"].choices or ()) == list(NORMALISERS)
    assert _arguments("slides", "align")["sharpness"].default == SlidesOptions().sharpness
    assert _arguments("slides", "watch")["limit"].default == WatchingOptions().limit
    assert list(_arguments("slides", "segment")["method"].choices or ()) == list(SEGMENTERS)
    key, keys = _arguments("slides", "key"), KeyOptions()
    stated = [key[flag].default for flag in ("min_page_words", "min_sentence_words", "min_rouge", "top")]
    assert stated == [keys.min_page_words, keys.min_sentence_words, keys.min_rouge, keys.max_sentences]
    assert _arguments("slides", "score")["language"].default == LANGUAGE
    related = _arguments("transcripts", "related")
    assert tuple(related["method"].choices or ()) == METHODS[:2]
    assert related["threshold"].help == ", ".join(f"{name} {THRESHOLDS[name]}" for name in METHODS[:2])
    assert related["most"].default == MOST
    recognise = _arguments("recordings", "recognise")
    assert list(recognise["by"].choices or ()) == list(RECOGNISERS)
    assert recognise["url_model"].default == RecogniserSettings().endpoint_model
    assert list(_arguments("recordings", "clips")["form"].choices or ()) == list(FORMS)
    reader, fold = _arguments("recordings", "ocr"), FoldOptions()
    assert list(reader["measure"].choices or ()) == list(MEASURES)
    assert (reader["measure"].default, reader["limit"].default) == (fold.measure, fold.limit)
    merge = _arguments("recordings", "merge")
    for flag in ("height", "overlap", "gap"):
        assert merge[flag].default == getattr(MergeOptions(), flag), flag


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from alignment.vectors import load_vectors, train_vectors

    monkeypatch.setitem(sys.modules, "gensim", None)
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    with pytest.raises(AlignmentError, match="pip install gensim"):
        train_vectors([["a"]], name="x")
    with pytest.raises(AlignmentError, match="pip install gensim"):
        load_vectors("gensim:glove-wiki-gigaword-50")
