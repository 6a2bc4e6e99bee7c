"""The concordance: which rows are found by which texts, by whom, and what a source was translated as before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.models import AssignmentPolicy, Document, Pair, Project, Review, Role, Slot, TextBlock
from annotator.platform import work
from annotator.reviewing.concordance import ask_for_pending, fill_index
from annotator.reviewing.concordance.words import occurrences, words_of
from tests import world
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]


def marked(text: str, query: str) -> list[str]:
    places = occurrences(words_of(text), [word.text for word in words_of(query)])
    return [text[start:end] for start, end in places]


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("The tide, the TIDE and tides; untidy.", "tide", ["tide", "TIDE"]),
        ("High water, by hand.", "WATER by", ["water, by"]),
        ("water by the hand", "water hand", []),
        ("it's 1,000 metres", "1,000", ["1,000"]),
        ("満潮の高さを、手書きで。", "高さ", ["高さ"]),
        ("満潮の高さを、手書きで。", "を手書き", ["を、手書き"]),
        ("か\u3099族が来た", "が族", ["か\u3099族"]),
        ("ﾊﾟﾝとパン", "パン", ["ﾊﾟﾝ", "パン"]),
        ("ＡＢＣのﬁsh", "abc", ["ＡＢＣ"]),
        ("كَتَبَ الكِتابَ", "كتب", ["كَتَبَ"]),
        ("الكِتابُ الجديد", "الكتاب", ["الكِتابُ"]),
        ("la\u0301grima, Lágrima", "lágrima", ["la\u0301grima", "Lágrima"]),
        ("The family 👩‍👩‍👧 came 👍🏽.", "👧 came", ["👧 came"]),
        ("Straße", "STRASSE", ["Straße"]),
        ("학교에서 공부했다", "학교", ["학교"]),
        ("हिन्दी की", "का", []),
        ("zu\u00adsammen ge\u200bhen", "zusammen gehen", ["zu\u00adsammen ge\u200bhen"]),
        ("...", "!", []),
    ],
)
def test_a_text_is_found_at_the_bounds_of_words_in_any_script(text: str, query: str, found: list[str]) -> None:
    assert marked(text, query) == found


@pytest.fixture
def indexed(project: Project, editor: Editor) -> Editor:
    fill_index(project.pk)
    return editor


def accept(editor: Editor, *places: int, **fields: Any) -> None:
    ids = editor.row_ids
    rows = [ids[place] for place in places]
    editor.done({"type": "set", "rows": rows, "fields": {"status": "accepted", **fields}})


def asked(client: APIClient, query: str, **given: Any) -> dict[str, Any]:
    answer = client.get("/api/v1/projects/harbour-talks/concordance/", {"q": query, **given})
    assert answer.status_code == 200, answer.data
    found: dict[str, Any] = answer.json()
    return found


def texts(found: dict[str, Any]) -> list[str]:
    return [row["source"] for row in found["rows"]]


def test_accepted_rows_are_found_by_either_text_with_the_post_edit_first(indexed: Editor) -> None:
    accept(indexed, 0, post_edit="満潮の水位は手書きで。")
    accept(indexed, 3)
    (row,) = asked(indexed.client, "WATER")["rows"]
    assert (row["title"], row["review"], row["row"]) == ("Ledger", indexed.id, indexed.rows[0]["id"])
    assert (row["translation"], row["target"]) == ("満潮の水位は手書きで。", "満潮の高さを、手書きで。")
    assert (row["source_marks"], row["target_marks"], row["readable"]) == ([[5, 10]], [], True)
    by_target = asked(indexed.client, "手書き")
    assert texts(by_target) == ["High water, by hand."]
    assert by_target["rows"][0]["target_marks"] == [[7, 10]]
    assert by_target["rows"][0]["translation_marks"] == [[6, 9]]
    assert texts(asked(indexed.client, "が族")) == texts(asked(indexed.client, "👧")) == ["The family 👩‍👩‍👧 came."]
    for unfound in ("nobody", "wat", "水位"):  # not accepted; not a word; only in a post-edit
        assert asked(indexed.client, unfound)["rows"] == []


def test_a_row_that_is_not_accepted_any_more_or_lost_the_text_is_not_found(indexed: Editor) -> None:
    accept(indexed, 0)
    one = indexed.rows[0]
    assert texts(asked(indexed.client, "手書きで")) == ["High water, by hand."]
    indexed.done({"type": "set_chips", "chips": [one["target"][1]["id"]], "removed": True})
    accept(indexed, 0)
    assert asked(indexed.client, "手書きで")["rows"] == []
    indexed.undo()
    indexed.done({"type": "set", "rows": [one["id"]], "fields": {"status": "proposed"}})
    assert asked(indexed.client, "満潮")["rows"] == []


def test_the_sentences_of_a_paper_are_found(project: Project, talk: Pair, client_of: ClientOf, annotator: User) -> None:
    review = Editor(client_of(annotator), talk)
    accept(review, 0, 1)
    fill_index(project.pk)
    assert texts(asked(review.client, "full stops")) == ["Transcripts lack full stops."]
    assert texts(asked(review.client, "breath")) == ["A breath is a label."]


def test_what_annotators_find_of_others_leaves_their_judgement_blind(
    indexed: Editor, project: Project, bitext: Pair, client_of: ClientOf, person: Callable[..., User]
) -> None:
    accept(indexed, 0)
    tom, lena, wen = (
        client_of(person(role, name))
        for role, name in ((Role.ANNOTATOR, "tom"), (Role.VIEWER, "lena"), (Role.ADJUDICATOR, "wen"))
    )
    assert [len(asked(client, "water")["rows"]) for client in (indexed.client, tom, lena, wen)] == [1, 0, 0, 1]

    indexed.done({"type": "submit", "leave_unreviewed": True}, verb="submit")
    found = [asked(client, "water")["rows"] for client in (indexed.client, tom, lena, wen)]
    assert [len(rows) for rows in found] == [1, 1, 1, 1]
    assert [rows[0]["readable"] for rows in found] == [True, False, True, True]

    # While the pair needs another review, it may be offered to anybody.
    slot = Slot.objects.create(project=project, pair=bitext)
    assert [len(asked(client, "water")["rows"]) for client in (indexed.client, tom, wen)] == [1, 0, 1]
    slot.delete()
    # Who is at a second review of the pair finds nothing of the first until their own is submitted.
    second = Editor(tom, bitext)
    assert asked(tom, "water")["rows"] == []
    assert tom.get(f"/api/v1/reviews/{second.id}/memory/?row={second.rows[0]['id']}").json()["rows"] == []
    second.done({"type": "submit", "leave_unreviewed": True}, verb="submit")
    assert asked(tom, "water")["rows"] == [], "nobody has settled where the two differ"
    AssignmentPolicy.objects.create(project=project, blind=False)
    assert len(asked(tom, "water")["rows"]) == 1


def test_nothing_is_found_of_another_project_or_an_older_version(
    indexed: Editor, bitext: Pair, client_of: ClientOf, admin: User
) -> None:
    accept(indexed, 0)
    other = Project.objects.create(slug="elsewhere", name="Elsewhere")
    pair = world.make_pair(other, "E", *(world.make_document(other, n, ["High water"]) for n in ("a", "b")))
    world.make_run(pair, [{"source": [0], "target": [[0, 0, 10]], "confidence": 0.9}])
    root = User.objects.create_superuser("root")
    elsewhere = Editor(client_of(root), pair)
    accept(elsewhere, 0)
    fill_index(other.pk)
    assert texts(asked(client_of(admin), "water")) == ["High water, by hand."]
    assert len(client_of(root).get("/api/v1/projects/elsewhere/concordance/?q=water").json()["rows"]) == 1
    Review.objects.filter(pk=indexed.id).update(superseded_by=elsewhere.id)
    assert asked(client_of(admin), "water")["rows"] == []


@pytest.fixture
def long(project: Project, make_document: Callable[..., Document], annotator: User, client_of: ClientOf) -> Editor:
    """A hundred sentences with a common word, three of them the same."""
    sources = [f"The tide of day {n} was high." if n % 33 else "The  tide was LOW." for n in range(1, 101)]
    pair = world.make_pair(
        project, "Tides", make_document("Tides", sources), make_document("潮", ["潮が満ちた。"] * 100, language="ja")
    )
    world.make_run(pair, [{"source": [n], "target": [[n, 0, 6]], "confidence": 0.9} for n in range(100)])
    fill_index(project.pk)
    editor = Editor(client_of(annotator), pair)
    accept(editor, *range(99))
    return editor


def test_a_common_word_is_found_page_by_page_in_few_statements(long: Editor) -> None:
    found: list[str] = []
    after: dict[str, str] = {}
    for _ in range(20):
        with CaptureQueriesContext(
            connection,
        ) as statements:
            page = asked(long.client, "tide", **after)
        assert len(statements) <= 24
        found += [row["row"] for row in page["rows"]]
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert len(found) == len(set(found)) == 99


def test_a_search_that_finds_little_says_where_it_stopped(long: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotator.reviewing.concordance.recall.MOST_BLOCKS", 2)
    found = []
    page = asked(long.client, "was low")
    assert page["next"], "two of the blocks are read, and there are three"
    found += page["rows"]
    page = asked(long.client, "was low", after=page["next"])
    found += page["rows"]
    assert len({row["row"] for row in found}) == 3
    assert page["next"] is None


def test_the_same_source_offers_what_it_was_translated_as(long: Editor) -> None:
    rows = long.rows
    one, two, three = (rows[place]["id"] for place in (32, 65, 98))

    def offered(row: str) -> list[tuple[str, str]]:
        found = long.client.get(f"/api/v1/reviews/{long.id}/memory/?row={row}").json()["rows"]
        return [(each["row"], each["translation"]) for each in found]

    assert [text for _, text in offered(one)] == ["潮が満ちた。"], "the same once"
    long.done({"type": "set", "rows": [two], "fields": {"post_edit": "潮は低かった。"}})
    assert offered(three) == [(two, "潮は低かった。"), (one, "潮が満ちた。")]
    assert offered(two) == [(one, "潮が満ちた。")] or offered(two) == [(three, "潮が満ちた。")]
    long.done({"type": "set", "rows": [two], "fields": {"post_edit": ""}})
    assert [text for _, text in offered(one)] == ["潮が満ちた。"], "edited away is no translation"
    other = long.client.get(f"/api/v1/reviews/{long.id}/memory/?row={rows[0]['id']}").json()
    assert other == {"rows": [], "n_pending": 0}


def test_what_is_not_indexed_yet_is_said_and_done_by_a_worker(
    editor: Editor, project: Project, queued: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    accept(editor, 0)
    queued.clear()
    with django_capture_on_commit_callbacks(execute=True):
        found = asked(editor.client, "water")
        ask_for_pending()
    assert (found["rows"], found["n_pending"]) == ([], 2)
    assert queued == [("index_texts", project.pk)], "once, although two asked"
    fill_index(project.pk)
    fill_index(project.pk)
    assert TextBlock.objects.count() == 2
    found = asked(editor.client, "water")
    assert (len(found["rows"]), found["n_pending"]) == (1, 0)


def test_indexing_ends_its_turn_and_queues_up_again(
    project: Project, bitext: Pair, queued: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "TURN_SECONDS", 0)
    queued.clear()
    fill_index(project.pk)
    assert queued == [("index_texts", project.pk)]


def test_an_edit_neither_reads_nor_writes_the_index(indexed: Editor) -> None:
    with CaptureQueriesContext(connection) as statements:
        accept(indexed, 0, post_edit="x")
    assert not [one["sql"] for one in statements if "textblock" in one["sql"]]


@pytest.mark.parametrize("query", ["", "?!", "x" * 201])
def test_a_text_without_anything_to_look_for_is_refused(indexed: Editor, query: str) -> None:
    answer = indexed.client.get("/api/v1/projects/harbour-talks/concordance/", {"q": query})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "q"


@pytest.mark.parametrize("after", ["x", "-1", "-1.2.3", "-1.0.99999999999", "1.1." + "9" * 30, "-１.0.0"])
def test_a_wrong_place_is_refused(indexed: Editor, after: str) -> None:
    answer = indexed.client.get("/api/v1/projects/harbour-talks/concordance/", {"q": "water", "after": after})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "after"


def test_reviews_that_were_only_opened_are_not_looked_through(
    indexed: Editor, make_document: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are the latest ones, and would use up what one search may read before it comes to anything accepted."""
    monkeypatch.setattr("annotator.reviewing.concordance.recall.MOST_BLOCKS", 1)
    accept(indexed, 0)
    project = Project.objects.get(slug="harbour-talks")
    later = [make_document(side, ["High water, by hand."]) for side in "ab"]
    pair = world.make_pair(project, "Later", *later)
    world.make_run(pair, [{"source": [0], "target": [[0, 0, 20]], "confidence": 0.9}])
    only_opened = Editor(indexed.client, pair)
    fill_index(project.pk)
    found = asked(indexed.client, "water")
    assert [row["review"] for row in found["rows"]] == [indexed.id]
    only_opened.done({"type": "set", "rows": [only_opened.rows[0]["id"]], "fields": {"status": "accepted"}})
    assert [row["review"] for row in asked(indexed.client, "water")["rows"]] == [only_opened.id]
