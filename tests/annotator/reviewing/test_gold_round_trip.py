"""Gold that goes out comes in again: the same rows in another project, and from there the same file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotator.models import Pair, Project, Review, ReviewState
from annotator.reviewing.gold_forms import lines
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.opening import open_review
from tests.annotator.corpus.importing.service import bring
from tests.data import DATA, missing

NAIST = DATA / "ahc-si" / "dev.true.tsv"

ROWS = [
    ("High water, by hand.", "満潮の高さを、手書きで。", "手で書いた満潮の高さ。"),
    ("=SUM(A1)\tis “a formula”.", "－５度です、はい。", "＝だ"),
    ("+1", "'＠だ", "'=x"),
    ("It goes on\nhere 👩‍👩‍👧.", "か\u3099族\u2028が来た。", "\r\n家族"),
    ("Nobody rendered this.", "__drop__", "誰も。"),
    ("__null__", "えーと、", ""),
]
#: What is the text of a row, as against where it stands and who looked at it.
TEXTS = ("source", "target", "offline", "source_language", "target_language", "interpreter", "pair")


def own_sample() -> bytes:
    out = io.StringIO()
    table = csv.writer(out, delimiter="\t", lineterminator="\n")
    table.writerow(["pair", "source", "target", "offline", "source_language", "target_language", "interpreter"])
    table.writerows(["Ledger", *row, "en", "ja", "S01"] for row in ROWS)
    return out.getvalue().encode()


def naist() -> bytes:
    if not NAIST.exists():
        pytest.skip(missing("ahc-si"))
    return NAIST.read_bytes()


def accepted(project: Project, person: User) -> None:
    """Everything that was imported, accepted and handed in as it stands."""
    for pair in Pair.objects.filter(project=project):
        review, _ = open_review(pair=pair, annotator=person)
        review.rows.update(status="accepted", good_align=True)
        Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())


def texts(project: Project) -> list[dict[str, Any]]:
    return [{name: record[name] for name in TEXTS} for record in gold_records(project)]


@pytest.mark.parametrize("format", ["tsv", "jsonl"])
@pytest.mark.parametrize("sample", [own_sample, naist])
def test_what_is_exported_is_imported_as_it_was(
    project: Project, annotator: User, sample: Callable[[], bytes], format: str
) -> None:
    bring(project, ("first.tsv", sample()))
    accepted(project, annotator)
    first = texts(project)
    exported = "".join(lines(gold_records(project), format)).encode()

    again = Project.objects.create(slug="again", name="Again")
    batch = bring(again, (f"gold.{format}", exported))
    assert [problem for file in batch.files.all() for problem in file.report["problems"]] == []
    accepted(again, annotator)
    assert texts(again) == first
    labels = {link.verdicts.get("label") for pair in again.pairs.all() for link in pair.runs.get().links.all()}
    assert labels <= {True}


def test_the_sample_comes_out_as_it_went_in(project: Project, annotator: User) -> None:
    bring(project, ("first.tsv", own_sample()))
    accepted(project, annotator)
    stored = [(row["source"], row["target"]) for row in texts(project)]
    assert stored == [(source.strip(), target.strip()) for source, target, _ in ROWS]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"source": "a", "target": "b"', "not JSON"),
        ('["a", "b"]', "a list"),
        ('{"source": "a"}', "target"),
        ('{"source": "a", "target": ["b"]}', "target"),
        ('{"source": "", "target": ""}', "both empty"),
    ],
)
def test_a_line_that_is_wrong_is_named(line: str, said: str) -> None:
    from annotator.importers.registry import parse

    parsed = parse(json.dumps({"source": "a", "target": "b"}).encode() + b"\n" + line.encode() + b"\n", "gold.jsonl")
    (problem,) = parsed.problems
    assert (problem.severity, problem.line) == ("error", 2)
    assert said in f"{problem.message} {problem.expected}"
