"""A project that holds something of everything that the API shows, in the states in which fields are null or empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.authors.answering import invitation_token
from annotator.authors.rating_tasks.raters import rater_token
from annotator.models import (
    AgreementFigure,
    AlignmentRun,
    AnnouncementSeen,
    BulkAlignment,
    Delivery,
    DemoLoad,
    Document,
    DocumentEmbeddings,
    DocumentKind,
    Filtering,
    GenerationRun,
    GuidelinesVersion,
    ImportBatch,
    ImportFile,
    Invitation,
    Leak,
    LeakCheck,
    MemberInvitation,
    Pair,
    Preset,
    Project,
    ProjectExport,
    ProjectImport,
    Rater,
    RaterSample,
    Realignment,
    Release,
    ReleaseFile,
    Review,
    Role,
    RougeRow,
    RougeTable,
    SlidesPredictions,
    SlidesRow,
    SlidesTable,
    SlidesTalk,
    Slot,
    SummarySet,
    System,
    Taken,
    TestSet,
    TrainedModel,
    TrainingFile,
    TrainingSet,
    Tuning,
    VectorSet,
    Webhook,
)
from annotator.people.member_invitations import invitation_token as join_token
from annotator.recordings.figures import figures_of
from annotator.releases.curation.choosing import rows_of
from annotator.releases.curation.counting import counts_of
from annotator.releases.curation.editing import change_rules, pick_rows, write_card
from annotator.releases.forms.registry import FORMS
from annotator.releases.pages import address_of, open_page
from annotator.reviewing.guidelines.labels import default_labels
from annotator.reviewing.planting import place_probes
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.storage import copy_links
from annotator.reviewing.training_rounds import rounds as training
from annotator.site.digests import digest_token
from annotator.summaries import bulk as summaries
from annotator.summaries.bulk import start_bulk_summary
from annotator.summaries.making import Length
from annotator.teams import figures
from annotator.teams.probe_measures import measure, to_measure
from tests import world
from tests.annotator.conftest import make_person, make_project
from tests.annotator.releases.releasing import make_release, make_system
from tests.annotator.reviewing.editor import Editor, gestures
from tests.annotator.shared import read_in_process, shared_rows
from tests.annotator.summaries.training import make_training_set

VTT = b"WEBVTT\n\n00:01.000 --> 00:04.000\nwelcome to the harbour\n\n00:05.000 --> 00:07.500\nthe tide turns\n"
BAD_VTT = b"WEBVTT\n\n00:05.000 --> 00:04.000\nwelcome to the harbour\n"
PAPER = b"# Tides\n\n## 1 Introduction\n\nTides turn twice a day. We measure both.\n\n```\nleft out\n```\n"
TABLE = b"source\ttarget\nGood evening, all of you.\tGuten Abend.\nWe go home.\tWir gehen nach Hause.\n"

Ids = dict[str, list[Any]]


class Populated(NamedTuple):
    """ids : those that its addresses may name."""

    project: Project
    ids: Ids
    annotator: User
    admin: User
    bitext: Pair
    talk: Pair


@contextmanager
def populated_project(
    blocker: Any, media: Path, *, before: Callable[[Pair, Pair], object] = lambda *_: None
) -> Iterator[Populated]:
    """For a fixture of a module: a project with everything in it, as `shared_rows`. media : a folder for its files.
    before : called with its bitext and its talk, before anything is made of them."""
    with shared_rows(blocker), override_settings(MEDIA_ROOT=media, HEARTBEAT_SECONDS=3600):
        project = make_project()
        annotator, admin = make_person(project, Role.ANNOTATOR), make_person(project, Role.ADMIN)
        client = APIClient()
        client.force_authenticate(admin)
        bitext, talk = world.bitext(project), world.talk(project)
        before(bitext, talk)
        ids = populate(project, client, annotator, bitext, talk)
        yield Populated(project, ids, annotator, admin, bitext, talk)


def populate(project: Project, admin: APIClient, annotator: User, bitext: Pair, talk: Pair) -> Ids:
    """Fill the project. Returns for each resource the ids that its addresses may name."""
    with pytest.MonkeyPatch.context() as patch:
        read_in_process(patch)
        return _populate(project, admin, annotator, bitext, talk)


def _populate(project: Project, admin: APIClient, annotator: User, bitext: Pair, talk: Pair) -> Ids:
    GuidelinesVersion.objects.create(
        project=project, number=1, labels=default_labels(), note="Names.", published_at=timezone.now()
    )
    _texts(project, bitext, talk)
    worker = APIClient(SERVER_NAME="localhost")
    worker.force_authenticate(annotator)
    _runs(bitext, annotator)
    slides = world.slides(project)
    DemoLoad.objects.create(asked_by=admin.handler._force_user, project=project, state="done", progress=1.0)
    _reviews(worker, admin, bitext, talk)
    _invitations(talk)
    _imports(project, admin)
    VectorSet.objects.create(name="From the shell", source="v.txt")
    VectorSet.objects.create(
        name="Broken", source="w.txt", state="failed", error="gone", created_by=annotator, finished_at=timezone.now()
    )
    bulk = start_bulk_summary(project=project, length=Length(), user=annotator)
    summaries.execute(bulk.pk)
    world.member_invitation(project, created_by=annotator)
    world.member_invitation(project, email="nora@example.org", name="Nora", send_after=timezone.now(), send_error="No.")
    world.member_invitation(project, email="omar@example.org", sent_at=timezone.now(), expires_at=timezone.now())
    world.member_invitation(project, revoked_at=timezone.now())
    _probes(project, annotator)  # whatever becomes of the others, this review has gold to release
    test_set = TestSet.objects.create(project=project, name="Spring")
    test_set.reviews.set(Review.objects.filter(pair__project=project, submitted_at__isnull=False))
    write_card(test_set=test_set, texts={"limits": "Two talks only."}, revision=0, user=annotator)
    pages = [
        open_page(
            release=make_release(test_set, FORMS), address=address, shows_rows=True, shows_files=True, user=annotator
        )
        for address in ("spring-1.0", "")
    ]
    release = pages[1].release
    world.heard_talk(make_system(release))
    make_system(release, "Simultaneous", keep=0.4)
    _curated(project)
    trained_on = make_training_set(project, train_share=100, dev_share=0)
    world.trained_model(trained_on)
    TrainedModel.objects.create(training_set=trained_on, variant="ratio-30")
    TrainingSet.objects.create(project=project, number=9, name="Waiting")
    _leak_checks(test_set)
    Release.objects.create(test_set=test_set, major=9, minor=0, title="Waiting")
    slot_policy.set_policy(project, reviews_per_pair=2)
    Slot.objects.filter(pair=bitext).update(due_on="2020-01-01", priority=3)
    found = {
        "tuning": 1,
        "at": timezone.now().isoformat(),
        "n_talks": 5,
        "f1": 0.7,
        "current_f1": 0.6,
        "low": None,
        "high": None,
    }
    Preset.objects.create(project=project, engine="talksumm", name="Tuned", options={"lambda": 0.8}, provenance=found)
    Preset.objects.create(project=project, engine="lexical", name="Plain", is_default=True, created_by=annotator)
    world.tuning(project)
    world.rouge_table(project)
    world.slides_table(project, slides)
    world.slides_predictions(project)
    world.generation_run(project, slides)
    world.tuning(project, found=True, created_by=annotator)
    notice = world.announcement(project, by=annotator)
    AnnouncementSeen.objects.create(announcement=notice, person=User.objects.get(username="admin"), revision=1)
    world.announcement(project, "Look at row 12.", to=annotator)
    hook = world.webhook(project)
    world.delivery(hook)
    world.delivery(hook, "retrying", tries=1, status=None, next_try_at=timezone.now())
    world.webhook(project, "turned-off", is_on=False, off_reason="No delivery succeeded in 24 hours.")
    decks = [
        world.shown_deck(project),
        world.shown_deck(project, state="failed", error="The PDF is damaged.", finished_at=timezone.now()),
    ]
    for deck in decks:
        world.slide_text(deck)
    boss = User.objects.get(username="admin")
    world.term(project, changed_by=boss)
    world.training_round(project, annotator)
    item = world.training_round(project, boss).items.get()
    whole = [[0, 0, 8]]
    training.answer(project, boss, item.pk, [{"source": whole, "target": whole, "removed": [], "good_align": False}])
    training.differ(project, boss, item.pk, "A cross is a cross.")
    GuidelinesVersion.objects.create(project=project, number=2, text="# Later", labels=default_labels(), saved_by=boss)
    world.term(project, "ebb", forbidden=["低潮"], note="Of the tide.")
    for review in Review.objects.filter(pair__project=project):
        Realignment.objects.create(review=review, asked_by=boss)
    models: dict[str, Any] = {
        "documents": Document, "pairs": Pair, "runs": AlignmentRun, "reviews": Review, "invitations": Invitation,
        "test-sets": TestSet, "releases": Release, "systems": System, "imports": ImportBatch, "vectors": VectorSet,
        "training-sets": TrainingSet, "leak-checks": LeakCheck,
        "bulk-alignments": BulkAlignment, "webhooks": Webhook,
        "presets": Preset, "tunings": Tuning, "summary-sets": SummarySet,
        "rouge-tables": RougeTable, "slides-tables": SlidesTable, "slides-predictions": SlidesPredictions,
        "generation-runs": GenerationRun,
    }  # fmt: skip
    ids: Ids = {name: list(model.objects.values_list("pk", flat=True)) for name, model in models.items()}
    compared = AgreementFigure.objects.filter(measure="good_align", pair__isnull=False, first__isnull=False)
    ids["compared"] = list(compared.values_list("pair", "first", "second"))
    ids["searched"] = [world.searched(slides).pair_id]
    ids["decks"] = [deck.pk for deck in decks]
    check = world.checked_transcript(project, n=1)
    filled = world.open_pass(check, boss, state="held", lease_ends=None, submitted_at=timezone.now())
    filled.figures = figures_of(filled)
    filled.save()
    ids["passes"] = [filled.pk]
    ids["cut"] = [world.clips(check.document).document_id]
    world.passages(talk)
    ids["exports"] = [(project.slug, world.project_export(project).pk)]
    ProjectExport.objects.create(project=project, state="failed", error="The disk is full.")
    boss_imports = [
        ProjectImport.objects.create(name="harbour.lectern.zip", created_by=boss, **fields)
        for fields in (
            {},
            {"state": "failed", "error": "Not whole. Nothing was imported.", "finished_at": timezone.now()},
            {
                "state": "checked", "about": {"counts": {"pairs": 1}, "project": {"slug": "a", "name": "A"}},
                "people": [
                    {"id": 1, "username": "ann", "name": "Ann", "pseudonym": "p", "role": None, "account": None}
                ],
            },
        )
    ]  # fmt: skip
    ids["project-imports"] = [each.pk for each in boss_imports]
    others = world.checked_transcript(project, "Of somebody else", n=1)
    submitted = {"state": "held", "lease_ends": None, "submitted_at": timezone.now()}
    # Of one's own pass nobody reads the check masks.
    ids["judged"] = [world.open_pass(others, annotator, **submitted).pk]
    returned = {
        "state": "returned",
        "reason": "One of one is faulty.",
        "decided_by": boss,
        "decided_at": timezone.now(),
    }
    ids["spot-checks"] = [
        world.spot_check(project, annotator).pk, world.spot_check(project, annotator, "masks").pk,
        world.spot_check(project, boss, **returned, taken_back={"pages": {}}).pk,
    ]  # fmt: skip
    world.rating_task(project)
    ids["rating-tasks"] = [world.rating_task(project, name="Over", closes_at=timezone.now()).pk]
    ids["rater_samples"] = [
        (rater_token(row.rater), row.key) for row in RaterSample.objects.exclude(rater__task__name="Over")
    ]
    own = world.rater_of(world.rating_task(project, name="Of members"))
    Rater.objects.filter(pk=own.pk).update(user=boss, is_member=True)
    ids["own_samples"] = [(own.task_id, row.key) for row in own.samples.all()]
    ids["people"] = [annotator.pk, 10**9]
    ids["guidelines"] = [1, 2]
    ids["adjudications"] = list(Review.objects.filter(kind="adjudication").values_list("pk", flat=True))
    ids["files"] = list(ImportFile.objects.values_list("batch_id", "pk"))
    ids["rows"] = rows_to_ask(Review.objects.order_by("pk"))
    ids["realignments"] = list(Realignment.objects.values_list("review_id", "pk"))
    ids["digests"] = [digest_token(boss)]
    ids["join"] = [join_token(invitation) for invitation in MemberInvitation.objects.all()]
    ids["release_files"] = list(ReleaseFile.objects.values_list("release_id", "form"))
    ids["trained-models"] = list(TrainedModel.objects.filter(state="ready").values_list("pk", flat=True))
    ids["training_files"] = list(TrainingFile.objects.values_list("training_set_id", "form"))
    ids["papers"] = list(Document.objects.filter(kind=DocumentKind.PAPER).values_list("pk", flat=True))
    ids["release_page_files"] = [(address_of(page), "jsonl") for page in pages]
    # The rows that differ stand on pages of which the one before is open too.
    ids["release_pages"] = [address_of(page) for page in pages[1:]]
    ids["deliveries"] = list(Delivery.objects.values_list("webhook_id", "pk"))
    ids["tokens"] = [invitation_token(invitation) for invitation in Invitation.objects.all()]
    ids["rouge_rows"] = list(RougeRow.objects.values_list("table_id", "pk"))
    ids["slides_rows"] = list(SlidesRow.objects.values_list("table_id", "pk"))
    ids["slides_talks"] = list(SlidesTalk.objects.values_list("table_id", "pk"))
    return ids


def rows_to_ask(reviews: Iterable[Review]) -> list[tuple[int, str]]:
    """(review, row) of the first row of each review, and of the review before it, which has no such row."""
    first = [(review.pk, str(review.rows.earliest("position").pk)) for review in reviews]
    others = [(review, row) for (review, _), (_, row) in zip(first, [first[-1], *first], strict=False)]
    return first + others


def _leak_checks(test_set: TestSet) -> None:
    """One that found leaks of each kind, and one that waits."""
    check = LeakCheck.objects.create(
        test_set=test_set, state="done", n_rows=9, n_compared=4, releases=[10**9], lines_name="corpus.txt",
        parts=[{"name": "", "n_rows": 9}], counts={"talk": 1, "near_text": 2}, finished_at=timezone.now(),
    )  # fmt: skip
    talk = {"part": "test", "talk": "Tides", "speaker": ""}
    text = {**talk, "row": "7", "side": "line", "language": "", "text": "The tide turns twice a day."}
    Leak.objects.create(check_of=check, number=1, kind="talk", likeness=0.5, n_rows=3, ours=talk, theirs=talk)
    Leak.objects.create(check_of=check, number=1, kind="speaker", n_rows=3, ours=talk, theirs=talk)
    for number, kind in enumerate(("text", "near_text"), start=1):
        Leak.objects.create(check_of=check, number=number, kind=kind, likeness=1.0, ours=text, theirs=text)
    LeakCheck.objects.create(test_set=test_set)


def _texts(project: Project, bitext: Pair, talk: Pair) -> None:
    source = bitext.source
    source.source_file.save("ledger.txt", ContentFile(b"High water, by hand."))
    source.media_file.save("ledger.mp3", ContentFile(b"ID3"))
    DocumentEmbeddings.objects.create(document=source, name="laser2", n_lines=4, dimension=2, sha256="0" * 64)
    newer = world.make_document(project, "Ledger", ["High water.", "It stays."])
    newer.previous, newer.version = source, 2
    newer.save()
    bitext.offline = world.make_document(project, "Ledger offline", ["満潮。"] * 4, language="ja")
    bitext.filter_thresholds = {"alpha_least": 0.5, "gamma_most": None}
    bitext.save()
    paper = world.make_document(
        project, "Pauses", ["We pause."], kind=DocumentKind.PAPER, sections=[("1", "Introduction", 1)]
    )
    speech = world.make_document(project, "Pauses talk", ["so we pause"], kind=DocumentKind.TRANSCRIPT, timed=True)
    world.make_run(
        world.make_pair(project, "Pauses", paper, speech),
        [{"source": [0], "target": [[0, 0, 11]], "confidence": 0.9, "candidates": [[0, 0.9], [None, 0.1]]}],
        engine="talksumm", info={"durations": [3]},
    )  # fmt: skip


def _runs(bitext: Pair, annotator: User) -> None:
    Filtering.objects.create(
        run=bitext.runs.get(), options={"offline": "none", "similarity": "chrf"}, state="succeeded", progress=1,
        created_by=annotator, started_at=timezone.now(), finished_at=timezone.now(),
    )  # fmt: skip
    bulk = BulkAlignment.objects.create(
        project=bitext.project, filter={"kind": "bitext"}, engine="lexical", last_pair=bitext.pk, n_pairs=3,
        n_refused=1, refusals={"One of its texts is empty.": 1}, created_by=annotator,
    )  # fmt: skip
    AlignmentRun.objects.create(pair=bitext, number=7, engine="lexical", bulk=bulk, estimated_seconds=0.4)
    AlignmentRun.objects.create(pair=bitext, number=8, engine="lexical")  # as the shell queues it: by nobody
    AlignmentRun.objects.create(
        pair=bitext,
        number=9,
        engine="vecalign",
        state="failed",
        error="no vectors",
        created_by=annotator,
        finished_at=timezone.now(),
    )


def _reviews(worker: APIClient, admin: APIClient, bitext: Pair, talk: Pair) -> None:
    editor = Editor(worker, bitext)
    possible = gestures(editor.rows)
    for name in ("accept", "post-edit", "tag and flag", "null"):
        editor.done(*possible[name])
    editor.undo()
    row = editor.rows[0]["id"]
    for text in ("Why?", "@admin please look"):
        assert worker.post(f"/api/v1/reviews/{editor.id}/comments/", {"row": row, "text": text}).status_code == 201
    place = {"side": "source", "unit": 0, "start": 0, "end": 4}
    made = worker.post(f"/api/v1/reviews/{editor.id}/corrections/", {**place, "text": "Low"}).json()
    again = {**place, "text": "", "replaces": [made[0]["id"]]}
    assert worker.post(f"/api/v1/reviews/{editor.id}/corrections/", again, format="json").status_code == 201
    editor.done({"type": "submit", "leave_unreviewed": True})
    returned = Editor(admin, bitext)
    returned.done({"type": "submit", "leave_unreviewed": True})
    assert admin.post(f"/api/v1/reviews/{returned.id}/return/", {"reason": "Once more"}).status_code == 200
    for pair in Pair.objects.filter(project=bitext.project, kind="paper_talk"):
        Editor(worker, pair)
    other = Editor(admin, talk)
    for good, submitting in ((True, Editor(worker, talk)), (False, other)):
        row = submitting.rows[0]["id"]
        submitting.done({"type": "set", "rows": [row], "fields": {"status": "accepted", "good_align": good}})
        submitting.done({"type": "submit", "leave_unreviewed": True})
    figures.refresh(talk.project_id)
    made = admin.post(f"/api/v1/projects/{talk.project.slug}/adjudications/", {"pair": talk.pk})
    assert made.status_code == 201, made.data
    other.done({"type": "reopen"})


def _probes(project: Project, annotator: User) -> None:
    """A review submitted with all its planted errors in it."""
    pair = world.long_bitext(project, 20)
    review = Review.objects.create(pair=pair, run=pair.runs.get(), annotator=annotator)
    copy_links(review, review.run)
    place_probes(review, seed=7, blind_share=0.3, planted_share=0.3)
    review.rows.update(status="accepted")
    Review.objects.filter(pk=review.pk).update(state="submitted", submitted_at=timezone.now())
    for probed in to_measure(project):
        measure(probed)


def _invitations(talk: Pair) -> None:
    run, unit = talk.runs.get(), talk.source.units.first()
    Invitation.objects.create(run=run, author_name="Not opened", n_sentences=30)
    answered = Invitation.objects.create(
        run=run, author_name="Answered", author_email="ines@example.org", n_sentences=1, score=4, comment="良い",
        answered_at=timezone.now(), finished_at=timezone.now(), first_opened_at=timezone.now(),
    )  # fmt: skip
    Invitation.objects.create(
        run=run, author_name="Ren", author_email="ren@example.jp", language="ja", n_sentences=1, system="lead",
        text="Words.", dimensions=["fluency"], scores={"fluency": 3}, trap=2, trap_answer=2, send_error="550",
        n_attempts=1, finished_at=timezone.now(),
    )  # fmt: skip
    answered.items.create(unit=unit, rank=1, n_words=4, answer=True, answered_at=timezone.now())


def _imports(project: Project, admin: APIClient) -> None:
    def stage(*files: tuple[str, bytes]) -> int:
        uploads = [SimpleUploadedFile(name, data) for name, data in files]
        answer = admin.post("/api/v1/imports/", {"project": project.slug, "files": uploads}, format="multipart")
        assert answer.status_code == 201, answer.content
        return int(answer.json()["id"])

    stage(("tides.md", PAPER), ("tides.vtt", VTT), ("bad.vtt", BAD_VTT), ("what.bin", b"\0\1"), ("table.tsv", TABLE))
    committed = stage(("whole.tsv", TABLE))
    answer = admin.post(f"/api/v1/imports/{committed}/commit/")
    assert answer.status_code == 200, answer.content


def _curated(project: Project) -> None:
    """A test set with rules and a row that was put in by hand."""
    test_set = TestSet.objects.create(project=project, name="Curated", takes=Taken.ALL)
    change_rules(test_set, rules={"good_mt": "yes", "split": {"by": "ratio"}}, version=0, user=None)
    test_set.refresh_from_db()
    counts_of(test_set)
    out, _ = rows_of(test_set, is_in=False, rule="good_mt")
    pick_rows(test_set, rows=[out[0]["row"]], is_in=True, reason="Reads well.", user=None)
