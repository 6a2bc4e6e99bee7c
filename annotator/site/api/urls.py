"""The addresses under /api/v1/: those of each domain, and the site's own."""

from __future__ import annotations

from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from annotator.people.permissions import Open
from annotator.platform.api.body_limits import LargeBodies, form_of_files
from annotator.platform.api.weights import Weight, Weights
from annotator.site.api.defaults import DefaultsView
from annotator.site.api.erasing import ErasureView
from annotator.site.api.health import HealthView
from annotator.site.api.moving import ProjectExportView, ProjectImportViewSet
from annotator.site.api.openapi import SchemaView
from annotator.site.api.projects import ProjectViewSet

router = SimpleRouter()
router.register("projects", ProjectViewSet)
router.register("project-imports", ProjectImportViewSet)

urlpatterns = [
    path("", include("annotator.reviewing.api.urls")),  # first: addresses are tried in order, and edits are frequent
    path("", include("annotator.people.api.urls")),
    path("", include("annotator.corpus.api.urls")),
    path("", include("annotator.decks.api.urls")),
    path("", include("annotator.recordings.api.urls")),
    path("", include("annotator.aligning.api.urls")),
    path("", include("annotator.teams.api.urls")),
    path("", include("annotator.releases.api.urls")),
    path("", include("annotator.summaries.api.urls")),
    path("", include("annotator.authors.api.urls")),
    *router.urls,
    path("projects/<slug:project_slug>/erasures/", ErasureView.as_view({"get": "retrieve", "post": "create"})),
    path("projects/<slug:project_slug>/erasures/foreseen/", ErasureView.as_view({"get": "foreseen"})),
    path("projects/<slug:project_slug>/exports/", ProjectExportView.as_view({"get": "retrieve", "post": "create"})),
    path("projects/<slug:project_slug>/exports/<int:pk>/", ProjectExportView.as_view({"delete": "destroy"})),
    path("projects/<slug:project_slug>/exports/<int:pk>/file/", ProjectExportView.as_view({"get": "file"})),
    path("projects/<slug:project_slug>/raw-reviews/", ProjectExportView.as_view({"get": "raw_reviews"})),
    path("health/", HealthView.as_view({"get": "retrieve"}), name="health"),
    path("defaults/", DefaultsView.as_view({"get": "retrieve"}), name="defaults"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(permission_classes=[Open], url_name="schema"), name="docs"),
]

LARGE_BODIES: LargeBodies = {"project-imports": lambda: form_of_files(1)}

WEIGHTS: Weights = {
    "projects/[^/]+/raw-reviews": Weight.EXPORT,
    "projects/[^/]+/exports": Weight.HEAVY,
    "projects/[^/]+/erasures": Weight.HEAVY,
    "projects/[^/]+/gold": Weight.EXPORT,
    "projects/[^/]+/fit-thresholds": Weight.HEAVY,
}
