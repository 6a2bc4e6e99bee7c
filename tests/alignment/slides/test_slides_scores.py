"""VT-SSum's files, key sentences, baselines and their scores; the corpus's own scorer on outside data."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.cli import main
from alignment.metrics.boundaries import boundary_score
from alignment.slides import general_words, segmentation
from alignment.slides.evaluation import SEGMENTERS, rank, score_segmentation, score_top, segment
from alignment.slides.general_words import GENERAL, general_features, general_frequency, knows_frequency
from alignment.slides.key_sentences import KeyOptions, choose_key_sentences, report_labels
from alignment.slides.predictions import marks_of, read_marks, read_scores
from alignment.slides.ranking import (
    UNTRAINED,
    Commonness,
    SplitVideo,
    features_of,
    top,
    train_ranker,
    train_without,
)
from alignment.slides.vtssum import Clip, Video, read_video, write_video
from alignment.types import AlignmentError
from tests.data import DATA, needs_outside

VTSSUM = DATA / "vtssum"


@st.composite
def videos(draw: st.DrawFn) -> Video:
    sentences = st.lists(st.tuples(st.text(max_size=8), st.integers(0, 1)), max_size=4)
    clips = [
        Clip(f"clip_{number}", draw(st.booleans()) and bool(each), tuple(t for t, _ in each), tuple(n for _, n in each))
        for number, each in enumerate(draw(st.lists(sentences, max_size=5)))
    ]
    return Video("v", draw(st.text(max_size=5)), tuple(clips), "http://x", {"author": ["A"], "views": 3})


@cache
def made() -> tuple[Video, ...]:
    """Six talks in which key sentences are long and have rare words."""
    rng = np.random.default_rng(3)
    usual = 1 / np.arange(3, 303)
    found = []
    for number in range(6):
        clips = []
        for clip in range(8):
            labels = [int(rng.random() < 0.3) for _ in range(int(rng.integers(0, 9)))]
            said = [
                " ".join(f"w{word}" for word in rng.choice(300, size=4 + 8 * label, p=usual / usual.sum()))
                for label in labels
            ]
            clips.append(Clip(f"clip_{clip}", any(labels), tuple(said), tuple(labels)))
        found.append(Video(f"video{number}", "w4 w90", tuple(clips)))
    return tuple(found)


@cache
def development() -> tuple[Video, ...]:
    return tuple(read_video(path.read_bytes(), path.name) for path in sorted(VTSSUM.glob("*.json")))


@settings(max_examples=30, deadline=None)
@given(videos())
def test_a_video_is_read_as_it_was_written(video: Video) -> None:
    assert read_video(write_video(video)) == video


@needs_outside("vtssum")
def test_the_files_of_the_corpus_stay_the_same_to_the_byte() -> None:
    paths = sorted(VTSSUM.glob("*.json"))
    assert len(paths) == 20
    assert [path.name for path in paths if write_video(read_video(path.read_bytes())) != path.read_bytes()] == []
    assert any(len(video.clips) > len(video.segments) for video in development())  # clips without sentences


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.pop("url"), "expected an object of id, title"),
        (lambda f: f.update(title=3), "title is 3; expected a text"),
        (lambda f: f["segmentation"].pop(), "1 segments but 2 clips with sentences"),
        (lambda f: f["segmentation"][1].append("x"), "segment 1 has not the sentences of clip_2"),
        (
            lambda f: f["summarization"]["clip_2"]["summarization_data"][0].update(label=2),
            "clip_2 sentence 0: label is '2'",
        ),
        (
            lambda f: f["summarization"]["clip_0"].update(is_summarization_sample=1),
            "clip_0: is_summarization_sample is 1",
        ),
    ],
)
def test_what_is_wrong_with_a_video_is_named(change: object, message: str) -> None:
    clips = (
        Clip("clip_0", True, ("a", "b"), (1, 0)),
        Clip("clip_1", False, (), ()),
        Clip("clip_2", False, ("c",), (0,)),
    )
    fields = json.loads(write_video(Video("v", "T", clips)))
    change(fields)  # type: ignore[operator]
    with pytest.raises(AlignmentError, match=message):
        read_video(json.dumps(fields).encode(), "v.json")
    with pytest.raises(AlignmentError, match=r"v\.json: not JSON"):
        read_video(b'{"id": 1, "id": 2}', "v.json")


PAGE = "Why a threshold fails\nSilences inside a clause: median 0.21 s\nSilences at its end: median 0.68 s"
SAID = [
    "So.",
    "The silences inside a clause are short.",
    "That is fine, is it not?",
    "Why a threshold fails: silences at its end.",
]


def test_key_sentences_raise_rouge_one_by_one() -> None:
    found = choose_key_sentences(SAID, PAGE)
    assert found.chosen == (3, 1)
    assert found.labels == (0, 1, 0, 1)
    assert found.gains[3] > found.gains[1] > 0 >= found.gains[2]
    assert sum(found.gains[index] for index in found.chosen) == pytest.approx(found.rouge)
    assert choose_key_sentences(SAID, PAGE, KeyOptions(max_sentences=1)).chosen == (3,)


def test_thresholds_say_what_they_left_out() -> None:
    pages = [
        choose_key_sentences(SAID, PAGE),
        choose_key_sentences(SAID, "Questions"),
        choose_key_sentences(["So."], PAGE),
        choose_key_sentences(["Nothing of what the page would like."], PAGE),
    ]
    assert [page.dropped for page in pages] == ["", "short_page", "no_sentences", "low_rouge"]
    assert [sum(page.labels) for page in pages] == [2, 0, 0, 0]
    assert dataclasses.astuple(report_labels(pages)) == (4, 1, 1, 1, 1, 3)
    with pytest.raises(AlignmentError, match="min_rouge is 2"):
        KeyOptions(min_rouge=2)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), max_size=7),
    st.lists(st.sampled_from("abcdef"), max_size=12),
)
def test_each_choice_is_the_best_of_all(said: list[list[str]], page: list[str]) -> None:
    from collections import Counter
    from itertools import pairwise

    def score(chosen: list[int]) -> float:
        values = []
        for grams in (list, lambda tokens: list(pairwise(tokens))):
            found = Counter(gram for index in chosen for gram in grams(said[index]))
            expected = Counter(grams(page))
            values.append(2 * (found & expected).total() / max(1, found.total() + expected.total()))
        return sum(values) / 2

    found = choose_key_sentences([" ".join(words) for words in said], " ".join(page), KeyOptions(min_sentence_words=1))
    chosen: list[int] = []
    for index in found.chosen:
        others = [other for other, words in enumerate(said) if words and other not in chosen]
        assert score([*chosen, index]) == pytest.approx(max(score([*chosen, other]) for other in others))
        chosen.append(index)
    assert found.rouge == pytest.approx(score(chosen))


def test_baselines_find_a_change_of_topic() -> None:
    rng = np.random.default_rng(1)
    talk = [" ".join(f"{topic}{word}" for word in rng.integers(0, 15, 12)) for topic in "abc" for _ in range(20)]
    for find in (segmentation.texttiling, segmentation.cosine_windows):
        assert boundary_score([20, 40], find(talk), 60, tolerance=1).recall == 1, find
    assert segmentation.texttiling(["a few words"]) == segmentation.cosine_windows(["one"]) == []
    assert segmentation.texttiling(talk, words=7, block=3) == sorted(
        set(segmentation.texttiling(talk, words=7, block=3))
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=4), min_size=2, max_size=9), st.integers(1, 4))
def test_cosines_are_those_of_the_windows(texts: list[list[str]], window: int) -> None:
    found = segmentation._cosines(texts, window)
    for gap in range(len(texts) - 1):
        sides = [
            np.array([sum(text.count(word) for text in part) for word in "abcd"], dtype=float)
            for part in (texts[max(0, gap + 1 - window) : gap + 1], texts[gap + 1 : gap + 1 + window])
        ]
        norm = np.linalg.norm(sides[0]) * np.linalg.norm(sides[1])
        assert found[gap] == pytest.approx(sides[0] @ sides[1] / norm if norm else 0)


def test_a_ranker_learns_and_beats_what_learnt_nothing() -> None:
    scores = train_without(made())
    trained = score_top(made(), scores, 3)
    assert trained.f1.value > score_top(made(), rank(made(), "first"), 3).f1.value
    assert scores == train_without(made())
    assert trained.f1.low <= trained.f1.value <= trained.f1.high


def test_nothing_of_a_held_out_video_is_learnt() -> None:
    turned = [
        dataclasses.replace(
            made()[0],
            clips=tuple(dataclasses.replace(c, labels=tuple(1 - n for n in c.labels)) for c in made()[0].clips),
        ),
        *made()[1:],
    ]
    assert train_without(turned)["video0"] == train_without(made())["video0"]
    split = SplitVideo.of(made()[0])
    rows = features_of(split, Commonness.of([split]))
    assert {len(row) for row in rows.values()} == {len(clip.sentences) for clip in made()[0].segments}


RARE = "prion boron codon xenon qubit axion gauss ester phage eigen diode ulcer"
USUAL = """house water night story music table paper world right place great small large young early hands women power
    money party state group child point month death court class local major white black light human heart staff"""


@cache
def rare_and_usual() -> tuple[Video, ...]:
    """Key sentences have a rare word of English; all words are as long, and come once."""
    rare, usual = iter(RARE.split()), iter(USUAL.split())
    rng = np.random.default_rng(5)
    found = []
    for number in range(4):
        clips = []
        for clip in range(3):
            labels = [int(label) for label in rng.permutation([1, 0, 0, 0])]
            said = tuple(f"and so we {next(rare if label else usual)} it" for label in labels)
            clips.append(Clip(f"clip_{clip}", True, said, tuple(labels)))
        found.append(Video(f"video{number}", "On it", tuple(clips)))
    return tuple(found)


def recall_of(language: str | None) -> float | None:
    return score_top(rare_and_usual(), train_without(rare_and_usual(), language=language), 1).recall.value


def test_a_ranker_that_knows_the_language_finds_rare_words() -> None:
    pytest.importorskip("wordfreq", reason="needs the extra wordfreq: LECTERN_EXTRAS=wordfreq")
    assert recall_of("en-GB") == 1
    assert (recall_of(None) or 0) < 1


def test_without_the_frequencies_of_words_a_ranker_learns_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def zipf_frequency(word: str, language: str) -> float:
        return {"": 0.0, "rare": 2.0}.get(word, 5.0)

    module = SimpleNamespace(zipf_frequency=zipf_frequency, available_languages=lambda: ["de", "en", "ja"])
    monkeypatch.setattr(general_words, "find_spec", lambda name: object())
    monkeypatch.setattr(general_words, "import_module", lambda name: module)
    assert knows_frequency("en-GB") == (True, "learnt with the frequencies of words by wordfreq")
    assert knows_frequency("xx")[1].endswith("there are none for 'xx'")
    assert knows_frequency(None)[1].endswith("without one language of all talks")
    assert general_frequency("ja") is None  # its words would have to be found first
    frequency = general_frequency("en")
    assert frequency is not None
    rows = general_features({"clip_0": [["the", "rare"], ["the", "the"], []]}, ["rare"], frequency)["clip_0"]
    assert rows.shape == (3, len(GENERAL))
    assert np.allclose(rows.mean(axis=0), 0)
    assert rows[0, 0] == rows[:, 0].max()

    monkeypatch.setattr(general_words, "find_spec", lambda name: None)
    assert general_frequency("en") is None
    assert "the extra wordfreq is not installed" in knows_frequency("en")[1]
    assert train_without(made(), language="en") == train_without(made(), language=None)


def test_strengths_are_checked() -> None:
    for strengths in ((), (1.0, 0.0), (-1.0,)):
        with pytest.raises(AlignmentError, match="expected one or more numbers above 0"):
            train_ranker(made(), strengths=strengths)


def test_nothing_to_learn_or_to_score_is_named() -> None:
    empty = Video("v", "T", (Clip("clip_0", False, ("a",), (0,)),))
    with pytest.raises(AlignmentError, match="no sample with a key sentence in 1 video;"):
        train_ranker([empty])
    with pytest.raises(AlignmentError, match="none of 1 video has a clip that counts"):
        score_top([empty], {}, 3)
    with pytest.raises(AlignmentError, match="is a sample without a key sentence"):
        score_top([Video("v", "T", (Clip("clip_0", True, ("a",), (0,)),))], {}, 3)
    with pytest.raises(AlignmentError, match="v: 2 marks; expected 1"):
        score_segmentation([empty], {"v": [1, 0]})


def test_uploads_are_checked_against_the_videos() -> None:
    video = made()[0]
    n = len(video.sentences)
    marks = marks_of(video, video.boundaries)
    assert read_marks("\n".join(map(str, marks)).encode(), [video])[video.id] == marks
    assert read_marks(json.dumps({video.id: marks}).encode(), [video])[video.id] == marks
    assert read_marks(write_video(video), [video])[video.id] == marks
    shorter = dataclasses.replace(video, clips=tuple(clip for clip in video.clips if clip != video.segments[-1]))
    last = video.segments[-1].name
    lacking = n - len(shorter.sentences)
    for data, message in (
        (b"0\n2", "line 2: '2'; expected 0 or 1"),
        (b"0\n1", f"2 marks; expected {n}"),
        (b"[]", "line 1"),
        (b"{}", "1 of 1 videos are missing"),
        (b'{"x": []}', "no video 'x'"),
        (write_video(shorter), f"{n} sentences expected, {n - lacking} found, first difference in {last}"),
    ):
        with pytest.raises(AlignmentError, match=message):
            read_marks(data, [video])
    scores = {name: list(each) for name, each in UNTRAINED["first"](video).items()}
    assert read_scores(json.dumps({video.id: scores}).encode(), [video])[video.id] == scores
    clip = video.samples[0].name
    for wrong, message in ((scores[clip][1:], "scores; expected"), ([None] * len(scores[clip]), "sentence 0: 'None'")):
        with pytest.raises(AlignmentError, match=f"{clip}.*{message}"):
            read_scores(json.dumps({video.id: scores | {clip: wrong}}).encode(), [video])


def test_who_never_cuts_has_no_interval_around_nothing() -> None:
    score = score_segmentation(made(), segment(made(), "never"))
    for measure in (score.f1, score.precision, score.recall):
        assert (measure.value, measure.low, measure.high) == (0.0, None, None)
    assert score.accuracy.low is not None


def test_top_takes_the_earlier_of_equal_ones() -> None:
    assert top([1, 3, 3, 2], 3) == [1, 2, 3]


@needs_outside("vtssum")
def test_baselines_reach_the_published_figures_of_this_set() -> None:
    videos = development()
    figures = {name: 100 * score_top(videos, rank(videos, name), 3).f1.value for name in ("first", "longest", "tfidf")}
    assert {name: round(value, 1) for name, value in figures.items()} == {"first": 34.2, "longest": 35.7, "tfidf": 38.6}
    assert round(100 * score_segmentation(videos, segment(videos, "never")).accuracy.value, 1) == 87.4


@needs_outside("vtssum")
def test_a_trained_ranking_reaches_what_boosted_trees_are_reported_to() -> None:
    pytest.importorskip("wordfreq", reason="needs the extra wordfreq: LECTERN_EXTRAS=wordfreq")
    assert 100 * (score_top(development(), train_without(development()), 3).f1.value or 0) >= 43.7


@needs_outside("scorers", "score_vtssum.py")
def test_our_figures_are_those_of_the_corpus_s_scorer(tmp_path: Path) -> None:
    def scored(mode: str, predictions: object) -> str:
        path = tmp_path / "predictions.json"
        path.write_text(json.dumps(predictions))
        command = [sys.executable, str(DATA / "scorers" / "score_vtssum.py"), mode, str(VTSSUM), str(path)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    videos = development()
    for name in SEGMENTERS:
        marks = segment(videos, name)
        one = score_segmentation(videos, marks)
        accuracy, precision, recall, f1, pk = (
            100 * (each.value or 0) for each in (one.accuracy, one.precision, one.recall, one.f1, one.pk)
        )
        assert scored("seg", dict(marks)) == (
            f"sentences {one.n_sentences} accuracy {accuracy:.2f} "
            f"boundary P/R/F1 {precision:.1f}/{recall:.1f}/{f1:.1f} Pk {pk:.1f}\n"
        )
    ranker = train_ranker(videos[:3])
    trained = {video.id: ranker(video) for video in videos}
    for scores in (*(rank(videos, name) for name in UNTRAINED), trained):
        lines = []
        for k in (3, 5):
            two = score_top(videos, scores, k)
            p, r = two.micro_precision, two.micro_recall
            macro = "/".join(f"{100 * (each.value or 0):.2f}" for each in (two.precision, two.recall, two.f1))
            lines.append(
                f"top-{k} clips {two.n_clips} micro P/R/F1 {100 * p:.2f}/{100 * r:.2f}/"
                f"{100 * 2 * p * r / (p + r):.2f}  macro {macro}\n"
            )
        assert scored("summ", {key: dict(each) for key, each in scores.items()}) == "".join(lines)


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, talk = tmp_path / "deck.txt", tmp_path / "talk.txt"
    deck.write_text(f"{PAGE}\n\fResults\nRead speech, ten speakers\n\f")
    talk.write_text("\n".join([*SAID, "We asked ten speakers to read speech.", "Those are the results."]))
    out = tmp_path / "pages.json"
    assert main(["slides", "align", "--deck", str(deck), "--transcript", str(talk), "--json", str(out)]) == 0
    assert json.loads(out.read_text())["pages"] == [0, 0, 0, 0, 1, 1]
    assert main(["slides", "key", "--deck", str(deck), "--transcript", str(talk), "--pages", str(out)]) == 0
    assert "1 of 2 pages are samples; left out: 1 with too few words" in capsys.readouterr().out
    assert main(["slides", "segment", "--transcript", str(talk), "--method", "every_8th"]) == 0

    timeline, timed = tmp_path / "timeline.csv", tmp_path / "timed.tsv"
    timeline.write_text("page,start\n1,0\n0,20\n")
    timed.write_text("0\t5\tHello.\n21\t24\tBye.\n")
    command = ["slides", "timeline", "--timeline", str(timeline), "--transcript", str(timed)]
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["1", "0"]
    timeline.write_text("page,start\n9,0\n0,20\n")
    assert main([*command, "--pages", "3"]) == 2
    assert "timeline.csv line 2, column 1 (page): page 9, but the deck has 3 pages" in capsys.readouterr().err

    np.save(tmp_path / "inliers.npy", np.array([[90, 3]] * 30 + [[2, 80]] * 30))
    assert main(["slides", "watch", "--inliers", str(tmp_path / "inliers.npy")]) == 0
    assert [line.split("\t")[:3] for line in capsys.readouterr().out.splitlines()] == [
        ["0", "30", "0"],
        ["30", "60", "1"],
    ]


def test_the_command_scores_methods_and_uploads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for video in made():
        (tmp_path / f"{video.id}.json").write_bytes(write_video(video))
    cuts = tmp_path / "cuts"
    cuts.write_text(json.dumps({video.id: marks_of(video, video.boundaries) for video in made()}))
    report = tmp_path / "report"
    assert main(["slides", "score", str(tmp_path), "--cuts", str(cuts), "--json", str(report)]) == 0
    shown = capsys.readouterr().out
    assert "needs the deck" in shown
    assert "PreSumm, both*" in shown
    found = json.loads(report.read_text())
    assert shown.splitlines()[-1] == f"trained: {found['trained']}"
    assert found["trained"] == knows_frequency("en")[1]
    assert found["segmentation"][str(cuts)]["f1"]["value"] == 1
    assert set(found["summarization"]) == {*UNTRAINED, "trained"}
    first = str(tmp_path / "video0.json")
    assert main(["slides", "score", first, "--train", first]) == 2
    assert "is for training and for scoring" in capsys.readouterr().err
