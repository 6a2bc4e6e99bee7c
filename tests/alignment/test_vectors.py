"""Word vectors: formats, cache, damage, training."""

from __future__ import annotations

import gzip
import os
import struct
from pathlib import Path

import numpy as np
import pytest

from alignment.types import AlignmentError, Cancelled
from alignment.vectors import WordVectors, describe, load_vectors, train_vectors

WORDS = ["the", "talk", "日本", "naïve"]
MATRIX = np.array([[0.5, -1.0, 2.0], [0.25, 0.125, -3.0], [1e-3, 4.0, 0.0], [0.0, 0.0, 1.0]])


def glove(words: list[str] = WORDS, matrix: np.ndarray = MATRIX) -> bytes:
    return "".join(f"{w} {' '.join(str(x) for x in row)}\n" for w, row in zip(words, matrix, strict=True)).encode()


def word2vec_text() -> bytes:
    return b"4 3\n" + glove()


def word2vec_binary() -> bytes:
    rows = zip(WORDS, MATRIX, strict=True)
    return b"4 3\n" + b"".join(word.encode() + b" " + struct.pack("<3f", *row) + b"\n" for word, row in rows)


@pytest.mark.parametrize("content", [glove(), word2vec_text(), word2vec_binary()])
@pytest.mark.parametrize("zipped", [False, True])
def test_every_format_reads_the_same(tmp_path: Path, content: bytes, zipped: bool) -> None:
    path = tmp_path / ("v.gz" if zipped else "v.txt")
    path.write_bytes(gzip.compress(content) if zipped else content)
    for _ in range(2):  # read, then from the cache
        vectors = load_vectors(path, cache=tmp_path / "cache")
        assert list(vectors.words) == WORDS
        np.testing.assert_allclose(vectors.matrix, MATRIX, rtol=1e-7)
        assert describe(vectors) == {
            "name": "v",
            "source": str(path),
            "dimension": 3,
            "words": 4,
            "hash": WordVectors(WORDS, MATRIX, name="x", source="y").info.hash,
        }
    assert isinstance(vectors.matrix, np.memmap)


def test_the_cache_follows_the_file(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_bytes(glove())
    before = load_vectors(path, cache=tmp_path / "cache")
    path.write_bytes(glove(["new", *WORDS[1:]]))
    os.utime(path, ns=(1, 1))
    after = load_vectors(path, cache=tmp_path / "cache")
    assert "new" in after
    assert before.info.hash != after.info.hash


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_bytes(glove())
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert len(load_vectors(path, cache=blocked)) == 4


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no vectors in it"),
        (b"the 1 2 3\ntalk 1 x 3\n", "line 2: expected a word and 3 numbers, found 'talk 1 x 3'"),
        (b"the 1 2 3\ntalk 1 2\n", "line 2: expected a word and 3 numbers"),
        (b"the 1 2 3\n\xff\xfe 1 2 3\n", "line 2: not UTF-8"),
        (b"9 3\n" + glove(), "line 1: says 9 vectors, but 4 follow"),
        (word2vec_binary()[:-9], "says 4 vectors, but ends inside vector 4"),
        (gzip.compress(glove() * 50, mtime=0)[:-20], "damaged or cut short"),
    ],
)
def test_damage_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "v.txt"
    path.write_bytes(content)
    with pytest.raises(AlignmentError, match=message) as caught:
        load_vectors(path, use_cache=False)
    assert str(path) in str(caught.value)


def test_unknown_words_have_the_mean_vector_and_a_zero_vector_stays_zero() -> None:
    vectors = WordVectors(["a", "b", "zero"], np.array([[2.0, 0], [0, 4.0], [0, 0]]), name="v", source="t")
    unit = vectors.unit(["a", "unknown", "b"])
    mean = np.array([1.0, 2.0]) / np.sqrt(5)
    np.testing.assert_allclose(unit, [[1, 0], mean, [0, 1]])
    np.testing.assert_allclose(vectors.unit(["zero"]), [[0, 0]])


def test_saved_vectors_are_read_back(tmp_path: Path) -> None:
    WordVectors(WORDS, MATRIX, name="v", source="t").save(tmp_path / "out.txt.gz")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.txt.gz"]
    loaded = load_vectors(tmp_path / "out.txt.gz", use_cache=False)
    np.testing.assert_allclose(loaded.matrix, MATRIX)


def test_a_matrix_of_another_length_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"2 words but a matrix of shape \(4, 3\)"):
        WordVectors(["a", "b"], MATRIX, name="v", source="t")


# Training, and the formats of gensim


@pytest.fixture(scope="module")
def texts() -> list[list[str]]:
    rng = np.random.default_rng(1)
    topics = [["cat", "dog", "pet"], ["verb", "noun", "word"]]
    return [list(rng.choice(topics[i % 2], size=8)) for i in range(300)]


def test_training_repeats_and_learns(texts: list[list[str]]) -> None:
    shares: list[float] = []
    first = train_vectors(texts, name="own", dimension=8, epochs=4, progress=lambda share, what: shares.append(share))
    again = train_vectors(texts, name="own", dimension=8, epochs=4)
    assert first.info == again.info
    assert first.info.source == "trained"
    assert shares == sorted(shares)
    assert shares[-1] == 1
    cat, dog, verb = first.unit(["cat", "dog", "verb"])
    assert cat @ dog > cat @ verb


def test_training_can_be_cancelled(texts: list[list[str]]) -> None:

    def stop(share: float, what: str) -> None:
        if share > 0.1:
            raise Cancelled

    with pytest.raises(Cancelled):
        train_vectors(texts, name="own", dimension=8, progress=stop)


def test_training_on_too_little_says_so() -> None:
    with pytest.raises(AlignmentError, match="0 words occur 3 times in 1 sentences"):
        train_vectors([["a", "b"]], name="own")


def test_formats_of_gensim(tmp_path: Path, texts: list[list[str]]) -> None:
    from gensim import models
    from gensim.models.fasttext import save_facebook_model

    word2vec = models.Word2Vec(texts, vector_size=5, min_count=1, workers=1, epochs=1)
    word2vec.wv.save(str(tmp_path / "v.kv"))
    word2vec.wv.save_word2vec_format(str(tmp_path / "v.bin"), binary=True)
    fasttext = models.FastText(texts, vector_size=5, min_count=1, workers=1, epochs=1, bucket=100)
    save_facebook_model(fasttext, str(tmp_path / "f.bin"))
    for name, keyed in (("v.kv", word2vec.wv), ("v.bin", word2vec.wv), ("f.bin", fasttext.wv)):
        loaded = load_vectors(tmp_path / name, use_cache=False)
        assert list(loaded.words) == list(keyed.index_to_key)
        np.testing.assert_allclose(loaded.matrix, keyed.vectors, rtol=1e-5, atol=1e-7)
