"""What a run of the engine depends on, in one line: the same signature gives the same beads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from alignment.lexical.dictionary import Dictionary
from alignment.lexical.options import LexicalOptions

VERSION = "1.1.0"


def signature(
    engine: str,
    options: LexicalOptions,
    source: Sequence[str],
    target: Sequence[str],
    lexicons: Sequence[Dictionary] = (),
    training: Sequence[tuple[str, str]] = (),
) -> str:
    """``engine:lexical|...|source:HASH|target:HASH|dictionary:HASH|training:HASH|v:1.1.0``."""
    parts = [f"engine:{engine}", options.signature(), f"source:{_digest(source)}", f"target:{_digest(target)}"]
    parts += [f"dictionary:{item.digest}" for item in lexicons]
    if training:
        parts.append(f"training:{_digest(text for pair in training for text in pair)}")
    return "|".join([*parts, f"v:{VERSION}"])


def _digest(texts: Iterable[str]) -> str:
    state = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()[:12]
