"""The demo's files agree with one another and with the script that derives them. No database is needed."""

from __future__ import annotations

import json
import re
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest

from annotator.demo import build as demo

DEMO = Path(demo.__file__).parent
BITEXTS = ["en-ja", "en-de", "edge/arabic", "edge/emoji", "edge/compounds"]
TEXTS = sorted(path for path in DEMO.rglob("*") if path.suffix in {".txt", ".md", ".json", ".vtt", ".tsv", ".align"})

Bead = tuple[list[int], list[int]]


def text(name: str) -> str:
    return (DEMO / name).read_bytes().decode("utf-8")


def rows(name: str) -> list[str]:
    return text(name).removesuffix("\n").split("\n")


def gold_beads(folder: str) -> list[Bead]:
    beads = []
    for line in rows(f"{folder}/gold.align"):
        found = re.fullmatch(r"\[((?:\d+(?:, \d+)*)?)\]:\[((?:\d+(?:, \d+)*)?)\]", line)
        assert found, f"{folder}/gold.align: {line!r} is not of the form [0]:[0, 1]"
        left, right = (list(map(int, re.findall(r"\d+", side))) for side in found.groups())
        beads.append((left, right))
    return beads


def milliseconds(stamp: str) -> int:
    hours, minutes, seconds, thousandths = map(int, re.split("[:.]", stamp))
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths


def vtt_cues() -> list[tuple[int, int, list[tuple[str, int]]]]:
    """(start, end, [(word, its start)]) of each cue, in milliseconds."""
    cues = []
    for block in text("paper-talk/talk.vtt").strip().split("\n\n")[1:]:
        timing, line = block.split("\n")
        start, end = (milliseconds(stamp) for stamp in timing.split(" --> "))
        timed = re.findall(r"(?:<([\d:.]+)>)?([^\s<>]+)", line)
        cues.append((start, end, [(word, milliseconds(stamp) if stamp else start) for stamp, word in timed]))
    return cues


def whisper_segments() -> list[dict]:
    return json.loads(text("paper-talk/talk.json"))["segments"]


def talk_gold() -> list[list[str]]:
    header, *body = (row.split("\t") for row in rows("paper-talk/gold.tsv"))
    assert header == ["start_word", "end_word", "sentence", "spoken", "sentence_text"]
    return body


def markdown_sentences() -> list[str]:
    body = text("paper-talk/paper.md").split("## Abstract")[1].split("## References")[0]
    return [line for line in body.splitlines() if line and not line.startswith("#")]


# What is committed is what the script writes


def test_build_returns_every_derived_file() -> None:
    derived = {path.relative_to(DEMO).as_posix() for path in TEXTS if path.suffix in {".vtt", ".tsv", ".align"}}
    hand_made = {f"{folder}/gold.align" for folder in BITEXTS if folder.startswith("edge")}
    assert derived - hand_made <= demo.build().keys()


@pytest.mark.parametrize("name", sorted(demo.build()))
def test_committed_file_is_what_build_writes(name: str) -> None:
    assert (DEMO / name).read_bytes() == demo.build()[name].encode("utf-8")


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


# The paper


def test_paper_json_and_markdown_hold_the_same_text() -> None:
    paper = json.loads(text("paper-talk/paper.json"))
    spoken_of = [paper["title"], "Abstract", paper["abstractText"]]
    for section in paper["sections"]:
        spoken_of += [section["heading"], section["text"]]
    markdown = text("paper-talk/paper.md").split("## References")[0]
    head, body = markdown.split("## Abstract")
    _, front, title = head.split("---\n")
    without_marks = " ".join([title, "Abstract", body]).replace("#", "")
    assert " ".join(spoken_of).split() == without_marks.split()
    assert f"authors: {', '.join(paper['authors'])}\n" in front
    assert f"year: {paper['year']}\n" in front


def test_paper_sections() -> None:
    paper = json.loads(text("paper-talk/paper.json"))
    assert [section["heading"] for section in paper["sections"]] == [
        "1 Introduction",
        "2 Related Work",
        "3 Pauses and Clauses",
        "4 Model",
        "5 Experiments",
        "6 Results",
        "7 Conclusion",
        "Acknowledgments",
    ]


def test_each_markdown_line_is_one_sentence() -> None:
    sentences = markdown_sentences()
    assert len(sentences) == 72
    assert len(set(sentences)) == 72
    for sentence in sentences:
        assert sentence.endswith(".")
        assert not re.search(r"[.?!] [A-Z]", sentence), sentence


def test_references_are_complete_and_cited() -> None:
    paper = json.loads(text("paper-talk/paper.json"))
    assert len(paper["references"]) == text("paper-talk/paper.md").count("\n- ")
    assert {mention["referenceID"] for mention in paper["referenceMentions"]} == set(range(len(paper["references"])))
    for mention in paper["referenceMentions"]:
        cited = mention["context"][mention["startOffset"] : mention["endOffset"]]
        year = paper["references"][mention["referenceID"]]["year"]
        assert re.fullmatch(rf"\([A-Z][^()]+, {year}\)", cited)


def test_figures_of_the_paper_agree() -> None:
    sentences = markdown_sentences()
    found = re.search(r"F1 of (\.\d+), with a precision of (\.\d+) and a recall of (\.\d+)", " ".join(sentences))
    assert found
    f1, precision, recall = map(float, found.groups())
    assert round(2 * precision * recall / (precision + recall), 2) == f1
    abstract, results = " ".join(sentences[:8]), " ".join(sentences[52:64])
    for figure in (".71", ".83"):
        assert figure in abstract
        assert figure in results


# The talk


def test_vtt_times_ascend() -> None:
    end_before = -1
    for start, end, words in vtt_cues():
        assert end_before <= start < end
        assert all(earlier < later for (_, earlier), (_, later) in pairwise(words))
        assert words[0][1] == start
        assert words[-1][1] < end
        end_before = end


def test_cues_are_of_a_readable_length() -> None:
    assert all(8 <= len(words) <= 15 for _, _, words in vtt_cues())


def test_whisper_times_ascend_within_their_segments() -> None:
    words = [word for segment in whisper_segments() for word in segment["words"]]
    assert all(word["start"] < word["end"] for word in words)
    assert all(earlier["end"] <= later["start"] for earlier, later in pairwise(words))
    for segment in whisper_segments():
        assert (segment["start"], segment["end"]) == (segment["words"][0]["start"], segment["words"][-1]["end"])
        assert segment["text"] == "".join(word["word"] for word in segment["words"])


def test_vtt_json_and_gold_hold_the_same_words() -> None:
    from_vtt = [(word, start) for _, _, words in vtt_cues() for word, start in words]
    from_json = [(w["word"].strip(), round(w["start"] * 1000)) for s in whisper_segments() for w in s["words"]]
    from_gold = [word for row in talk_gold() for word in row[3].split(" ")]
    assert from_vtt == from_json
    assert [word for word, _ in from_vtt] == from_gold
    assert json.loads(text("paper-talk/talk.json"))["text"].split() == from_gold


def test_talk_has_the_promised_size() -> None:
    cues = vtt_cues()
    assert 1_000 <= sum(len(words) for _, _, words in cues) <= 1_300
    assert 600_000 <= cues[-1][1] <= 720_000


def test_talk_reads_like_a_recogniser() -> None:
    for _, _, words in vtt_cues():
        for word, _ in words:
            assert re.fullmatch(r"[a-z']+", word), word


def test_talk_gold_covers_every_word_once() -> None:
    spans = [(int(start), int(end)) for start, end, *_ in talk_gold()]
    assert spans[0][0] == 0
    assert spans[-1][1] == sum(len(words) for _, _, words in vtt_cues())
    assert all(earlier[1] == later[0] for earlier, later in pairwise(spans))
    assert all(start < end for start, end in spans)


def test_talk_gold_counts_the_words_it_quotes() -> None:
    for start, end, _, spoken, _ in talk_gold():
        assert len(spoken.split(" ")) == int(end) - int(start)


def test_talk_gold_names_sentences_of_the_paper() -> None:
    sentences = markdown_sentences()
    for _, _, number, _, sentence_text in talk_gold():
        if number == "__none__":
            assert sentence_text == ""
        else:
            assert sentence_text == sentences[int(number) - 1]


def test_speaker_skips_and_returns() -> None:
    said = [int(row[2]) for row in talk_gold() if row[2] != "__none__"]
    assert len(said) >= 40
    assert len(said) < len(talk_gold()), "some of the talk is about something else"
    assert sum(later < earlier for earlier, later in pairwise(said)) >= 6, "jumps back"
    assert {n for n in said if said.count(n) > 1} == {12, 16, 29, 38}
    assert set(range(20, 26)).isdisjoint(said), "related work is skipped"
