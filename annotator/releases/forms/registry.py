"""The forms that a release is written in."""

from __future__ import annotations

from annotator.releases.forms import (
    clips,
    documents,
    folder,
    intertext,
    m3av,
    plain_text,
    ratings,
    tables,
    talks,
    translation,
)
from annotator.releases.forms.base import Form

_ONE_BY_ONE = (
    tables.LINES,
    tables.TSV,
    tables.CSV,
    tables.PARQUET,
    folder.FORM,
    translation.TMX,
    translation.XLIFF_2,
    translation.XLIFF_1,
    plain_text.TEXTS,
    plain_text.NAIST,
    plain_text.VECALIGN,
    intertext.FORM,
    talks.TALKSUMM,
    talks.VTSSUM,
    m3av.FORM,
    clips.FORM,
    ratings.FORM,
    translation.WMT,
    documents.CARD,
    documents.MANIFEST,
    documents.CROISSANT,
    documents.CITATION,
    documents.ZENODO,
)
#: By key, in the order of pages. The last holds all others.
FORMS: dict[str, Form] = {form.key: form for form in (*_ONE_BY_ONE, folder.form_of(_ONE_BY_ONE))}
