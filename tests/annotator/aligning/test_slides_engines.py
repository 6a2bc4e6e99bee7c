"""Slides and their talk: by the timeline exactly, by the words with posteriors, and anew around decided rows."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.slides.align import align_slides
from annotator.aligning import slides_talk
from annotator.aligning.engines import check_options, default_engine, engines_for, run_engine
from annotator.aligning.recipes import plan_one
from annotator.aligning.runs import execute, start_run
from annotator.decks.pages import pages_of
from annotator.models import DocumentKind, Pair, Project, Timeline, Unit
from annotator.platform.errors import ServiceError
from tests import world

pytestmark = pytest.mark.django_db


def silently(share: float, message: str) -> None:
    pass


def aligned(pair: Pair, engine: str, **options: Any) -> list[tuple[list[int], list[int]]]:
    """(source, sentences) of each link."""
    engine, full = check_options(pair, engine, options)
    return [
        (one["source"], [at for at, *_ in one["target"]])
        for one in run_engine(pair, engine, full, progress=silently).links
    ]


def test_the_timeline_is_exact(slides: Pair) -> None:
    assert aligned(slides, "timeline") == [([0], [0, 1]), ([1], [2]), ([0], [3]), ([], [4])]


def test_what_keeps_the_timeline_from_being_used_is_said(slides: Pair, project: Project) -> None:
    assert default_engine(slides) == "timeline"
    Unit.objects.filter(document=slides.target).update(start_seconds=None, end_seconds=None)
    (timeline, words) = engines_for(slides)
    assert (timeline.available, timeline.reason) == (False, "The transcript has no times.")
    assert (words.name, words.available, default_engine(slides)) == ("slides", True, "slides")
    Timeline.objects.all().delete()
    assert engines_for(slides)[0].reason.startswith("The pair has no timeline")
    with pytest.raises(ServiceError, match="The pair has no timeline"):
        check_options(slides, "timeline", {})


def test_a_sentence_without_times_is_where_the_one_before_it_ended(slides: Pair) -> None:
    Unit.objects.filter(document=slides.target, position=3).update(start_seconds=None, end_seconds=None)
    assert aligned(slides, "timeline") == [([0], [0, 1]), ([1], [2, 3]), ([], [4])]


def test_words_find_the_pages_with_probabilities(slides: Pair) -> None:
    engine, options = check_options(slides, "slides", {})
    result = run_engine(slides, engine, options, progress=silently)
    links = result.links
    assert [at for link in links for at, *_ in link["target"]] == list(range(len(world.SAID)))
    assert links[0]["source"] == [0]
    for link in links:
        assert 0 < link["confidence"] <= 1
        assert all(0 < chance <= 1 for _, chance in link["candidates"])
    assert result.signature.startswith("engine:slides|")
    again = run_engine(slides, engine, options, progress=silently)
    assert (again.signature, again.links) == (result.signature, links)
    assert run_engine(slides, engine, {**options, "share": 0.3}, progress=silently).signature != result.signature


@pytest.mark.parametrize(("name", "value"), [("share", 0), ("share", 1), ("sharpness", 0), ("back", 2), ("wind", 1)])
def test_options_have_limits(slides: Pair, name: str, value: float) -> None:
    with pytest.raises(ServiceError, match=name):
        check_options(slides, "slides", {name: value})


def test_units_that_were_put_back_belong_to_their_page(project: Project, slides: Pair) -> None:
    last = slides.source.units.get(position=2)
    Unit.objects.create(document=slides.source, position=3, text="ledger 7", offset=999, page=last.page)
    assert [(page.number, page.units) for page in pages_of(slides.source)] == [(1, (0,)), (2, (1,)), (3, (2, 3))]
    assert pages_of(slides.source)[2].text.endswith("ledger 7")
    pieces = [(4, 0, len(world.SAID[4]))]
    (chances,) = slides_talk.around_by_words(slides, {}, [[(3, 0, 5)]], fixed=[(pieces, 3)], progress=None)
    assert 3 in chances
    assert 2 not in chances, "its longest text stands for a page"


def test_a_page_without_a_unit_is_no_slide(slides: Pair) -> None:
    slides.source.units.get(position=1).delete()
    slides.source.units.filter(position=2).update(position=1)
    assert aligned(slides, "timeline") == [([0], [0, 1]), ([], [2]), ([0], [3]), ([], [4])]


def test_a_run_is_stored_and_its_recipe_knows_the_timeline(slides: Pair, admin: User) -> None:
    before = plan_one(slides, "timeline", {})
    run = start_run(pair=slides, engine="auto", options={}, user=admin)
    execute(run.pk)
    run.refresh_from_db()
    assert (run.state, run.engine, run.recipe, run.links.count()) == ("succeeded", "timeline", before.recipe, 4)
    assert plan_one(slides, "timeline", {}).is_done
    Timeline.objects.get(pair=slides).save()  # changed, for all that a recipe knows
    assert not plan_one(slides, "timeline", {}).is_done
    untimed = world.slides(slides.project, "Without", timeline=False)
    assert plan_one(untimed, "timeline", {}).refusal.startswith("Timeline cannot run here.")
    assert plan_one(untimed, "auto", {}).engine == "slides"


ROWS = st.lists(st.tuples(st.integers(0, 9), st.sampled_from([None, 0, 1, 2])), max_size=8)


@settings(deadline=None)
@given(ROWS)
def test_what_rows_decide_is_honoured_exactly(rows: list[tuple[int, int | None]]) -> None:
    """Halves of sentences too: of two rows within one sentence, the longer decides, and the first of equal ones."""
    texts = [*world.SAID]
    fixed = [([(half // 2, 0, 5) if half % 2 == 0 else (half // 2, 5, 9)], unit) for half, unit in rows]
    decided = slides_talk.sentences_of(fixed)
    longest: dict[int, tuple[int, int | None]] = {}
    for ((sentence, start, end),), unit in fixed:
        if end - start > longest.get(sentence, (0, None))[0]:
            longest[sentence] = (end - start, unit)
    assert decided == {sentence: unit for sentence, (_, unit) in longest.items()}
    found = align_slides(world.PAGES, texts, fixed=decided)
    assert all(found.pages[sentence] == unit for sentence, unit in decided.items())


@pytest.mark.parametrize("around", [slides_talk.around_by_words, slides_talk.around_by_timeline])
def test_rows_between_decided_ones_are_asked_for_by_sentences(slides: Pair, around: Any) -> None:
    whole = [[(n, 0, len(text))] for n, text in enumerate(world.SAID)]
    free, fixed = [whole[1], whole[3], [(0, 0, 4)]], [(whole[0], 0), (whole[2], 1)]
    chances = around(slides, {}, free, fixed=fixed, progress=None)
    assert max(chances[0], key=lambda unit: chances[0][unit]) == 0
    assert chances[2] == {}, "its sentence is decided by another row"
    for each in chances[:2]:
        assert 0 < sum(each.values()) <= 1 + 1e-9


def test_a_deck_of_pages_without_text_can_be_aligned(project: Project, slides: Pair) -> None:
    deck = world.make_document(project, "Pictures", [" ", " "], kind=DocumentKind.SLIDES)
    pair = world.make_pair(project, "Pictures", deck, slides.target)
    assert [at for _, said in aligned(pair, "slides") for at in said] == list(range(len(world.SAID)))


@pytest.mark.parametrize("n_sentences", [9, 11, 18, 37, 49])
def test_a_long_stretch_on_one_page_is_no_surer_than_sure(project: Project, admin: User, n_sentences: int) -> None:
    """Nine ninths added up are more than 1, and Postgres refuses such a probability."""
    deck = world.make_document(project, "Deck", world.PAGES, kind=DocumentKind.SLIDES)
    said = [f"sentence {n} of the talk" for n in range(n_sentences)]
    speech = world.make_document(project, "Talk", said, kind=DocumentKind.TRANSCRIPT, timed=True)
    pair = world.make_pair(project, "Long", deck, speech)
    Timeline.objects.create(pair=pair, stretches=[[1, 0.0, None]], origin="file")
    run = start_run(pair=pair, engine="timeline", options={}, user=admin)
    execute(run.pk)
    run.refresh_from_db()
    assert (run.state, run.error) == ("succeeded", "")
    assert [link.confidence for link in run.links.all()] == [1.0]


def test_a_footer_that_was_put_back_does_not_stand_for_its_page(project: Project, slides: Pair) -> None:
    """It comes before the text of its page, as it does in the file."""
    texts = [(1, "ledger 7"), (1, world.PAGES[0]), (2, "ledger 7"), (2, world.PAGES[1]), (3, " ")]
    deck = world.make_document(project, "With footers", [text for _, text in texts], kind=DocumentKind.SLIDES)
    for position, (page, _) in enumerate(texts):
        deck.units.filter(position=position).update(page=page)
    pair = world.make_pair(project, "With footers", deck, slides.target)
    Timeline.objects.create(pair=pair, stretches=world.STRETCHES, origin="file")
    assert aligned(pair, "timeline") == [([1], [0, 1]), ([3], [2]), ([1], [3]), ([], [4])]
    assert aligned(pair, "slides")[:2] == [([1], [0, 1]), ([3], [2])]


def test_other_words_at_the_same_times_have_another_signature(project: Project, slides: Pair) -> None:
    """A link ends where its last sentence does."""
    speech = world.make_document(project, "Other", [f"{text} again" for text in world.SAID], timed=True)
    other = world.make_pair(project, "Other", slides.source, speech)
    Timeline.objects.create(pair=other, stretches=world.STRETCHES, origin="file")
    first, second = (run_engine(pair, "timeline", {}, progress=silently) for pair in (slides, other))
    assert first.links != second.links
    assert first.signature != second.signature
