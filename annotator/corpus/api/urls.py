"""The addresses of texts: documents, imports and glossaries."""

from __future__ import annotations

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from annotator.corpus.api.documents import DocumentViewSet
from annotator.corpus.api.glossary import GlossaryViewSet
from annotator.corpus.api.imports import ImportViewSet
from annotator.importers.base import MAX_GLOSSARY_BYTES
from annotator.platform.api.body_limits import LargeBodies, form_of, form_of_files
from annotator.platform.api.weights import Weight, Weights

router = SimpleRouter()
router.register("documents", DocumentViewSet)
router.register("imports", ImportViewSet)

of_project = SimpleRouter()
of_project.register("glossary", GlossaryViewSet, basename="term")

urlpatterns = [
    *router.urls,
    path("projects/<slug:project_slug>/", include(of_project.urls)),
]

#: How many files of the largest size one request may carry; more of them go into several requests.
FILES_PER_IMPORT = 5
LARGE_BODIES: LargeBodies = {
    r"imports(?:/[0-9]+/files(?:/[0-9]+)?)?": lambda: form_of_files(FILES_PER_IMPORT),
    r"documents/[0-9]+/media": lambda: form_of_files(1),
    r"documents/[0-9]+/embeddings": lambda: form_of_files(2),
    r"projects/[^/]+/glossary/import": lambda: form_of(MAX_GLOSSARY_BYTES),
}

WEIGHTS: Weights = {"projects/[^/]+/glossary/export": Weight.HEAVY}
