"""Texts that are nearly the same, among many: MinHash and locality-sensitive hashing.

A text is the set of its shingles, runs of characters. Two texts that share a share s of them (Jaccard) have the same
MinHash values in a band with the chance s^ROWS, and are compared if they do in one of BANDS; texts that share at least
`ALIKE` count as alike. Source: Broder 1997; Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, chapter 3.

Bands are kept as numbers in arrays and compared by sorting, as datasketch's own index of dicts needs ten times the
memory; its hashing is what computes them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from alignment.text import is_spaceless
from annotator.platform.spellings import plain

BANDS, ROWS = 25, 5
#: Texts that have at least this share of their shingles in common are alike.
ALIKE = 0.6
#: Shorter texts are stock phrases, in any talk: letters and digits, in languages written with spaces and without.
LEAST, LEAST_SPACELESS = 25, 12
#: Characters of a text that are compared: a hundred sentences. Hashing takes a kilobyte of memory for each.
LONGEST = 20_000
_SPACED, _SPACELESS = 4, 3
#: Of texts with the same band, each is compared with so many others, which are next to it: a phrase that everybody
#: uses must not cost its square.
_NEIGHBOURS = 4
#: Odd numbers, by which the values of a band become one.
_MIX = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5, 0x85EBCA77C2B2AE63], np.uint64
)

Bands = NDArray[np.uint32]


def comparable(text: str, language: str) -> str:
    """The text as it is compared, by its first `LONGEST` characters; empty if it is too short to say anything."""
    plain_text = plain(text[:LONGEST])[:LONGEST]
    spaceless = is_spaceless(language) or _is_mostly_wide(plain_text)
    if spaceless:
        plain_text = plain_text.replace(" ", "")
    return plain_text if len(plain_text) >= (LEAST_SPACELESS if spaceless else LEAST) else ""


def _is_mostly_wide(text: str) -> bool:
    """Written in Han, kana or the like, where nobody has told the language."""
    return 2 * sum("\u0e00" <= character <= "\u0eff" or "\u2e80" <= character <= "\ufaff" for character in text) > len(
        text
    )


def shingles(text: str) -> set[str]:
    """Of a `comparable` text."""
    n = _SPACELESS if _is_mostly_wide(text) else _SPACED
    return {text[at : at + n] for at in range(max(1, len(text) - n + 1))}


def likeness(first: str, second: str) -> float:
    """The share of shingles that two `comparable` texts have in common, in [0, 1]."""
    ours, theirs = shingles(first), shingles(second)
    return len(ours & theirs) / len(ours | theirs)


def bands_of(texts: Iterable[str]) -> Iterator[Bands]:
    """For each `comparable` text the values of its bands, shape (BANDS,)."""
    # Loaded in workers only, when there is something to compare.
    from datasketch import MinHash  # type: ignore[import-untyped]

    sets = ([shingle.encode() for shingle in shingles(text)] for text in texts)
    # CRC is no secret and needs none: a collision makes one comparison more.
    hashed = MinHash.generator(sets, num_perm=BANDS * ROWS, scheme="affine32", hashfunc=zlib.crc32)
    for one in hashed:
        values = one.hashvalues.astype(np.uint64).reshape(BANDS, ROWS)
        yield ((values * _MIX).sum(axis=1, dtype=np.uint64) >> np.uint64(32)).astype(np.uint32)


def candidates(bands: Bands, part: NDArray[np.int32]) -> Iterator[NDArray[np.int64]]:
    """Pairs of texts in different parts that may be alike, each once: arrays of shape (n, 2), the lower first.

    bands : shape (n_texts, BANDS). part : of each text. Of texts that have a band in common, each is paired with the
    first one of the first and of the last part that has it, and with those next to it: so each meets another part, in
    linear time.
    """
    n = len(bands)
    seen = np.zeros(0, dtype=np.int64)
    for band in range(BANDS if n else 0):
        order = np.lexsort((part, bands[:, band]))
        values, parts = bands[order, band], part[order]
        new_run = np.concatenate(([True], values[1:] != values[:-1]))
        new_part = new_run | np.concatenate(([True], parts[1:] != parts[:-1]))
        run = np.cumsum(new_run) - 1
        first = np.flatnonzero(new_run)[run]
        begins = np.flatnonzero(new_part)
        last_of_run = np.zeros(run[-1] + 1, dtype=np.int64)
        last_of_run[run[begins]] = begins  # the last assignment of a run stays
        last = last_of_run[run]
        chunks = []
        for end in (first, last):
            at = np.flatnonzero(parts != parts[end])
            chunks.append(np.stack((order[end[at]], order[at]), axis=1))
        for step in range(1, _NEIGHBOURS + 1):
            at = np.flatnonzero((run[:-step] == run[step:]) & (parts[:-step] != parts[step:]))
            chunks.append(np.stack((order[at], order[at + step]), axis=1))
        pairs = np.sort(np.concatenate(chunks), axis=1)
        keys = np.setdiff1d(np.unique(pairs[:, 0] * n + pairs[:, 1]), seen, assume_unique=True)
        seen = np.union1d(seen, keys)
        if len(keys):
            yield np.stack((keys // n, keys % n), axis=1)
