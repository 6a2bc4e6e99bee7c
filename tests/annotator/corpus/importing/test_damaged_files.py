"""Damaged files through the API: no 5xx, and documents whole or not at all.

Each sample once; `LECTERN_FUZZ=5000` sends as many. Each is staged, and imported where its errors allow.
"""

from __future__ import annotations

import os
import random
from itertools import pairwise

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.models import Document, ImportBatch, Pair, Section, Unit
from tests.annotator.importers.mutations import mutate
from tests.annotator.importers.samples import samples


@pytest.fixture
def client(client: APIClient, in_process: None) -> APIClient:
    # In this process: a crash of a parser is a 500 here, where the child would hide it behind a sentence.
    return client


def stored() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Document, Section, Unit, Pair))


def test_damaged_files_give_errors_and_never_half_a_document(client: APIClient) -> None:
    every = sorted(samples().items())
    n_imported = n_refused = 0
    for index in range(int(os.environ.get("LECTERN_FUZZ", len(every)))):
        name, data = every[index % len(every)]
        damaged = mutate(data, random.Random(f"api:{index}"))
        before = stored()
        upload = SimpleUploadedFile(name, damaged)
        staged = client.post("/api/v1/imports/", {"project": "harbour-talks", "files": [upload]}, format="multipart")
        where = f"{name}, seed api:{index}"
        assert staged.status_code < 500, where
        assert stored() == before, where
        if staged.status_code >= 400:
            n_refused += 1
            assert staged.json()["detail"], where
            continue
        committed = client.post(f"/api/v1/imports/{staged.json()['id']}/commit/")
        assert committed.status_code < 500, where
        if committed.status_code >= 400:
            n_refused += 1
            assert committed.json()["detail"], where
            assert stored() == before, where
        else:
            n_imported += 1
    assert n_imported
    assert n_refused
    for document in Document.objects.all():
        texts = list(document.units.order_by("position").values_list("position", "text", "offset"))
        assert [position for position, *_ in texts] == list(range(len(texts)))
        assert all(text for _, text, _ in texts)
        assert all(a[2] + len(a[1]) <= b[2] for a, b in pairwise(texts))
    assert not ImportBatch.objects.filter(state="importing").exists()
