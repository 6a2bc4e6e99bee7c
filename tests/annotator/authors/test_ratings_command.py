"""manage.py ratings: who is invited from a file, and answers given elsewhere, all or none."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from annotator.authors.answering import find_invitation
from annotator.models import ActivityEntry, Invitation, Pair, Project


@pytest.fixture
def ratings(project: Project, admin: User) -> Callable[..., str]:
    def run(verb: str, *arguments: object) -> str:
        out = io.StringIO()
        user = ["--user", admin.username] if verb in ("invite", "enter") else []
        call_command("ratings", verb, project.slug, *map(str, arguments), *user, stdout=out)
        return out.getvalue()

    return run


@pytest.fixture
def invited(ratings: Callable[..., str], talk: Pair, tmp_path: Path) -> Sequence[Invitation]:
    (tmp_path / "authors.csv").write_text(
        "name,email,talk\nInes Valcour,ines@example.org,Full stop\nTariq Odell,,Full stop\n"
    )
    ratings("invite", tmp_path / "authors.csv", "--out", tmp_path / "links.csv", "--site", "http://here:8000/")
    return Invitation.objects.order_by("pk")


def sheet(author: str, **more: Any) -> str:
    return json.dumps({"talk": "Full stop", "name": author, **more}) + "\n"


def test_invited_authors_get_links_that_open(invited: Sequence[Invitation], tmp_path: Path) -> None:
    with (tmp_path / "links.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == ["Ines Valcour", "Tariq Odell"]
    assert [find_invitation(row["link"].removeprefix("http://here:8000/rate/")) for row in rows] == list(invited)
    assert not any(one.send_after for one in invited)


def test_a_wrong_line_is_named_and_nobody_is_invited(ratings: Callable[..., str], talk: Pair, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,email,talk\nInes,ines@example.org,Full stop\nMina,mina@example,Full stop\n")
    with pytest.raises(CommandError, match="line 3: "):
        ratings("invite", tmp_path / "a.csv", "--out", tmp_path / "links.csv")
    (tmp_path / "b.csv").write_text("author,talk\nInes,Full stop\n")
    with pytest.raises(CommandError, match=r"b\.csv line 1: no column name"):
        ratings("invite", tmp_path / "b.csv", "--out", tmp_path / "links.csv")
    (tmp_path / "c.csv").write_text('name,email,talk\n"Ines,ines@example.org,Full stop\n')
    with pytest.raises(CommandError, match=r"c\.csv: .* a quotation mark is never closed"):
        ratings("invite", tmp_path / "c.csv", "--out", tmp_path / "links.csv")
    with pytest.raises(CommandError, match="SITE_URL"):
        ratings("invite", tmp_path / "a.csv", "--out", tmp_path / "links.csv", "--send")
    assert not Invitation.objects.exists()
    assert not (tmp_path / "links.csv").exists()


def test_a_name_that_is_nearly_right_is_answered_with_the_one_that_there_is(
    ratings: Callable[..., str], invited: Sequence[Invitation], project: Project, tmp_path: Path
) -> None:
    (tmp_path / "a.csv").write_text("name,email,talk\nMina,,Ful stop\n")
    with pytest.raises(CommandError, match=r"line 2: No talk is called “Ful stop”\. Did you mean “Full stop”\?"):
        ratings("invite", tmp_path / "a.csv", "--out", tmp_path / "more.csv")
    with pytest.raises(CommandError, match=r"There is no user admn\. Did you mean admin\?"):
        call_command(
            "ratings", "invite", project.slug, tmp_path / "a.csv", "--out", tmp_path / "more.csv", "--user", "admn"
        )
    for author, talk, said in (
        ("Ines Valcor", "Full stop", "for Ines Valcor about Full stop; did you mean Ines Valcour?"),
        ("ines@exmple.org", "Full stop", "; did you mean ines@example.org?"),
        ("Ines Valcour", "Ful stop", "no talk is called “Ful stop”; did you mean “Full stop”?"),
    ):
        (tmp_path / "answers.jsonl").write_text(json.dumps({"talk": talk, "name": author}) + "\n")
        with pytest.raises(CommandError) as raised:
            ratings("enter", tmp_path / "answers.jsonl")
        assert said in str(raised.value)


def test_answers_given_elsewhere_count_and_are_exported(
    ratings: Callable[..., str], invited: Sequence[Invitation], tmp_path: Path
) -> None:
    asked = [item.unit.text for item in invited[0].items.all()]
    answers = {asked[0]: "yes", "a sentence that was not asked about": "no"}
    (tmp_path / "answers.jsonl").write_text(sheet("Ines Valcour", score=4, comment="Fine.", answers=answers))
    assert ratings("enter", tmp_path / "answers.jsonl") == (
        f"Entered for 1 author: 1 sentence answered, {len(asked) - 1:,} left open.\n"
    )
    entered = Invitation.objects.counted().get()
    assert (entered.author_name, entered.score, entered.comment, entered.consent) == ("Ines Valcour", 4, "Fine.", None)
    assert [item.answer for item in entered.items.all()] == [True] + [None] * (len(asked) - 1)
    assert ActivityEntry.objects.get(verb="answers_entered").detail == "1 sentence"
    said = ratings("figures")
    assert "2 links, of which the answers to 1 count" in said
    assert "score: 4.00; published: 3.73, SD 0.725" in said
    assert "the more important one" not in said  # of so few people, without an interval
    assert "Krippendorff" not in said
    assert ratings("export", "--form", "jsonl", "--all", "--names", "--out", tmp_path / "all.jsonl").endswith(
        ": 2 ratings\n"
    )
    records = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert [(one["author"], one["score"], one["consented_at"]) for one in records] == [
        ("Ines Valcour", 4, ""),
        ("Tariq Odell", None, ""),
    ]


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (sheet("Nobody"), "line 2: there is no open link without answers for Nobody about Full stop"),
        (sheet("Ines Valcour"), "line 2: there is no open link without answers for Ines Valcour"),
        (sheet("Tariq Odell", score=6), "line 2: the score is 6; expected a whole number from 1 to 5"),
        (sheet("Tariq Odell", answers={"x": "maybe"}), "line 2: expected talk, email or name, and answers that are"),
        ("[1]\n", "line 2: expected talk, email or name"),
        ("{\n", "line 2: not JSON"),
    ],
)
def test_a_wrong_sheet_is_named_and_nothing_is_entered(
    ratings: Callable[..., str], invited: Sequence[Invitation], tmp_path: Path, second: str, said: str
) -> None:
    (tmp_path / "answers.jsonl").write_text(sheet("Ines Valcour", score=4) + second)
    with pytest.raises(CommandError) as raised:
        ratings("enter", tmp_path / "answers.jsonl")
    assert said in str(raised.value)
    assert not Invitation.objects.exclude(finished_at=None).exists()
