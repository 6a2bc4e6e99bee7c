"""Sentence embeddings that people upload: what fits is kept, what does not is refused by file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from alignment.vecalign import Embeddings
from annotator.corpus.embeddings import load_embeddings
from annotator.models import DocumentEmbeddings, Pair

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def upload(admin: User, client_of: ClientOf, bitext: Pair, tmp_path: Path, settings: Any) -> Callable[..., Any]:
    settings.MEDIA_ROOT = tmp_path / "media"
    client = client_of(admin)

    def send(lines: bytes, vectors: bytes, pair_side: str = "source") -> Any:
        document = getattr(bitext, pair_side)
        files = {"overlaps": SimpleUploadedFile("o.txt", lines), "vectors": SimpleUploadedFile("v.f32", vectors)}
        return client.post(
            f"/api/v1/documents/{document.pk}/embeddings/", {"name": "laser", **files}, format="multipart"
        )

    return send


def lines_of(pair: Pair, side: str = "source") -> list[str]:
    return [text.strip() for text in getattr(pair, side).texts()]


def vectors(n_lines: int, dimension: int = 4) -> bytes:
    return np.arange(n_lines * dimension, dtype="<f4").tobytes()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_what_was_uploaded_is_what_the_engine_reads(
    upload: Callable[..., Any], bitext: Pair, end: str, last: bool
) -> None:
    for side in ("source", "target"):
        # U+2028 stays inside a line for whoever counts lines, the engine among them.
        lines = [*lines_of(bitext, side), "a\u2028b", "Ünïcode 🎉"]
        text = end.join(lines) + (end if last else "")
        answer = upload(b"\xef\xbb\xbf" + text.encode(), vectors(len(lines)), side)
        assert (answer.status_code, answer.data["n_lines"], answer.data["dimension"]) == (201, len(lines), 4)
    loaded = load_embeddings(bitext)
    assert loaded is not None
    assert isinstance(loaded[0], Embeddings)
    rows = loaded[0].rows(lines_of(bitext))
    np.testing.assert_array_equal(loaded[0].take(rows)[1], [4, 5, 6, 7])


def test_lines_are_found_across_the_pieces_a_file_is_read_in(
    upload: Callable[..., Any], bitext: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.core.files.base.File.DEFAULT_CHUNK_SIZE", 7)
    lines = [*lines_of(bitext), "", "Ünïcode 🎉"]
    assert upload("\n".join(lines).encode(), vectors(len(lines))).data["n_lines"] == len(lines)


@pytest.mark.parametrize("largest", ["overlaps", "vectors"])
def test_a_file_above_the_limit_is_refused(
    upload: Callable[..., Any], bitext: Pair, settings: Any, largest: str
) -> None:
    settings.MAX_UPLOAD_BYTES = 20_000
    lines = "\n".join(lines_of(bitext)).encode()
    large = b"\0" * 30_000
    answer = upload(large if largest == "overlaps" else lines, large if largest == "vectors" else vectors(3))
    assert answer.status_code == 413
    assert not DocumentEmbeddings.objects.exists()


def test_more_dimensions_than_an_encoder_has_are_refused(upload: Callable[..., Any], bitext: Pair) -> None:
    lines = lines_of(bitext)
    answer = upload("\n".join(lines).encode(), b"\0" * (4 * len(lines) * 10_001))
    assert answer.status_code == 400
    assert "10,001 numbers for each" in answer.json()["detail"]
    assert not DocumentEmbeddings.objects.exists()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (b"good\nb\xffd\n", "o.txt line 2: not UTF-8."),
        (b"x" * 200_000, "o.txt line 1: longer than 100,000 bytes"),
        (b"", "The submitted file is empty"),
        (b"nothing of it\n", "o.txt lacks sentence 1 of"),
    ],
)
def test_wrong_lines_are_named(upload: Callable[..., Any], lines: bytes, said: str) -> None:
    answer = upload(lines, vectors(2))
    assert answer.status_code == 400
    assert said in str(answer.json())


def test_vectors_that_do_not_come_out_even_are_refused(upload: Callable[..., Any], bitext: Pair) -> None:
    lines = "\n".join(lines_of(bitext)).encode()
    answer = upload(lines, vectors(len(lines_of(bitext)))[:-1])
    assert answer.status_code == 400
    assert "expected 4 bytes a number" in answer.json()["detail"]
