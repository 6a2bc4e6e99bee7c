"""The addresses of test sets, releases and their pages, leaks, and systems."""

from __future__ import annotations

from django.conf import settings
from django.urls import path
from rest_framework.routers import SimpleRouter

from annotator.importers.base import MAX_OUTPUT_BYTES
from annotator.platform.api.body_limits import MIB, BodyLimit, LargeBodies, form_of
from annotator.platform.api.weights import Weight, Weights
from annotator.releases.api.leaks import LeakCheckViewSet
from annotator.releases.api.release_pages import DataCardView, ReleasePageView
from annotator.releases.api.releases import ReleaseViewSet
from annotator.releases.api.systems import SystemViewSet
from annotator.releases.api.test_sets import TestSetViewSet

router = SimpleRouter()
router.register("test-sets", TestSetViewSet)
router.register("releases", ReleaseViewSet)
router.register("leak-checks", LeakCheckViewSet)
router.register("systems", SystemViewSet)

urlpatterns = [
    *router.urls,
    path("release-pages/<str:address>/", ReleasePageView.as_view({"get": "retrieve"}), name="release-page"),
    path("release-pages/<str:address>/files/<slug:form>/", ReleasePageView.as_view({"get": "file"})),
    path("release-pages/<str:address>/checksums/", ReleasePageView.as_view({"get": "checksums"})),
    path("release-pages/<str:address>/differences/", ReleasePageView.as_view({"get": "differences"})),
    path("data-cards/<int:test_set>/", DataCardView.as_view({"get": "retrieve", "put": "update"})),
]

LARGE_BODIES: LargeBodies = {
    "systems": lambda: form_of(max(MAX_OUTPUT_BYTES, settings.MAX_UPLOAD_BYTES)),  # a ZIP of clips
    "leak-checks": lambda: BodyLimit(16 * MIB, n_values=1_000, is_upload=True),
}

WEIGHTS: Weights = {
    "test-sets/[0-9]+/(?:funnel|rows|rules|picks|talks|choose|next-release)": Weight.HEAVY,
    "(?:releases/[0-9]+|release-pages/[^/]+)/(?:files/[^/]+|checksums)": Weight.EXPORT,
    "(?:releases/[0-9]+|release-pages/[^/]+)/differences": Weight.HEAVY,
    "systems(?:/[0-9]+/(?:comparisons?|words|score-again))?": Weight.HEAVY,
}
