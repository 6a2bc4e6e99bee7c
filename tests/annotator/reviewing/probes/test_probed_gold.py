"""Which rows probes keep out of gold, and what admins and others are told of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Chip, Pair, ProbePolicy, Project, Review, ReviewRow, Role, TestSet
from annotator.reviewing.adjudication.comparing import compare_again, comparison_of
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.gold import gold_preview, gold_reviews, with_n_gold_rows
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.judgements import judged_links, judged_rows
from annotator.reviewing.opening import open_review
from annotator.reviewing.operate import operate
from annotator.reviewing.probes.standing import standing_of
from annotator.reviewing.slots.policy import set_policy
from annotator.reviewing.state import ChipState
from annotator.reviewing.storage import chip_models, each_row, row_model
from annotator.summaries.making import gold_durations, review_durations
from annotator.teams.probe_measures import measure, to_measure
from annotator.teams.quality import LinkFigures
from tests.annotator.reviewing.editor import Editor, ids
from tests.annotator.reviewing.probes.conftest import probes_of

Submit = Callable[[Review], Review]
ClientOf = Callable[[User], APIClient]


def gold_ids(project: Project, test_set: TestSet | None = None) -> set[str]:
    return {str(record["row_id"]) for record in gold_records(project, test_set)}


def held(review: Review, *kinds: str) -> set[str]:
    """Ids of the rows of a review's probes of these kinds."""
    found = standing_of([review.pk])[review.pk]
    return {row.id for one in found if one.probe.kind in kinds for row in one.rows}


def hidden_units(review: Review) -> tuple[set[int], set[int]]:
    """Of both sides, those whose proposal was hidden."""
    blind = probes_of(review, "blind")
    return {unit for one in blind for unit in one.source}, {unit for one in blind for unit, *_ in one.target}


def repair(editor: Editor, probe: Any) -> None:
    """Move the text that was misplaced to where it belongs."""
    rows = editor.rows
    (source, unit, at), *_ = probe.lost
    giver = next(r for r in rows if any(c["unit"] == unit and c["start"] <= at < c["end"] for c in r["target"]))
    taker = next(r for r in rows if any(c["unit"] == source for c in r["source"]))
    moved = [c["id"] for c in giver["target"] if c["unit"] == unit]
    groups = [
        {
            "row": giver["id"],
            "source": ids(giver["source"]),
            "target": [i for i in ids(giver["target"]) if i not in moved],
        },
        {"row": taker["id"], "source": ids(taker["source"]), "target": ids(taker["target"]) + moved},
    ]
    editor.done({"type": "regroup", "groups": [g for g in groups if g["source"] or g["target"]]})


def test_of_a_single_review_neither_blind_rows_nor_standing_errors_are_gold(
    project: Project, probed: Review, submit: Submit
) -> None:
    submit(probed)
    out = held(probed, "blind", "boundary", "swap")
    assert len(out) > 10
    everything = {str(pk) for pk in probed.rows.values_list("pk", flat=True)}
    assert gold_ids(project) == everything - out
    assert not any(record["proposal_hidden"] for record in gold_records(project))
    assert gold_preview(project)["n_rows"] == len(everything - out)


def test_a_summary_counts_words_of_neither(
    project: Project, probing: ProbePolicy, long_talk: Pair, annotator: User, submit: Submit
) -> None:
    review = submit(open_review(pair=long_talk, annotator=annotator)[0])
    out = held(review, "blind", "boundary", "swap")
    assert out
    everything = review_durations(review)
    (gold,) = gold_reviews(project)
    of_gold = gold_durations(gold)
    Chip.objects.filter(row__in=out).delete()
    assert of_gold == review_durations(review) != everything


def test_a_repaired_error_is_gold_and_a_marked_one_is_caught_but_not_gold(
    project: Project, probed: Review, annotator: User, long_bitext: Pair, client_of: ClientOf, submit: Submit
) -> None:
    editor = Editor(client_of(annotator), long_bitext)
    assert editor.id == probed.pk
    repaired, marked, *rest = probes_of(probed, "boundary", "swap")
    repair(editor, repaired)
    of_marked = next(one for one in standing_of([probed.pk])[probed.pk] if one.probe == marked)
    editor.done({"type": "set", "rows": [row.id for row in of_marked.rows], "fields": {"good_align": False}})
    submit(probed)
    now = {one.probe: one for one in standing_of([probed.pk])[probed.pk]}
    assert [(now[p].has_error, now[p].is_caught) for p in (repaired, marked)] == [(False, True), (True, True)]
    assert [(now[p].has_error, now[p].is_caught) for p in rest] == [(True, False)] * len(rest)
    gold = gold_ids(project)
    assert {row.id for row in now[repaired].rows} <= gold
    assert {row.id for row in now[marked].rows}.isdisjoint(gold)


def test_merging_parting_and_undo_do_not_lose_an_error(
    probed: Review, annotator: User, long_bitext: Pair, client_of: ClientOf
) -> None:
    editor = Editor(client_of(annotator), long_bitext)
    probe = probes_of(probed, "boundary", "swap")[0]

    def has_error() -> bool:
        return next(one for one in standing_of([probed.pk])[probed.pk] if one.probe == probe).has_error

    def rows() -> list[dict[str, Any]]:
        mine = {row.id for one in standing_of([probed.pk])[probed.pk] if one.probe == probe for row in one.rows}
        return [row for row in editor.rows if row["id"] in mine]

    first, second = rows()
    whole = {"source": ids(first["source"] + second["source"]), "target": ids(first["target"] + second["target"])}
    editor.done({"type": "regroup", "groups": [{"row": first["id"], **whole}], "emptied": [second["id"]]})
    assert not has_error(), "its text is with its source again"
    editor.undo()
    assert has_error(), "the row that was made again has another id or the same: the text tells"
    everything = editor.rows
    at = [row["id"] for row in everything].index(first["id"])
    if at:
        above = everything[at - 1]
        whole = {"source": ids(above["source"] + first["source"]), "target": ids(above["target"] + first["target"])}
        editor.done({"type": "regroup", "groups": [{"row": above["id"], **whole}], "emptied": [first["id"]]})
        assert has_error(), "a row that only grew is as wrong as before"


def test_what_somebody_else_saw_unprobed_and_agrees_with_is_gold(
    project: Project, probed: Review, long_bitext: Pair, person: Callable[..., User], submit: Submit
) -> None:
    set_policy(project, reviews_per_pair=2)
    submit(probed)
    other = submit(open_review(pair=long_bitext, annotator=person(Role.ADMIN, "boss"))[0])
    assert other.rows.count() == 40
    # Where errors stand and blind rows are unlinked the two differ, but for what the engine left unlinked too.
    gold, everything = gold_ids(project), {str(pk) for pk in probed.rows.values_list("pk", flat=True)}
    assert gold >= everything - held(probed, "blind", "boundary", "swap")
    assert gold.isdisjoint(held(probed, "boundary", "swap"))
    for row in other.rows.all():
        row.delete()
    _copy_rows(probed, other)
    assert len(gold_ids(project)) == probed.rows.count(), "all agree, and one of them saw no probe"
    blind = {record["row_id"] for record in gold_records(project) if record["proposal_hidden"]}
    assert blind == held(probed, "blind") != set(), "which rows somebody judged without the proposal is said"


def test_what_everybody_judged_blind_or_under_an_error_is_no_gold(
    project: Project, probed: Review, long_bitext: Pair, person: Callable[..., User], submit: Submit
) -> None:
    set_policy(project, reviews_per_pair=2)
    submit(probed)
    other = submit(open_review(pair=long_bitext, annotator=person(Role.ANNOTATOR, "ben"))[0])
    other.rows.all().delete()
    other.probes.all().delete()
    _copy_rows(probed, other)
    for probe in probes_of(probed):
        probe.pk, probe.review = None, other
        probe.save()
    out = held(probed, "blind", "boundary", "swap")
    assert gold_ids(project).isdisjoint(out)
    assert len(gold_ids(project)) == gold_preview(project)["n_rows"] == probed.rows.count() - len(out)


def test_an_adjudicator_makes_gold_of_what_they_decide_and_not_of_what_they_were_not_shown(
    project: Project, probed: Review, long_bitext: Pair, person: Callable[..., User], submit: Submit
) -> None:
    submit(probed)
    other = submit(open_review(pair=long_bitext, annotator=person(Role.ANNOTATOR, "ben"))[0])
    other.rows.all().delete()
    other.probes.all().delete()
    _copy_rows(probed, other)
    for probe in probes_of(probed):
        probe.pk, probe.review = None, other
        probe.save()
    chief = person(Role.ADJUDICATOR, "chief")
    adjudication, _ = open_adjudication(pair=long_bitext, user=chief)
    submit(adjudication)
    n_out = len(held(probed, "blind", "boundary", "swap"))
    assert len(gold_ids(project)) == probed.rows.count() - n_out, "all agree, so nobody was asked"
    adjudication.rows.update(changed_by=chief)
    assert len(gold_ids(project)) == probed.rows.count()
    gold = list(gold_records(project))
    source, target = hidden_units(probed)
    hidden = [row for row in gold if source & set(row["source_ids"]) or target & set(row["target_ids"])]
    assert [row for row in gold if row["proposal_hidden"]] == hidden != []


def test_what_nobody_was_shown_is_for_the_adjudicator_to_settle(
    project: Project, probed: Review, long_bitext: Pair, person: Callable[..., User], submit: Submit
) -> None:
    submit(probed)
    other = submit(open_review(pair=long_bitext, annotator=person(Role.ANNOTATOR, "ben"))[0])
    other.rows.all().delete()
    other.probes.all().delete()
    _copy_rows(probed, other)
    for probe in probes_of(probed):
        probe.pk, probe.review = None, other
        probe.save()
    chief = person(Role.ADJUDICATOR, "chief")
    adjudication, _ = open_adjudication(pair=long_bitext, user=chief)
    n_out = len(held(probed, "blind", "boundary", "swap"))
    unseen = adjudication.rows.filter(status="proposed")
    assert unseen.count() == n_out
    assert adjudication.reviewed_count == probed.rows.count() - n_out
    told = comparison_of(adjudication)
    assert (told["n_unseen"], told["n_gold"]) == (0, None)
    assert sum(len(region["rows"][0]) for region in told["regions"]) == n_out
    assert all(region["parts"] for region in told["regions"])
    submit(adjudication)  # as one that was made before: nobody was asked
    told = comparison_of(Review.objects.get(pk=adjudication.pk))
    assert (told["n_unseen"], told["n_gold"]) == (n_out, probed.rows.count() - n_out)
    Review.objects.filter(pk=adjudication.pk).update(state="open", submitted_at=None)
    compare_again(adjudication=adjudication, user=chief)
    assert unseen.count() == n_out
    rows = [str(pk) for pk in unseen.values_list("pk", flat=True)]
    step = {"type": "set", "rows": rows, "fields": {"status": "accepted"}}
    operate(review_id=adjudication.pk, operations=[{"id": str(uuid4()), "verb": "accept", "steps": [step]}], user=chief)
    submit(adjudication)
    assert len(gold_ids(project)) == probed.rows.count()
    assert comparison_of(Review.objects.get(pk=adjudication.pk))["n_gold"] == probed.rows.count()


def test_reasons_are_told_to_admins_only(
    probed: Review, submit: Submit, admin: User, client_of: ClientOf, person: Callable[..., User]
) -> None:
    submit(probed)

    def reasons(user: User) -> dict[str, int]:
        answer = client_of(user).get(f"/api/v1/reviews/{probed.pk}/why-gold/")
        return {one["reason"]: one["n_rows"] for one in answer.json()["reasons"]}

    blind, planted = held(probed, "blind"), held(probed, "boundary", "swap")
    n_gold = probed.rows.count() - len(blind) - len(planted)
    assert reasons(admin) == {"gold": n_gold, "blind": len(blind), "planted": len(planted)}
    assert reasons(person(Role.ADJUDICATOR, "chief")) == {"gold": n_gold, "withheld": len(blind) + len(planted)}


def test_the_rows_of_a_test_set_are_counted_as_exported_once_measured_without_looking(
    project: Project, probed: Review, submit: Submit
) -> None:
    submit(probed)
    named = TestSet.objects.create(project=project, name="Spring")
    named.reviews.set([probed])

    def n_rows() -> int:
        return int(with_n_gold_rows(TestSet.objects.all()).get().n_gold_rows)  # type: ignore[attr-defined]

    assert n_rows() == -1
    for one in to_measure(project):
        measure(one)
    assert n_rows() == gold_preview(project, named)["n_rows"] == len(gold_ids(project, named)) < probed.rows.count()


def test_engines_are_judged_outside_of_probes_only(probed: Review, submit: Submit) -> None:
    """Errors that stand would be held against the engine, and repairs say nothing of it."""
    submit(probed)
    rows = judged_rows(probed)
    judged = list(judged_links(probed, rows))
    assert {right for _, right in judged} == {True}
    assert 20 < len(judged) < 40
    figures = LinkFigures.of(probed, rows)
    assert figures.counts.scores().strict_f1 == pytest.approx(1.0)


def _copy_rows(of: Review, to: Review) -> None:
    """All rows of one review in another, accepted."""

    def own(chips: tuple[ChipState, ...]) -> tuple[ChipState, ...]:
        return tuple(replace(chip, id=str(uuid4())) for chip in chips)

    states = [replace(row, id=str(uuid4()), source=own(row.source), target=own(row.target)) for row, _ in each_row(of)]
    ReviewRow.objects.bulk_create([row_model(to, state, None) for state in states])
    Chip.objects.bulk_create(chip_models(to, states, is_bitext=True))
