"""What file names say, and what is guessed to belong together."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from annotator.corpus.importing import pairings
from annotator.corpus.importing.names import hints_of, safe_name, title_of
from annotator.corpus.importing.pairings import Pairing, propose
from annotator.models import ImportFile


def file(pk: int, name: str, kind: str, **about: Any) -> ImportFile:
    document = {
        "kind": kind,
        "side": "",
        "title": about.pop("title", ""),
        "language": about.pop("language", ""),
        "n_lines": about.pop("n_lines", 10),
        "external_id": about.pop("external_id", ""),
        "speaker": about.pop("speaker", ""),
        "authors": about.pop("authors", []),
    }
    documents = [] if kind in ("beads", "timeline") else [document]
    report = {"kinds": [kind], "documents": documents, "bitexts": [], "beads": None, **about}
    return ImportFile(pk=pk, name=name, format="x", include=True, report=report)


def guesses(*files: ImportFile, decided: tuple[Pairing, ...] = ()) -> list[tuple[int, int, str, bool]]:
    return [(one.file, one.to, one.kind, one.accepted) for one in propose(files, decided)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("C:\\talks\\a.txt", "talks/a.txt"),
        ("/etc/x", "etc/x"),
        ("a\0b\r\n.txt", "ab.txt"),
        ("\u202egpj.exe", "gpj.exe"),
        ("...", "..."),
        ("..", "file"),
        ("", "file"),
        ("half \ud800", "half ?"),
        ("x" * 300 + ".vtt", "x" * 196 + ".vtt"),
    ],
)
def test_safe_name(given: str, expected: str) -> None:
    assert safe_name(given) == expected


@pytest.mark.parametrize(
    ("name", "stem", "language", "role"),
    [
        ("side.ja", "side", "ja", ""),
        ("en-ja/source.txt", "en ja", "", "source"),
        ("ledger.offline.ja.txt", "ledger", "ja", "offline"),
        ("talk7_interpretation.txt", "talk7", "", "target"),
        ("paper.pdf", "", "", ""),
        ("de.txt", "de", "", ""),
        ("It is no talk.txt", "it is no", "", ""),
    ],
)
def test_hints(name: str, stem: str, language: str, role: str) -> None:
    found = hints_of(name)
    assert (found.stem, found.language, found.role) == (stem, language, role)


def test_title_of_a_name() -> None:
    assert title_of("spring/the_tide__ledger.v2.txt") == "the tide ledger.v2"
    assert title_of("README") == "README"


def test_papers_find_their_talks_by_title_name_and_identifier() -> None:
    assert guesses(
        file(1, "p1.pdf", "paper", title="Listening for the full stop"),
        file(2, "p2.pdf", "paper", external_id="P19-1204"),
        file(3, "glass.pdf", "paper", title="Of glass"),
        file(4, "t1.vtt", "transcript", title="Glass"),
        file(5, "glass.vtt", "transcript"),
        file(6, "t2.vtt", "transcript", external_id="P19-1204"),
        file(7, "t3.vtt", "transcript", title="Listening for the Full Stop."),
    ) == [(2, 6, "paper_of", True), (1, 7, "paper_of", True), (3, 5, "paper_of", True)]


def test_shared_words_are_a_guess_and_few_are_none() -> None:
    words = [f"unusual{number}" for number in range(40)]
    paper = file(1, "a.pdf", "paper", terms=words)
    assert guesses(paper, file(2, "b.vtt", "transcript", terms=words[:20] + ["another"] * 20)) == [
        (1, 2, "paper_of", True)
    ]
    assert guesses(paper, file(2, "b.vtt", "transcript", terms=words[:3])) == []


def test_nothing_is_guessed_of_strangers() -> None:
    assert guesses(file(1, "a.pdf", "paper", title="Of glass"), file(2, "b.vtt", "transcript", title="Of tides")) == []


def test_sides_of_a_bitext_and_its_offline_translation() -> None:
    assert guesses(
        file(1, "en-ja/target.txt", "text", language="ja", n_lines=20),
        file(2, "en-ja/offline.txt", "text", language="ja", n_lines=10),
        file(3, "en-ja/source.txt", "text", language="en", n_lines=10),
        file(4, "en-de/source.txt", "text", language="en", n_lines=12),
        file(5, "en-de/target.txt", "text", language="de", n_lines=12),
    ) == [(3, 1, "source_of", True), (4, 5, "source_of", True), (2, 3, "translates", True)]


def test_two_texts_with_as_many_lines_are_only_suggested() -> None:
    one, other = file(1, "a.txt", "text", language="ja"), file(2, "b.txt", "text", language="en")
    assert guesses(one, other) == [(2, 1, "source_of", False)]
    assert guesses(one, file(2, "b.txt", "text", language="en", n_lines=11)) == []


def test_an_alignment_finds_its_pair_by_length() -> None:
    files = [
        file(1, "a.en", "text", language="en", n_lines=5),
        file(2, "a.de", "text", language="de", n_lines=6),
        file(3, "b.en", "text", language="en", n_lines=7),
        file(4, "b.de", "text", language="de", n_lines=8),
        file(5, "x.align", "beads", beads={"source": 7, "target": 8}),
    ]
    assert (5, 4, "aligns", True) in guesses(*files)


def test_what_is_left_out_belongs_to_nothing() -> None:
    paper, talk = file(1, "a.pdf", "paper"), file(2, "a.vtt", "transcript")
    assert guesses(paper, talk) == [(1, 2, "paper_of", True)]
    talk.include = False
    assert guesses(paper, talk) == []


def test_what_a_person_decided_stands() -> None:
    papers = [file(1, "a.pdf", "paper"), file(2, "b.pdf", "paper")]
    talks = [file(3, "a.vtt", "transcript"), file(4, "b.vtt", "transcript")]
    crossed = Pairing(1, 4, "paper_of", 1.0, "said", accepted=True, by_hand=True)
    assert guesses(*papers, *talks, decided=(crossed,)) == [(1, 4, "paper_of", True)]
    refused = Pairing(1, 3, "paper_of", 0.95, "same name", accepted=False, by_hand=True)
    assert guesses(*papers, *talks, decided=(refused,)) == [(1, 3, "paper_of", False), (2, 4, "paper_of", True)]


def test_few_of_many_titles_are_compared_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = Random(3)
    titles = [" ".join("".join(letters.sample("abdefghiklmnoprstu", 6)) for _ in range(6)) for _ in range(60)]
    papers = [file(n, f"p{n * 7}x.pdf", "paper", title=title) for n, title in enumerate(titles)]
    talks = [file(100 + n, f"t{n * 3}y.vtt", "transcript", title=f"{title}s") for n, title in enumerate(titles)]
    compared: list[tuple[int, int]] = []
    alike = pairings._alike
    monkeypatch.setattr(pairings, "_alike", lambda one, other: compared.append((one.id, other.id)) or alike(one, other))
    found = guesses(*papers, *talks)
    assert found == [(n, 100 + n, "paper_of", True) for n in range(60)]
    assert len(compared) < 60 * 60 / 10
