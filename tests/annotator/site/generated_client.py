"""What a client that openapi-python-client made from our OpenAPI document is asked for: every resource."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
from django.conf import settings
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client as DjangoClient

from annotator.models import AlignmentRun, Pair, Project
from tests.annotator.populated import Ids
from tests.world import session_of

#: What there is not for every row: summaries of bitexts, files and recordings of documents.
MAY_BE_MISSING = (
    "runs_comparison_retrieve",
    "runs_summary_retrieve", "reviews_summary_retrieve", "documents_source_retrieve", "documents_media_retrieve",
    "runs_summary_sheet_retrieve", "reviews_summary_sheet_retrieve", "runs_summary_file_retrieve",
    "reviews_summary_file_retrieve", "pairs_timeline_retrieve",
    "documents_recognitions_retrieve", "documents_transcript_check_retrieve", "documents_peaks_retrieve",
    "documents_transcript_check_rare_words_retrieve",
    "documents_segments_retrieve", "documents_clips_retrieve",
    "documents_m3av_retrieve", "pairs_passages_retrieve",
)  # fmt: skip


@contextmanager
def generated_from(described: dict[str, Any], folder: Path) -> Iterator[ModuleType]:
    """The package that the generator writes into the folder."""
    (folder / "schema.json").write_text(json.dumps(described))
    (folder / "options.yml").write_text("post_hooks: []\n")
    made = subprocess.run(
        [
            sys.executable, "-m", "openapi_python_client", "generate", "--path", folder / "schema.json",
            "--output-path", folder / "lectern_client", "--meta", "none", "--config", folder / "options.yml",
            "--fail-on-warning",
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("lectern_client")
    finally:
        sys.path.remove(str(folder))


#: By address, (status, type of the content, content).
Answers = dict[str, tuple[int, str, bytes]]


class _Answering(httpx.BaseTransport):
    """Answers in this process, inside the transaction of the test, and what is known as it was answered before."""

    def __init__(self, known: Answers) -> None:
        self._known, self._asked = known, httpx.WSGITransport(app=WSGIHandler())

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        address = request.url.raw_path.decode()
        if request.method != "GET" or address not in self._known:
            return self._asked.handle_request(request)
        status, content_type, content = self._known[address]
        return httpx.Response(status, headers={"Content-Type": content_type}, content=content)


def signed_in(generated: ModuleType, user: User, known: Answers) -> Any:
    """A generated client, signed in as somebody. known : what needs not be asked for."""
    token = DjangoClient().get("/api/v1/session/").cookies[settings.CSRF_COOKIE_NAME].value
    client = generated.Client(base_url="http://testserver", raise_on_unexpected_status=True)
    asking = httpx.Client(
        base_url="http://testserver",
        transport=_Answering(known),
        cookies={settings.SESSION_COOKIE_NAME: session_of(user), settings.CSRF_COOKIE_NAME: token},
        headers={"X-CSRFToken": token},
    )
    return client.set_httpx_client(asking)


def read_all(generated: ModuleType, client: Any, ids: Ids, project: Project) -> None:
    """Call every operation that is a GET, for each row that its address may name."""
    read, reading = set(), _reading(generated)
    for name, call in reading:
        for given in _arguments(name, call, ids, project):
            try:
                answer = call(client=client, **given)
            except generated.errors.UnexpectedStatus:
                assert name in MAY_BE_MISSING, (name, given)
                continue
            assert answer.status_code == 200, (name, given, answer.content)
            read.add(name)
    assert {name for name, _ in reading} - read == set()


def write(client: Any, project: Project, bitext: Pair) -> None:
    """Make, change and delete resources of several kinds."""
    models = importlib.import_module("lectern_client.models")

    def call(name: str, *args: Any, body: Any = None) -> Any:
        resource = name.partition("-")[0] or name
        module = importlib.import_module(f"lectern_client.api.{resource}.{name.replace('-', '_')}")
        return module.sync_detailed(*args, client=client, **({} if body is None else {"body": body})).parsed

    made = call("projects-create", body=models.ProjectRequest(name="Tides"))
    assert (made.slug, made.role) == ("tides", "admin")
    changed = call("projects-partial_update", "tides", body=models.PatchedProjectRequest(description="Water"))
    assert (changed.name, changed.description) == ("Tides", "Water")
    call("projects-destroy", "tides")
    pair = call("pairs-partial_update", bitext.pk, body=models.PatchedPairDetailRequest(title="The ledger"))
    assert pair.title == "The ledger"
    run = call("runs-create", body=models.RunCreateRequest(pair=bitext.pk, engine="lexical"))
    assert (run.state, run.created_by.username) == ("queued", "admin")
    assert call("runs-cancel_create", run.id).state == "cancelled"
    talk_run = AlignmentRun.objects.filter(pair__title="Full stop").get()
    invitation = call("invitations-create", body=models.InvitationCreateRequest(run=talk_run.pk, author_name="Ines"))
    assert (invitation.n_sentences, invitation.counts) == (30, False)
    closed = call("invitations-partial_update", invitation.id, body=models.PatchedInvitationDetailRequest(revoked=True))
    assert not closed.open_
    test_set = call("test_sets-create", body=models.TestSetRequest(project=project.slug, name="Autumn", reviews=[]))
    assert test_set.n_rows == 0
    review = call("reviews-create", body=models.ReviewCreateRequest(pair=bitext.pk))
    assert review.annotator.username == "admin"
    member = call(
        "projects-members_create", project.slug,
        body=models.MemberRequest(username="kim", role=models.Role("viewer"), password="low tide at noon"),
    )  # fmt: skip
    assert member.role == "viewer"


def rows_of_reviews(ids: Ids) -> list[tuple[int, str]]:
    """Each review with a row of its own, and one with a row of another."""
    rows = ids["rows"]
    return [*rows, (rows[0][0], rows[-1][1])]


def _reading(generated: ModuleType) -> list[tuple[str, Callable[..., Any]]]:
    """Name and function of every operation that is a GET."""
    found = []
    api = importlib.import_module("lectern_client.api")
    for resource in pkgutil.iter_modules(api.__path__, "lectern_client.api."):
        package = importlib.import_module(resource.name)
        for operation in pkgutil.iter_modules(package.__path__, f"{resource.name}."):
            module = importlib.import_module(operation.name)
            if '"method": "get"' in Path(str(module.__file__)).read_text(encoding="utf-8"):
                found.append((operation.name.rpartition(".")[2], module.sync_detailed))
    return found


def _arguments(name: str, call: Callable[..., Any], ids: Ids, project: Project) -> Iterator[dict[str, Any]]:
    """What to call the operation with: each row that its address may name."""
    named = name.replace("test_sets", "test-sets").replace("bulk_alignments", "bulk-alignments")
    named = named.replace("training_sets", "training-sets").replace("trained_models", "trained-models")
    named = named.replace("leak_checks", "leak-checks").replace("spot_checks", "spot-checks")
    named = named.replace("rating_tasks", "rating-tasks")
    named = named.replace("project_imports", "project-imports")
    named = named.replace("summary_sets", "summary-sets").replace("rouge_tables", "rouge-tables")
    named = named.replace("slides_tables", "slides-tables").replace("slides_predictions", "slides-predictions")
    named = named.replace("generation_runs", "generation-runs")
    resource = named.partition("_")[0]
    values: dict[str, list[Any]] = {
        "id": ids.get(resource, []), "slug": [project.slug], "project_slug": [project.slug], "since": [0],
        "ids": [",".join(map(str, ids["pairs"]))], "pair": ids["pairs"], "row": ids["rows"], "token": ids["tokens"],
        "q": ["water"], "measure": ["good_align"], "people": [f"{a},{b}" for _, a, b in ids["compared"]],
        "annotator": ids["people"], "project": [project.slug],
        "document": ids["papers"],
        "test_set": ids["test-sets"],
        "number": ids["guidelines"],
        "position": [0],
    }  # fmt: skip
    if resource == "rater":
        values["token"], values["key"] = ([pair[at] for pair in ids["rater_samples"][:1]] for at in (0, 1))
    if named.startswith("my_ratings"):
        values["id"], values["key"] = ([pair[at] for pair in ids["own_samples"][:1]] for at in (0, 1))
    if resource in ("join", "digests"):
        values["token"] = ids[resource]
    needed = [
        parameter.name
        for parameter in inspect.signature(call).parameters.values()
        if parameter.default is parameter.empty and parameter.name != "client"
    ]
    if name.startswith(("documents_pages", "documents_slide_text")):
        yield from ({"id": deck} | ({"number": 1} if "number" in needed else {}) for deck in ids["decks"])
        return
    if name == "projects_training_trial_retrieve":
        yield {"project_slug": project.slug, "source_language": "en", "target_language": "ja"}
        return
    if name == "foreseen_erasure":
        yield {"project_slug": project.slug, "documents": str(ids["papers"][0])}
        return
    if name.startswith("projects_people") and "annotator" in needed:
        yield {"project_slug": project.slug, "annotator": ids["people"][0]}
        return
    if name.startswith("documents_clips_file"):
        yield from ({"id": pk} for pk in ids["cut"])
        return
    if name.startswith("passes_planted"):
        yield from ({"id": pk} for pk in ids["judged"])
        return
    if name.startswith("pairs_page_search"):
        yield from ({"id": pk} | ({"second": "1"} if "second" in needed else {}) for pk in ids["searched"])
        return
    if "against" in needed:
        yield from ({"id": pk, "against": pk} for pk in ids[resource])
        return
    if "delivery" in needed:
        for hook, delivery in ids["deliveries"]:
            yield {"project_slug": project.slug, "id": hook, "delivery": delivery}
        return
    if needed == ["id", "row"] and resource == "reviews":
        yield from ({"id": review, "row": row} for review, row in rows_of_reviews(ids))
        return
    if name.startswith("project_export_file"):
        yield from ({"project_slug": slug, "id": pk} for slug, pk in ids["exports"])
        return
    if "realignment" in needed:
        yield from ({"id": review, "realignment": str(pk)} for review, pk in ids["realignments"])
        return
    if "form" in needed and resource == "training-sets":
        yield from ({"id": one, "form": form} for one, form in ids["training_files"])
        return
    if "address" in needed:
        files = ids["release_page_files"] if "form" in needed else [(one, None) for one in ids["release_pages"]]
        yield from ({"address": one} | ({"form": form} if form else {}) for one, form in files)
        return
    if resource == "rouge-tables" and "row" in needed:
        yield from ({"id": table, "row": row} for table, row in ids["rouge_rows"])
        return
    if name.startswith("systems_words"):
        yield {"id": ids["systems"][0], "talk": 1}
        return
    if resource == "slides-tables" and "talk" in needed:
        yield from ({"id": table, "talk": talk} for table, talk in ids["slides_talks"])
        return
    if "form" in needed:
        yield from ({"id": release, "form": form} for release, form in ids["release_files"])
        return
    if "file" in needed:
        yield from ({"id": batch, "file": file} for batch, file in ids["files"])
        return
    for given in product(*(values[parameter] for parameter in needed)):
        yield dict(zip(needed, given, strict=True))
