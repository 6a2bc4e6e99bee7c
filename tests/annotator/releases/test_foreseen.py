"""What the dialog of a release says beforehand is what the release says afterwards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from annotator.models import Review, ReviewRow, ReviewState, RowStatus, Taken, TestSet
from annotator.platform.errors import Conflict
from annotator.releases import foreseen
from annotator.releases.curation.editing import change_rules, write_card
from annotator.releases.foreseen import foresee
from annotator.releases.forms.documents import CARD_PARTS
from annotator.releases.making import withdraw_release
from annotator.releases.tombstones import delete_release
from tests.annotator.conftest import make_project
from tests.annotator.releases.curation.talks import LABELLED, reviewed, talk, touched
from tests.annotator.releases.releasing import make_release, shared_rows_and_files

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_set(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestSet]:
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        project = make_project()
        for name in ("Tides", "Bees", "Fog", "Salt"):
            reviewed(talk(project, name, speaker=name), fields=LABELLED)
        yield TestSet.objects.create(project=project, name="Harbour", takes=Taken.ALL)


@pytest.fixture
def curated(db: None, shared_set: TestSet) -> TestSet:
    return TestSet.objects.get(pk=shared_set.pk)


def freeze(test_set: TestSet, number: str = "minor") -> Any:
    return make_release(TestSet.objects.get(pk=test_set.pk), ("jsonl",), is_major=number == "major")


def rule(test_set: TestSet, **rules: Any) -> None:
    test_set.refresh_from_db()
    change_rules(test_set, rules=rules, version=test_set.rules_version, user=None)
    test_set.refresh_from_db()


def test_the_first_release_differs_from_nothing(curated: TestSet) -> None:
    told = foresee(curated)
    assert (told["n_rows"], told["n_talks"], told["since"], told["changes"]) == (20, 4, None, None)
    assert (told["minor"], told["suggested"], told["reason"]) == ("1.0", "minor", "the first release")
    assert freeze(curated).n_rows == 20


def test_one_after_deleted_or_other_releases_is_not_called_the_first(curated: TestSet) -> None:
    release = freeze(curated)
    told = foresee(curated, variant="automatic")
    assert (told["since"], told["minor"], told["reason"]) == (None, "1.1", "no earlier one to compare with")
    delete_release(release, typed="Harbour 1.0", reason="By mistake", user=None)
    told = foresee(curated)
    assert (told["since"], told["minor"], told["suggested"]) == (None, "1.1", "minor")
    assert told["reason"] == "no earlier one to compare with"


def test_what_goes_out_changes_and_waits_is_said(curated: TestSet) -> None:
    freeze(curated)
    assert (foresee(curated)["suggested"], foresee(curated)["reason"]) == ("", "the same as 1.0")
    fog = Review.objects.get(pair__title="Fog")
    Review.objects.filter(pk=fog.pk).update(state=ReviewState.OPEN, submitted_at=None)
    salt = Review.objects.get(pair__title="Salt")
    row = salt.rows.order_by("position").first()
    assert row is not None
    ReviewRow.objects.filter(pk=row.pk).update(good_mt=False, post_edit="潮。")
    touched(salt)
    reviewed(talk(curated.project, "Wind"), fields=LABELLED)
    told = foresee(curated)
    assert told["changes"] == {"added": 5, "removed": 5, "changed": 1, "same": 14}
    assert [(each["title"], each["n_rows"], each["why"]) for each in told["removed"]] == [("Fog", 5, "waits")]
    assert [each["title"] for each in told["waiting"]] == ["Fog"]
    assert [(each["title"], each["n_rows"]) for each in told["added"]] == [("Wind", 5)]
    (changed,) = told["changed"]
    assert (changed["title"], {"good_mt", "target_post_edited"} <= set(changed["columns"])) == ("Salt", True)
    assert (told["major"], told["suggested"], told["reason"]) == ("2.0", "major", "rows were removed")


def test_the_same_rows_follow_a_withdrawal_or_what_is_said_of_them_anew(curated: TestSet) -> None:
    withdraw_release(freeze(curated), reason="Use another licence.", user=None)
    told = foresee(curated)
    assert told["changes"] == {"added": 0, "removed": 0, "changed": 0, "same": 20}
    assert (told["minor"], told["suggested"], told["reason"]) == ("1.1", "minor", "1.0 was withdrawn")
    freeze(curated)
    write_card(test_set=curated, texts={CARD_PARTS[0].key: "For scoring."}, revision=0, user=None)
    assert (foresee(curated)["suggested"], foresee(curated)["reason"]) == ("minor", "the data card was changed")
    freeze(curated)
    assert foresee(curated)["suggested"] == ""
    TestSet.objects.filter(pk=curated.pk).update(description="Talks of spring.")
    curated.refresh_from_db()
    assert foresee(curated)["reason"] == "the name or the description was changed"


def test_a_change_of_the_rules_is_major_though_no_row_goes_out(curated: TestSet) -> None:
    freeze(curated)
    rule(curated, search="")
    assert foresee(curated)["suggested"] == ""
    rule(curated, implicit=True)
    told = foresee(curated)
    assert told["changes"] == {"added": 4, "removed": 0, "changed": 0, "same": 20}
    assert (told["suggested"], told["reason"]) == ("major", "the rules were changed")
    rule(curated, talks_out={"bees": "Copied"})
    told = foresee(curated)
    assert [(each["title"], each["why"]) for each in told["removed"]] == [("Bees", "talks_out")]


def test_after_anything_the_release_says_what_was_foreseen(curated: TestSet) -> None:
    draw = random.Random(5)
    freeze(curated)
    for _ in range(6):
        for _ in range(draw.randint(1, 3)):
            _something(curated, draw)
        told = foresee(curated)
        if not told["n_rows"]:
            continue
        release = freeze(curated, told["suggested"])
        assert (told["since"].version, told["changes"]) == (release.previous.version, release.changes)
        assert release.version == told[told["suggested"] or "minor"]
        assert sum(each["n_rows"] for each in told["removed"]) == release.changes["removed"]


def _something(test_set: TestSet, draw: random.Random) -> None:
    review = draw.choice(list(Review.objects.order_by("pk")))
    row = draw.choice(list(review.rows.order_by("position")))
    act = draw.randrange(5)
    if act == 0:
        ReviewRow.objects.filter(pk=row.pk).update(good_mt=draw.choice([True, False, None]))
    elif act == 1:
        status = draw.choice([RowStatus.ACCEPTED, RowStatus.IMPLICIT])
        ReviewRow.objects.filter(pk=row.pk).update(status=status)
    elif act == 2:
        ReviewRow.objects.filter(pk=row.pk).update(post_edit=draw.choice(["潮。", "霧。", None]))
    elif act == 3:
        is_open = review.state == ReviewState.OPEN
        state = ReviewState.SUBMITTED if is_open else ReviewState.OPEN
        Review.objects.filter(pk=review.pk).update(state=state, submitted_at=review.created_at if is_open else None)
    else:
        rules: list[dict[str, Any]] = [{}, {"null_rows": False}, {"split": {"by": "ratio", "size": "rows", "seed": 3}}]
        rule(test_set, **draw.choice(rules))
    touched(review)


def test_too_many_rows_are_not_compared_in_a_request(curated: TestSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreseen, "MOST_ROWS", 19)
    with pytest.raises(Conflict, match="More than 19 rows"):
        foresee(curated)


def test_a_large_release_is_not_compared_in_a_request_with_the_few_rows_that_are_left(
    curated: TestSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    freeze(curated)
    rule(curated, search="Fog")
    assert foresee(curated)["n_rows"] == 5
    monkeypatch.setattr(foreseen, "MOST_ROWS", 19)
    with pytest.raises(Conflict, match="More than 19 rows"):
        foresee(curated)
