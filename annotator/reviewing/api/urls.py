"""The addresses of pairs, reviews and comments, guidelines, adjudications and the concordance."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.platform.api.body_limits import BodyLimit, LargeBodies
from annotator.platform.api.weights import Weight, Weights
from annotator.reviewing.api.adjudications import AdjudicationsView, AdjudicationView
from annotator.reviewing.api.comments import CommentViewSet
from annotator.reviewing.api.concordance import ConcordanceView
from annotator.reviewing.api.guidelines import GuidelinesView
from annotator.reviewing.api.pairs import PairViewSet
from annotator.reviewing.api.reviews import ReviewViewSet
from annotator.reviewing.api.run_comparisons import RunComparisonViewSet

router = SimpleRouter()
router.register("reviews", ReviewViewSet)  # first: addresses are tried in order, and this one comes with every edit
router.register("pairs", PairViewSet)
router.register("runs", RunComparisonViewSet)
router.register("comments", CommentViewSet)

_many: Any = {"get": "list", "post": "create"}
_compared: Any = {"get": "retrieve", "post": "compare_again"}
_draft: Any = {"put": "save", "delete": "discard"}

urlpatterns = [
    *router.urls,
    path("projects/<slug:project_slug>/guidelines/", GuidelinesView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/guidelines/draft/", GuidelinesView.as_view(_draft)),
    path("projects/<slug:project_slug>/guidelines/draft/publish/", GuidelinesView.as_view({"post": "publish"})),
    path("projects/<slug:project_slug>/guidelines/template/", GuidelinesView.as_view({"get": "template"})),
    path("projects/<slug:project_slug>/guidelines/usage/", GuidelinesView.as_view({"get": "usage"})),
    path("projects/<slug:project_slug>/guidelines/<int:number>/", GuidelinesView.as_view({"get": "version"})),
    path("projects/<slug:project_slug>/concordance/", ConcordanceView.as_view({"get": "retrieve"})),
    path("projects/<slug:project_slug>/adjudications/", AdjudicationsView.as_view(_many)),
    path("projects/<slug:project_slug>/adjudications/counts/", AdjudicationsView.as_view({"get": "counts"})),
    path("adjudications/<int:pk>/", AdjudicationView.as_view(_compared)),
]

LARGE_BODIES: LargeBodies = {
    # All edits of a day offline, and merges of thousands of rows.
    "reviews/[0-9]+/operations": lambda: BodyLimit(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, n_values=1_000_000),
}

WEIGHTS: Weights = {
    "reviews/[0-9]+/(?:content|changes|realign|why-gold)": Weight.HEAVY,
    "projects/[^/]+/(?:concordance|adjudications(?:/counts)?)": Weight.HEAVY,
    "runs/[0-9]+/comparison": Weight.HEAVY,
}
