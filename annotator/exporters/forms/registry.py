"""The forms that a release is written in."""

from __future__ import annotations

from annotator.exporters.forms import (
    alignments,
    documents,
    folder,
    intertext,
    naist,
    tables,
    talks,
    text,
    translation,
    wmt,
)
from annotator.exporters.forms.base import Form

FORMS: dict[str, Form] = {
    form.key: form
    for form in (
        tables.LINES,
        tables.TSV,
        tables.CSV,
        tables.PARQUET,
        folder.FORM,
        translation.TMX,
        translation.XLIFF_2,
        translation.XLIFF_1,
        text.FORM,
        naist.FORM,
        alignments.FORM,
        intertext.FORM,
        talks.TALKSUMM,
        talks.VTSSUM,
        wmt.FORM,
        documents.CARD,
        documents.MANIFEST,
        documents.CROISSANT,
        documents.CITATION,
    )
}
