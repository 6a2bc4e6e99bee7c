"""The reviews of each person as lines, and the long table from which others compute what the page of agreement has."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import permutations

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import AgreementFigure, Pair, Project, Review, Role
from annotator.releases.pseudonyms import pseudonym_of
from annotator.reviewing.gold_records import columns_of
from annotator.site.moving.raw_reviews import FORMS, LONG, columns
from annotator.teams import figures
from tests import world
from tests.annotator.reviewing.editor import Editor
from tests.reading_guides import DOCS, in_code_style

pytestmark = pytest.mark.django_db


@pytest.fixture
def reviewed(project: Project, client_of: Callable[[User], APIClient], annotator: User, admin: User) -> Pair:
    """Two submitted reviews that differ in some labels, and one row that nobody touched."""
    pair = world.long_bitext(project, 12)
    for user, wrong in ((annotator, {2, 5}), (admin, {2, 7, 8})):
        editor = Editor(client_of(user), pair)
        for n, row in enumerate(editor.row_ids[:-1]):
            fields = {"status": "accepted", "good_align": n not in wrong, "tags": ["mis-translation"] * (n == 2)}
            editor.done({"type": "set", "rows": [row], "fields": fields})
        editor.done({"type": "submit", "leave_unreviewed": True})
    return pair


def fetch(client: APIClient, project: Project, **query: str) -> str:
    answer = client.get(f"/api/v1/projects/{project.slug}/raw-reviews/", query)
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content).decode()


def test_every_row_of_every_review_is_a_line(
    reviewed: Pair, project: Project, client_of: Callable[[User], APIClient], admin: User, annotator: User
) -> None:
    client = client_of(admin)
    lines = [json.loads(line) for line in fetch(client, project, people="names").splitlines()]
    n_rows = sum(review.rows.count() for review in Review.objects.filter(pair=reviewed))
    assert len(lines) == n_rows
    by_person = Counter((line["annotator"], line["status"]) for line in lines)
    assert by_person["annotator", "proposed"] == by_person["admin", "proposed"] == 1
    untouched = next(line for line in lines if line["status"] == "proposed")
    assert (untouched["changed_by"], untouched["changed_at"]) == (None, None)
    assert [line["row"] for line in lines if line["annotator"] == "annotator"] == list(range(1, n_rows // 2 + 1))
    assert {line["review_state"] for line in lines} == {"submitted"}
    table = list(csv.DictReader(io.StringIO(fetch(client, project, form="tsv", people="names")), delimiter="\t"))
    assert [row["row_id"] for row in table] == [line["row_id"] for line in lines]
    hidden = fetch(client, project)
    assert pseudonym_of(project, annotator.pk) in hidden
    assert '"annotator": "annotator"' not in hidden


def test_alpha_computed_from_the_long_table_is_that_of_the_page(
    reviewed: Pair, project: Project, client_of: Callable[[User], APIClient], admin: User
) -> None:
    figures.refresh(project.pk)
    text = fetch(client_of(admin), project, form="long", people="names")
    values: dict[str, list[str]] = defaultdict(list)
    for line in csv.DictReader(io.StringIO(text), delimiter="\t"):
        if line["measure"] == "good_align":
            values[line["item"]].append(line["value"])
    figure = AgreementFigure.objects.get(project=project, measure="good_align", pair=None, month=None, first=None)
    assert nominal_alpha(list(values.values())) == pytest.approx(figure.value)
    assert figure.value is not None
    assert 0 < figure.value < 1


def nominal_alpha(units: list[list[str]]) -> float:
    """Krippendorff's, from its definition: 1 less the observed disagreement over that which is expected by chance."""
    units = [values for values in units if len(values) > 1]
    n = sum(map(len, units))
    observed = (
        sum(sum(one != other for one, other in permutations(values, 2)) / (len(values) - 1) for values in units) / n
    )
    all_values = [value for values in units for value in values]
    counts = Counter(all_values)
    expected = sum(counts[one] * counts[other] for one in counts for other in counts if one != other) / (n * (n - 1))
    return 1 - observed / expected


def test_only_admins_read_them(
    reviewed: Pair, project: Project, client_of: Callable[[User], APIClient], person: Callable[..., User]
) -> None:
    adjudicator = client_of(person(Role.ADJUDICATOR))
    assert adjudicator.get(f"/api/v1/projects/{project.slug}/raw-reviews/").status_code == 403


def test_researchers_read_of_every_form_and_of_every_column_that_gold_does_not_have(project: Project) -> None:
    section = (DOCS / "researcher.md").read_text(encoding="utf-8").split("### Raw reviews")[1].split("\n#")[0]
    said = set(in_code_style(section))
    assert {f"form={name}" for name in FORMS} - said == set()
    assert {*columns(project, "jsonl"), *LONG} - set(columns_of(project)) - said == set()
    assert set(LONG) - said == set()
    left_out = section.partition("(#gold) without ")[2].partition(", with ")[0]
    assert set(in_code_style(left_out)) == set(columns_of(project)) - set(columns(project, "jsonl"))
