"""The addresses of invited authors, and of what they answer."""

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.authors.api.authors import AuthorsView
from annotator.authors.api.ratings import InvitationViewSet, RateView
from annotator.platform.api.weights import Weight, Weights

router = SimpleRouter()
router.register("invitations", InvitationViewSet)

_authors = {"get": ("wordings", "listed", "export"), "post": ("check", "invite", "act")}
_author: Any = {"get": "retrieve", "patch": "partial_update"}

urlpatterns = [
    *router.urls,
    path("projects/<slug:project_slug>/authors/", AuthorsView.as_view({"get": "retrieve"})),
    *(
        path(f"projects/<slug:project_slug>/authors/{verb}/", AuthorsView.as_view({method: verb}))
        for method, verbs in _authors.items()
        for verb in verbs
    ),
    path("rate/<str:token>/", RateView.as_view(_author), name="rate"),
    path("rate/<str:token>/paper/", RateView.as_view({"get": "paper"}), name="rate-paper"),
]

WEIGHTS: Weights = {
    "projects/[^/]+/authors/export": Weight.EXPORT,
    "projects/[^/]+/authors(?:/listed|/check)?": Weight.HEAVY,
}
