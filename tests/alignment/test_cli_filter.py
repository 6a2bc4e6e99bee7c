"""`python -m alignment filter`: the beads of any alignment, judged; and what the filters forget when they run again."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from alignment.cli import main
from alignment.filters import FilterOptions, before_filters, run_filters, similarity, tagger
from alignment.filters.similarity import comet_checkpoint
from alignment.types import Alignment, AlignmentError, Bead

SOURCE = ["The lamp 42 burned at the harbour.", "Boats 17 came in.", "Nobody asked.", "It was 1998."]
TARGET = ["灯台42が港で燃えました。", "船17が来ました。", "ですね。", "1998年でした。"]
#: By somebody's vecAlign: the second bead costs too much, the third has a target without content.
BEADS = ["[0]:[0]:0.2", "[1]:[1]:1.3", "[2]:[2]:0.4", "[3]:[3]:0.1"]
OFFLINE = ["灯台42は港で燃えていた。", "船17隻が入った。", "誰も尋ねなかった。", "1998年だった。"]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, lines in (("en", SOURCE), ("ja", TARGET), ("align", BEADS), ("offline", OFFLINE)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("en", "ja", "align")]
    languages = ["--source-language", "en", "--target-language", "ja"]
    return ["filter", "-s", paths[0], "-t", paths[1], "-a", paths[2], *languages]


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        (["--stage", "coarse"], [0, 2, 3]),
        (["--stage", "coarse", "--cost-most", "1.5"], [0, 1, 2, 3]),
        (["--stage", "intra"], [0, 3]),
        (["--score-least", "0"], [0, 3]),
        (["--score-least", "0", "--cost-most", "2"], [0, 1, 3]),
        (["--score-least", "0", "--alpha-least", "1"], [3]),
    ],
)
def test_each_stage_leaves_what_it_and_those_before_it_keep(
    files: list[str], flags: list[str], kept: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*files, *flags]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"{BEADS[n]}00000" for n in kept]
    assert f"kept {len(kept)} of 4 beads" in err
    assert "gamma and eta need --offline" in err


def test_figures_and_verdicts_of_all_beads_are_written(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert main([*files, "--offline", str(tmp_path / "offline"), "--json", str(out)]) == 0
    written = json.loads(out.read_text(encoding="utf-8"))
    assert len(written["beads"]) == 4
    assert all({"alpha", "gamma", "eta", "score"} <= bead["features"].keys() for bead in written["beads"])
    assert [bead["verdicts"]["coarse"] for bead in written["beads"]] == [True, False, True, True]
    assert "eta(chrf)" in written["signature"]


@pytest.mark.parametrize(
    ("beads", "error"),
    [
        (["[0]:[0]", "[0]:[1]"], "bead 2: source 0 is in a second bead"),
        (["[0]:[9]"], "bead 1: target 9 is not among the 4 lines"),
        (["[0]:[0]:dear"], "line 1: 'dear' is not a cost; expected a number"),
        ([""], "no beads"),
    ],
)
def test_a_bad_alignment_is_named_by_its_place(
    files: list[str], beads: list[str], error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "align").write_text("\n".join(beads) + "\n", encoding="utf-8")
    assert main(files) == 2
    assert error in capsys.readouterr().err


def test_filters_judge_anew_and_leave_what_is_not_theirs() -> None:
    beads = (Bead((0,), (0, 1), cost=0.3, features={"similarity": 0.7}, verdicts={"label": True}), Bead((1,), ()))
    target = ["えー", "灯台42が港で燃えました。"]
    options = FilterOptions(target_tagger=tagger("ja", "rule"), combined=True)
    once = run_filters(Alignment(beads, "file:x"), SOURCE[:2], target, options)
    assert {bead.target for bead in once.beads} == {(0,), (1,), ()}
    bare = before_filters(once)
    assert bare.signature == "file:x"
    assert "filters" not in bare.info
    stripped, kept, null = bare.beads
    assert (stripped.features, stripped.verdicts) == ({"intra_stripped": 1.0}, {"intra": False})
    assert (kept.features, kept.verdicts) == ({"similarity": 0.7, "intra_stripped": 1.0}, {"label": True})
    assert (null.features, null.verdicts) == ({}, {})
    again = run_filters(bare, SOURCE[:2], target, options)
    assert again.signature == once.signature
    assert [bead.target for bead in again.beads] == [(0,), (1,), ()]


def test_comet_is_loaded_from_the_folder_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AlignmentError, match=r"needs a checkpoint .* is none"):
        comet_checkpoint(str(tmp_path))
    checkpoint = tmp_path / "wmt22-comet-da" / "checkpoints" / "model.ckpt"
    checkpoint.parent.mkdir(parents=True)
    checkpoint.touch()
    package = ModuleType("comet")
    loaded = []

    class Model:
        def predict(self, data: list[dict[str, str]], **_: object) -> SimpleNamespace:
            return SimpleNamespace(scores=[len(one["mt"]) / len(one["ref"]) for one in data])

    package.load_from_checkpoint = lambda path: loaded.append(path) or Model()  # type: ignore[attr-defined,func-returns-value]
    monkeypatch.setitem(sys.modules, "comet", package)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: package)
    judge = similarity("comet", model=str(tmp_path / "wmt22-comet-da"))
    assert (judge.name, judge.is_semantic, loaded) == ("comet:wmt22-comet-da", True, [str(checkpoint)])
    assert judge.score(["ab"], ["abcd"], ["x"]) == [0.5]
    (checkpoint.parent / "other.ckpt").touch()
    with pytest.raises(AlignmentError, match="2 checkpoints"):
        similarity("comet", model=str(tmp_path))
