"""Outputs of recognisers for the segments of a release: what is scored, what is laid beside it, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import jiwer
import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.management import call_command
from rest_framework.test import APIClient

from annotator.models import Document, HeardTalk, Project, Release, Role, System
from annotator.platform.work import Heartbeat
from annotator.releases import making, systems
from annotator.releases.systems.recognition import score_heard, spoken_in
from tests.annotator.conftest import make_project
from tests.annotator.releases.releasing import make_release, release_with_segments, set_of_all, shared_rows_and_files

pytestmark = pytest.mark.usefixtures("in_process")

SAID = {
    "pauses": [
        "You could ask why log-normal.", "It is because hesitations cascade and small delays multiply.",
        "The two curves cross.", "A breath is a comma.", "So no full stop.", "Rather than add.",
    ],
    "turns": ["Small words carry the turn."],
}  # fmt: skip
JAPANESE = ["息は読点です。", "文は続く。"]


def of_talk(name: str, texts: list[str], language: str, rare: list[str]) -> dict[str, Any]:
    return {
        "name": name, "title": name.capitalize(), "language": language, "split": "test", "recording": f"{name}.wav",
        "sha256": "", "segments": [[4.0 * n, 4.0 * n + 4, text, ""] for n, text in enumerate(texts)],
        "rare_words": rare,
    }  # fmt: skip


def name_of(talk: str, n: int) -> str:
    return f"{talk}--{4000 * n:07}_{4000 * n + 4000:07}"


@pytest.fixture(scope="module")
def shared_release(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Release]:
    """With segments of three talks."""
    talks = [of_talk(name, texts, "en", ["cascade", "comma"]) for name, texts in SAID.items()]
    clips = {"form": "flac", "talks": [*talks, of_talk("koe", JAPANESE, "ja", ["読点"])], "n_without": 0}
    with shared_rows_and_files(django_db_blocker, tmp_path_factory):
        yield release_with_segments(make_project(), clips)


@pytest.fixture
def project(release: Release) -> Project:
    return release.test_set.project


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


def upload(client: APIClient, release: Release, text: str, **asked: Any) -> Any:
    file = ContentFile(text.encode(), name=asked.pop("file_name", "ours.txt"))
    body = {"release": release.pk, "file": file, "kind": "recognition", "languages": "en", **asked}
    return client.post("/api/v1/systems/", body, format="multipart")


def scored(client: APIClient, release: Release, text: str, **asked: Any) -> System:
    answer = upload(client, release, text, **asked)
    assert answer.status_code == 201, answer.content
    with mock.patch.object(Heartbeat, "progress"):
        systems.execute(answer.json()["id"])
    system = System.objects.get(pk=answer.json()["id"])
    assert system.scores is not None, system.error
    return system


def kaldi(*changes: tuple[str, int, str | None]) -> str:
    """Everything heard as it was said but for these segments; None leaves one out."""
    heard = {(talk, n): text for talk, texts in SAID.items() for n, text in enumerate(texts)}
    heard |= {(talk, n): text for talk, n, text in changes if text is not None}
    for talk, n, text in changes:
        if text is None:
            del heard[talk, n]
    return "".join(f"{name_of(*where)} {text}\n" for where, text in heard.items())


def values(system: System) -> dict[str, float]:
    assert system.scores is not None
    return {each["key"]: each["value"] for each in system.scores["figures"]}


def test_an_output_gets_rates_by_talk_and_its_words_beside_what_was_said(client: APIClient, release: Release) -> None:
    changed = "it is because hesitation is a cascade and small the lays multiply than"
    system = scored(
        client, release, kaldi(("pauses", 1, changed), ("pauses", 3, "a breath is a coma"), ("turns", 0, None))
    )
    said = [
        text.lower().replace(".", "").replace("-", " ").replace("log normal", "log-normal")
        for texts in SAID.values() for text in texts
    ]  # fmt: skip
    heard = [*said]
    heard[1], heard[3], heard[6] = changed, "a breath is a coma", ""
    detail = client.get(f"/api/v1/systems/{system.pk}/").json()
    assert values(system)["wer"] == pytest.approx(jiwer.wer(said, heard), abs=1e-9)
    assert values(system)["cer"] == pytest.approx(jiwer.cer(said, heard), abs=1e-9)
    assert values(system)["bwer"] == pytest.approx(1 / 2)
    assert all(each["half"] is not None for each in detail["figures"])
    assert detail["figures"][0]["signature"].startswith("normaliser:plain|")
    assert [(each["name"], each["rows"]) for each in detail["by_talk"]] == [("Pauses", 6), ("Turns", 1)]
    assert detail["by_talk"][1]["values"]["wer"]["value"] == 1
    assert (detail["n_missing"], detail["missing"], detail["n_rare"]) == (1, [name_of("turns", 0)], 2)
    words = client.get(f"/api/v1/systems/{system.pk}/words/?talk=1&only=errors").json()
    assert words["media_url"] is None
    document = Document.objects.filter(kind="transcript").latest("pk")
    Document.objects.filter(pk=document.pk).update(media_file="pauses.wav")
    words = client.get(f"/api/v1/systems/{system.pk}/words/?talk=1&only=errors").json()
    assert words["media_url"] == f"/api/v1/documents/{document.pk}/media/"
    assert (words["title"], words["n_segments"], words["count"]) == ("Pauses", 6, 2)
    wrong = [
        (run["reference"], run["heard"], sorted(run["letters"]))
        for run in words["segments"][0]["runs"]
        if run["letters"]
    ]
    assert wrong == [
        ("hesitations", "hesitation is a", ["I", "I", "S"]), ("delays", "the lays", ["I", "S"]), ("", "than", ["I"]),
    ]  # fmt: skip
    assert words["segments"][1] | {"runs": []} == {
        "id": name_of("pauses", 3), "start": 12.0, "end": 16.0, "missing": False, "errors": 1, "units": 5,
        "rare_errors": 1, "rare_units": 1, "rare": ["comma"], "runs": [],
    }  # fmt: skip
    assert client.get(f"/api/v1/systems/{system.pk}/words/?talk=1&only=rare").json()["count"] == 2
    (left_out,) = client.get(f"/api/v1/systems/{system.pk}/words/?talk=2").json()["segments"]
    assert left_out["missing"]
    assert left_out["runs"] == [{"reference": "small words carry the turn", "heard": "", "letters": "DDDDD"}]


def test_two_outputs_are_compared_only_under_one_normaliser(client: APIClient, release: Release) -> None:
    best = scored(client, release, kaldi(), name="Best")
    other = scored(client, release, kaldi(("pauses", 2, None)), name="Other")
    strict = scored(client, release, kaldi(), name="Best as written", normaliser="none")
    (difference,) = client.get(f"/api/v1/systems/{best.pk}/comparisons/").json()
    assert difference["second"] == other.pk
    figures = {each["key"]: each for each in difference["figures"]}
    assert figures["wer"]["difference"] == pytest.approx(values(best)["wer"] - values(other)["wer"])
    assert 0 < figures["wer"]["p"] < 1
    assert client.get(f"/api/v1/systems/{best.pk}/comparison/?against={strict.pk}").status_code == 409
    assert upload(client, release, kaldi(), name="Again").status_code == 409


def test_written_form_is_found_and_scored_again_as_spoken_beside_it(client: APIClient, release: Release) -> None:
    written = scored(client, release, kaldi(("pauses", 2, "The 2 curves cross.")), name="Written")
    assert written.warnings == [
        "This looks like written form: digits in 14% of its texts, and in 0% of what was said. "
        "Score it again under the normaliser “spoken”."
    ]
    assert values(written)["wer"] > 0
    address = f"/api/v1/systems/{written.pk}/score-again/"
    annotator = User.objects.get(username=Role.ANNOTATOR)
    System.objects.filter(pk=written.pk).update(created_by=annotator)
    answer = client.post(address, {"normaliser": "spoken"}, format="json")
    assert (answer.status_code, answer.json()["name"]) == (201, "Written, spoken")
    with mock.patch.object(Heartbeat, "progress"):
        systems.execute(answer.json()["id"])
    spoken = System.objects.get(pk=answer.json()["id"])
    assert spoken.created_by == annotator  # whose file it is, who must not be asked to rate it
    assert (values(spoken)["wer"], spoken.warnings, spoken.options) == (0, [], {"normaliser": "spoken"})
    assert client.post(address, {"normaliser": "spoken"}, format="json").status_code == 409
    assert client.post(address, {"normaliser": "x"}, format="json").status_code == 400
    written.file.storage.delete(written.file.name)
    gone = client.post(address, {"normaliser": "none"}, format="json")
    assert (gone.status_code, gone.json()["detail"]) == (400, "The file of Written is no longer on this site.")


def test_an_output_is_scored_again_in_its_place(client: APIClient, release: Release) -> None:
    system = scored(client, release, kaldi(("turns", 0, None)))
    before = values(system)
    answer = client.post(f"/api/v1/systems/{system.pk}/score-again/", {}, format="json")
    assert (answer.status_code, answer.json()["state"]) == (201, "queued")
    with mock.patch.object(Heartbeat, "progress"):
        systems.execute(system.pk)
    system.refresh_from_db()
    assert (system.state, values(system), HeardTalk.objects.count()) == ("scored", before, 2)
    System.objects.filter(pk=system.pk).update(state="running")
    assert client.post(f"/api/v1/systems/{system.pk}/score-again/", {}, format="json").status_code == 409
    making.withdraw_release(release, reason="Wrong.", user=None)
    System.objects.filter(pk=system.pk).update(state="scored")
    assert client.post(f"/api/v1/systems/{system.pk}/score-again/", {}, format="json").status_code == 409


def test_segments_of_one_speaker_at_the_same_times_have_an_id_each() -> None:
    talk = of_talk("turns", ["Small words.", "Carry the turn."], "en", [])
    talk["segments"] = [[0.0, 4.0, text, "Ann Lee"] for _, _, text, _ in talk["segments"]]
    spoken = spoken_in([talk], "en")
    assert [each.id for each in spoken] == ["Ann-Lee--turns--0000000_0004000", "Ann-Lee--turns--0000000_0004000-2"]
    heard = score_heard([talk], spoken, {each.id: each.text for each in spoken}, language="en", normaliser="plain")
    assert heard.rates[0].total.rate == 0


def test_without_spaces_characters_are_counted_alone(client: APIClient, release: Release) -> None:
    lines = [
        f'{{"id": "{name_of("koe", 0)}", "text": "息は点です"}}',
        f'{{"id": "{name_of("koe", 1)}", "text": "文は続く"}}',
    ]
    system = scored(client, release, "\n".join(lines), languages="ja", file_name="koe.jsonl")
    assert values(system) == {"cer": pytest.approx(1 / 10)}
    assert HeardTalk.objects.get(system=system).segments[0]["runs"] == [
        ["息は", "息は", ""], ["読", "", "D"], ["点です", "点です", ""],
    ]  # fmt: skip


REFUSED: list[tuple[str, dict[str, str], str]] = [
    ("pauses--9 a\nx\tb\n", {}, "2 segments are not in what is scored of release 1.0: pauses--9, x."),
    ("", {}, "The file is empty."),
    ("a b\na c\n", {}, "ours.txt line 2: segment a is in line 1 too; expected each segment once."),
    ("a\tb\t0.93\n", {}, "ours.txt line 1: 3 columns; expected an id, a tab and the text."),
    ('{"id": "a"}', {}, "ours.txt line 1: a field is missing or of another kind; expected an object with id"),
    ("a b\n", {"languages": ""}, "Choose what was spoken: en, ja."),
    ("a b\n", {"languages": "de"}, "Nobody speaks 'de' in the segments of the release. Languages: en, ja."),
    ("a b\n", {"split": "dev"}, "The release has no segments of split 'dev'. Splits: test."),
]


def test_what_does_not_fit_is_refused_in_words(client: APIClient, release: Release) -> None:
    for text, asked, expected in REFUSED:
        answer = upload(client, release, text, **asked)
        assert answer.status_code == 400
        assert answer.json()["detail"].startswith(expected)


def test_a_release_without_clips_says_so(client: APIClient, release: Release, project: Project) -> None:
    without = make_release(set_of_all(project, "Other"))
    assert upload(client, without, kaldi()).json()["detail"].startswith("Release 1.0 has no segments.")


def test_the_command_scores_lists_and_shows_words(client: APIClient, release: Release, tmp_path: Path) -> None:
    first, second = tmp_path / "first.tsv", tmp_path / "second.txt"
    first.write_text("id\ttext\n" + kaldi().replace(" ", "\t", 1), encoding="utf-8")
    second.write_text(kaldi(("pauses", 0, None), ("pauses", 3, "a breath is a coma")), encoding="utf-8")
    out = StringIO()
    with mock.patch.object(Heartbeat, "progress"):
        call_command("outputs", "score", release.pk, first, second, "--language", "en", stdout=out)
    call_command("outputs", "list", release.pk, stdout=out)
    call_command("outputs", "words", System.objects.get(name="second").pk, stdout=out)
    printed = out.getvalue()
    assert "second: 7 segments of 2 talks, normaliser plain, 1 missing" in printed
    assert name_of("pauses", 0) in printed
    assert "second less first:\n    WER" in printed
    assert "[-comma-]{+coma+}" in printed
