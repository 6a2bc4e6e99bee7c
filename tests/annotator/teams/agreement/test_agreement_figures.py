"""Figures of agreement: what is compared, added up, brought up to date, and looked up with the rows behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from alignment.agreement.ratings import Ratings
from annotator.models import AgreementFigure, AssignmentPolicy, ComparedPair, Pair, Project, Review, Slot, TrainingRow
from annotator.teams.agreement import folding
from annotator.teams.agreement.tallies import Tally, talk_interval
from tests import world
from tests.annotator.reviewing.editor import Editor, accepted, ids
from tests.annotator.shared import shared_rows
from tests.annotator.teams.agreement.conftest import Team


def move(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last chunk of the first row goes to the second."""
    one, two = rows[:2]
    return [
        {
            "type": "regroup",
            "groups": [
                {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
                {"row": two["id"], "source": ids(two["source"]), "target": ids(one["target"][1:] + two["target"])},
            ],
        }
    ]


YES_YES_NO = {0: {"good_mt": True}, 1: {"good_mt": True}, 2: {"good_mt": False}}
YES_NO_NO = YES_YES_NO | {1: {"good_mt": False}}


@pytest.fixture(scope="module")
def shared_pairs(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Pair, Pair]]:
    """Two projects with a pair each. The first Ann and Ben group alike, and of the labels of three rows one differs. Of
    the other's four rows Ann groups two otherwise than Ben, and of the labels of all four two differ."""
    with shared_rows(django_db_blocker):
        alike, otherwise = (
            world.bitext(Project.objects.create(slug=slug, name=slug)) for slug in ("alike", "otherwise")
        )
        team = Team(alike.project)
        team.review("ann", alike, YES_YES_NO)
        team.review("ben", alike, YES_NO_NO)
        team.refresh()
        team = Team(otherwise.project)
        team.review("ann", otherwise, YES_YES_NO | {3: {"good_mt": True}}, steps=move)
        team.review("ben", otherwise, YES_NO_NO | {3: {"good_mt": False}})
        team.refresh()
        yield alike, otherwise


@pytest.fixture
def labelled(db: None, shared_pairs: tuple[Pair, Pair]) -> Pair:
    return Pair.objects.get(pk=shared_pairs[0].pk)


@pytest.fixture
def labellers(labelled: Pair) -> Team:
    return Team(labelled.project)


@pytest.fixture
def moved(db: None, shared_pairs: tuple[Pair, Pair]) -> Pair:
    return Pair.objects.get(pk=shared_pairs[1].pk)


@pytest.fixture
def movers(moved: Pair) -> Team:
    return Team(moved.project)


def test_identical_reviews_agree_in_all_but_of_one_value_that_says_nothing(team: Team, bitext: Pair) -> None:
    for name in ("ann", "ben"):
        first = {"good_mt": True, "good_align": True, "tags": ["style"]}
        team.review(name, bitext, {0: first, 1: {"good_mt": False, "good_align": True}})
    team.refresh()
    found = team.measures(people="ann ben")
    assert [found[key]["value"] for key in ("links", "meanings", "boundaries", "good_mt", "error_tags")] == [1.0] * 5
    rows = Editor(team.client("ann"), bitext).rows
    assert found["links"]["n_units"] == sum(bool(row["source"] and row["target"]) for row in rows)
    cells = [(cell["first"], cell["second"], cell["n"]) for cell in found["good_mt"]["cells"]]
    assert cells == [("", "", 2), ("no", "no", 1), ("yes", "yes", 1)]
    one = found["good_align"]
    assert (one["value"], one["kappa"], one["raw"], one["only_value"]) == (None, None, 1.0, "yes")


def test_the_overview_says_what_the_page_of_agreement_says(movers: Team) -> None:
    found = movers.measures(people="ann ben")
    told = movers.chief.get(f"/api/v1/projects/{movers.project.slug}/quality/").json()["agreement"]
    assert [one["annotator"] for one in told] == sorted(user.pk for user in movers.people.values())
    for one in told:
        assert (one["links"], one["good_mt"]) == (found["meanings"]["value"], found["good_mt"]["value"])
        assert one["links"] < 1


def test_what_differs_is_counted_and_leads_to_its_rows(labellers: Team, labelled: Pair) -> None:
    found = labellers.measures(people="ann ben")
    assert "good_align" not in found, "nobody set it"
    good_mt = found["good_mt"]
    assert (good_mt["n_units"], good_mt["n_differing"], good_mt["kind"], good_mt["is_label"]) == (3, 1, "values", True)
    assert good_mt["raw"] == pytest.approx(2 / 3)
    assert good_mt["kappa"] == pytest.approx(0.4)  # of three: two agree, 4/9 by chance
    assert good_mt["value"] == pytest.approx(1 - 5 * 2 / 18)
    query = {"people": "ann ben", "measure": "good_mt", "first_said": "yes", "second_said": "no"}
    talks = labellers.ask("talks", **query).json()
    assert [(one["pair"], one["n_in_cell"]) for one in talks["results"]] == [(labelled.pk, 1)]
    behind = labellers.ask("rows", pair=labelled.pk, **query).json()
    assert behind["count"] == 1
    row = behind["results"][0]
    assert row["first"]["number"] == row["second"]["number"] == 2
    assert row["first"]["source"] == row["second"]["source"] == labelled.source.units.all()[1].text
    reviews = {review.annotator.username: review.pk for review in Review.objects.filter(pair=labelled)}
    assert (row["first"]["review"], row["second"]["review"]) == (reviews["ann"], reviews["ben"])


def test_links_that_differ_lead_to_rows_of_both(movers: Team, moved: Pair) -> None:
    found = movers.measures(people="ann ben")
    links = found["links"]
    assert links["n_differing"] == 4  # two rows, as each has them
    assert links["raw"] == 1.0, "they share text with one another"
    assert {(cell["first"], cell["second"]): cell["n"] for cell in links["cells"]}["has", "lacks"] == 2
    assert found["meanings"]["n_differing"] == 1
    assert found["boundaries"]["n_differing"] == 2
    query = {"people": "ann ben", "measure": "links", "pair": moved.pk}
    only_ann = movers.ask("rows", first_said="has", second_said="lacks", **query).json()["results"]
    assert [(row["first"]["number"], row["second"]) for row in only_ann] == [(1, None), (2, None)]
    assert movers.ask("rows", first_said="lacks", second_said="has", **query).json()["count"] == 2


def test_labels_of_rows_that_are_grouped_differently_are_not_compared(movers: Team) -> None:
    good_mt = movers.measures(people="ann ben")["good_mt"]
    assert (good_mt["n_units"], good_mt["n_differing"]) == (2, 1)


def test_only_accepted_rows_of_submitted_reviews_count(team: Team, bitext: Pair) -> None:
    team.review("ann", bitext)
    other = Editor(team.client("ben"), bitext)
    other.done(*accepted(other))
    team.refresh()
    assert team.measures() == {}
    assert not ComparedPair.objects.filter(pair=bitext).exists()
    implicit = {"type": "set", "rows": [other.rows[0]["id"]], "fields": {"status": "implicit"}}
    other.done(implicit, {"type": "submit"})
    team.refresh()
    n_pieces = sum(len(row["target"]) for row in other.rows[1:])
    assert team.measures()["meanings"]["n_units"] == n_pieces


def test_what_is_improved_after_the_first_submission_does_not_count(labellers: Team, labelled: Pair) -> None:
    """Neither what somebody changes who was shown their errors, nor rows that they cut, join or move."""
    first = {key: one["value"] for key, one in labellers.measures().items()}
    assert first["good_mt"] < 0.5
    other = Editor(labellers.client("ben"), labelled)
    other.done({"type": "reopen"})
    other.done({"type": "set", "rows": other.row_ids[:2], "fields": {"good_mt": True}})
    other.done(*move(other.rows))
    for steps in ([], [{"type": "submit", "leave_unreviewed": True}]):
        if steps:
            other.done(*steps)
        labellers.forget()
        labellers.refresh()
        assert {key: one["value"] for key, one in labellers.measures().items()} == first


def test_three_people_have_a_matrix(labellers: Team, labelled: Pair) -> None:
    labellers.review("cy", labelled, YES_NO_NO)
    labellers.refresh()
    answer = labellers.ask("people", measure="good_mt").json()["results"]
    people = {name: user.pk for name, user in labellers.people.items()}
    values = {(one["first"], one["second"]): one["value"] for one in answer}
    assert set(values) == {
        (people["ann"], people["ben"]), (people["ann"], people["cy"]), (people["ben"], people["cy"]),
    }  # fmt: skip
    assert values[people["ben"], people["cy"]] == 1.0
    assert values[people["ann"], people["cy"]] < 0.5
    everybody = labellers.measures()["good_mt"]
    assert everybody["cells"] == []
    assert everybody["kappa"] == pytest.approx((7 / 9 - 41 / 81) / (40 / 81))  # Fleiss': 4 yes and 5 no of 9
    listed = [person["username"] for person in labellers.ask().json()["people"]]
    assert listed == ["ann", "ben", "cy"]


def second_pair(project: Project) -> Pair:
    source = world.make_document(project, "A", ["One.", "Two."])
    target = world.make_document(project, "B", ["一。", "二。"], language="ja")
    made = world.make_pair(project, "Another", source, target)
    world.make_run(made, [{"source": [n], "target": [[n, 0, 2]], "confidence": 0.9} for n in range(2)])
    return made


def test_talks_are_added_up_and_listed_lowest_first(team: Team, project: Project, bitext: Pair) -> None:
    other = second_pair(project)
    for pair, good in ((bitext, False), (other, True)):
        team.review("ann", pair, {0: {"good_mt": True}, 1: {"good_mt": False}})
        team.review("ben", pair, {0: {"good_mt": good}, 1: {"good_mt": False}})
    team.refresh()
    found = team.measures()["good_mt"]
    assert (found["n_talks"], found["n_units"], found["n_differing"]) == (2, 4, 1)
    assert (found["low"], found["high"]) == (None, None), "four rows"
    listed = team.ask("talks", measure="good_mt").json()["results"]
    assert [one["title"] for one in listed] == [bitext.title, "Another"]
    assert team.measures(pair=other.pk)["good_mt"]["value"] == 1.0
    months = team.ask("months", measure="good_mt").json()["results"]
    assert [one["n_units"] for one in months] == [4]


def tally(n_yes: int, n_no: int, n_differing: int) -> Tally:
    return Tally("values", Ratings(Counter({("yes", "yes"): n_yes, ("no", "no"): n_no, ("no", "yes"): n_differing})))


def test_intervals_are_over_talks_where_there_are_five() -> None:
    few = [tally(40, 20, 2), tally(30, 30, 4)]
    whole = Ratings(Counter({("yes", "yes"): 70, ("no", "no"): 50, ("no", "yes"): 6}))
    assert talk_interval(few) == whole.unit_interval()
    assert talk_interval([]) is None
    five = [tally(40, 20, 2), tally(30, 30, 1), tally(20, 30, 3), tally(9, 8, 25), tally(11, 9, 20)]
    over_talks, over_rows = talk_interval(five), talk_interval([Tally("values", merged(five))])
    assert over_talks is not None
    assert over_rows is not None
    assert over_talks[1] - over_talks[0] > 2 * (over_rows[1] - over_rows[0]), "talks differ more than rows do"


def merged(tallies: Iterable[Tally]) -> Ratings:
    whole = Tally.empty("values")
    for each in tallies:
        whole.add(each)
    assert isinstance(whole.figure, Ratings)
    return whole.figure


def test_only_what_changed_is_compared_again(labellers: Team, labelled: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    other = second_pair(labelled.project)
    editors = [labellers.review(name, other) for name in ("ann", "ben")]
    compared: list[int] = []
    compare = folding.compare_reviews
    monkeypatch.setattr(
        folding, "compare_reviews", lambda reviews: compared.append(reviews[0].pair_id) or compare(reviews)
    )
    labellers.refresh()
    assert compared == [other.pk]
    compared.clear()
    labellers.refresh()
    assert compared == []
    editors[0].done(
        {"type": "reopen"}, {"type": "set", "rows": [editors[0].rows[0]["id"]], "fields": {"good_mt": True}}
    )
    editors[0].done({"type": "submit"})
    labellers.refresh()
    assert compared == [], "What was submitted first is as it was."
    labellers.review("cat", labelled)
    labellers.refresh()
    assert compared == [labelled.pk]


def test_parts_come_to_what_is_computed_at_once(movers: Team, moved: Pair) -> None:
    """Refreshed after each submission, or once at the end."""
    other = second_pair(moved.project)
    of_project = AgreementFigure.objects.filter(project=moved.project)
    columns = ["pair", "month", "measure", "first", "second", "n_units", "n_differing", "value", "kappa", "raw", "low"]
    for name in ("ann", "ben"):
        movers.review(name, other, {0: {"good_mt": True}}, steps=move)
        movers.refresh()
    kept = sorted(of_project.values_list(*columns), key=str)
    movers.forget()
    movers.refresh()
    assert sorted(of_project.values_list(*columns), key=str) == kept
    assert kept


def test_a_talk_is_compared_by_sentence(team: Team, talk: Pair) -> None:
    def cut(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        chip = rows[0]["target"][0]
        return [{"type": "split_chip", "chip": chip["id"], "at": 2, "new_chip": "00000000-0000-4000-8000-000000000001"}]

    team.review("ann", talk)
    team.review("ben", talk, steps=cut)
    team.refresh()
    found = team.measures(people="ann ben")
    assert (found["links"]["value"], found["boundaries"]["n_differing"]) == (1.0, 0)


def test_where_there_is_nothing_it_says_when_there_will_be(team: Team, project: Project, bitext: Pair) -> None:
    team.review("ann", bitext)
    assert team.ask().json()["expected"] == {"share": None, "next_due": None}
    AssignmentPolicy.objects.create(project=project, sample_share=0.4)
    Slot.objects.create(project=project, pair=bitext, due_on="2026-11-27")
    told = team.ask().json()
    assert told["expected"] == {"share": 0.4, "next_due": "2026-11-27"}
    assert (told["measures"], told["computed_at"], told["is_current"]) == ([], None, False)


def test_looking_compares_nothing(labellers: Team) -> None:
    labellers.forget()
    with CaptureQueriesContext(connection) as captured:
        told = labellers.ask().json()
    assert (told["n_compared"], told["n_to_compare"]) == (0, 1)
    assert not any("annotator_reviewrow" in query["sql"] for query in captured)


def test_wrong_questions_are_refused_by_name(labellers: Team, labelled: Pair) -> None:
    for part, query, field in (
        ("", {"people": "x"}, "people"), ("", {"people": "ann"}, "people"),
        ("talks", {"measure": "nothing"}, "measure"),
        ("talks", {"measure": "good_mt", "first_said": "yes", "second_said": "no"}, "people"),
        ("rows", {"measure": "links"}, "people"), ("rows", {"measure": "links", "people": "ann ben"}, "pair"),
        ("export", {"part": "people"}, "measure"), ("export", {"part": "all"}, "part"),
    ):  # fmt: skip
        answer = labellers.ask(part, **query)
        assert answer.status_code == 400, (part, query)
        assert answer.json()["errors"][0]["field"] == field
    elsewhere = Project.objects.create(slug="elsewhere", name="Elsewhere")
    strange = second_pair(elsewhere)
    assert labellers.ask("rows", measure="links", people="ann ben", pair=strange.pk).status_code == 400


def test_each_part_as_csv(labellers: Team, labelled: Pair) -> None:
    Pair.objects.filter(pk=labelled.pk).update(title="=1+1")

    def lines(**query: Any) -> list[str]:
        answer = labellers.ask("export", **query)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        return b"".join(answer.streaming_content).decode().splitlines()

    numbers = "n_talks,n_units,n_differing,value,low,high,kappa,raw"
    measures = lines(part="measures")
    assert measures[0] == f"measure,statistic,{numbers}"
    assert measures[1].startswith("links,F1,1,")
    assert lines(part="people", measure="good_mt")[1].startswith("ann,ben,1,3,1,")
    assert lines(part="talks", measure="good_mt")[1].startswith(f"{labelled.pk},'=1+1,1,3,1,")
    assert lines(part="months", measure="good_mt")[0] == f"month,{numbers}"


def test_rows_that_people_learn_from_are_not_compared(labellers: Team, labelled: Pair) -> None:
    assert labellers.measures(people="ann ben")["good_mt"]["n_units"] == 3
    settled = Editor(labellers.chief, labelled)
    settled.done(*accepted(settled))
    taken = TrainingRow.objects.create(
        project=labelled.project, review_id=settled.id, row=settled.rows[1]["id"], source_language="en",
        target_language="ja", source=[], target=[], proposed=[], asks=0, expected={},
    )  # fmt: skip
    labellers.refresh()
    good_mt = labellers.measures(people="ann ben")["good_mt"]
    assert (good_mt["n_units"], good_mt["n_differing"]) == (2, 0), "the row in which they differ is taught"
    taken.delete()
    labellers.refresh()
    assert labellers.measures(people="ann ben")["good_mt"]["n_units"] == 3
