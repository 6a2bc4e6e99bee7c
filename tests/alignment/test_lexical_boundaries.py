"""Boundaries between units: quoted speech in the conventions of several languages, and what the engine learns of it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from alignment.lexical import lengths, lexical, load, prepare_lexical, recut, save
from alignment.lexical.boundaries import ENDINGS, N_CLASSES, OPENINGS, SHAPE, SPEECH, boundaries, ending, parts
from alignment.lexical.tokens import units
from alignment.types import Alignment, AlignmentError
from tests.alignment.lexical_samples import ENGLISH, GERMAN


def speech(texts: list[str]) -> str:
    """A letter for each boundary: o outside, i inside, c just closed."""
    return "".join(SPEECH[parts()[1][code]][0] for code in boundaries(texts))


def openings(texts: list[str]) -> list[str]:
    """What each unit is followed by."""
    return [OPENINGS[parts()[2][code]] for code in boundaries(texts)]


@pytest.mark.parametrize(
    ("texts", "states"),
    [
        (["He said: “Come.", "It is late.”", "She came."], "ico"),
        (['He said: "Come.', 'It is late."', 'She said, "No."'], "icc"),
        (["‘I don’t know,’ he said.", "‘The bowls", "are empty.’", "The dogs’ bowls."], "oico"),
        (["'Come, it's late.", "Quick,' he said.", "Rock 'n' roll's dead."], "ioo"),
        (["``Come.", "It is late.''", "She came."], "ico"),
        (["Il dit : « Viens.", "Il est tard. »", "Elle vint."], "ico"),
        (["l' Everest et l' Himalaya", "« C' est tard »", "d' accord"], "oco"),
        (["Er sagte: „Komm.", "Es ist spät.“", "Sie kam."], "ico"),
        (["»Komm.", "Es ist spät.«", "Sie kam."], "ico"),
        (["”Kom.", "Det är sent.”", "Hon kom."], "ico"),
        (["彼は「来て。", "もう遅い。」", "彼女は来た。"], "ico"),
        (["他说：“来吧。", "晚了。”", "她来了。"], "ico"),
        (["『来て", "』と言った", "彼は"], "ioo"),
        # what is quoted within a speech does not end it, whichever marks are outside
        (["“He said ‘go’ and", "went.”", "So."], "ico"),
        (['\'He said "go" and', "went.'", "So."], "ico"),
        # a mark that was never closed ends where the next speech does
        (["“One.", "“Two.", "Three.”", "Four."], "iico"),
        # a closing mark that was cut off from its sentence
        (["“Come.", "” he said.", "So."], "ioo"),
        (["", "no marks", "5' 10\""], "ooc"),
    ],
)
def test_quoted_speech_in_many_conventions(texts: list[str], states: str) -> None:
    assert speech(texts) == states


@pytest.mark.parametrize(
    "start",
    [
        "“Come",
        '"Come',
        "'Come",
        "« Viens",
        "„Komm",
        "»Komm",
        "「来て",
        "“来吧",
        "— Oui, dit-il",
        "- Hát persze",
        "– ¿Qué?",
    ],
)
def test_a_unit_that_begins_a_speech(start: str) -> None:
    assert openings(["So.", start]) == ["speech", "other"]


@pytest.mark.parametrize(
    ("start", "kind"),
    [("and so", "small letter"), ("So", "other"), ("-5 degrees", "other"), ("- 3 -", "other"), ("” he said", "other"),
     ("don't", "small letter"), ("彼は", "other"), ("", "other")],
)  # fmt: skip
def test_a_unit_that_begins_no_speech(start: str, kind: str) -> None:
    assert openings(["“So.", start, "So"]) == [kind, "other", "other"]


def test_a_class_says_all_of_a_boundary_and_the_last_has_nothing_after_it() -> None:
    codes = boundaries(["He said: “Come,", "it is late.”"])
    assert [(ENDINGS[a], SPEECH[b], OPENINGS[c]) for a, b, c in zip(*np.unravel_index(codes, SHAPE), strict=True)] == [
        ("comma", "inside", "small letter"),
        ("final", "closed", "other"),
    ]
    assert [len(part) for part in parts()] == [N_CLASSES] * 3
    assert boundaries([]).tolist() == []


def test_what_follows_the_document_is_no_part_of_it() -> None:
    document = ["She said so.", "He came"]
    alone = units(document).boundaries
    assert units([*document, "“and", "so on”"], n_own=2).boundaries.tolist() == [*alone.tolist(), 0, 0]


def dialogue(n: int) -> tuple[list[str], list[str], list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Speeches and what is told between them, without a word in common.

    Every speech has two sentences on one side and one on the other. In one of four the second sentence is a short one
    whose length speaks for joining it with what follows: only the quotation tells that it belongs to the speech.
    """
    source, target, gold = [], [], []
    for k in range(n):
        i, j = len(source), len(target)
        short = k % 4 == 3
        source += [f"“{words('ab', k, 6)}.", f"{words('cd', k, 2 if short else 6)}.”", f"{words('ef', k, 4)}."]
        target += [f"– {words('gh', k, 8 if short else 12)}.", f"{words('ij', k, 6 if short else 4)}."]
        gold += [((i, i + 1), (j,)), ((i + 2,), (j + 1,))]
    return source, target, gold


def words(letters: str, number: int, n: int) -> str:
    return " ".join(f"{letters}{chr(97 + number % 26)}{chr(97 + number // 26)}{chr(97 + at)}" for at in range(n))


@pytest.mark.parametrize("engine", [lexical, lengths])
def test_the_engine_learns_that_beads_end_with_speeches(
    engine: Callable[..., Alignment], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target, gold = dialogue(60)

    def share_right() -> float:
        return len({(bead.source, bead.target) for bead in engine(source, target).beads} & set(gold)) / len(gold)

    assert share_right() >= 0.98
    monkeypatch.setattr("alignment.lexical.tokens.boundaries", lambda texts: 9 * np.array([*map(ending, texts)]))
    assert share_right() < 0.9, "the texts are no test of this: final punctuation is enough"


def test_a_stored_model_of_an_earlier_version_is_refused_in_words(tmp_path: Path) -> None:
    prepared = prepare_lexical(ENGLISH, GERMAN)
    path = tmp_path / "model.npz"
    save(prepared, path)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    about = json.loads(arrays["about"].tobytes())
    arrays["about"] = np.frombuffer(json.dumps(about | {"version": "1.2.0"}).encode(), dtype=np.uint8)
    np.savez(path, allow_pickle=False, **arrays)
    with pytest.raises(AlignmentError, match=r"model\.npz: written by version 1\.2\.0 of the engine, expected 1\.6\.0"):
        load(path)


def test_a_stored_model_without_boundaries_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    save(prepare_lexical(ENGLISH, GERMAN), path)
    without = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(without, "w") as new:
        for name in old.namelist():
            if name != "source_boundaries.npy":
                new.writestr(name, old.read(name))
    path.write_bytes(without.getvalue())
    with pytest.raises(AlignmentError, match="not a learned model, or a damaged one"):
        load(path)


def test_cut_again_units_have_boundaries_of_their_own() -> None:
    source, target, _ = dialogue(10)
    prepared = prepare_lexical(source, target)
    joined = [f"{source[0]} {source[1]}", *source[2:]]
    again = recut(prepared, joined, target)
    assert again.source.boundaries.tolist() == boundaries(joined).tolist()
