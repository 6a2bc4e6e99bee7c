"""The addresses of texts: documents, imports and glossaries."""

from __future__ import annotations

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from annotator.corpus.api.documents import DocumentViewSet
from annotator.corpus.api.glossary import GlossaryViewSet
from annotator.corpus.api.imports import ImportViewSet

router = SimpleRouter()
router.register("documents", DocumentViewSet)
router.register("imports", ImportViewSet)

of_project = SimpleRouter()
of_project.register("glossary", GlossaryViewSet, basename="term")

urlpatterns = [
    *router.urls,
    path("projects/<slug:project_slug>/", include(of_project.urls)),
]
