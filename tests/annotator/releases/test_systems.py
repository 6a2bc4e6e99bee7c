"""Systems scored on a release: uploads of every form, engines, comparisons, and that no text of the release is told."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from rest_framework.test import APIClient
from rouge_score import rouge_scorer
from sacrebleu.metrics import BLEU, CHRF, TER

from alignment.filters import Similarity
from alignment.metrics import translation
from annotator.models import (
    AlignmentRun,
    Pair,
    Probe,
    ProbeKind,
    Project,
    Release,
    Review,
    Role,
    System,
    SystemState,
    TestSet,
)
from annotator.platform.work import Heartbeat
from annotator.releases import making as releases
from annotator.releases import systems
from annotator.releases.systems import scoring
from annotator.releases.systems.references import Part, gold_talks, references, row_ids
from tests import world
from tests.annotator.conftest import make_project
from tests.annotator.releases.releasing import (
    accept_all,
    make_release,
    release_of_bitext,
    set_of_all,
    shared_rows_and_files,
)

ClientOf = Callable[[User], APIClient]
PART = Part("en", "ja")

pytestmark = pytest.mark.usefixtures("in_process")


@pytest.fixture(scope="module")
def shared_release(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Release]:
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        yield release_of_bitext(make_project())


@pytest.fixture
def project(release: Release) -> Project:
    return release.test_set.project


@pytest.fixture
def annotator(release: Release) -> User:
    return User.objects.get(username=Role.ANNOTATOR)


@pytest.fixture
def bitext(project: Project) -> Pair:
    return project.pairs.get()


@pytest.fixture
def client(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def execute(system: System | int) -> System:
    pk = system if isinstance(system, int) else system.pk
    with mock.patch.object(Heartbeat, "progress"):
        systems.execute(pk)
    return System.objects.get(pk=pk)


def upload(client: APIClient, release: Release, text: str | bytes, file_name: str = "offline.txt", **given: Any) -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    body = {"release": release.pk, "file": ContentFile(data, name=file_name), **given}
    return client.post("/api/v1/systems/", body, format="multipart")


def scored(
    client: APIClient, release: Release, text: str | bytes, file_name: str = "offline.txt", **given: Any
) -> System:
    answer = upload(client, release, text, file_name, **given)
    assert answer.status_code == 201, answer.content
    system = execute(answer.json()["id"])
    assert system.state == SystemState.SCORED, system.error
    return system


def texts_of(release: Release) -> list[str]:
    return [each.text for each in references(release, PART)]


def figures(system: System) -> dict[str, Any]:
    assert system.scores is not None
    return {each["key"]: each["value"] for each in system.scores["figures"]}


def worse(release: Release) -> str:
    """A translation that drops the end of every text."""
    return "".join(f"{text[: max(1, len(text) * 2 // 3)]}\n" for text in texts_of(release))


class Characters:
    """Japanese words as `alignment.metrics.rouge` has them: of these texts, all characters but marks."""

    def tokenize(self, text: str) -> list[str]:
        return [character for character in text if character.isalnum()]


def aligned(release: Release, *, shift: int = 0) -> str:
    (talk,) = gold_talks(release)
    lines = []
    for source, target in talk.beads:
        moved = [position + shift for position in target]
        lines.append(f"[{', '.join(map(str, source))}]:[{', '.join(map(str, moved))}]\n")
    return "".join(lines)


def test_a_neural_metric_scores_translations_where_its_model_is_named(
    client: APIClient, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def of_lengths(ours: Any, theirs: Any, sources: Any) -> list[float]:
        asked.extend(sources)
        return [len(one) / len(other) for one, other in zip(ours, theirs, strict=True)]

    monkeypatch.setattr(scoring, "neural_model", lambda name: "models/x" if name == "comet" else None)
    monkeypatch.setattr(scoring, "similarity", lambda name, model: Similarity(f"{name}:x", True, of_lengths))
    monkeypatch.setattr(scoring, "_ASKED_AT_ONCE", 2)  # rows in order, whatever is asked at once
    given = worse(release)
    system = scored(client, release, given)
    assert system.scores is not None
    (comet,) = [each for each in system.scores["figures"] if each["key"] == "comet"]
    rows = of_lengths(given.splitlines(), texts_of(release), [])
    assert comet["value"] == pytest.approx(sum(rows) / len(rows))
    assert comet["signature"].startswith("comet:x|bs:1000")
    assert asked == [each.source for each in references(release, PART)]
    assert all(asked)


def test_a_translation_read_in_a_child_is_scored_as_sacrebleu_scores_it(client: APIClient, release: Release) -> None:
    given = worse(release)
    system = scored(client, release, given)
    assert (system.name, system.kind, system.source_language, system.target_language) == (
        "offline", "translation", "en", "ja",
    )  # fmt: skip
    theirs = {"bleu": BLEU(tokenize="char"), "chrf": CHRF(), "ter": TER(normalized=True, asian_support=True)}
    expected = {
        key: metric.corpus_score(given.splitlines(), [texts_of(release)]).score for key, metric in theirs.items()
    }
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], tokenizer=Characters())
    pairs = zip(texts_of(release), given.splitlines(), strict=True)
    of_rows = [scorer.score(reference, text) for reference, text in pairs]
    expected |= {name.lower(): sum(row[name].fmeasure for row in of_rows) / len(of_rows) for name in of_rows[0]}
    assert figures(system) == {key: pytest.approx(value) for key, value in expected.items()}
    answer = client.get(f"/api/v1/systems/{system.pk}/").json()
    assert "tok:char" in answer["figures"][0]["signature"]
    assert "bs:1000|seed:12345" in answer["figures"][0]["signature"]
    assert [each["rows"] for each in answer["by_talk"]] == [answer["n_rows"]]
    assert sum(each["rows"] for each in answer["by_length"]) == answer["n_rows"]
    assert answer["by_talk"][0]["values"]["bleu"]["value"] == pytest.approx(figures(system)["bleu"])
    assert answer["by_length"][0]["name"].endswith("words")


def test_what_has_too_many_words_for_ter_says_so_and_has_the_rest(
    client: APIClient, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translation, "MOST_TER_WORDS", 1)
    system = scored(client, release, worse(release))
    assert system.warnings == ["There are too many words for TER."]
    assert "ter" not in figures(system)
    assert {"bleu", "chrf"} <= figures(system).keys()


def test_rows_may_be_given_in_any_order(client: APIClient, release: Release) -> None:
    lines = worse(release).splitlines()
    rows = list(references(release, PART))
    told = [json.dumps({"row_id": row.row_id, "text": line}) for row, line in zip(rows, lines, strict=True)]
    (null, *_) = row_ids(release) - {row.row_id for row in rows}
    by_line = scored(client, release, worse(release))
    of_null = json.dumps({"row_id": null, "text": "x"})
    by_row = scored(client, release, "\n".join(reversed([*told, of_null])), "rows.jsonl", kind="translation")
    assert figures(by_row) == figures(by_line)
    assert by_row.warnings == ["Rows that are not scored: 1, the first in line 1."]
    assert by_row.basis == by_line.basis


def test_rows_that_are_missing_count_as_empty_and_rows_of_elsewhere_are_refused(
    client: APIClient, release: Release
) -> None:
    rows = list(references(release, PART))
    told = [json.dumps({"row_id": row.row_id, "text": row.text}) for row in rows]
    system = scored(client, release, "\n".join(told[1:]), "rows.jsonl")
    assert system.warnings == ["Rows that are missing, and count as empty: 1."]
    detail = client.get(f"/api/v1/systems/{system.pk}/").json()
    assert (detail["n_missing"], detail["missing"]) == (1, [rows[0].row_id])
    assert figures(system)["rouge1"] == pytest.approx(1 - 1 / len(rows))
    assert figures(system)["bleu"] == pytest.approx(
        BLEU(tokenize="char").corpus_score(["", *(row.text for row in rows[1:])], [[row.text for row in rows]]).score
    )
    extra = "\n".join([*told, '{"row_id": "none", "text": "x"}', '{"row_id": "more", "text": "x"}'])
    assert execute(upload(client, release, extra, "more.jsonl").json()["id"]).error == (
        "2 rows are not in release 1.0: none, more."
    )
    links = upload(client, release, aligned(release), "links.align", kind="translation")
    assert links.json()["detail"].startswith("links.align has links, not texts.")


def test_another_number_of_lines_is_told_with_the_lines_that_are_empty(client: APIClient, release: Release) -> None:
    n = len(texts_of(release))
    lines = ["x"] * (n + 1)
    lines[1] = ""
    answer = upload(client, release, "\n".join(lines))
    assert answer.status_code == 400
    assert answer.json()["detail"] == f"Line count {n + 1}, expected {n}. Line 2 is empty."
    assert answer.json()["errors"][0]["field"] == "file"
    assert not System.objects.exists()


def test_empty_lines_are_scored_and_told(client: APIClient, release: Release) -> None:
    lines = worse(release).splitlines()
    lines[1] = ""
    system = scored(client, release, "\n".join(lines) + "\n")
    assert system.warnings == ["Line 2 is empty."]


def test_an_alignment_that_is_gold_is_perfect(client: APIClient, release: Release) -> None:
    system = scored(client, release, aligned(release), "gold.align")
    assert system.kind == "alignment"
    assert figures(system) == {"strict_f1": 1.0, "lax_f1": 1.0, "lcs": 1.0}


def test_links_by_hand(client: APIClient, release: Release) -> None:
    (talk,) = gold_talks(release)
    pairs = [bead for bead in talk.beads if bead[0] and bead[1]]
    # Only the first bead is right; all others are taken apart.
    beads = [pairs[0]]
    beads += [
        half for source, target in talk.beads if (source, target) != pairs[0] for half in ((source, ()), ((), target))
    ]
    lines = [f"[{', '.join(map(str, s))}]:[{', '.join(map(str, t))}]" for s, t in beads if s or t]
    system = scored(client, release, "\n".join(lines))
    n_nulls = sum(1 for bead in talk.beads if not (bead[0] and bead[1]))
    precision, recall = (1 + n_nulls) / len(lines), 1 / len(pairs)
    assert figures(system)["strict_f1"] == pytest.approx(2 * precision * recall / (precision + recall))
    assert figures(system)["lcs"] == 1.0  # of the groups that are the same


def test_links_of_several_talks_come_in_an_archive_or_as_json_lines(
    project: Project, annotator: User, client: APIClient, make_document: Any, make_run: Any
) -> None:
    other = world.make_pair(
        project, "Second", make_document("en2", ["One.", "Two."]), make_document("ja2", ["一。", "二。"], language="ja")
    )
    make_run(other, [{"source": [0], "target": [[0, 0, 2]]}, {"source": [1], "target": [[1, 0, 2]]}])
    accept_all(other, annotator)
    release = make_release(set_of_all(project, "Both"), ["vecalign"])
    with release.files.get(form="vecalign").file.open("rb") as file:
        archive = file.read()
    from_archive = scored(client, release, archive, "gold.zip")
    assert figures(from_archive)["strict_f1"] == 1.0
    lines = [
        json.dumps({"pair_id": talk.pair, "source_ids": source, "target_ids": target})
        for talk in gold_talks(release)
        for source, target in talk.beads
    ]
    assert figures(scored(client, release, "\n".join(lines), "lines.jsonl")) == figures(from_archive)
    alone = upload(client, release, "[0]:[0]\n", "one.align")
    failed = execute(alone.json()["id"])
    assert failed.state == SystemState.FAILED
    assert failed.error.startswith("The release has 2 talks, and this is the alignment of one.")
    only = io.BytesIO()
    with zipfile.ZipFile(only, "w") as some, zipfile.ZipFile(io.BytesIO(archive)) as whole:
        some.writestr("0001-a.align", whole.read(whole.namelist()[0]))
    missing = execute(upload(client, release, only.getvalue(), "some.zip").json()["id"])
    assert missing.error.startswith("There is no alignment of talk 2")


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("[0]:[99]\n", "a.align", "target 99, expected 0 to"),
        ('{"pair_id": 1, "source_ids": [0], "target_ids": [0]}', "a.jsonl", "There is no alignment of talk 1"),
    ],
)
def test_links_that_do_not_fit_are_told(client: APIClient, release: Release, text: str, name: str, said: str) -> None:
    system = execute(upload(client, release, text.replace('"pair_id": 1,', '"pair_id": 999999,'), name).json()["id"])
    assert system.state == SystemState.FAILED
    assert said in system.error


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"", "a.txt", "The file is empty."),
        (b"{\n", "a.jsonl", "line 1: this is not JSON"),
        (b'{"row_id": 3}', "a.jsonl", "expected an object with row_id and text"),
        (b"%PDF-1.4", "a.txt", "no output of a system"),
        (b"PK\x03\x04broken", "a.zip", "damaged"),
        (b"[0]:[0]\n[0]:[1]\n", "a.align", "source 0 is in a second bead"),
        (b"\xff\xfe\x00", "a.txt", "a.txt"),
        (b"x" * 20_001, "a.txt", "line 1: a line of 20,001 characters"),
        (b'{"row_id": "a", "text": "\\ud800"}', "a.jsonl", "line 1"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    client: APIClient, release: Release, data: bytes, name: str, said: str
) -> None:
    answer = upload(client, release, data, name)
    assert answer.status_code == 400, answer.content
    assert said in answer.json()["detail"]
    assert not System.objects.exists()


def test_names_and_files_are_there_once(client: APIClient, release: Release) -> None:
    first = scored(client, release, worse(release), "one.txt")
    other = "".join(f"{text}\n" for text in texts_of(release))
    taken = upload(client, release, other, "two.txt", name="one")
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    same = upload(client, release, worse(release), "two.txt")
    assert (same.status_code, same.json()["code"]) == (409, "same_file")
    assert "as one" in same.json()["detail"]
    second = scored(client, release, other, "two.txt")
    renamed = client.patch(f"/api/v1/systems/{second.pk}/", {"name": "one"}, format="json")
    assert renamed.status_code == 409
    renamed = client.patch(f"/api/v1/systems/{second.pk}/", {"name": "perfect"}, format="json")
    assert renamed.json()["name"] == "perfect"
    with pytest.raises(IntegrityError, match="one_uploaded_system_per_name"), transaction.atomic():
        System.objects.create(on_release=release, name="perfect", file="x")
    stored = str(first.file.name)
    assert default_storage.exists(stored)
    with mock.patch("django.db.transaction.on_commit", side_effect=lambda do, **_: do()):
        assert client.delete(f"/api/v1/systems/{first.pk}/").status_code == 204
    assert not default_storage.exists(stored)
    assert upload(client, release, worse(release), "one.txt").status_code == 201


def test_two_systems_are_compared_on_the_same_samples(client: APIClient, release: Release) -> None:
    first = scored(client, release, worse(release), "worse.txt")
    second = scored(client, release, "".join(f"{text}\n" for text in texts_of(release)), "best.txt")
    answer = client.get(f"/api/v1/systems/{second.pk}/comparison/?against={first.pk}")
    assert answer.status_code == 200, answer.content
    compared = {each["key"]: each for each in answer.json()["figures"]}
    assert compared["bleu"]["difference"] == pytest.approx(100 - figures(first)["bleu"])
    assert 0 < compared["bleu"]["p"] <= 1
    links = scored(client, release, aligned(release), "links.align")
    apart = client.get(f"/api/v1/systems/{second.pk}/comparison/?against={links.pk}")
    assert (apart.status_code, apart.json()["code"]) == (409, "conflict")
    assert client.get(f"/api/v1/systems/{second.pk}/comparison/?against=999999").status_code == 404
    assert client.get(f"/api/v1/systems/{second.pk}/comparison/").status_code == 400
    waiting = upload(client, release, "".join("x\n" for _ in texts_of(release)), "waits.txt").json()["id"]
    assert client.get(f"/api/v1/systems/{second.pk}/comparison/?against={waiting}").status_code == 409


def test_engines_are_scored_without_an_upload(
    client: APIClient, release: Release, bitext: Pair, make_run: Any, queued: list[tuple[str, int]],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    queued.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.get(f"/api/v1/systems/?release={release.pk}").json()["results"] == []
    assert queued == []  # reading starts no work
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/api/v1/systems/score-engines/", {"release": release.pk}).status_code == 204
    assert ("score_engines", release.pk) in queued
    systems.score_engines(release.pk)
    engine = execute(System.objects.get().pk)
    assert (engine.engine, engine.kind, engine.runs) == ("lexical", "alignment", [bitext.runs.get().pk])
    assert set(figures(engine)) == {"strict_f1", "lax_f1", "lcs"}
    (shown,) = client.get(f"/api/v1/systems/?release={release.pk}").json()["results"]
    assert shown["n_own"] == shown["n_rows"] > 0  # its own proposals were reviewed: the figures say so
    systems.score_engines(release.pk)
    assert System.objects.count() == 1
    newer = make_run(bitext, [{"source": [0], "target": [[0, 0, 4]]}], number=7)
    systems.score_engines(release.pk)
    engine.refresh_from_db()
    assert (engine.state, engine.runs) == (SystemState.QUEUED, [newer.pk])
    assert engine.scores is not None  # until there are others
    other = make_run(bitext, [{"source": [0], "target": [[0, 0, 4]]}], number=8, options={"common_words": False})
    systems.score_engines(release.pk)
    assert set(System.objects.exclude(pk=engine.pk).values_list("runs", flat=True).get()) == {other.pk}
    for refused in (client.delete, lambda address: client.patch(address, {"name": "x"}, format="json")):
        assert refused(f"/api/v1/systems/{engine.pk}/").status_code == 409


def test_an_engine_is_one_system_whether_or_not_talks_have_a_translation_for_its_filters(
    client: APIClient, project: Project, bitext: Pair, annotator: User, make_document: Any
) -> None:
    """A bulk alignment gives talks with an offline translation another option, which changes no link."""
    second = world.make_pair(project, "Second", *(make_document(f"{n}", ["One.", "Two."]) for n in "ab"))
    world.make_run(second, [{"source": [0], "target": [[0, 0, 4]]}, {"source": [1], "target": [[1, 0, 4]]}])
    accept_all(second, annotator)
    AlignmentRun.objects.filter(pair=bitext).update(options={"offline": "document"})
    AlignmentRun.objects.filter(pair=second).update(options={"offline": "none"}, engine=bitext.runs.get().engine)
    release = make_release(set_of_all(project, "Both"))
    System.objects.create(
        on_release=release, name="Lexical", engine="lexical", kind="alignment", options={"offline": "none"},
        recipe="as it was", runs=[second.runs.get().pk], state=SystemState.FAILED, error="It was one of two.",
    )  # fmt: skip
    systems.score_engines(release.pk)
    engine = System.objects.get()
    assert sorted(engine.runs) == sorted([bitext.runs.get().pk, second.runs.get().pk])
    execute(engine)
    told = client.get(f"/api/v1/systems/?release={release.pk}").json()["results"][0]
    assert (told["n_talks"], told["of_talks"]) == (2, 2)


def test_an_engine_that_aligned_some_talks_says_of_how_many_the_release_is(
    client: APIClient, project: Project, bitext: Pair, annotator: User, make_document: Any
) -> None:
    second = world.make_pair(project, "Second", *(make_document(f"{n}", ["One.", "Two."]) for n in "ab"))
    world.make_run(second, [{"source": [0], "target": [[0, 0, 4]]}], engine="lengths")
    accept_all(second, annotator)
    release = make_release(set_of_all(project, "Both"))
    systems.score_engines(release.pk)
    for system in System.objects.all():
        execute(system)
    told = client.get(f"/api/v1/systems/?release={release.pk}").json()["results"]
    assert [(one["n_talks"], one["of_talks"]) for one in told] == [(1, 2), (1, 2)]
    other = world.make_run(bitext, [{"source": [0], "target": [[0, 0, 4]]}], engine="lengths")
    systems.score_engines(release.pk)
    both = execute(System.objects.get(engine="lengths"))
    assert other.pk in both.runs
    assert both.scores is not None
    assert (
        both.scores["own"]
        == sum(place.engine == "lengths" for talk in gold_talks(release) for place in talk.places)
        < both.scores["rows"]
    )


def test_rows_whose_proposal_somebody_did_not_see_are_scored_apart(
    client: APIClient, project: Project, annotator: User, person: Callable[..., User], make_document: Any
) -> None:
    """Two people agree on the talk; from one of them the proposals of six rows were hidden."""
    texts = [[f"{side} {n} {'w' * n}." for n in range(20)] for side in "ab"]
    pair = world.make_pair(project, "Long", *map(make_document, "ab", texts))
    links = [{"source": [n], "target": [[n, 0, len(texts[1][n])]]} for n in range(20)]
    run = world.make_run(pair, links)
    Pair.objects.filter(pk=pair.pk).update(reviews_needed=2)
    for somebody in (annotator, person(Role.ANNOTATOR, "ben")):
        accept_all(pair, somebody)
    for first in (3, 11):
        units = [first, first + 1, first + 2]
        text = [[n, 0, len(texts[1][n])] for n in units]
        Probe.objects.create(review=Review.objects.latest("pk"), kind=ProbeKind.BLIND, source=units, target=text)
    alone = TestSet.objects.create(project=project, name="Long")
    alone.reviews.set(pair.reviews.all())
    release = make_release(alone)
    # The engine is right wherever people saw what it proposed, and half right where not.
    run.links.filter(position__in=(4, 12, 13)).update(source=[])
    systems.score_engines(release.pk)
    engine = execute(System.objects.get().pk)
    assert engine.scores is not None
    assert figures(engine)["strict_f1"] == pytest.approx(0.85)
    hidden, own = engine.scores["by_origin"]
    assert [(one["id"], one["rows"]) for one in (hidden, own)] == [(0, 6), (2, 14)]
    assert own["values"]["strict_f1"]["value"] == 1
    assert hidden["values"]["strict_f1"]["value"] == pytest.approx(0.5)
    assert 0.1 < hidden["values"]["strict_f1"]["half"] < 0.6  # six rows say little, and the interval says so
    (shown,) = client.get(f"/api/v1/systems/?release={release.pk}").json()["results"]
    assert shown["by_origin"] == [hidden, own]
    uploaded = scored(client, release, aligned(release), "mine.align")
    assert uploaded.scores is not None
    assert [one["id"] for one in uploaded.scores["by_origin"]] == [0, 1]


def test_runs_that_are_deleted_leave_scores_and_new_ones_fail_in_words(
    release: Release, bitext: Pair, client: APIClient
) -> None:
    systems.score_engines(release.pk)
    engine = System.objects.get()
    AlignmentRun.objects.filter(pk__in=engine.runs).update(number=99)
    bitext.runs.get().links.all().delete()
    assert execute(engine).error == "The release has no links of two texts to compare with."


def test_a_withdrawn_release_takes_no_systems_and_keeps_its_scores(client: APIClient, release: Release) -> None:
    system = scored(client, release, worse(release))
    releases.withdraw_release(release, reason="Wrong split.", user=None)
    answer = upload(client, release, "x\n", "late.txt")
    assert answer.status_code == 409
    assert "was withdrawn" in answer.json()["detail"]
    shown = client.get(f"/api/v1/systems/?release={release.pk}").json()["results"]
    assert [each["id"] for each in shown] == [system.pk]
    systems.score_engines(release.pk)
    assert System.objects.count() == 1


def test_nothing_that_is_told_holds_a_text_of_the_release(
    client: APIClient, release: Release, person: Callable[..., User], client_of: ClientOf
) -> None:
    system = scored(client, release, worse(release))
    links = scored(client, release, aligned(release), "links.align")
    execute(upload(client, release, "[0]:[99]\n", "far.align").json()["id"])
    told = [
        client.get(f"/api/v1/systems/{system.pk}/"),
        client.get(f"/api/v1/systems/{links.pk}/"),
        client.get(f"/api/v1/systems/?release={release.pk}"),
        upload(client, release, "x\n", "short.txt"),
        upload(client, release, json.dumps({"row_id": "x", "text": "y"}), "rows.jsonl"),
    ]
    execute(told[-1].json()["id"])
    told.append(client.get(f"/api/v1/systems/?release={release.pk}"))
    texts = [text for text in texts_of(release) if len(text) > 3]
    texts += [json.loads(record)["source"] for record in release.rows.values_list("record", flat=True)]
    for answer in told:
        body = answer.content.decode()
        assert not [text for text in texts if text in body or json.dumps(text)[1:-1] in body]
    for role, status in (("annotator", 403), ("outsider", 404)):
        user = User.objects.filter(username=role).first() or person(None)
        assert client_of(user).get(f"/api/v1/systems/{system.pk}/").status_code == status
        assert client_of(user).get("/api/v1/systems/").json()["results"] == []


def test_a_split_is_scored_by_itself(client: APIClient, release: Release) -> None:
    answer = upload(client, release, worse(release), split="test")
    assert answer.status_code == 400
    assert answer.json()["detail"] == "The release has no split 'test'. Splits: none."
    answer = upload(client, release, worse(release), languages="en-de")
    assert answer.json()["detail"] == "The release has no rows of 'en-de'. Languages: en-ja."


def test_the_command_scores_and_compares(release: Release, tmp_path: Path) -> None:
    def run(*arguments: Any) -> str:
        out = io.StringIO()
        with mock.patch.object(Heartbeat, "progress"):
            call_command("release", "score", *map(str, arguments), stdout=out, stderr=out)
        return out.getvalue()

    (tmp_path / "worse.txt").write_text(worse(release), encoding="utf-8")
    (tmp_path / "best.txt").write_text("".join(f"{text}\n" for text in texts_of(release)), encoding="utf-8")
    (tmp_path / "short.txt").write_text("x\n", encoding="utf-8")
    told = run(release.pk, tmp_path / "worse.txt")
    assert told.startswith(f"worse: {len(texts_of(release))} rows of 1 talks\nBLEU")
    told = run(release.pk, tmp_path / "best.txt", "--name", "Best", "--against", "worse")
    assert "100.000" in told
    assert "Against worse:\nBLEU" in told
    assert "p = " in told
    with pytest.raises(CommandError, match=f"short.txt: Line count 1, expected {len(texts_of(release))}"):
        run(release.pk, tmp_path / "short.txt")
    with pytest.raises(CommandError, match=r"has no system nobody\. Systems: worse, Best"):
        run(release.pk, tmp_path / "best.txt", "--against", "nobody")
    with pytest.raises(CommandError, match="There is no frozen release 0"):
        run(0, tmp_path / "best.txt")
