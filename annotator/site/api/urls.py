"""The addresses under /api/v1/."""

from __future__ import annotations

from typing import Any

from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from annotator.aligning.api.bulk_alignments import BulkAlignmentViewSet
from annotator.aligning.api.presets import PresetViewSet
from annotator.aligning.api.runs import RunViewSet
from annotator.aligning.api.vectors import VectorSetViewSet
from annotator.authors.api.authors import AuthorsView
from annotator.authors.api.ratings import InvitationViewSet, RateView
from annotator.corpus.api.documents import DocumentViewSet
from annotator.corpus.api.glossary import GlossaryViewSet
from annotator.corpus.api.imports import ImportViewSet
from annotator.corpus.api.pairs import EngineView, PairViewSet
from annotator.people.api.account import AccountView, DigestView
from annotator.people.api.activity import ActivityView
from annotator.people.api.member_invitations import JoinView, MemberInvitationViewSet
from annotator.people.api.session import SessionView, TokenViewSet, UserViewSet
from annotator.people.api.webhooks import OneWebhookView, WebhookView
from annotator.people.permissions import Open
from annotator.releases.api.leaks import LeakCheckViewSet
from annotator.releases.api.release_pages import DataCardView, ReleasePageView
from annotator.releases.api.releases import ReleaseViewSet
from annotator.releases.api.systems import SystemViewSet
from annotator.releases.api.test_sets import TestSetViewSet
from annotator.reviewing.api.adjudications import AdjudicationsView, AdjudicationView
from annotator.reviewing.api.comments import CommentViewSet
from annotator.reviewing.api.concordance import ConcordanceView
from annotator.reviewing.api.guidelines import GuidelinesView
from annotator.reviewing.api.reviews import ReviewViewSet
from annotator.site.api.defaults import DefaultsView
from annotator.site.api.health import HealthView
from annotator.site.api.openapi import SchemaView
from annotator.site.api.projects import MemberViewSet, ProjectViewSet
from annotator.summaries.api.evaluation import RougeTableViewSet, SummarySetViewSet
from annotator.summaries.api.project_summaries import ProjectSummariesView
from annotator.summaries.api.training import TrainedModelViewSet, TrainingSetViewSet
from annotator.summaries.api.tuning import TuningViewSet
from annotator.teams.api.agreement import AgreementView
from annotator.teams.api.assignments import AssignmentPolicyView, AssignmentView
from annotator.teams.api.probes import ProbePolicyView, ProbesView
from annotator.teams.api.queue import QueueView, SlotViewSet

router = SimpleRouter()
router.register("reviews", ReviewViewSet)  # first: addresses are tried in order, and this one comes with every edit
router.register("users", UserViewSet)
router.register("projects", ProjectViewSet)
router.register("documents", DocumentViewSet)
router.register("pairs", PairViewSet)
router.register("bulk-alignments", BulkAlignmentViewSet)
router.register("runs", RunViewSet)
router.register("imports", ImportViewSet)
router.register("comments", CommentViewSet)
router.register("invitations", InvitationViewSet)
router.register("test-sets", TestSetViewSet)
router.register("releases", ReleaseViewSet)
router.register("leak-checks", LeakCheckViewSet)
router.register("presets", PresetViewSet)
router.register("systems", SystemViewSet)
router.register("tunings", TuningViewSet)
router.register("training-sets", TrainingSetViewSet)
router.register("trained-models", TrainedModelViewSet)
router.register("summary-sets", SummarySetViewSet)
router.register("rouge-tables", RougeTableViewSet)
router.register("vectors", VectorSetViewSet)
router.register("slots", SlotViewSet)

of_project = SimpleRouter()
of_project.register("members", MemberViewSet, basename="member")
of_project.register("member-invitations", MemberInvitationViewSet, basename="member-invitation")
of_project.register("glossary", GlossaryViewSet, basename="term")

_many: Any = {"get": "list", "post": "create"}
_compared: Any = {"get": "retrieve", "post": "compare_again"}
_one: Any = {"get": "retrieve", "post": "create", "delete": "destroy"}
_policy: Any = {"get": "retrieve", "put": "update", "delete": "destroy"}
_authors = {"get": ("wordings", "listed", "export"), "post": ("check", "invite", "act")}
_assignments = {
    "get": ("counts", "choices", "workload"),
    "post": ("assign", "reassign", "withdraw", "prioritise", "undo"),
}
_draft: Any = {"put": "save", "delete": "discard"}
_webhook: dict[str, Any] = {
    "": {"patch": "partial_update", "delete": "destroy"},
    "secret/": {"post": "replace_secret"},
    "test/": {"post": "send_test"},
    "resend/": {"post": "resend_failed"},
    "deliveries/": {"get": "deliveries"},
    "deliveries/<int:delivery>/": {"get": "delivery"},
    "deliveries/<int:delivery>/resend/": {"post": "resend"},
}
_author: Any = {"get": "retrieve", "patch": "partial_update"}

urlpatterns = [
    path("health/", HealthView.as_view({"get": "retrieve"}), name="health"),
    path("session/", SessionView.as_view(_one), name="session"),
    path("session/password/", SessionView.as_view({"post": "change_password"}), name="password"),
    path("session/reset/", SessionView.as_view({"post": "ask_for_reset"}), name="ask-for-reset"),
    path("session/reset/password/", SessionView.as_view({"post": "reset_password"}), name="reset-password"),
    path("session/second-factor/", SessionView.as_view({"post": "second_factor"}), name="second-factor"),
    path("session/provider/", SessionView.as_view({"post": "provider"}), name="provider"),
    path("account/", AccountView.as_view({"get": "retrieve", "patch": "partial_update"}), name="account"),
    *(
        path(f"account/{address}/", AccountView.as_view({"post": verb}))
        for address, verb in (
            ("email", "change_email"),
            ("email/confirm", "confirm_email"),
            ("second-factor", "begin_second_factor"),
            ("second-factor/confirm", "confirm_second_factor"),
            ("second-factor/remove", "remove_second_factor"),
            ("recovery-codes", "renew_recovery_codes"),
        )
    ),
    path("digests/<str:token>/", DigestView.as_view({"get": "retrieve", "post": "create"}), name="digests"),
    path("join/<str:token>/", JoinView.as_view({"get": "retrieve", "post": "create"}), name="join"),
    path("tokens/", TokenViewSet.as_view({"get": "list", "post": "create"}), name="tokens"),
    path("tokens/<uuid:pk>/", TokenViewSet.as_view({"delete": "destroy"}), name="token"),
    path("defaults/", DefaultsView.as_view({"get": "retrieve"}), name="defaults"),
    path("engines/", EngineView.as_view({"get": "list"}), name="engines"),
    path("projects/<slug:project_slug>/", include(of_project.urls)),
    path("projects/<slug:project_slug>/assignment-policy/", AssignmentPolicyView.as_view(_policy)),
    path("projects/<slug:project_slug>/guidelines/", GuidelinesView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/guidelines/draft/", GuidelinesView.as_view(_draft)),
    path("projects/<slug:project_slug>/guidelines/draft/publish/", GuidelinesView.as_view({"post": "publish"})),
    path("projects/<slug:project_slug>/guidelines/template/", GuidelinesView.as_view({"get": "template"})),
    path("projects/<slug:project_slug>/guidelines/usage/", GuidelinesView.as_view({"get": "usage"})),
    path("projects/<slug:project_slug>/guidelines/<int:number>/", GuidelinesView.as_view({"get": "version"})),
    path("projects/<slug:project_slug>/concordance/", ConcordanceView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/adjudications/", AdjudicationsView.as_view(_many)),
    path("projects/<slug:project_slug>/adjudications/counts/", AdjudicationsView.as_view({"get": "counts"})),
    path("projects/<slug:project_slug>/agreement/", AgreementView.as_view({"get": "retrieve"})),
    *(
        path(f"projects/<slug:project_slug>/agreement/{part}/", AgreementView.as_view({"get": part}))
        for part in ("people", "talks", "months", "rows", "export")
    ),
    path("projects/<slug:project_slug>/activity/", ActivityView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/activity/export/", ActivityView.as_view({"get": "export"})),
    path("projects/<slug:project_slug>/webhooks/", WebhookView.as_view({"get": "retrieve", "post": "create"})),
    *(
        path(f"projects/<slug:project_slug>/webhooks/<int:pk>/{below}", OneWebhookView.as_view(methods))
        for below, methods in _webhook.items()
    ),
    path("projects/<slug:project_slug>/queue/", QueueView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/queue/progress/", QueueView.as_view({"get": "progress"})),
    path("projects/<slug:project_slug>/queue/next/", QueueView.as_view({"post": "next"})),
    path("projects/<slug:project_slug>/queue/claim/", QueueView.as_view({"post": "claim"})),
    path("projects/<slug:project_slug>/assignments/", AssignmentView.as_view({"get": "retrieve"})),
    *(
        path(f"projects/<slug:project_slug>/assignments/{verb}/", AssignmentView.as_view({method: verb}))
        for method, verbs in _assignments.items()
        for verb in verbs
    ),
    path("projects/<slug:project_slug>/probe-policy/", ProbePolicyView.as_view({"get": "retrieve", "put": "update"})),
    path("projects/<slug:project_slug>/probes/", ProbesView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/probes/<int:annotator>/", ProbesView.as_view({"get": "missed"})),
    path("projects/<slug:project_slug>/summaries/", ProjectSummariesView.as_view(_many)),
    path("projects/<slug:project_slug>/summaries/overview/", ProjectSummariesView.as_view({"get": "overview"})),
    path("projects/<slug:project_slug>/summaries/cancel/", ProjectSummariesView.as_view({"post": "cancel"})),
    path("projects/<slug:project_slug>/summaries/export/", ProjectSummariesView.as_view({"get": "export"})),
    path("projects/<slug:project_slug>/authors/", AuthorsView.as_view({"get": "retrieve"})),
    *(
        path(f"projects/<slug:project_slug>/authors/{verb}/", AuthorsView.as_view({method: verb}))
        for method, verbs in _authors.items()
        for verb in verbs
    ),
    path("adjudications/<int:pk>/", AdjudicationView.as_view(_compared)),
    path("release-pages/<str:address>/", ReleasePageView.as_view({"get": "retrieve"}), name="release-page"),
    path("release-pages/<str:address>/files/<slug:form>/", ReleasePageView.as_view({"get": "file"})),
    path("release-pages/<str:address>/checksums/", ReleasePageView.as_view({"get": "checksums"})),
    path("release-pages/<str:address>/differences/", ReleasePageView.as_view({"get": "differences"})),
    path("data-cards/<int:test_set>/", DataCardView.as_view({"get": "retrieve", "put": "update"})),
    path("rate/<str:token>/", RateView.as_view(_author), name="rate"),
    path("rate/<str:token>/paper/", RateView.as_view({"get": "paper"}), name="rate-paper"),
    path("", include(router.urls)),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(permission_classes=[Open], url_name="schema"), name="docs"),
]
