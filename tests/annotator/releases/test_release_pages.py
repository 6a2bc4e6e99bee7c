"""Pages of releases for people without an account: off until an admin opens one, and nothing more than was opened."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.models import (
    ActivityEntry,
    Project,
    Release,
    ReleasePage,
    Review,
    Role,
    System,
    TestSet,
)
from annotator.people.names import name_of
from annotator.platform import work
from annotator.platform.errors import Conflict
from annotator.releases import verification
from annotator.releases.api.release_pages import ReleasePageView
from annotator.releases.api.release_serializers import StatisticsSerializer
from annotator.releases.curation.editing import write_card
from annotator.releases.pages import address_of, close_page, open_page
from tests.annotator.conftest import make_project
from tests.annotator.releases.releasing import make_release, make_system, release_of_bitext, shared_rows_and_files
from tests.annotator.releases.test_release_forms import FIRST_COUNTED

ClientOf = Callable[[User], APIClient]

pytestmark = pytest.mark.usefixtures("in_process")
SHOWN = {"shows_rows": True, "shows_files": True}
ABOUT_PEOPLE = ("annotator", "accepted_by", "created_by", "username", "accounts", "email")


@pytest.fixture(scope="module")
def shared_release(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Release]:
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        yield release_of_bitext(make_project(), people="names", notes="First.", licence="CC-BY-4.0")


@pytest.fixture
def test_set(release: Release) -> TestSet:
    return release.test_set


@pytest.fixture
def project(release: Release) -> Project:
    return release.test_set.project


@pytest.fixture
def annotator(release: Release) -> User:
    return User.objects.get(username=Role.ANNOTATOR)


@pytest.fixture
def stranger() -> APIClient:
    cache.clear()
    return APIClient()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What was queued."""
    cache.clear()
    queued: list[tuple[str, int]] = []
    monkeypatch.setattr(work, "send", lambda task, pk: queued.append((task.name, pk)))
    return queued


def opened(release: Release, address: str = "", **shown: bool) -> str:
    page = open_page(release=release, address=address, user=None, **{"shows_rows": False, "shows_files": False} | shown)
    return f"/api/v1/release-pages/{address_of(page)}/"


def test_no_page_is_open_by_itself(release: Release, stranger: APIClient) -> None:
    for address in (release.sha256, str(release.pk), "spring-1.0", "x.y"):
        assert stranger.get(f"/api/v1/release-pages/{address}/").status_code == 404
    assert stranger.get(f"/api/v1/releases/{release.pk}/").status_code == 401


def test_a_page_shows_the_release_and_nobody(release: Release, stranger: APIClient) -> None:
    told = stranger.get(opened(release, **SHOWN)).json()
    assert (told["title"], told["version"], told["n_rows"]) == ("Spring", "1.0", release.n_rows)
    assert (told["sha256"], told["licence"], told["notes"]) == (release.sha256, "CC-BY-4.0", "First.")
    assert [row["number"] for row in told["samples"]] == [1, 2, 3, 4]
    assert {file["form"] for file in told["files"]} >= {"jsonl", "tmx", "card"}
    assert told["n_people"] == 1
    text = json.dumps(told)
    assert not [name for name in ABOUT_PEOPLE if name in text]
    assert not [user for user in User.objects.values_list("username", flat=True) if f'"{user}"' in text]


def test_rows_and_downloads_stay_closed_unless_they_were_opened(release: Release, stranger: APIClient) -> None:
    address = opened(release)
    told = stranger.get(address).json()
    assert (told["samples"], told["files"], told["shows_rows"], told["shows_files"]) == ([], [], False, False)
    assert release.rows.first().record[:40] not in json.dumps(told)  # type: ignore[union-attr]
    text = json.loads(release.rows.earliest("number").record)["target"]
    assert text
    assert text not in json.dumps(told, ensure_ascii=False)
    for part in ("files/jsonl/", "files/card/", "checksums/", "differences/"):
        assert stranger.get(address + part).status_code == 404, part
    assert opened(release, shows_rows=True) == address, "what it shows can change without another link"
    assert stranger.get(address).json()["samples"]
    assert stranger.get(f"{address}files/jsonl/").status_code == 404


def test_what_the_first_releases_did_not_count_is_null(
    release: Release, stranger: APIClient, client_of: ClientOf, admin: User
) -> None:
    manifest = json.loads(release.manifest)
    manifest["statistics"] = [
        {name: value for name, value in each.items() if name in FIRST_COUNTED} for each in manifest["statistics"]
    ]
    release.pk, release.minor, release.manifest = None, 1, json.dumps(manifest)  # what is frozen cannot change
    release.save()
    of_member = client_of(admin).get(f"/api/v1/releases/{release.pk}/").json()["contents"]["statistics"]
    of_stranger = stranger.get(opened(release)).json()["statistics"]
    later = dict.fromkeys(set(StatisticsSerializer().fields) - FIRST_COUNTED)
    assert of_member == of_stranger == [each | later for each in manifest["statistics"]]
    assert later
    assert all(StatisticsSerializer().fields[name].allow_null for name in later), "the pages read what is described"


def test_a_download_continues_and_closing_ends_it(release: Release, stranger: APIClient) -> None:
    address = opened(release, "spring", **SHOWN)
    assert address == "/api/v1/release-pages/spring/"
    for form in ("jsonl", "all"):
        whole = stranger.get(f"{address}files/{form}/")
        data = b"".join(whole.streaming_content)
        rest = stranger.get(f"{address}files/{form}/", HTTP_RANGE="bytes=50-")
        assert (rest.status_code, b"".join(rest.streaming_content)) == (206, data[50:]), form
    assert f"{release.rows_sha256}  spring-1.0.jsonl\n" in stranger.get(f"{address}checksums/").content.decode()
    close_page(release)
    for part in ("", "files/jsonl/", "checksums/"):
        assert stranger.get(address + part).status_code == 404, part
    with pytest.raises(Conflict):
        close_page(release)


def test_an_address_never_comes_to_mean_another_release(release: Release, stranger: APIClient) -> None:
    first, second = release, make_release(release.test_set)
    secret = opened(first)
    public = opened(first, "spring")
    assert stranger.get(secret).status_code == 404
    close_page(first)
    with pytest.raises(Exception, match="the address of another release"):
        opened(second, "spring")
    assert opened(first, "spring") == public
    close_page(first)
    assert opened(first) not in (secret, public)
    assert ReleasePage.objects.filter(release=first, closed_at=None).count() == 1
    with pytest.raises(IntegrityError, match="one_open_page_per_release"), transaction.atomic():
        ReleasePage.objects.create(release=first)


def test_a_secret_link_is_signed(release: Release, stranger: APIClient) -> None:
    opened(release)
    page = ReleasePage.objects.get()
    for forged in (page.secret, f"{page.secret}.{'A' * 43}", f".{page.secret}"):
        assert stranger.get(f"/api/v1/release-pages/{forged}/").status_code == 404


def test_rows_that_differ_need_both_pages(release: Release, stranger: APIClient) -> None:
    row = Review.objects.get().rows.earliest("position")
    Review.objects.get().rows.filter(pk=row.pk).update(post_edit="後")
    second = make_release(release.test_set)
    address = opened(second, **SHOWN)
    told = stranger.get(address).json()
    assert (told["since"], told["changes"]["changed"], told["shows_differences"]) == ("1.0", 1, False)
    assert told["since_address"] is None
    assert stranger.get(f"{address}differences/").status_code == 404
    opened(release, "spring-1.0", shows_rows=True)
    told = stranger.get(address).json()
    assert (told["since_address"], told["shows_differences"]) == ("spring-1.0", True)
    (row,) = stranger.get(f"{address}differences/?kind=changed").json()["rows"]
    assert (row["after"]["target_post_edited"], row["before"]["post_edited"]) == ("後", False)
    assert not [name for name in ABOUT_PEOPLE if name in json.dumps(row)]


def test_scores_are_shown_where_an_admin_opened_them(release: Release, stranger: APIClient) -> None:
    system = make_system(release, "simul-k5")
    waiting = System.objects.create(on_release=release, name="waits", file="x", state="queued")
    address = opened(release, **SHOWN)
    told = stranger.get(address).json()
    assert (told["shows_scores"], told["systems"]) == (False, [])
    opened(release, **SHOWN, shows_scores=True)
    with CaptureQueriesContext(connection) as captured:
        told = stranger.get(address).json()
    assert len(captured) <= 6
    (shown,) = told["systems"]
    assert shown["n_missing"] == 0
    assert (shown["name"], shown["n_rows"], shown["engine"]) == ("simul-k5", system.scores["rows"], "")
    assert [each["key"] for each in shown["figures"]] == ["bleu", "chrf", "ter", "rouge1", "rouge2", "rougel"]
    assert shown["figures"][0]["signature"].startswith("nrefs:1")
    assert waiting.name not in json.dumps(told)
    assert not [name for name in ABOUT_PEOPLE if name in json.dumps(told)]
    assert (shown["n_own"], shown["by_origin"]) == (None, [])


def test_scores_of_an_engine_say_how_much_gold_began_with_its_proposals(release: Release, stranger: APIClient) -> None:
    hidden = {"id": 0, "name": "Proposal hidden", "rows": 1, "values": {"strict_f1": {"value": 0.5, "half": None}}}
    scores = {"figures": [], "rows": 4, "talks": 1, "own": 3, "by_origin": [hidden]}
    System.objects.create(
        on_release=release, name="lexical", engine="lexical", recipe="a", kind="alignment", scores=scores
    )
    (shown,) = stranger.get(opened(release, **SHOWN, shows_scores=True)).json()["systems"]
    assert (shown["n_own"], shown["n_rows"], shown["by_origin"]) == (3, 4, [hidden])


def test_a_release_is_verified_when_its_page_is_opened(
    release: Release, stranger: APIClient, sent: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        address = opened(release, **SHOWN)
    assert sent == [("verify_frozen", ["releases", release.pk])]
    assert stranger.get(address).json()["verified_at"] is None
    verification.execute("releases", release.pk)
    told = stranger.get(address).json()
    assert told["problems"] == []
    assert told["verified_at"] >= release.finished_at.isoformat()[:19]


@pytest.mark.parametrize("damage", ["file", "missing", "row", "manifest"])
def test_a_page_says_what_is_no_longer_as_it_was_released(release: Release, stranger: APIClient, damage: str) -> None:
    address = opened(release, **SHOWN)
    stored = release.files.get(form="tmx")
    path = Path(stored.file.path)
    whole = path.read_bytes()
    if damage == "file":
        path.write_bytes(whole.replace(b"<tu ", b"<TU ", 1))
    elif damage == "missing":
        path.unlink()
    else:
        table, column = {"row": ("releaserow", "record"), "manifest": ("release", "manifest")}[damage]
        with connection.cursor() as cursor:  # as somebody with the database could
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(f"UPDATE annotator_{table} SET {column} = {column} || ' '")
            cursor.execute("SET LOCAL session_replication_role = DEFAULT")
    verification.execute("releases", release.pk)
    path.write_bytes(whole)  # for other tests, which share it
    (problem,) = stranger.get(address).json()["problems"]
    assert (
        problem
        == {
            "file": "spring-1.0.tmx is not the file that was released.",
            "missing": "spring-1.0.tmx is missing.",
            "row": "The rows are not those that were released.",
            "manifest": "The manifest is not the one that was released.",
        }[damage]
    )


def test_a_withdrawn_release_says_so_on_its_page(release: Release, stranger: APIClient) -> None:
    address = opened(release, **SHOWN)
    release.withdraw("Wrong speaker split. Use 1.1.", None)
    told = stranger.get(address).json()
    assert (told["state"], told["withdrawn_reason"]) == ("withdrawn", "Wrong speaker split. Use 1.1.")


def test_admins_open_and_close_pages_by_the_api(
    release: Release, person: Callable[..., User], client_of: ClientOf, stranger: APIClient
) -> None:
    client = client_of(person("admin"))
    address = f"/api/v1/releases/{release.pk}/page/"
    told = client.get(address).json()
    assert (told["is_open"], told["link"], told["suggested_address"]) == (False, None, "spring-1.0")
    told = client.put(address, {"shows_rows": True, "shows_scores": True}).json()
    assert told["shows_scores"]
    assert told["link"].startswith("http://testserver/release/")
    assert told["address"] == ""
    assert stranger.get(told["link"].replace("/release/", "/api/v1/release-pages/") + "/").status_code == 200
    for wrong in ("A B", "-x-", "a", "x" * 61, "ä" * 5):
        assert client.put(address, {"address": wrong}).status_code == 400, wrong
    assert client.put(address, {"address": "spring-1.0"}).json()["link"].endswith("/release/spring-1.0")
    assert client.delete(address).json()["is_open"] is False
    assert client.delete(address).status_code == 409
    verbs = ActivityEntry.objects.filter(verb__startswith="release_").order_by("pk").values_list("verb", "detail")
    assert list(verbs)[-3:] == [
        ("release_published", "by a secret link, with rows and scores"),
        ("release_published", "at a public address, with no rows"),
        ("release_unpublished", ""),
    ]


def test_a_page_that_is_not_made_is_not_opened(test_set: TestSet) -> None:
    waiting = Release.objects.create(test_set=test_set, major=3, minor=0, title="Spring")
    with pytest.raises(Conflict, match="not made yet"):
        opened(waiting)


def test_search_engines_keep_public_addresses_only(
    release: Release, stranger: APIClient, settings: Any, tmp_path: Path
) -> None:
    settings.FRONTEND_DIST = tmp_path
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text("{}")
    (tmp_path / "release.html").write_text("<html><head></head><body></body></html>")
    page = open_page(release=release, address="", shows_rows=False, shows_files=False, user=None)
    secret = stranger.get(f"/release/{address_of(page)}")
    assert secret["X-Robots-Tag"] == "noindex, nofollow"
    assert b"/api/v1/release-pages/" in b"".join(secret.streaming_content)
    opened(release, "spring")
    assert "X-Robots-Tag" not in stranger.get("/release/spring")
    assert stranger.get("/release/autumn")["X-Robots-Tag"]
    assert stranger.get("/robots.txt").content.decode().splitlines()[1] == "Allow: /release/"


def test_too_many_questions_are_refused(release: Release, stranger: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    address = opened(release)
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.THROTTLE_RATES", {"release_page": "3/min"})
    assert [stranger.get(address).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert ReleasePageView.throttle_scope == "release_page"


def test_a_page_costs_few_queries(release: Release, stranger: APIClient) -> None:
    address = opened(release, **SHOWN)
    with CaptureQueriesContext(connection) as captured:
        assert stranger.get(address).status_code == 200
    assert len(captured) <= 5


def test_the_card_is_kept_with_the_release(test_set: TestSet, annotator: User) -> None:
    write_card(test_set=test_set, texts={"limits": "Two talks only.\n", "uses": " "}, revision=0, user=annotator)
    release = make_release(test_set)
    write_card(test_set=test_set, texts={"limits": "None."}, revision=1, user=annotator)
    release.refresh_from_db()
    assert release.card == {"limits": "Two talks only."}
    with release.files.get(form="card").file.open("rb") as file:
        text = file.read().decode()
    assert "## Known limits\n\nTwo talks only.\n" in text
    assert "What it is for" not in text
    assert text.index("## Rows") < text.index("## How it was made") < text.index("## Known limits")
    assert make_release(test_set).sha256 == release.sha256, "the hash is of the rows and how they were made"


def test_a_card_that_saves_itself_is_one_entry_of_the_log(
    test_set: TestSet, annotator: User, person: Callable[..., User]
) -> None:
    for revision, (text, user) in enumerate(
        [("Te", annotator), ("Tests", annotator), ("Tests.", person("adjudicator")), ("Tests!", annotator)]
    ):
        write_card(test_set=test_set, texts={"uses": text}, revision=revision, user=user)
    by = ActivityEntry.objects.filter(verb="card_changed").order_by("pk").values_list("by__username", flat=True)
    assert list(by) == [annotator.username, "adjudicator", annotator.username]


def test_nobody_overwrites_a_card_that_they_have_not_seen(
    test_set: TestSet, person: Callable[..., User], client_of: ClientOf
) -> None:
    client = client_of(person("adjudicator"))
    address = f"/api/v1/data-cards/{test_set.pk}/"
    first = client.get(address).json()
    assert (first["revision"], first["title"], {part["text"] for part in first["parts"]}) == (0, "Spring", {""})
    second = client.put(address, {"revision": 0, "texts": {"uses": "Tests."}}).json()
    assert (second["revision"], second["changed_by"]["username"]) == (1, "adjudicator")
    late = client.put(address, {"revision": 0, "texts": {"uses": "Training."}})
    assert (late.status_code, late.json()["code"]) == (409, "card_changed")
    assert late.json()["saved_by"] == name_of(User.objects.get(username="adjudicator"))
    there = late.json()["card"]
    assert (there["revision"], there["texts"]) == (1, {"uses": "Tests."})
    assert datetime.fromisoformat(there["changed_at"]) == datetime.fromisoformat(second["changed_at"])
    assert client.put(address, {"revision": 1, "texts": {"limits": "Few."}}).json()["parts"][2]["text"] == "Tests."
    assert client.put(address, {"revision": 2, "texts": {"colour": "x"}}).status_code == 400
    assert client.get("/api/v1/data-cards/999999/").status_code == 404
