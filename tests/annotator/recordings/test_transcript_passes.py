"""Passes through masks: claims, answers, limits, and the result; what nobody may see is seen by nobody."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from alignment.transcripts.words import Word
from annotator.corpus.importing.newer import lock_imports, store_newer
from annotator.importers.base import Unit as ReadUnit
from annotator.models import (
    ActivityEntry,
    Document,
    MaskAnswer,
    Pair,
    Pass,
    PassOperation,
    Project,
    Role,
    TranscriptCheck,
    TranscriptPolicy,
)
from annotator.people.projects import remove_member
from annotator.recordings import nearby, passes
from annotator.recordings.names_and_terms import Heard, terms_of
from annotator.recordings.results import NOT_HEARD
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.shared import do_task, shared_rows

#: What each pair of readings is heard as by somebody who listens.
RIGHT = {"arcade": "cascade", "mix sure": "mixture", "breads": "breaths", "origins": "origins", "lectures": "lectures"}


@pytest.fixture(scope="module")
def shared_check(django_db_setup: None, django_db_blocker: Any) -> Iterator[TranscriptCheck]:
    with shared_rows(django_db_blocker):
        project = make_project()
        TranscriptPolicy.objects.create(project=project, min_seconds=None)
        yield world.checked_transcript(project)


@pytest.fixture
def project(db: None, shared_check: TranscriptCheck) -> Project:
    return Project.objects.get(pk=shared_check.document.project_id)


class Filler:
    """Somebody who works on passes, as their page does."""

    def __init__(self, user: User, client: APIClient, project: Project) -> None:
        self.user, self.client, self.project = user, client, project
        self.content: dict[str, Any] = {}
        self.bases: dict[str, str | None] = {}

    def claim(self, check: TranscriptCheck, kind: str = "first") -> Any:
        answer = self.client.post(
            f"/api/v1/projects/{self.project.slug}/transcripts/claim/", {"check": check.pk, "kind": kind}, format="json"
        )
        if answer.status_code == 200:
            self.pass_id = answer.json()["id"]
            self.read()
        return answer

    def read(self) -> dict[str, Any]:
        self.content = self.client.get(f"/api/v1/passes/{self.pass_id}/").json()
        self.bases = {one["mask"]: one["base"] for one in self.content["answers"]}
        return self.content

    def operation(self, mask: str, answer: Any, verb: str = "answer") -> dict[str, Any]:
        made = {"id": str(uuid4()), "mask": mask, "verb": verb, "answer": answer, "base": self.bases.get(mask)}
        self.bases[mask] = made["id"]
        return made

    def send(self, *operations: dict[str, Any]) -> Any:
        body = {"operations": list(operations), "by": self.user.pk}
        return self.client.post(f"/api/v1/passes/{self.pass_id}/operations/", body, format="json")

    def fill(self, answer_of: Callable[[dict[str, Any]], Any]) -> None:
        made = [self.operation(mask["code"], answer_of(mask)) for mask in self.content["masks"]]
        answer = self.send(*(one for one in made if one["answer"] is not None))
        assert answer.status_code == 200, answer.json()

    def submit(self) -> Any:
        return self.client.post(f"/api/v1/passes/{self.pass_id}/submit/")


@pytest.fixture
def filler(project: Project, client_of: Callable[[User], APIClient]) -> Callable[[str], Filler]:
    def make(name: str) -> Filler:
        user = make_person(project, Role.ANNOTATOR, name)
        return Filler(user, client_of(user), project)

    return make


def truth_of(check: TranscriptCheck) -> dict[str, str]:
    """By code: what was said."""
    return {mask.code: mask.planted or RIGHT.get(mask.a) or RIGHT.get(mask.b) or mask.a for mask in check.masks.all()}


def heard(text: str, **others: Any) -> dict[str, Any]:
    return {"choice": "typed", "text": text, "milliseconds": 5000, "heard": True, **others}


def right(check: TranscriptCheck) -> Callable[[dict[str, Any]], Any]:
    truth = truth_of(check)
    return lambda mask: heard(truth[mask["code"]])


def test_masks_stand_where_the_recognisers_differ(check: TranscriptCheck) -> None:
    real = [mask for mask in check.masks.all() if not mask.planted]
    assert len(real) == 30
    assert {(mask.a, mask.b) for mask in real} == {
        ("arcade", "case"), ("mix sure", "mixture"), ("breads", "breaths"), ("origins", "orange ins"),
        ("lectures", "lecture"),
    }  # fmt: skip
    planted = [mask for mask in check.masks.all() if mask.planted]
    assert len(planted) == 8
    assert all(mask.planted in (mask.a, mask.b) and mask.a != mask.b for mask in planted)
    shown = " ".join(
        str(part) if isinstance(part, str) else truth_of(check)[codes[part]]
        for codes in [{mask.position: mask.code for mask in check.masks.all()}]
        for line in check.lines
        for part in line["parts"]
    )
    assert shown == " ".join(world.SPOKEN * 6)


def test_both_passes_give_the_next_version(
    check: TranscriptCheck, filler: Any, project: Project, queued: list[tuple[str, int]]
) -> None:
    check.document.media_file.save("talk.wav", ContentFile(b"RIFF"))
    paper = world.introduced(project, "Silences", ["Silence is a mixture."], kind="paper")
    pair = world.make_pair(project, "Silences", paper, check.document)
    first, second = filler("Ines"), filler("Wen")
    first.claim(check)
    first.fill(right(check))
    assert first.submit().json()["state"] == "accepted"
    assert second.claim(check, "second").status_code == 200
    assert {mask["b"] for mask in second.content["masks"]} == set(truth_of(check).values())
    second.fill(lambda mask: {"choice": "b", "milliseconds": 5000, "heard": True})
    TranscriptPolicy.objects.update(max_same=None)
    assert second.submit().json()["state"] == "accepted"
    do_task("check_transcript", check.pk)
    check.refresh_from_db()
    assert (check.state, check.error) == ("stored", "")
    result = check.result
    assert result.version == 2
    assert result.previous == check.document
    assert result.texts() == world.SPOKEN * 6
    assert result.media_file.name == check.document.media_file.name
    unit = result.units.first()
    assert [unit.text[start:end] for start, end, *_ in unit.words] == unit.text.split()
    times = [(start, end) for *_, start, end in unit.words]
    assert times == sorted(times)
    assert Pair.objects.filter(source=paper, target=result).exists()
    assert pair.target_id == check.document_id
    # Of the 49 words of six lines each of them has four wrong, one of those divided in two.
    assert [check.error_rates[side]["wer"] for side in "ab"] == [pytest.approx(4 / 49, abs=1e-3)] * 2
    assert ActivityEntry.objects.filter(verb="check_stored").exists()


def test_what_a_recogniser_heard_keeps_its_capitals_and_marks(project: Project, filler: Any) -> None:
    """As lines have them between masks; but what rules or people write in another way stays so."""
    TranscriptPolicy.objects.update(min_filled=None, max_same=None)
    document = world.make_document(project, "Marks", ["a"], kind="transcript", timed=True)
    a = ["It ends in breaths.", "Then Vardy came.", "We count 36.", "They count thirty-six.", "Is it the tide?"]
    b = ["it ends in breads", "then Hardly came", "we count 38", "they count thirteen", "is it the time"]
    check = world.checked_transcript(project, share=0, document=document, texts=(a, b))
    first, second = filler("Ines"), filler("Wen")
    first.claim(check)
    first.fill(lambda mask: {"choice": "b" if mask["b"] == "hardly" else "a"})
    assert first.submit().json()["state"] == "accepted"
    second.claim(check, "second")
    by_hand = {"written": "high tide", "written_by_hand": True}
    second.fill(lambda mask: {"choice": "b"} | (by_hand if mask["b"] == "tide" else {}))
    assert second.submit().json()["state"] == "accepted"
    do_task("check_transcript", check.pk)
    check.refresh_from_db()
    assert check.result.texts() == [
        "It ends in breaths.", "Then Hardly came.", "We count 36.", "They count 36", "Is it the high tide",
    ]  # fmt: skip
    assert check.result.metadata["checked"]["spoken"][0] == "It ends in breaths", "what error rates count"
    words = check.result.units.first().words
    assert [word[2:] for word in words] == [word[1:3] for word in check.a.words[: len(words)]]


def test_what_nobody_could_hear_keeps_its_mask_and_nothing_said_goes(check: TranscriptCheck, filler: Any) -> None:
    TranscriptPolicy.objects.update(min_filled=None, min_planted=None, min_heard=None, max_same=None)
    for name, kind in (("Ines", "first"), ("Wen", "second")):
        person = filler(name)
        person.claim(check, kind)
        person.fill(lambda mask: {"choice": "nothing" if mask["a"] == "origins" else "unintelligible"})
        assert person.submit().json()["state"] == "accepted"
    do_task("check_transcript", check.pk)
    check.refresh_from_db()
    texts = check.result.texts()
    assert not any("origins" in text or "orange" in text for text in texts)
    assert sum(NOT_HEARD in text for text in texts) >= 18


def test_an_operation_sent_again_changes_nothing(check: TranscriptCheck, filler: Any) -> None:
    ines = filler("Ines")
    ines.claim(check)
    mask = ines.content["masks"][0]["code"]
    one = ines.operation(mask, heard("a"))
    two = ines.operation(mask, heard("b"))
    assert [result["repeated"] for result in ines.send(one, two).json()["results"]] == [False, False]
    answer = ines.send(one, two).json()
    assert [result["repeated"] for result in answer["results"]] == [True, True]
    assert answer["answers"][0]["answer"]["text"] == "b"
    assert PassOperation.objects.count() == 2


def test_an_answer_over_one_that_its_sender_has_not_seen_is_a_conflict(check: TranscriptCheck, filler: Any) -> None:
    ines = filler("Ines")
    ines.claim(check)
    mask = ines.content["masks"][0]["code"]
    stale = ines.operation(mask, heard("mine"))
    ines.bases[mask] = None
    assert ines.send(ines.operation(mask, heard("theirs"))).status_code == 200
    refused = ines.send(stale)
    assert refused.status_code == 409
    body = refused.json()
    assert (body["code"], body["operation"], body["answer"]["text"]) == ("conflict", stale["id"], "theirs")
    assert ines.send({**stale, "base": body["base"]}).status_code == 200


def test_undo_is_an_operation_and_stays_after_the_page_is_closed(check: TranscriptCheck, filler: Any) -> None:
    ines = filler("Ines")
    ines.claim(check)
    mask = ines.content["masks"][0]["code"]
    ines.send(ines.operation(mask, heard("one")), ines.operation(mask, heard("two")))
    assert [entry["after"]["text"] for entry in ines.read()["undo"]] == ["one", "two"]
    ines.send(ines.operation(mask, ines.content["undo"][-1]["before"], "undo"))
    content = ines.read()
    assert [entry["after"]["text"] for entry in content["undo"]] == ["one"]
    assert [entry["after"]["text"] for entry in content["redo"]] == ["two"]
    ines.send(ines.operation(mask, content["undo"][-1]["before"], "undo"))
    assert ines.read()["answers"][0]["answer"] is None


def test_written_forms_follow_the_spoken_one_until_somebody_writes_them(check: TranscriptCheck, filler: Any) -> None:
    ines = filler("Ines")
    ines.claim(check)
    mask = ines.content["masks"][0]["code"]
    by_hand = {"written": "Cascade", "written_by_hand": True}
    ines.send(ines.operation(mask, heard("cascade")), ines.operation(mask, heard("cascade", **by_hand)))
    assert ines.read()["answers"][0]["answer"]["is_stale"] is False
    ines.send(ines.operation(mask, heard("cascades", **by_hand)))
    answer = ines.read()["answers"][0]["answer"]
    assert (answer["written"], answer["is_stale"]) == ("Cascade", True)


def test_a_claim_that_ends_goes_to_another_and_the_answers_stay(check: TranscriptCheck, filler: Any) -> None:
    ines, jonas = filler("Ines"), filler("Jonas")
    ines.claim(check)
    mask = ines.content["masks"][0]["code"]
    ines.send(ines.operation(mask, heard("one")))
    assert jonas.claim(check).json()["code"] == "no_slot"
    Pass.objects.update(lease_ends=timezone.now() - timedelta(seconds=1))
    assert passes.end_leases() == 1
    # Nobody took it: whoever works on goes on.
    assert ines.send(ines.operation(mask, heard("two"))).status_code == 200
    Pass.objects.update(lease_ends=timezone.now() - timedelta(seconds=1))
    assert jonas.claim(check).status_code == 200
    late = ines.send(ines.operation(mask, heard("three")))
    assert (late.status_code, late.json()["code"]) == (403, "claim_ended")
    assert jonas.content["answers"] == []
    assert MaskAnswer.objects.get().text == "two"


def test_nobody_combines_what_they_filled(check: TranscriptCheck, filler: Any) -> None:
    ines = filler("Ines")
    assert ines.claim(check, "second").json()["code"] == "no_first_pass"
    ines.claim(check)
    ines.fill(right(check))
    ines.submit()
    refused = ines.claim(check, "second").json()
    assert (refused["code"], refused["detail"]) == ("own_work", "You filled this talk. Someone else combines it.")


def test_limits_hold_and_reject_and_another_person_gets_the_work(
    check: TranscriptCheck, filler: Any, admin: User, client_of: Any, project: Project
) -> None:
    TranscriptPolicy.objects.update(min_seconds=4)
    oskar, dela = filler("Oskar"), filler("Dela")
    oskar.claim(check)
    oskar.fill(lambda mask: {"choice": "typed", "text": "um", "milliseconds": 900})
    submitted = oskar.submit().json()
    assert submitted["state"] == "rejected"
    n = check.masks.exclude(planted="").count()
    assert f"{n} of {n} check masks differ from what both recognisers and a person heard." in submitted["reason"]
    assert oskar.claim(check).json()["code"] == "own_work"
    assert dela.claim(check).status_code == 200
    dela.fill(lambda mask: {**heard(truth_of(check)[mask["code"]]), "milliseconds": 1000})
    assert dela.submit().json()["state"] == "held"
    lead = client_of(admin)
    address = f"/api/v1/projects/{project.slug}/transcripts/"
    shown = lead.get(address).json()
    assert [one["broken"][0]["name"] for one in shown["passes"] if one["state"] == "held"] == ["min_seconds"]
    judged = lead.post(f"/api/v1/passes/{dela.pass_id}/judge/", {"decision": "accept"}, format="json")
    assert judged.json()["code"] == "reason_missing"
    # A limit that is set anew acts on what is held at once.
    assert lead.put(address, {**shown["policy"], "min_seconds": 0.5}, format="json").status_code == 200
    assert Pass.objects.get(pk=dela.pass_id).state == "accepted"


def test_who_may_submit_again_does_not_learn_how_many_check_masks_are_right(
    check: TranscriptCheck, filler: Any
) -> None:
    """Else each submission with one answer changed would say whether that mask is planted."""
    TranscriptPolicy.objects.update(to_another=False, min_planted=0.95, min_seconds=10)
    ines = filler("Ines")
    truth = truth_of(check)
    planted = set(check.masks.exclude(planted="").values_list("code", flat=True))
    wrong = {*sorted(planted)[:3], next(code for code in truth if code not in planted)}
    reasons = []
    while len(wrong) > 1:
        assert ines.claim(check).status_code == 200
        ines.fill(lambda mask: heard("um" if mask["code"] in wrong else truth[mask["code"]], heard=False))
        submitted = ines.submit().json()
        reasons.append((submitted["state"], submitted["reason"]))
        wrong.remove(min(wrong & planted))
    assert len(reasons) == 3
    assert len(set(reasons)) == 1
    assert "check masks" in reasons[0][1]


def test_an_admin_accepts_anyway_with_a_reason_and_rejects_with_one(
    check: TranscriptCheck, filler: Any, admin: User, client_of: Any
) -> None:
    TranscriptPolicy.objects.update(min_seconds=4, min_heard=None)
    ines = filler("Ines")
    ines.claim(check)
    ines.fill(lambda mask: {**heard(truth_of(check)[mask["code"]]), "milliseconds": 1000})
    assert ines.submit().json()["state"] == "held"
    lead = client_of(admin)

    def judge(decision: str, reason: str = "") -> Any:
        body = {"decision": decision, "reason": reason}
        return lead.post(f"/api/v1/passes/{ines.pass_id}/judge/", body, format="json").json()

    assert judge("accept", "She knows this talk.")["state"] == "accepted"
    assert judge("reject")["code"] == "reason_missing"
    assert judge("reject", "Line 4 is another talk.")["reason"] == "Line 4 is another talk."
    assert ines.client.get(f"/api/v1/projects/{check.document.project.slug}/transcripts/queue/").json()["mine"][0][
        "reason"
    ] == "Line 4 is another talk."  # fmt: skip
    entry = ActivityEntry.objects.filter(verb="pass_accepted").get()
    assert entry.detail == "She knows this talk."
    planted = lead.get(f"/api/v1/passes/{ines.pass_id}/planted/").json()["masks"]
    assert len(planted) == 8
    assert all(one["is_right"] for one in planted)


def test_a_first_pass_that_is_withdrawn_leaves_the_second_without_b(
    check: TranscriptCheck, filler: Any, admin: User, client_of: Any
) -> None:
    ines, wen = filler("Ines"), filler("Wen")
    ines.claim(check)
    ines.fill(right(check))
    ines.submit()
    wen.claim(check, "second")
    assert wen.content["has_first"]
    body = {"decision": "withdraw", "reason": "Asked for."}
    client_of(admin).post(f"/api/v1/passes/{ines.pass_id}/judge/", body, format="json")
    content = wen.read()
    assert content["has_first"] is False
    assert {mask["b"] for mask in content["masks"]} == {None}
    refused = wen.send(wen.operation(content["masks"][0]["code"], {"choice": "b"}))
    assert refused.json()["code"] == "invalid_operation"


SECRET_WORDS = ("plant", "is_right", "n_right", "first_id", "words_a", "words_b")


def test_nothing_a_filler_gets_tells_a_planted_mask_or_who_filled(check: TranscriptCheck, filler: Any) -> None:
    """Walks through every answer that somebody who fills masks can get."""
    ines, wen = filler("Ines"), filler("Wen")
    answers = [ines.claim(check), ines.client.get(f"/api/v1/documents/{check.document_id}/transcript-check/")]
    answers.append(ines.client.get(f"/api/v1/projects/{check.document.project.slug}/transcripts/queue/"))
    truth = truth_of(check)
    planted = {mask.code for mask in check.masks.exclude(planted="")}
    shapes: dict[bool, set[str]] = {True: set(), False: set()}
    sent = ines.send(*(ines.operation(mask["code"], heard(truth[mask["code"]])) for mask in ines.content["masks"]))
    answers.append(sent)
    for mask in (*ines.content["masks"], *sent.json()["answers"]):
        shape = {key: type(value).__name__ for key, value in (mask.get("answer") or mask).items()}
        shapes[mask.get("code", mask.get("mask")) in planted].add(json.dumps(shape))
    assert shapes[True] == shapes[False]
    # A code says nothing: neither its place in the order nor how it is made.
    codes = [mask["code"] for mask in ines.content["masks"]]
    assert {len(code) for code in codes} == {12}
    assert codes != sorted(codes)
    answers += [ines.client.get(f"/api/v1/passes/{ines.pass_id}/"), ines.submit()]
    answers.append(wen.claim(check, "second"))
    answers.append(wen.client.get(f"/api/v1/passes/{wen.pass_id}/"))
    answers.append(wen.client.get(f"/api/v1/projects/{check.document.project.slug}/transcripts/queue/"))
    answers.append(wen.send(*(wen.operation(mask["code"], {"choice": "b"}) for mask in wen.content["masks"])))
    for answer in answers:
        assert answer.status_code == 200, answer.content
        text = answer.content.decode()
        for word in SECRET_WORDS:
            assert word not in text, (word, text[:300])
    for answer in answers[-4:]:
        assert "Ines" not in answer.content.decode()
    assert wen.client.get(f"/api/v1/passes/{ines.pass_id}/").status_code == 403
    for address in ("planted", "judge"):
        assert wen.client.get(f"/api/v1/passes/{ines.pass_id}/{address}/").status_code in (403, 404, 405)
    assert wen.client.get(f"/api/v1/projects/{check.document.project.slug}/transcripts/").status_code == 403


def test_names_and_rare_words_are_marked_by_what_is_shown(project: Project, filler: Any) -> None:
    document = world.make_document(project, "Names", ["a"], kind="transcript", timed=True)
    lines = ["Today Vardy speaks here. He likes it", "and then Vardy shows a cascade", "so I'm done now then okay yes"]
    a = world.recognition(document, "A", lines)
    b = world.recognition(document, "B", [line.replace("Vardy", "hardly").replace("done", "gone") for line in lines])
    check = TranscriptCheck.objects.create(document=document, a=a, b=b, language="en", planted_share=0)
    do_task("check_transcript", check.pk)
    check.refresh_from_db()
    assert check.figures["terms"] == ["vardy"]
    ines = filler("Ines")
    ines.claim(check)
    assert [(mask["a"], mask["has_term"]) for mask in ines.content["masks"]] == [
        ("vardy", True), ("vardy", True), ("done", False)
    ]  # fmt: skip


def test_rare_words_are_shown_with_where_they_come_from(
    project: Project, admin: User, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearby, "_common", lambda document: ["the", "shows", "a", "and", "three"])
    document = world.make_document(project, "Tides", ["a"], kind="transcript", timed=True)
    paper = world.make_document(project, "A paper", ["The and a", "the cascade shows a cascade"], kind="paper")
    deck = world.make_document(project, "A deck", ["a cascade", "Viterbi 3"], kind="slides")
    for source in (paper, deck):
        world.make_pair(project, source.title, source, document)
    a = world.recognition(document, "A", ["the cascade shows", "and the viterbi shows"])
    b = world.recognition(document, "B", ["the arcade shows", "and the viterbi shows"])
    check = TranscriptCheck.objects.create(document=document, a=a, b=b, language="en", planted_share=0)
    do_task("check_transcript", check.pk)
    monkeypatch.setattr("annotator.recordings.api.recognitions.MOST_RARE_WORDS_SHOWN", 1)
    address = f"/api/v1/documents/{document.pk}/transcript-check/"
    shown = client_of(admin).get(address).json()["check"]
    assert shown["rare_words"] == [{"word": "cascade", "n": 3, "title": "A deck", "number": 1}]
    assert shown["n_rare_words"] == 2
    assert client_of(admin).get(f"{address}rare-words/").content.decode().split("\r\n")[1:] == [
        "cascade,3,A deck,1", "viterbi,1,A deck,2", ""
    ]  # fmt: skip
    assert shown["bwer"] == 0.5


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_a_capital_says_nothing_where_all_or_nouns_have_one(language: str) -> None:
    words = [Word(text, at, at + 1) for at, text in enumerate(["We", "SHOW", "The", "Tide", "TO", "All"])]
    heard_all = Heard(words, [word.text.lower() for word in words], [])
    assert terms_of([heard_all], ["tide"], language) == ([] if language == "ja" else ["tide"])


def test_who_fills_masks_neither_sees_planted_ones_nor_judges_it(
    check: TranscriptCheck, admin: User, client_of: Any, project: Project, filler: Any
) -> None:
    lead = Filler(admin, client_of(admin), project)
    other = make_person(project, Role.ADMIN, "Wanda")
    assert lead.claim(check).status_code == 200
    planted = f"/api/v1/passes/{lead.pass_id}/planted/"
    judged = f"/api/v1/passes/{lead.pass_id}/judge/"
    assert (lead.client.get(planted).status_code, lead.client.get(planted).json()["code"]) == (403, "own_work")
    TranscriptPolicy.objects.update(min_filled=0.9, min_planted=None, min_heard=None)
    lead.send(lead.operation(lead.content["masks"][0]["code"], heard("one")))
    assert lead.submit().json()["state"] == "held"
    refused = lead.client.post(judged, {"decision": "accept", "reason": "Fine."}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "own_work")
    assert client_of(other).get(planted).status_code == 200
    done = client_of(other).post(judged, {"decision": "accept", "reason": "Fine."}, format="json")
    assert done.json()["state"] == "accepted"
    # Nor those of another's pass through the same masks, while working on them.
    wanda = Filler(other, client_of(other), project)
    assert wanda.claim(check, "second").status_code == 200
    assert wanda.client.get(planted).json()["code"] == "own_work"
    # Nor while they can go on with work that was rejected.
    for to_another, status in ((True, 200), (False, 403)):
        Pass.objects.filter(pk=wanda.pass_id).update(state="rejected", lease_ends=None, reason="Too fast.")
        TranscriptPolicy.objects.update(to_another=to_another)
        assert wanda.client.get(planted).status_code == status
    # Which they cannot where somebody else has taken it.
    assert filler("Oskar").claim(check, "second").status_code == 200
    assert wanda.client.get(planted).status_code == 200


def test_an_id_is_used_once_in_a_request_and_by_one_pass(check: TranscriptCheck, filler: Any, project: Project) -> None:
    ines, oskar = filler("Ines"), filler("Oskar")
    other = world.checked_transcript(project, "Another talk")
    ines.claim(check)
    oskar.claim(other)
    mask = ines.content["masks"][0]["code"]
    made = ines.operation(mask, heard("two"))
    twice = ines.send(made, {**made, "base": made["id"]})
    assert [one["repeated"] for one in twice.json()["results"]] == [False, True]
    assert PassOperation.objects.count() == 1
    copied = oskar.send({**made, "mask": oskar.content["masks"][0]["code"]})
    assert (copied.status_code, copied.json()["code"]) == (400, "invalid_operation")
    assert PassOperation.objects.count() == 1


def test_a_long_reading_can_be_taken_undone_and_changed(project: Project, filler: Any) -> None:
    """One recogniser misses ten minutes."""
    document = world.make_document(project, "Gap", ["a"], kind="transcript", timed=True)
    missed = [f"and we heard number word{at} of it" for at in range(300)]
    a = world.recognition(document, "A", ["so we begin", *missed, "thank you all"])
    b = world.recognition(document, "B", ["so we begin", *[""] * len(missed), "thank you all"])
    check = TranscriptCheck.objects.create(document=document, a=a, b=b, language="en", planted_share=0)
    do_task("check_transcript", check.pk)
    ines = filler("Ines")
    ines.claim(check)
    mask = max(ines.content["masks"], key=lambda one: len(one["a"]))
    assert len(mask["a"]) > 3 * passes.MOST_MORE
    taken = ines.send(ines.operation(mask["code"], {"choice": "a", "text": mask["a"]}))
    assert taken.status_code == 200, taken.json()
    answer = taken.json()["answers"][0]["answer"]
    assert ines.send(ines.operation(mask["code"], None, "undo")).status_code == 200
    assert ines.send(ines.operation(mask["code"], answer, "redo")).status_code == 200
    assert ines.send(ines.operation(mask["code"], heard(mask["a"] + " more"))).status_code == 200
    refused = ines.send(ines.operation(mask["code"], heard(mask["a"] + "x" * 3000)))
    assert refused.json()["code"] == "invalid_operation"


def test_many_answers_in_one_request_take_few_queries_each(
    check: TranscriptCheck, filler: Any, django_assert_max_num_queries: Any
) -> None:
    ines = filler("Ines")
    ines.claim(check)
    masks = [mask["code"] for mask in ines.content["masks"]]
    made = [ines.operation(masks[at % len(masks)], heard(f"word {at}")) for at in range(400)]
    with django_assert_max_num_queries(2 * len(made) + 40):
        assert ines.send(*made).status_code == 200
    assert PassOperation.objects.count() == 400
    assert MaskAnswer.objects.count() == len(masks)


def test_claims_of_somebody_who_leaves_are_free_again(
    check: TranscriptCheck, filler: Any, admin: User, client_of: Any, project: Project
) -> None:
    ines, oskar, wen = filler("Ines"), filler("Oskar"), filler("Wen")
    ines.claim(check)
    ines.send(ines.operation(ines.content["masks"][0]["code"], heard("two")))
    assert oskar.claim(check).json()["code"] == "no_slot"
    remove_member(project.memberships.get(user=ines.user))
    assert ines.client.get(f"/api/v1/passes/{ines.pass_id}/").status_code == 404
    assert oskar.claim(check).status_code == 200
    # An admin takes back what nobody works on, and no other person does.
    assert wen.client.post(f"/api/v1/passes/{oskar.pass_id}/release/").status_code == 403
    assert client_of(admin).post(f"/api/v1/passes/{oskar.pass_id}/release/").status_code == 204
    assert wen.claim(check).status_code == 200
    assert MaskAnswer.objects.count() == 1


def test_a_newer_text_stands_beside_a_transcript_that_is_checked(check: TranscriptCheck, filler: Any) -> None:
    ines, jonas = filler("Ines"), filler("Jonas")
    ines.claim(check)
    document = check.document
    lock_imports(document.project_id)
    newer = store_newer(
        document, [ReadUnit("Another text.")], user=None, origin="test", metadata={}, progress=lambda *_: None
    )
    assert Document.objects.filter(pk=document.pk).exists()
    assert newer.previous_id == document.pk
    ines.client.post(f"/api/v1/passes/{ines.pass_id}/release/")
    assert jonas.claim(check).json()["code"] == "superseded"


def test_a_result_that_cannot_be_stored_can_be_combined_again(
    check: TranscriptCheck, filler: Any, admin: User, client_of: Any
) -> None:
    """Nothing was said, by these passes: another person combines them once the second pass is rejected."""
    TranscriptPolicy.objects.update(min_planted=None, max_same=None)
    ines, wen, oskar = filler("Ines"), filler("Wen"), filler("Oskar")
    ines.claim(check)
    ines.fill(right(check))
    ines.submit()
    assert wen.claim(check, "second").status_code == 200
    wen.fill(lambda _: {"choice": "nothing", "milliseconds": 5000, "heard": True})
    assert wen.submit().json()["state"] == "accepted"
    check.refresh_from_db()
    for line in check.lines:  # of masks alone
        held = [one for one in zip(line["parts"], line["words"], strict=True) if isinstance(one[0], int)]
        line["parts"], line["words"] = [part for part, _ in held], [span for _, span in held]
    check.save()
    do_task("check_transcript", check.pk)
    check.refresh_from_db()
    assert (check.state, check.error) == ("failed", "Nothing was said in this recording, by these passes.")
    body = {"decision": "reject", "reason": "Words were said."}
    assert client_of(admin).post(f"/api/v1/passes/{wen.pass_id}/judge/", body, format="json").status_code == 200
    assert oskar.client.get(f"/api/v1/projects/{check.document.project.slug}/transcripts/queue/").json()["free"]
    assert oskar.claim(check, "second").status_code == 200


ACTS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "claim",
                "answer",
                "undo",
                "submit",
                "reject",
                "accept",
                "withdraw",
                "release",
                "lapse",
                "second",
                "repeat",
            ]
        ),
        st.integers(0, 2),
        st.integers(0, 200),
    ),
    max_size=16,
)


@pytest.mark.django_db
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_whatever_people_do_in_whatever_order(acts: list[tuple[str, int, int]], client_of: Any) -> None:
    """One pass of a kind is taken at a time; nobody works on both; answers are what the log says; nothing fails."""
    from django.db import transaction

    with transaction.atomic():
        project = Project.objects.create(slug="any-order", name="Any order")
        TranscriptPolicy.objects.create(project=project, min_filled=None, min_seconds=None, min_heard=None)
        check = world.checked_transcript(project, n=1)
        lead = client_of(make_person(project, Role.ADMIN, "lead"))
        people = []
        for name in ("one", "two", "three"):
            user = make_person(project, Role.ANNOTATOR, name)
            people.append(Filler(user, client_of(user), project))
        last: dict[str, Any] | None = None
        for verb, who, number in acts:
            person = people[who]
            if verb in ("claim", "second"):
                person.claim(check, "first" if verb == "claim" else "second")
            elif not hasattr(person, "pass_id"):
                continue
            elif verb in ("answer", "undo"):
                person.read()
                mask = person.content["masks"][number % len(person.content["masks"])]["code"]
                if verb == "answer":
                    last = person.operation(mask, heard(f"word {number}") if number % 3 else {"choice": "a"})
                elif person.content["undo"]:
                    entry = person.content["undo"][-1]
                    last = person.operation(entry["mask"], entry["before"], "undo")
                else:
                    continue
                assert person.send(last).status_code in (200, 403, 409)
            elif verb == "repeat" and last is not None:
                person.send(last)
            elif verb == "submit":
                assert person.submit().status_code in (200, 400, 403, 409)
            elif verb == "release":
                person.client.post(f"/api/v1/passes/{person.pass_id}/release/")
            elif verb == "lapse":
                Pass.objects.filter(state="open").update(lease_ends=timezone.now() - timedelta(seconds=1))
                passes.end_leases()
            else:
                body = {"decision": verb, "reason": "So it is."}
                judged = lead.post(f"/api/v1/passes/{person.pass_id}/judge/", body, format="json")
                assert judged.status_code in (200, 409), judged.content
            _check_all(check)
        transaction.set_rollback(True)


def _check_all(check: TranscriptCheck) -> None:
    for kind in ("first", "second"):
        taken = Pass.objects.filter(transcript_check=check, kind=kind, state__in=["open", "held", "accepted"])
        assert taken.count() <= 1
    for one in Pass.objects.filter(transcript_check=check):
        log = list(one.operations.order_by("sequence"))
        assert [operation.sequence for operation in log] == list(range(1, one.revision + 1))
        now = {operation.mask_id: operation.after for operation in log}
        stored = {answer.mask_id: answer.text for answer in one.answers.all()}
        assert stored == {mask: after["text"] for mask, after in now.items() if after is not None}
    second = Pass.objects.filter(transcript_check=check, kind="second", state="accepted")
    check.refresh_from_db()
    assert (check.state == "storing") == second.exists()
