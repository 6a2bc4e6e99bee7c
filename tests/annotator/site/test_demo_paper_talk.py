"""The demo's paper and its talk agree with each other, word for word. No database is needed."""

from __future__ import annotations

import json
import re
from itertools import pairwise

from tests.annotator.demo_files import markdown_sentences, rows, text


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
