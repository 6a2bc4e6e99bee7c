"""Releases: frozen rows of one moment under a number and a hash, whatever becomes of the reviews."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.types import Cancelled
from annotator.models import (
    GoldCount,
    Pair,
    Project,
    Release,
    ReleaseFile,
    ReleaseRow,
    Review,
    ReviewRow,
    ReviewState,
    Role,
    TestSet,
)
from annotator.platform import work
from annotator.platform.errors import Conflict
from annotator.platform.work import Heartbeat
from annotator.releases import freezing, making
from annotator.releases import making as releases
from annotator.releases.differences import count_differences, differences
from annotator.releases.forms.base import BITEXT, Form
from annotator.releases.forms.registry import FORMS
from annotator.releases.making import discard_release
from annotator.reviewing.gold_records import gold_records
from annotator.site.project_removal import remove_project
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.releases.releasing import FEW, execute, make_release, set_of_all, written_in
from tests.annotator.reviewing.editor import Editor
from tests.annotator.shared import shared_rows

ClientOf = Callable[[User], APIClient]
COMPARED = ("jsonl", "tsv", "csv", "parquet", "tmx", "manifest")
FORMS_OF_BITEXTS = {key for key, form in FORMS.items() if not form.needs and (not form.kinds or BITEXT in form.kinds)}


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture(scope="module")
def shared_review(django_db_setup: None, django_db_blocker: Any) -> Iterator[Review]:
    """Submitted: a row whose target was rewritten, one that nobody rendered, two as they were proposed."""
    with shared_rows(django_db_blocker):
        project, client = make_project(), APIClient()
        client.force_authenticate(make_person(project, Role.ANNOTATOR))
        editor = Editor(client, world.bitext(project))
        one, two, three, four = editor.rows
        accepted = {"status": "accepted", "good_align": True, "good_mt": True}
        editor.done(
            {"type": "set", "rows": [one["id"]], "fields": {**accepted, "post_edit": "満潮を\t手で\n書いた。"}},
            {"type": "set_chips", "chips": [one["target"][1]["id"]], "removed": True},
            {"type": "set", "rows": [three["id"]], "fields": {"status": "accepted", "null_reason": "omission"}},
            {"type": "set", "rows": [two["id"], four["id"]], "fields": accepted},
            {"type": "submit", "leave_unreviewed": True},
        )
        yield Review.objects.get(pk=editor.id)


@pytest.fixture
def reviewed(db: None, shared_review: Review) -> Review:
    return Review.objects.get(pk=shared_review.pk)


@pytest.fixture
def annotator(reviewed: Review) -> User:
    return reviewed.annotator


@pytest.fixture
def bitext(reviewed: Review) -> Pair:
    return reviewed.pair


@pytest.fixture
def project(bitext: Pair) -> Project:
    return bitext.project


@pytest.fixture
def test_set(reviewed: Review, project: Project) -> TestSet:
    return set_of_all(project)


def lines_of(release: Release) -> bytes:
    return "".join(f"{record}\n" for record in release.rows.values_list("record", flat=True)).encode()


def stored(release: Release, form: str) -> bytes:
    with release.files.get(form=form).file.open("rb") as file:
        return bytes(file.read())


def test_a_release_holds_the_gold_rows_and_their_hash(test_set: TestSet, project: Project) -> None:
    release = make_release(test_set, people="names")
    records = [json.loads(line) for line in lines_of(release).splitlines()]
    assert records == json.loads(json.dumps(list(gold_records(project, test_set))))
    assert hashlib.sha256(lines_of(release)).hexdigest() == release.rows_sha256
    assert hashlib.sha256(release.manifest.encode()).hexdigest() == release.sha256
    manifest = json.loads(release.manifest)
    assert manifest["rows"] == {"n": 4, "sha256": release.rows_sha256}
    assert manifest["people"] == {"shown_as": "user names", "accounts": ["annotator"]}
    assert manifest["engines"] == [
        {"signature": "engine:lexical", "encoder": None, "talks": 1, "rows": 4, "proposal_hidden": 0}
    ]
    (statistics,) = manifest["statistics"]
    assert (statistics["talks"], statistics["rows"], statistics["null_rows"], statistics["edited_rows"]) == (1, 4, 1, 1)
    before = sum(len(r["target"]) + len(r["removed"]) for r in records if r["target"] != "__drop__")
    assert statistics["target_characters_before"] == before
    assert statistics["target_characters_after"] == before - len("満潮の高さを、手書きで。") + len(
        "満潮を\t手で\n書いた。"
    )


def test_every_form_is_stored_with_its_size_and_hash(test_set: TestSet) -> None:
    release = make_release(test_set, FORMS)
    found = {file.form: file for file in release.files.all()}
    assert found.keys() == FORMS_OF_BITEXTS
    for form, file in found.items():
        data = stored(release, form)
        assert (file.size, file.sha256) == (len(data), hashlib.sha256(data).hexdigest()), form
    assert stored(release, "jsonl") == lines_of(release)
    assert found["manifest"].sha256 == release.sha256


def test_releasing_twice_gives_the_same_bytes_and_a_changed_row_another_hash(
    test_set: TestSet, reviewed: Review
) -> None:
    first, again = make_release(test_set, COMPARED), make_release(test_set, COMPARED)
    assert (first.version, again.version, again.previous_id) == ("1.0", "1.1", first.pk)
    assert (first.sha256, first.rows_sha256) == (again.sha256, again.rows_sha256)
    for form in COMPARED:
        assert stored(first, form) == stored(again, form), form
    assert again.changes == {"added": 0, "removed": 0, "changed": 0, "same": 4}
    row = reviewed.rows.earliest("position")
    row.good_mt = False
    row.save()
    changed = make_release(test_set, is_major=True)
    assert (changed.version, changed.changes) == ("2.0", {"added": 0, "removed": 0, "changed": 1, "same": 3})
    assert changed.sha256 != first.sha256
    ((number, before, after),) = differences(again.pk, changed.pk, "changed", after=0, limit=9)
    assert (number, json.loads(before or "")["good_mt"], json.loads(after or "")["good_mt"]) == (1, True, False)
    assert json.loads(after or "")["row_id"] == str(row.pk)


def test_rows_that_come_and_go_are_added_and_removed(test_set: TestSet, reviewed: Review) -> None:
    first = make_release(test_set)
    gone = reviewed.rows.latest("position")
    reviewed.rows.filter(pk=gone.pk).update(status="proposed")
    second = make_release(test_set)
    assert second.changes == {"added": 0, "removed": 1, "changed": 0, "same": 3}
    assert count_differences(second.pk, first.pk) == {"added": 1, "removed": 0, "changed": 0, "same": 3}
    ((number, before, after),) = differences(first.pk, second.pk, "removed", after=0, limit=9)
    assert (number, after, json.loads(before or "")["row_id"]) == (4, None, str(gone.pk))
    assert differences(first.pk, second.pk, "removed", after=4, limit=9) == []


def test_nothing_that_happens_to_the_reviews_changes_a_release(
    test_set: TestSet, reviewed: Review, editor: Editor, person: Callable[..., User], bitext: Pair
) -> None:
    helper = person("annotator", "helper")
    ReviewRow.objects.filter(review=reviewed).update(changed_by=helper)
    release = make_release(test_set, people="names")
    before = (
        lines_of(release),
        release.manifest,
        {file.form: stored(release, file.form) for file in release.files.all()},
    )
    helper.delete()
    editor.done({"type": "reopen"})
    reviewed.rows.update(post_edit="rewritten", status="proposed")
    test_set.reviews.clear()
    TestSet.objects.filter(pk=test_set.pk).update(name="Renamed")
    newer = bitext.source
    newer.pk, newer.version, newer.external_id = None, 2, "x"
    newer.save()
    reviewed.delete()
    release.refresh_from_db()
    after = (
        lines_of(release),
        release.manifest,
        {file.form: stored(release, file.form) for file in release.files.all()},
    )
    assert before == after
    assert "helper" in release.manifest


def test_postgres_refuses_to_change_or_delete_what_is_frozen(
    test_set: TestSet, reviewed: Review, project: Project
) -> None:
    release = make_release(test_set)
    row, file = release.rows.earliest("number"), release.files.earliest("pk")
    attempts: list[Callable[[], Any]] = [
        lambda: Release.objects.filter(pk=release.pk).delete(),
        lambda: Release.objects.filter(pk=release.pk).update(title="x"),
        lambda: Release.objects.filter(pk=release.pk).update(state="failed", n_rows=None, sha256="", rows_sha256=""),
        lambda: ReleaseRow.objects.filter(pk=row.pk).update(record="{}"),
        lambda: ReleaseRow.objects.filter(pk=row.pk).delete(),
        lambda: ReleaseRow.objects.create(release=release, number=99, row=uuid4(), content="", record="{}"),
        lambda: ReleaseFile.objects.filter(pk=file.pk).update(sha256="0" * 64),
        lambda: ReleaseFile.objects.filter(pk=file.pk).delete(),
        lambda: ReleaseFile.objects.create(release=release, form="x", name="x", size=1, sha256="x"),
        lambda: connection.cursor().execute("DELETE FROM annotator_releaserow"),
    ]  # fmt: skip
    for number, attempt in enumerate(attempts):
        with pytest.raises(IntegrityError, match="frozen_releases_stay"), transaction.atomic():
            attempt()
        assert release.rows.count() == 4, number
    with pytest.raises(Conflict, match="frozen release"):
        remove_project(project)
    assert Review.objects.filter(pk=reviewed.pk).exists()


def test_a_withdrawal_has_a_reason_and_stays(
    test_set: TestSet, person: Callable[..., User], client_of: ClientOf
) -> None:
    release, boss = make_release(test_set), person("adjudicator")
    client = client_of(boss)
    address = f"/api/v1/releases/{release.pk}/"
    assert client.post(f"{address}withdraw/", {"reason": " "}).status_code == 400
    told = client.post(f"{address}withdraw/", {"reason": "Wrong speaker split. Use 1.1."}).json()
    assert (told["state"], told["withdrawn_reason"]) == ("withdrawn", "Wrong speaker split. Use 1.1.")
    assert client.post(f"{address}withdraw/", {"reason": "Again"}).status_code == 409
    assert client.delete(address).status_code == 409
    for change in ({"state": "frozen", "withdrawn_at": None, "withdrawn_reason": ""}, {"withdrawn_reason": "x"}):
        with pytest.raises(IntegrityError, match="frozen_releases_stay"), transaction.atomic():
            Release.objects.filter(pk=release.pk).update(**change)
    boss.delete()
    release.refresh_from_db()
    assert (release.withdrawn_by, release.rows.count()) == (None, 4)


def test_pseudonyms_are_stable_and_say_no_name(test_set: TestSet, annotator: User) -> None:
    first = make_release(test_set)
    User.objects.filter(pk=annotator.pk).update(username="renamed")
    second = make_release(test_set)
    assert first.manifest == second.manifest
    assert "renamed" not in second.manifest + lines_of(second).decode()
    (account,) = json.loads(first.manifest)["people"]["accounts"]
    assert account.startswith("person-")


def test_a_test_set_without_rows_is_not_released(project: Project) -> None:
    release = releases.request_release(test_set=TestSet.objects.create(project=project, name="T"), user=None)
    execute(release)
    release.refresh_from_db()
    assert (release.state, release.error) == ("failed", "The test set has no rows. Nothing was released.")
    assert releases.request_release(test_set=release.test_set, user=None).version == "1.0", "a failure uses no number"


def test_one_release_of_a_test_set_is_made_at_a_time(test_set: TestSet) -> None:
    waiting = releases.request_release(test_set=test_set, user=None)
    with pytest.raises(Conflict, match=r"Release 1\.0 is still being made"):
        releases.request_release(test_set=test_set, user=None)
    assert waiting.discard()
    execute(waiting)
    assert make_release(test_set).version == "1.0"


def test_a_worker_that_is_lost_leaves_nothing_and_another_makes_it(
    test_set: TestSet, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = releases.request_release(test_set=test_set, user=None)

    class Killed(BaseException):
        pass

    def killed(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(freezing, "_store", killed)
        with pytest.raises(Killed):
            execute(release)
    assert (release.rows.count(), release.files.count()) == (0, 0)
    assert len(stored_files(files)) == len(FEW)
    Release.objects.filter(pk=release.pk).update(heartbeat_at="2026-01-01T00:00:00Z")
    assert work.sweep() == 1
    execute(release)
    release.refresh_from_db()
    assert (release.state, release.n_rows, release.attempts) == ("frozen", 4, 2)
    assert stored_files(files) == {Path(file.file.path) for file in release.files.all()}


def test_a_release_that_is_stopped_leaves_no_files(
    test_set: TestSet, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = releases.request_release(test_set=test_set, user=None)
    store = freezing._store

    def stopped(found: Release, *rest: Any) -> None:
        assert stored_files(files)
        discard_release(found)
        store(found, *rest)

    monkeypatch.setattr(freezing, "_store", stopped)
    execute(release)
    assert not Release.objects.exists()
    assert not ReleaseRow.objects.exists()
    assert not [path for path in (files / "releases").rglob("*") if path.is_file()]


def test_progress_goes_by_the_rows_that_were_counted_last_and_counts_none(
    test_set: TestSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "_NOTED_EVERY", 2)
    told: list[tuple[float, str]] = []
    for counts in ({"n_rows": 8}, None):
        TestSet.objects.filter(pk=test_set.pk).update(counts=counts)
        release = releases.request_release(test_set=test_set, user=None)
        with monkeypatch.context() as patched, written_in(["jsonl"]):
            patched.setattr(Heartbeat, "note", lambda _, share, message: told.append((share, message)))
            releases.execute(release.pk)
    read = [each for each in told if "rows read" in each[1]]
    assert read == [
        (0.5 * 2 / 8, "2 of 8 rows read"), (0.5 * 4 / 8, "4 of 8 rows read"),
        (0.5, "2 of 2 rows read"), (0.5, "4 of 4 rows read"),
    ]  # fmt: skip
    assert not GoldCount.objects.exists()


@pytest.mark.parametrize("while_it", ["4 rows read", "Writing TMX", "Writing All forms", "Storing the rows"])
def test_a_release_that_is_cancelled_in_the_middle_leaves_nothing(
    test_set: TestSet,
    files: Path,
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    while_it: str,
) -> None:
    monkeypatch.setattr(making, "_NOTED_EVERY", 1)
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path / "scratch")
    scratch = Path(settings.FILE_UPLOAD_TEMP_DIR)
    scratch.mkdir()
    release = releases.request_release(test_set=test_set, user=None)
    told: list[str] = []

    def note(_: Heartbeat, __: float, message: str) -> None:
        told.append(message.replace(" of 4 ", " "))
        if while_it in told[-1]:
            assert list(scratch.iterdir())
            raise Cancelled

    with monkeypatch.context() as patched:
        patched.setattr(Heartbeat, "note", note)
        with written_in(FEW):
            releases.execute(release.pk)
    assert while_it in told[-1], "it went on"
    assert not [path for folder in (files, scratch) for path in folder.rglob("*") if path.is_file()]
    assert not ReleaseRow.objects.exists()
    assert not ReleaseFile.objects.exists()
    discard_release(release)
    assert make_release(test_set).n_rows == 4


@pytest.mark.parametrize("at", ["tsv", "all"])
def test_a_release_whose_worker_was_killed_is_made_again_with_the_same_bytes(
    test_set: TestSet, files: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    forms = (*COMPARED, "wmt", "all")
    first = make_release(test_set, forms)
    release = releases.request_release(test_set=test_set, user=None)
    stored_one = freezing._stored

    class Killed(BaseException):
        pass

    def killed(form: Form, *rest: Any) -> Any:
        if form.key == at:
            raise Killed
        return stored_one(form, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(freezing, "_stored", killed)
        with pytest.raises(Killed):
            execute(release, forms)
    assert (release.rows.count(), release.files.count()) == (0, 0)
    Release.objects.filter(pk=release.pk).update(heartbeat_at="2026-01-01T00:00:00Z")
    assert work.sweep() == 1
    execute(release, forms)
    release.refresh_from_db()
    assert (release.state, release.sha256, release.rows_sha256) == ("frozen", first.sha256, first.rows_sha256)
    assert lines_of(release) == lines_of(first)
    for form in COMPARED:
        assert stored(first, form) == stored(release, form), form
    folder = files / "releases" / f"{release.pk}-1"
    assert not folder.exists() or not list(folder.iterdir())


def test_talks_about_papers_are_released_in_the_forms_of_their_corpora(
    project: Project, annotator: User, talk: Pair, client_of: ClientOf
) -> None:
    review = client_of(annotator).post("/api/v1/reviews/", {"pair": talk.pk}).data["id"]
    ReviewRow.objects.filter(review_id=review).update(status="accepted")
    Review.objects.filter(pk=review).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    of_talks = TestSet.objects.create(project=project, name="Talks")
    of_talks.reviews.set([review])
    release = make_release(of_talks, FORMS)
    forms = set(release.files.values_list("form", flat=True))
    assert {"talksumm", "vtssum"} <= forms
    assert "naist" not in forms
    with zipfile.ZipFile(io.BytesIO(stored(release, "talksumm"))) as archive:
        assert [name for name in archive.namelist() if name.endswith(".txt")]


def test_rows_come_page_by_page_and_once(test_set: TestSet, person: Callable[..., User], client_of: ClientOf) -> None:
    release, client = make_release(test_set), client_of(person("viewer"))
    address = f"/api/v1/releases/{release.pk}/rows/"
    first = client.get(f"{address}?limit=3")
    assert ([row["number"] for row in first.json()["rows"]], first.json()["next_after"]) == ([1, 2, 3], 3)
    rest = client.get(f"{address}?limit=3&after=3").json()
    assert ([row["number"] for row in rest["rows"]], rest["next_after"]) == ([4], None)
    assert release.sha256 in first["ETag"]
    assert client.get(f"{address}?limit=3", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    assert client.get(f"{address}?limit=4", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_a_download_continues_where_it_broke_off(
    test_set: TestSet, person: Callable[..., User], client_of: ClientOf
) -> None:
    release, client = make_release(test_set), client_of(person("viewer"))
    address = f"/api/v1/releases/{release.pk}/files/jsonl/"
    whole = client.get(address)
    data = b"".join(whole.streaming_content)
    assert data == lines_of(release)
    assert whole["ETag"] == f'"{release.rows_sha256}"'
    assert whole["Content-Disposition"] == 'attachment; filename="spring-1.0.jsonl"'
    rest = client.get(address, HTTP_RANGE="bytes=100-")
    assert (rest.status_code, b"".join(rest.streaming_content)) == (206, data[100:])
    assert client.get(address, HTTP_IF_NONE_MATCH=whole["ETag"]).status_code == 304
    assert client.get(f"/api/v1/releases/{release.pk}/files/docx/").status_code == 404
    sums = client.get(f"/api/v1/releases/{release.pk}/checksums/").content.decode()
    assert f"{release.rows_sha256}  spring-1.0.jsonl\n" in sums


def test_a_large_download_continues_in_small_pieces(
    test_set: TestSet, person: Callable[..., User], client_of: ClientOf
) -> None:
    """Of a file that takes no room on the disk: what lies before its last bytes is a hole."""
    release, client = make_release(test_set), client_of(person("viewer"))
    path, end = Path(release.files.get(form="jsonl").file.path), b"the last bytes"
    with path.open("r+b") as file:
        file.truncate(200_000_000 - len(end))
        file.seek(0, 2)
        file.write(end)
    address = f"/api/v1/releases/{release.pk}/files/jsonl/"
    rest = client.get(address, HTTP_RANGE="bytes=120000000-")
    assert (rest.status_code, rest["Content-Range"]) == (206, "bytes 120000000-199999999/200000000")
    n_bytes = largest = 0
    for piece in rest.streaming_content:
        n_bytes, largest, last = n_bytes + len(piece), max(largest, len(piece)), piece
    assert (n_bytes, last[-len(end) :]) == (80_000_000, end)
    assert largest <= 2**20
    beyond = client.get(address, HTTP_RANGE="bytes=200000000-")
    assert (beyond.status_code, beyond["Content-Range"]) == (416, "bytes */200000000")


def test_annotators_read_nothing_of_a_release(test_set: TestSet, annotator: User, client_of: ClientOf) -> None:
    """It would tell them what others made of a text that they may still have to judge."""
    release, client = make_release(test_set), client_of(annotator)
    for part in ("", "rows/", "files/jsonl/", "checksums/", "differences/"):
        assert client.get(f"/api/v1/releases/{release.pk}/{part}").status_code == 403, part


def stored_files(files: Path) -> set[Path]:
    return {path for path in (files / "releases").rglob("*") if path.is_file()}
