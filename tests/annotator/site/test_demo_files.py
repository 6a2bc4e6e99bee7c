"""The demo's files are what the script writes, and its bitexts agree with their gold. No database is needed."""

from __future__ import annotations

import json
import re
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest

from annotator.demo import build as demo
from annotator.demo import slides
from tests.annotator.demo_files import DEMO, rows, text

BITEXTS = ["en-ja", "en-de", "edge/arabic", "edge/emoji", "edge/compounds"]
TEXTS = sorted(
    path for path in DEMO.rglob("*") if path.suffix in {".txt", ".md", ".json", ".vtt", ".tsv", ".csv", ".align"}
)
#: By path: what the scripts write, but for pictures.
BUILT = demo.build() | slides.build()
Bead = tuple[list[int], list[int]]


def gold_beads(folder: str) -> list[Bead]:
    beads = []
    for line in rows(f"{folder}/gold.align"):
        found = re.fullmatch(r"\[((?:\d+(?:, \d+)*)?)\]:\[((?:\d+(?:, \d+)*)?)\]", line)
        assert found, f"{folder}/gold.align: {line!r} is not of the form [0]:[0, 1]"
        left, right = (list(map(int, re.findall(r"\d+", side))) for side in found.groups())
        beads.append((left, right))
    return beads


# What is committed is what the script writes


def test_build_returns_every_derived_file() -> None:
    derived = {path.relative_to(DEMO).as_posix() for path in TEXTS if path.suffix in {".vtt", ".tsv", ".csv", ".align"}}
    hand_made = {f"{folder}/gold.align" for folder in BITEXTS if folder.startswith("edge")}
    assert derived - hand_made <= BUILT.keys()


@pytest.mark.parametrize("name", sorted(BUILT))
def test_committed_file_is_what_build_writes(name: str) -> None:
    assert (DEMO / name).read_bytes() == BUILT[name].encode("utf-8")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(DEMO).as_posix())
def test_text_files_are_clean(path: Path) -> None:
    content = path.read_bytes().decode("utf-8")
    assert content.endswith("\n")
    assert not content.endswith("\n\n")
    assert "\r" not in content
    assert "\ufeff" not in content
    assert "\ufffd" not in content
    if path.suffix != ".tsv":
        assert [line for line in content.split("\n") if line != line.rstrip()] == []


def test_a_broken_source_line_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "talk.txt"
    broken.write_text("# comment\n3 | fine\n4 fine\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"talk\.txt line 3: expected 2 fields"):
        list(demo.entries(broken, 2))


def test_beads_place_null_units_behind_their_neighbour() -> None:
    beads = demo.bitext_beads(4, [(0,), (), (2, 3), (0,)])
    assert beads == [((0,), (0, 3)), ((), (1,)), ((1,), ()), ((2, 3), (2,))]


# Bitexts


@pytest.mark.parametrize("folder", BITEXTS)
@pytest.mark.parametrize(("side", "name"), [(0, "source.txt"), (1, "target.txt")])
def test_gold_covers_each_side_exactly_once(folder: str, side: int, name: str) -> None:
    covered = sorted(position for bead in gold_beads(folder) for position in bead[side])
    assert covered == list(range(len(rows(f"{folder}/{name}"))))


@pytest.mark.parametrize("folder", BITEXTS)
def test_gold_beads_ascend_and_are_never_empty_on_both_sides(folder: str) -> None:
    for left, right in gold_beads(folder):
        assert left or right
        assert left == sorted(left)
        assert right == sorted(right)


@pytest.mark.parametrize("folder", BITEXTS)
def test_no_line_is_blank(folder: str) -> None:
    assert all(line.strip() for name in ("source.txt", "target.txt") for line in rows(f"{folder}/{name}"))


def test_interpretation_shows_what_interpreters_do() -> None:
    beads = gold_beads("en-ja")
    target = rows("en-ja/target.txt")
    first_chunks = [right[0] for left, right in beads if left and right]
    assert sum(not right for _, right in beads) == 4, "omissions"
    assert {target[right[0]] for left, right in beads if not left} >= {"えー、", "あのー、", "えーと、"}, "fillers"
    assert sum(len(left) > 1 for left, _ in beads) == 4, "merges"
    assert sum(later < earlier for earlier, later in pairwise(first_chunks)) == 2, "reorderings"
    assert any(right[-1] - right[0] >= len(right) for _, right in beads if right), "a filler inside another bead"


def test_interpretation_is_cut_at_its_punctuation() -> None:
    for chunk in rows("en-ja/target.txt"):
        assert re.fullmatch(r"[^、。]+[、。]", chunk), chunk


def test_offline_translation_has_a_line_for_each_sentence() -> None:
    offline = rows("en-ja/offline.txt")
    assert len(offline) == len(rows("en-ja/source.txt"))
    assert all(line.endswith("。") for line in offline)


@pytest.mark.parametrize(
    ("folder", "name"), [("en-ja", "target.txt"), ("en-ja", "offline.txt"), ("en-de", "target.txt")]
)
def test_demo_text_is_composed(folder: str, name: str) -> None:
    assert unicodedata.is_normalized("NFC", text(f"{folder}/{name}"))


def test_translation_has_merges_splits_omissions_and_an_addition() -> None:
    sizes = [(len(left), len(right)) for left, right in gold_beads("en-de")]
    assert {(2, 1), (1, 2), (1, 0), (0, 1), (1, 1)} == set(sizes)


def test_tsv_holds_the_first_beads() -> None:
    header, *pairs = (row.split("\t") for row in rows("en-de/bitext.tsv"))
    source, target = rows("en-de/source.txt"), rows("en-de/target.txt")
    assert header == ["source", "target"]
    beads = gold_beads("en-de")[: len(pairs)]
    assert pairs == [[" ".join(source[i] for i in left), " ".join(target[j] for j in right)] for left, right in beads]
    assert beads[-1][0][-1] == 24


@pytest.mark.parametrize(
    ("folder", "keys"),
    [
        ("en-ja", {"source_language", "target_language", "speaker", "interpreter", "interpreter_rank"}),
        ("en-de", {"source_language", "target_language", "speaker", "translator"}),
        ("paper-talk", {"language", "authors", "speaker"}),
    ],
)
def test_meta_names_what_importing_needs(folder: str, keys: set[str]) -> None:
    meta = json.loads(text(f"{folder}/meta.json"))
    assert {"title", "kind", "event", "year", "licence"} | keys == meta.keys()


# Difficult characters


def test_edge_files_hold_the_characters_they_are_for() -> None:
    emoji = text("edge/emoji/source.txt") + text("edge/emoji/target.txt")
    assert "\u200d" in emoji, "joined emoji"
    assert max(map(ord, emoji)) > 0xFFFF, "astral"
    assert any(len(run) >= 3 for run in re.findall(r"[\u0300-\u036f]+", emoji)), "stacked combining marks"
    assert not unicodedata.is_normalized("NFC", emoji), "decomposed accents"
    directions = {unicodedata.bidirectional(character) for character in text("edge/arabic/target.txt")}
    assert {"AL", "L", "EN", "AN"} <= directions
    assert max(len(word) for word in re.findall(r"\w+", text("edge/compounds/target.txt"))) == 63
    assert len(rows("edge/maths/sentences.txt")) == 6
