"""The addresses of the overview, assignments, the queue, probes and agreement."""

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.platform.api.weights import Weight, Weights
from annotator.teams.api.agreement import AgreementView
from annotator.teams.api.assignments import AssignmentPolicyView, AssignmentView
from annotator.teams.api.overview import OverviewViewSet
from annotator.teams.api.person import PersonView
from annotator.teams.api.probes import ProbePolicyView, ProbesView
from annotator.teams.api.queue import QueueView, SlotViewSet
from annotator.teams.api.spot_checks import SpotChecksView, SpotCheckViewSet
from annotator.teams.api.training_rounds import TrainingView

router = SimpleRouter()
router.register("projects", OverviewViewSet)
router.register("slots", SlotViewSet)

_policy: Any = {"get": "retrieve", "put": "update", "delete": "destroy"}
_spot_check: Any = {"get": "retrieve", "delete": "destroy"}
_assignments = {
    "get": ("counts", "choices", "workload", "stuck"),
    "post": ("assign", "reassign", "withdraw", "prioritise", "unstick", "undo"),
}

_training = {
    "get": ("offered", "own", "latest"),
    "post": ("foreseen", "take", "write", "decide", "begin", "answer", "differ"),
}

_person = (
    ("foreseen", "get", "foreseen"),
    ("set-aside", "post", "set_aside"),
    ("bring-back", "post", "bring_back"),
    ("pause", "post", "pause"),
    ("leaving", "get", "leaving"),
    ("remove", "post", "remove"),
    ("take-back", "post", "take_back"),
)

urlpatterns = [
    *router.urls,
    path("projects/<slug:project_slug>/assignment-policy/", AssignmentPolicyView.as_view(_policy)),
    path("projects/<slug:project_slug>/agreement/", AgreementView.as_view({"get": "retrieve"})),
    *(
        path(f"projects/<slug:project_slug>/agreement/{part}/", AgreementView.as_view({"get": part}))
        for part in ("people", "talks", "months", "rows", "export")
    ),
    path("projects/<slug:project_slug>/queue/", QueueView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/queue/progress/", QueueView.as_view({"get": "progress"})),
    path("projects/<slug:project_slug>/queue/next/", QueueView.as_view({"post": "next"})),
    path("projects/<slug:project_slug>/queue/languages/", QueueView.as_view({"put": "languages"})),
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
    path("projects/<slug:project_slug>/people/own/", PersonView.as_view({"get": "own"})),
    path("projects/<slug:project_slug>/people/<int:annotator>/", PersonView.as_view({"get": "retrieve"})),
    *(
        path(f"projects/<slug:project_slug>/people/<int:annotator>/{part}/", PersonView.as_view({method: act}))
        for part, method, act in _person
    ),
    path("projects/<slug:project_slug>/training/", TrainingView.as_view({"get": "retrieve", "put": "update"})),
    *(
        path(f"projects/<slug:project_slug>/training/{verb}/", TrainingView.as_view({method: verb}))
        for method, verbs in _training.items()
        for verb in verbs
    ),
    path("projects/<slug:project_slug>/training/trial/", TrainingView.as_view({"get": "trial", "post": "try_row"})),
    path(
        "projects/<slug:project_slug>/training/rows/<int:pk>/",
        TrainingView.as_view({"patch": "change", "delete": "destroy"}),
    ),
    path("projects/<slug:project_slug>/spot-checks/", SpotChecksView.as_view({"get": "retrieve", "post": "draw"})),
    path("spot-checks/<int:pk>/", SpotCheckViewSet.as_view(_spot_check)),
    path("spot-checks/<int:pk>/items/<int:position>/", SpotCheckViewSet.as_view({"put": "judge"})),
    path("spot-checks/<int:pk>/decide/", SpotCheckViewSet.as_view({"post": "decide"})),
    path("spot-checks/<int:pk>/reopen/", SpotCheckViewSet.as_view({"post": "reopen"})),
]

WEIGHTS: Weights = {
    "projects/[^/]+/agreement(?:/(?:people|talks|months|rows))?": Weight.HEAVY,
    "projects/[^/]+/agreement/export": Weight.EXPORT,
    "projects/[^/]+/(?:stages|quality|assignments(?:/[a-z]+)?|probes(?:/[0-9]+)?|spot-checks)": Weight.HEAVY,
    "projects/[^/]+/people/[0-9]+(?:/[a-z-]+)?": Weight.HEAVY,
    "projects/[^/]+/training(?:/(?:offered|foreseen|take))?": Weight.HEAVY,
    "spot-checks/[0-9]+(?:/decide|/reopen)?": Weight.HEAVY,
}
