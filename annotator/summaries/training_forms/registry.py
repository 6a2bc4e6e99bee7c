"""The forms that a training set is written in."""

from __future__ import annotations

from annotator.releases.forms import documents as of_releases
from annotator.releases.forms.base import Form
from annotator.summaries.training_forms import documents, folder, highlights, lines

FORMS: dict[str, Form] = {
    form.key: form
    for form in (
        *lines.OF_VARIANTS,
        lines.ROWS,
        highlights.FORM,
        folder.FORM,
        documents.CARD,
        of_releases.MANIFEST,
    )
}
