"""Every answer costs as many queries for many rows as for few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.authors.answering import invitation_token
from annotator.authors.rating_tasks.raters import rater_token
from annotator.corpus.importing.report import blank_report
from annotator.decks.slide_text.blocks import counts_of
from annotator.models import (
    AdjudicatedReview,
    AlignmentRun,
    AnnouncementSeen,
    AssignmentPolicy,
    BulkAlignment,
    Comment,
    Correction,
    DemoLoad,
    GeneratedText,
    GenerationRun,
    GuidelinesVersion,
    ImportBatch,
    ImportFile,
    Invitation,
    Leak,
    LeakCheck,
    MemberInvitation,
    Membership,
    Pair,
    Pass,
    Preset,
    Probe,
    ProbedReview,
    Project,
    ProjectExport,
    ProjectImport,
    Rater,
    RatingItem,
    RatingTask,
    Realignment,
    Release,
    Review,
    ReviewKind,
    ReviewRow,
    ReviewState,
    Role,
    RougeRow,
    RougeTable,
    RowStatus,
    SlidePage,
    SlidesPredictions,
    SlidesRow,
    SlidesTable,
    SlidesTalk,
    SlideText,
    Slot,
    SpotCheck,
    SummarySet,
    System,
    TestSet,
    TrainedModel,
    TrainingFile,
    TrainingSet,
    Tuning,
    Unit,
    VectorSet,
    Webhook,
)
from annotator.people.accounts import digest_token
from annotator.people.member_invitations import invitation_token as join_token
from annotator.reviewing.guidelines.labels import default_labels
from annotator.reviewing.opening import open_review
from annotator.teams import figures
from annotator.teams.probe_measures import ProbeFigures
from tests import world
from tests.annotator.described import described_api

#: Statements that count gold of pairs which several people reviewed; few of these were there before.
OF_MORE_KINDS = {"/api/v1/projects/{project_slug}/people/{annotator}/foreseen/": 3}

#: Streams, review by review.
STREAMED = {
    "/api/v1/projects/{slug}/gold/",
    "/api/v1/projects/{project_slug}/raw-reviews/",
    "/api/v1/projects/{project_slug}/activity/export/",
    "/api/v1/projects/{project_slug}/authors/export/",
    "/api/v1/rating-tasks/{id}/export/",
    "/api/v1/generation-runs/{id}/export/",
    "/api/v1/generation-runs/materials/",
    "/api/v1/releases/{id}/files/{form}/",
    "/api/v1/projects/{project_slug}/summaries/export/",
    "/api/v1/training-sets/{id}/files/{form}/",
}
#: Of one release that is made: test_release_pages.py.
OF_ONE_RELEASE = {
    "/api/v1/release-pages/{address}/",
    "/api/v1/release-pages/{address}/files/{form}/",
    "/api/v1/release-pages/{address}/checksums/",
    "/api/v1/release-pages/{address}/differences/",
}


@pytest.fixture
def grow(project: Project, bitext: Pair, talk: Pair, admin: User, make_document: Any) -> Callable[[int], None]:
    """Add `n` rows to everything that is listed anywhere."""
    state = {"n": 0}

    def one(n: int) -> None:
        user = User.objects.create_user(f"person{n}")
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
        other = Project.objects.create(slug=f"other-{n}", name=f"Other {n}")
        Membership.objects.create(project=other, user=admin, role=Role.ADMIN)
        documents = [make_document(f"{side} {n}", ["One.", "Two."]) for side in "ab"]
        pair = Pair.objects.create(
            project=project, kind="bitext", title=f"p{n}", source=documents[0], target=documents[1]
        )
        for of in (pair, bitext):
            AlignmentRun.objects.create(pair=of, number=n + 10, engine="lexical", created_by=user)
        world.recognition(talk.target, f"Recogniser {n}", ["One.", "Two."])
        for text in SlideText.objects.all():
            SlidePage.objects.create(slide_text=text, page=100 + n, figures=counts_of([], []))
        heard = world.checked_transcript(project, f"t{n}", n=1)
        world.open_pass(heard, user, state="held", lease_ends=None, submitted_at=timezone.now())
        world.spot_check(project, user)
        world.training_round(project, user)
        world.rating_task(project)
        for task in RatingTask.objects.filter(name="Voices"):
            rater = Rater.objects.create(
                task=task, number=task.raters.count() + 1, consented_at=timezone.now(), begun_at=timezone.now()
            )
            for position, sample in enumerate(task.samples.all()):
                rater.samples.create(
                    sample=sample, position=position, set_position=0, values=[3.0], rated_at=timezone.now()
                )
        for check in SpotCheck.objects.filter(kind="masks"):
            filled, at = check.items.latest("position").answer.of_pass, check.items.count()
            answer = filled.answers.create(
                mask=filled.transcript_check.masks.get(position=at), choice="typed", text="x"
            )
            check.items.create(position=at, answer=answer, text="x")
        GuidelinesVersion.objects.create(
            project=project, number=n, labels=default_labels(), saved_by=user, published_by=user,
            published_at=timezone.now(),
        )  # fmt: skip
        Slot.objects.create(project=project, pair=pair, annotator=admin)
        for of in (bitext, talk):
            Slot.objects.create(project=project, pair=of)
        reviews = [
            open_review(pair=of, annotator=user, run=of.runs.filter(state="succeeded").get())[0]
            for of in (bitext, talk)
        ]
        for review in reviews:
            ProbedReview.objects.create(
                review=review,
                seed=n,
                blind_share=0.1,
                planted_share=0,
                n_rows=4,
                measured_revision=review.revision,
                figures=ProbeFigures().to_json(),
            )
            Probe.objects.create(review=review, kind="blind", target=[[0, 0, 4]])
        Comment.objects.create(review=reviews[0], row=reviews[0].rows.earliest("pk").pk, text="x", author=user)
        for text in (bitext.source, bitext.target, talk.source, talk.target):
            Correction.objects.create(
                document=text,
                unit=0,
                start=0,
                end=1,
                text="x",
                by=user,
                withdrawn_by=user,
                withdrawn_at=timezone.now(),
            )
        world.member_invitation(project, email=f"n{n}@example.org", created_by=user)
        TestSet.objects.create(project=project, name=f"t{n}").reviews.set(reviews)
        released = TestSet.objects.create(project=project, name=f"r{n}")
        for minor in range(2):
            release = Release.objects.create(test_set=released, major=1, minor=minor, title="R", created_by=user)
            system = System.objects.create(
                on_release=release, name="S", file="x", created_by=user, state="scored", kind="translation",
                basis="b", scores={"figures": []}, samples=b"", finished_at=timezone.now(),
            )  # fmt: skip
            world.heard_talk(system)
            for into in {system, System.objects.earliest("pk")}:
                world.heard_talk(into, 2 + into.heard_talks.count())
        trained_on = TrainingSet.objects.create(project=project, number=n, name="T", created_by=user)
        for into in {trained_on, TrainingSet.objects.earliest("pk")}:
            TrainedModel.objects.create(training_set=into, variant=f"v{n}")
            TrainingFile.objects.create(training_set=into, form=f"f{n}", name="f", size=1, sha256="0")
        for state in ("done", "queued"):
            check = LeakCheck.objects.create(test_set=released, state=state, n_rows=1, releases=[1], asked_by=user)
            for into in (check, LeakCheck.objects.earliest("pk")):
                told = {"part": "", "talk": "T", "speaker": ""}
                Leak.objects.create(check_of=into, number=1 + into.leaks.count(), kind="talk", ours=told, theirs=told)
        invitation = Invitation.objects.create(run=talk.runs.get(), author_name=f"a{n}", n_sentences=30)
        for unit in talk.source.units.all():
            RatingItem.objects.create(invitation=invitation, unit=unit, rank=1, n_words=1)
        batch = ImportBatch.objects.create(project=project, created_by=user)
        for into in (batch, ImportBatch.objects.earliest("pk")):
            ImportFile.objects.create(batch=into, name=f"f{n}", size=1, report=blank_report())
        bulk = BulkAlignment.objects.create(
            project=project, engine="lexical", last_pair=pair.pk, n_pairs=n, created_by=user
        )
        AlignmentRun.objects.create(pair=pair, number=n + 50, engine="lexical", bulk=bulk)
        world.term(project, f"term {n}", changed_by=user)
        Preset.objects.create(project=project, engine="talksumm", name=f"preset {n}", created_by=user)
        world.rouge_table(project, f"set {n}")
        world.slides_table(project, pair)
        first = SlidesTable.objects.earliest("pk")
        SlidesTalk.objects.create(table=first, position=n + 1, pair=pair, video=f"v{n}", n_sentences=1)
        world.slides_predictions(project, f"predictions {n}")
        run = world.generation_run(project, pair, f"run {n}")
        first_run = GenerationRun.objects.earliest("pk")
        if run != first_run:
            GeneratedText.objects.create(run=first_run, pair=pair, page=n + 1, start=0, material="a", reference="")
        world.tuning(project, found=True, created_by=user)
        for hook in (world.webhook(project, f"hook {n}"), Webhook.objects.earliest("pk")):
            world.delivery(hook)
        notice = world.announcement(project, f"Notice {n}", by=user, to=user if n % 2 else None)
        AnnouncementSeen.objects.create(announcement=notice, person=admin, revision=1)
        world.project_export(project)
        ProjectImport.objects.create(name=f"a{n}.zip", created_by=admin)
        VectorSet.objects.create(name=f"v{n}", source="v.txt", created_by=user)
        for text in (bitext.source, talk.source):
            last = text.units.latest("position")
            Unit.objects.create(document=text, position=last.position + 1, text="More.", offset=last.offset + 50)

    def grown(n: int) -> None:
        for _ in range(n):
            state["n"] += 1
            one(state["n"])

    return grown


def test_answers_cost_the_same_queries_whatever_there_is(
    grow: Callable[[int], None],
    project: Project,
    bitext: Pair,
    talk: Pair,
    slides: Pair,
    admin: User,
    settings: Any,
    tmp_path: Any,
) -> None:
    settings.MEDIA_ROOT = tmp_path
    bitext.source.source_file.save("ledger.txt", ContentFile(b"High water, by hand."))
    bitext.source.media_file.save("ledger.mp3", ContentFile(b"ID3"))
    world.searched(slides)
    cut = world.clips(world.checked_transcript(project, "Cut", n=1).document).document_id
    world.passages(talk)
    client = APIClient()
    client.force_authenticate(admin)
    AssignmentPolicy.objects.create(project=project)
    DemoLoad.objects.create(asked_by=admin, project=project, state="done")
    grow(2)
    review = bitext.reviews.earliest("pk")
    probed = talk.reviews.earliest("pk")
    adjudication = Review.objects.create(pair=talk, run=talk.runs.get(), annotator=admin, kind=ReviewKind.ADJUDICATION)
    for number, compared in enumerate(talk.reviews.filter(kind=ReviewKind.REVIEW)[:2]):
        AdjudicatedReview.objects.create(adjudication=adjudication, review=compared, number=number, revision=0)
    realignment = Realignment.objects.create(review_id=talk.reviews.earliest("pk").pk, asked_by=admin).pk
    ids = {
        "documents": bitext.source_id, "pairs": bitext.pk, "runs": talk.runs.get().pk,
        "reviews": talk.reviews.earliest("pk").pk, "adjudications": adjudication.pk,
        "invitations": Invitation.objects.latest("pk").pk, "test-sets": TestSet.objects.latest("pk").pk,
        "imports": ImportBatch.objects.earliest("pk").pk, "vectors": VectorSet.objects.latest("pk").pk,
        "releases": Release.objects.latest("pk").pk, "systems": System.objects.earliest("pk").pk,
        "training-sets": TrainingSet.objects.latest("pk").pk,
        "trained-models": world.trained_model(TrainingSet.objects.earliest("pk")).pk,
        "leak-checks": LeakCheck.objects.earliest("pk").pk,
        "bulk-alignments": BulkAlignment.objects.earliest("pk").pk,
        "project-imports": ProjectImport.objects.earliest("pk").pk,
        "presets": Preset.objects.earliest("pk").pk,
        "summary-sets": SummarySet.objects.earliest("pk").pk,
        "rouge-tables": RougeTable.objects.earliest("pk").pk,
        "tunings": Tuning.objects.earliest("pk").pk,
        "passes": world.open_pass(world.checked_transcript(project, n=1), admin).pk,
        "slides-tables": SlidesTable.objects.earliest("pk").pk,
        "slides-predictions": SlidesPredictions.objects.earliest("pk").pk,
        "generation-runs": GenerationRun.objects.earliest("pk").pk,
        "rating-tasks": RatingTask.objects.earliest("pk").pk,
        "spot-checks": world.spot_check(project, User.objects.create_user("filler"), "masks").pk,
    }  # fmt: skip
    of_rater = world.rater_of(RatingTask.objects.earliest("pk")).samples.earliest("pk")
    own = world.rater_of(world.rating_task(project, name="Of members"))
    Rater.objects.filter(pk=own.pk).update(user=admin, is_member=True)
    ids["my-ratings"] = own.task_id
    deck = world.slide_text(world.shown_deck(project)).document_id
    # Of one's own pass nobody reads the check masks.
    judged = Pass.objects.filter(state="held").earliest("pk").pk
    hook = Webhook.objects.earliest("pk")
    delivery = hook.deliveries.earliest("pk").pk
    people = ",".join(map(str, sorted(talk.reviews.judgements().values_list("annotator", flat=True))[:2]))
    agreement = "/api/v1/projects/{project_slug}/agreement/"
    root = APIClient()
    root.force_authenticate(User.objects.create_superuser("root"))
    asked_by_site_admins = {"/api/v1/projects/{project_slug}/erasures/foreseen/"}
    queries = {
        **dict.fromkeys(asked_by_site_admins, f"?documents={bitext.source_id}"),
        f"{agreement}people/": "?measure=meanings",
        **{f"{agreement}{part}/": f"?measure=meanings&people={people}" for part in ("talks", "months")},
        f"{agreement}rows/": f"?measure=meanings&people={people}&pair={talk.pk}&first_said=same&second_said=same",
        f"{agreement}export/": "?part=measures",
        "/api/v1/reviews/{id}/operations/": f"?row={review.rows.earliest('pk').pk}",
        "/api/v1/reviews/{id}/changes/": "?since=0",
        "/api/v1/reviews/{id}/memory/": f"?row={review.rows.earliest('pk').pk}",
        "/api/v1/reviews/{id}/matched-words/": f"?row={review.rows.earliest('pk').pk}",
        "/api/v1/projects/{project_slug}/concordance/": "?q=water",
        "/api/v1/projects/{project_slug}/glossary/": "?search=term",
        "/api/v1/projects/{project_slug}/glossary/terms/": "?source=en&target=ja",
        "/api/v1/runs/{id}/comparison/": f"?against={talk.runs.get().pk}",
        "/api/v1/systems/{id}/comparison/": f"?against={System.objects.earliest('pk').pk}",
        "/api/v1/systems/{id}/words/": "?talk=1",
        "/api/v1/rouge-tables/{id}/papers/": f"?row={RougeRow.objects.earliest('pk').pk}",
        "/api/v1/slides-tables/{id}/talks/": f"?row={SlidesRow.objects.earliest('pk').pk}",
        "/api/v1/slides-tables/{id}/cuts/": f"?talk={SlidesTalk.objects.earliest('pk').pk}",
        "/api/v1/slides-tables/basis/": f"?project={project.slug}",
        "/api/v1/generation-runs/outlook/": f"?project={project.slug}",
        "/api/v1/tunings/basis/": f"?project={project.slug}",
        "/api/v1/trained-models/{id}/summary/": f"?document={talk.source_id}",
        "/api/v1/rating-tasks/{id}/results/": "?early=1",
        "/api/v1/rating-tasks/human-means/": f"?project={project.slug}",
        "/api/v1/rating-tasks/sources/": f"?project={project.slug}",
        "/api/v1/projects/{project_slug}/training/trial/": "?source_language=en&target_language=ja",
        "/api/v1/engines/": f"?pair={bitext.pk}",
        "/api/v1/pairs/runs/": f"?ids={bitext.pk},{talk.pk}",
    }
    schema = described_api()
    addresses = [a for a, methods in schema["paths"].items() if "get" in methods and a not in STREAMED | OF_ONE_RELEASE]

    def count() -> dict[str, int]:
        counts = {}
        compared = talk.reviews.judgements()
        compared.update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
        ReviewRow.objects.filter(review__in=compared).update(status=RowStatus.ACCEPTED)
        figures.refresh(project.pk)
        export, file = ProjectExport.objects.earliest("pk").pk, ImportFile.objects.earliest("pk").pk
        keys = {"my-ratings": own.samples.earliest("pk").key}
        tokens = {
            "join": join_token(MemberInvitation.objects.latest("pk")),
            "digests": digest_token(admin),
            "samples": rater_token(of_rater.rater),
            "author": invitation_token(Invitation.objects.latest("pk")),
        }
        for address in addresses:
            resource = address.removeprefix("/api/v1/").partition("/")[0]
            pk = hook.pk if "/webhooks/" in address else ids.get(resource, 0)
            pk = deck if "/documents/{id}/pages/" in address or "/slide-text/" in address else pk
            pk = judged if address.endswith("/planted/") else pk
            of_talk = ("/recognitions/", "/transcript-check/", "/rare-words/", "/peaks/")
            pk = talk.target_id if address.endswith(of_talk) else pk
            pk = cut if address.endswith(("/segments/", "/clips/", "/clips/file/", "/m3av/")) else pk
            pk = talk.pk if address.endswith("/passages/") else pk
            pk = export if "/exports/" in address else pk
            pk = slides.pk if address.endswith("/timeline/") or "/page-search/" in address else pk
            filled = address.format(
                id=pk, slug=project.slug, project_slug=project.slug,
                realignment=realignment, annotator=probed.annotator_id, delivery=delivery,
                file=file, key=keys.get(resource, of_rater.key), position=0,
                token=tokens["samples"] if "/samples/" in address else tokens.get(resource, tokens["author"]),
                number=1, second=1, test_set=ids["test-sets"],
            )  # fmt: skip
            with CaptureQueriesContext(connection) as captured:
                answer = (root if address in asked_by_site_admins else client).get(filled + queries.get(address, ""))
            assert answer.status_code == 200, (filled, answer.status_code)
            counts[address] = len(captured)
        return counts

    few = count()
    grow(3)
    many = count()
    assert {a: (few[a], n) for a, n in many.items() if n > few[a] + OF_MORE_KINDS.get(a, 0)} == {}


def test_a_search_goes_through_the_titles_once(
    admin: User, client_of: Callable[[User], APIClient], project: Project, bitext: Pair
) -> None:
    """Not for the number of rows, and then for those of the page."""
    client = client_of(admin)
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(f"/api/v1/pairs/?project={project.slug}&search={bitext.title[:3]}&page_size=1")
    assert answer.json()["count"] == 1
    of_all_titles = [query["sql"] for query in captured if "LIKE" in query["sql"] and " IN (" not in query["sql"]]
    assert len(of_all_titles) == 1, of_all_titles
