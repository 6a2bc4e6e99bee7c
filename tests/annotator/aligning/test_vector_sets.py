"""The registry of word vectors: adding, training, choosing, deleting, and workers that die at it."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.types import Cancelled
from annotator.aligning import vectors
from annotator.aligning.engines import engines_for
from annotator.aligning.paper_talk import load_word_vectors
from annotator.models import Pair, Project, VectorSet, VectorSetState
from annotator.platform import work

Queued = list[tuple[str, int]]
GLOVE = "harbour 0.5 1 0\nledger 0.25 0 1\ntide 1 0 0\n"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Any) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = tmp_path / "data" / "media"
    return Path(settings.DATA_DIR)


@pytest.fixture
def site_admin(db: None) -> APIClient:
    client = APIClient()
    client.force_authenticate(User.objects.create_superuser("root", password="a long enough one"))
    return client


@pytest.fixture
def add(site_admin: APIClient, queued: Queued, django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """Ask for a set and let the worker do it."""

    def make(*, work: bool = True, format: str = "json", **given: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            answer = site_admin.post("/api/v1/vectors/", given, format=format)
        if work and answer.status_code == 201:
            assert queued.pop() == ("make_vectors", answer.data["id"])
            vectors.execute(answer.data["id"])
            return site_admin.get(f"/api/v1/vectors/{answer.data['id']}/")
        return answer

    return make


@pytest.fixture
def glove(tmp_path: Path) -> Path:
    path = tmp_path / "glove.txt"
    path.write_text(GLOVE)
    return path


def test_an_uploaded_file_is_kept_read_and_described(add: Callable[..., Any], data: Path) -> None:
    file = SimpleUploadedFile("glove.txt", GLOVE.encode())
    answer = add(name="Small", language="en", file=file, format="multipart")
    assert {key: answer.data[key] for key in ("state", "source", "dimension", "n_words", "progress", "error")} == {
        "state": "ready", "source": "glove.txt", "dimension": 3, "n_words": 3, "progress": 1.0, "error": "",
    }  # fmt: skip
    assert len(answer.data["sha256"]) == 64
    loaded = load_word_vectors("Small")
    assert loaded is not None
    assert list(loaded.matrix[loaded.index["ledger"]]) == [0.25, 0, 1]
    assert [path.read_text() for path in (data / "media" / "vectors").iterdir()] == [GLOVE]


def test_a_file_on_the_server_stays_where_it_is_and_has_the_same_hash(add: Callable[..., Any], glove: Path) -> None:
    first = add(name="One", path=str(glove))
    second = add(name="Two", file=SimpleUploadedFile("again.txt", GLOVE.encode()), format="multipart")
    assert first.data["sha256"] == second.data["sha256"]
    vectors.delete(VectorSet.objects.get(name="One"))
    assert glove.read_text() == GLOVE


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        pytest.param({"path": "/nowhere/glove.txt"}, "path", "no such file", id="missing"),
        pytest.param({"path": "glove.txt"}, "path", "not an absolute path", id="relative"),
        pytest.param({"name": "none", "download": "x"}, "name", "cannot be used as a name", id="reserved"),
        pytest.param({"projects": ["harbour-talks"], "language": "fi"}, "projects", "no text in fi", id="no text"),
        pytest.param({"projects": ["harbour-talks"], "epochs": 0}, "epochs", "from 1 to 100", id="epochs"),
        pytest.param({}, None, "this gives nothing", id="nothing"),
        pytest.param({"path": "/x", "download": "y"}, None, "this gives path and download", id="two"),
    ],
)
def test_what_makes_no_sense_is_refused(
    add: Callable[..., Any], project: Project, given: dict[str, Any], field: str | None, said: str
) -> None:
    answer = add(**{"name": "V", **given})
    assert (answer.status_code, VectorSet.objects.count()) == (400, 0)
    assert said in answer.json()["detail"]
    if field:
        assert answer.json()["errors"][0]["field"] == field


def test_a_pickle_is_not_taken_from_the_web_and_a_taken_name_leaves_no_file(
    add: Callable[..., Any], glove: Path, data: Path
) -> None:
    answer = add(name="P", file=SimpleUploadedFile("evil.KV", b"x"), format="multipart")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "file")
    add(name="Taken", path=str(glove))
    answer = add(name="Taken", file=SimpleUploadedFile("b.txt", GLOVE.encode()), format="multipart")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "name")
    assert list(data.glob("vectors/files/*")) == []


def test_a_file_that_is_none_of_vectors_fails_with_its_line(add: Callable[..., Any], glove: Path) -> None:
    glove.write_text("harbour 0.5 1 0\nledger 0.25 0\n")
    answer = add(name="Broken", path=str(glove))
    assert answer.data["state"] == "failed"
    assert "line 2" in answer.data["error"]


@pytest.mark.usefixtures("bitext", "talk")
def test_training_reads_only_the_language_and_runs_may_choose_the_result(add: Callable[..., Any], talk: Pair) -> None:
    answer = add(name="Ours", language="en", projects=["harbour-talks"], dimension=8, epochs=2, min_count=2)
    assert (answer.data["state"], answer.data["dimension"], answer.data["error"]) == ("ready", 8, "")
    assert answer.data["source"] == "the texts of 1 project"
    loaded = load_word_vectors("Ours")
    assert loaded is not None
    assert "label" in loaded
    assert not any("満" in word for word in loaded.words)
    option = next(o for info in engines_for(talk) for o in info.options if o.name == "vectors")
    assert "Ours" in option.choices
    assert option.default == "none"
    assert (
        add(name="Again", language="en", projects=["harbour-talks"], dimension=8, epochs=2, min_count=2).data["sha256"]
        == (answer.data["sha256"])
    )


def test_one_set_is_the_default_and_it_is_ready(add: Callable[..., Any], site_admin: APIClient, glove: Path) -> None:
    first, second = (add(name=name, path=str(glove)).data["id"] for name in ("One", "Two"))
    waiting = add(name="Three", path=str(glove), work=False).data["id"]
    for chosen in (first, second):
        assert site_admin.patch(f"/api/v1/vectors/{chosen}/", {"is_default": True}).data["is_default"] is True
        assert [known.pk for known in VectorSet.objects.filter(is_default=True)] == [chosen]
    assert site_admin.patch(f"/api/v1/vectors/{waiting}/", {"is_default": True}).status_code == 409
    assert [known.pk for known in VectorSet.objects.filter(is_default=True)] == [second]
    assert site_admin.patch(f"/api/v1/vectors/{second}/", {"is_default": False}).data["is_default"] is False


def test_deleting_takes_our_file_along(add: Callable[..., Any], site_admin: APIClient, data: Path) -> None:
    made = add(name="Small", file=SimpleUploadedFile("glove.txt", GLOVE.encode()), format="multipart").data["id"]
    assert site_admin.delete(f"/api/v1/vectors/{made}/").status_code == 204
    assert list(data.glob("vectors/files/*")) == []
    assert not VectorSet.objects.exists()


def test_deleting_stops_the_worker_at_it_and_leaves_nothing(
    add: Callable[..., Any], bitext: Pair, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = add(name="Ours", projects=["harbour-talks"], min_count=1, dimension=4, work=False).data["id"]
    noticed: list[float] = []

    def lose_it(sentences: Any, *, progress: Any, **_: Any) -> Any:
        VectorSet.objects.get(pk=made).delete()
        try:
            for step in range(100):
                monkeypatch.setattr("annotator.platform.work.time.monotonic", lambda step=step: 1e9 + step)
                progress(step / 100, "epoch")
        except Cancelled:
            noticed.append(step / 100)
            raise

    monkeypatch.setattr("alignment.vectors.train_vectors", lose_it)
    vectors.execute(made)
    assert noticed == [0.0]
    assert list(data.glob("vectors/files/*")) == []


def test_a_lost_worker_s_set_is_taken_up_again_until_it_is_given_up(
    add: Callable[..., Any], glove: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = VectorSet.objects.get(pk=add(name="Lost", path=str(glove), work=False).data["id"])
    for attempt in (1, 2, 3):
        assert made.claim_for_work()
        assert not VectorSet.objects.get(pk=made.pk).claim_for_work(), "a live worker holds it"
        VectorSet.objects.filter(pk=made.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=5))
        assert work.sweep() == 1
        made.refresh_from_db()
        assert (made.state, made.attempts) == (VectorSetState.QUEUED, attempt)
    vectors.execute(made.pk)
    made.refresh_from_db()
    assert made.state == VectorSetState.FAILED
    assert "3 times" in made.error


def test_executing_again_changes_nothing(add: Callable[..., Any], glove: Path) -> None:
    made = add(name="One", path=str(glove)).data["id"]
    vectors.execute(made)
    assert VectorSet.objects.get(pk=made).attempts == 1


def test_the_list_tells_everybody_but_not_where_files_are(
    add: Callable[..., Any], glove: Path, outsider: User, client_of: Any, django_assert_num_queries: Any
) -> None:
    for n in range(5):
        add(name=f"V{n}", path=str(glove))
    with django_assert_num_queries(3):  # how many there are, the ids of the page, its rows
        answer = client_of(outsider).get("/api/v1/vectors/")
    assert answer.json()["count"] == 5
    assert str(glove.parent) not in answer.content.decode()


@pytest.mark.usefixtures("bitext")
def test_the_shell_adds_trains_and_lists(glove: Path, project: Project) -> None:
    out = io.StringIO()
    call_command("vectors", "add", str(glove), "--name", "Small", "--default", stdout=out)
    call_command("vectors", "train", project.slug, "--name", "Ours", "--min-count", "1", "--dimension", "4", stdout=out)
    call_command("vectors", "list", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("Small: glove.txt, 3 words, 3 dimensions, ")
    assert lines[2].startswith("Ours: the texts of 1 project, ")
    assert lines[3].endswith(", the default")
    with pytest.raises(CommandError, match=r"no project nowhere\. Projects: "):
        call_command("vectors", "train", "nowhere", "--name", "X")
    glove.write_text("one line without numbers\n")
    with pytest.raises(CommandError, match="line 1"):
        call_command("vectors", "add", str(glove), "--name", "Bad")
    assert not VectorSet.objects.filter(name="Bad").exists()
