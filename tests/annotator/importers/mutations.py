"""Damages files as disks, mail programs and attackers do."""

from __future__ import annotations

import random

_NASTY = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\x80", b"\xed\xa0\x80",
    b"<!ENTITY a 'b'>", b"&a;", b"]]>",
    b'"', b"\\u0000", b"\\ud800",
    b"-->", b"{", b"}", b"[" * 500, b"<a>" * 300,
    b"99999999999999999999", b"-1", b"1e999", b"NaN", b"null", b"\r", b"\n\n", b"\t",
    b"=cmd|' /C calc'!A0", b"\xe2\x80\xae", b"%", b"\\begin{figure}", b"```", b"$$",
)  # fmt: skip


def mutate(data: bytes, rng: random.Random) -> bytes:
    """One to five kinds of damage; may be empty, and may be the same file."""
    for _ in range(rng.randint(1, 5)):
        size = len(data)
        at = rng.randrange(size + 1)
        end = min(size, at + rng.choice((1, 2, 8, 64, 512)))
        kind = rng.randrange(8)
        if kind == 0:
            data = data[:at]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:at] + rng.choice(_NASTY) + data[at:]
        elif kind == 3 and size:
            data = data[: at - 1] + bytes((rng.randrange(256),)) + data[at:] if at else data
        elif kind == 4:
            data = data[:at] + data[at:end] * rng.randint(2, 20) + data[end:]
        elif kind == 5:
            other = rng.randrange(size + 1)
            data = data[:at] + data[other : other + 64] + data[end:]
        elif kind == 6:
            data = data[:at] + bytes(reversed(data[at:end])) + data[end:]
        elif rng.random() < 0.3:
            data = data.decode("utf-8", errors="replace").encode(
                rng.choice(("utf-16", "cp932", "latin-1")), errors="replace"
            )
    return data
