"""The lexical engine's options, and the signature of a run: the same signature gives the same beads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from alignment.types import AlignmentError

if TYPE_CHECKING:
    from alignment.lexical.dictionary import Dictionary

#: Version of the engine; part of signatures. Another version may give other beads.
VERSION = "1.6.0"


@dataclass(frozen=True, slots=True)
class LexicalOptions:
    """Options of `lexical` and `lengths`; the defaults suit any language pair.

    max_source, max_target : the most units a bead may have on a side; None derives it from the ratio of the two
        documents' unit counts, which gives 4 and 4 if they are similar and 1:10 for segments of an interpretation.
    rounds : times the translation table and the priors are learned from the alignment and the texts realigned.
    model1_iterations : EM iterations of IBM Model 1 in each round.
    discount : subtracted from every expected count, so that a pair of words seen together once is no evidence.
    prefix : letters of a word kept for the translation table (most languages inflect at the end of words).
    null_share : prior share of words that have no counterpart in their bead.
    temperature : divides the scores before the reported probabilities are computed; it does not change the best path.
        None derives it from the number of words per unit, see `Prepared.temperature`.
    band : half width, in units, of the search around the previous round's path in long documents.
    common_words : use the built-in list of common words if it has both languages.
    """

    max_source: int | None = None
    max_target: int | None = None
    rounds: int = 3
    model1_iterations: int = 4
    discount: float = 0.75
    prefix: int = 5
    null_share: float = 0.3
    temperature: float | None = None
    band: int = 40
    common_words: bool = True

    def __post_init__(self) -> None:
        for name, low, high in (
            ("max_source", 1, 64),
            ("max_target", 1, 64),
            ("rounds", 0, 50),
            ("model1_iterations", 1, 100),
            ("discount", 0.0, 1.0),
            ("prefix", 1, 100),
            ("null_share", 0.001, 0.999),
            ("temperature", 0.1, 100.0),
            ("band", 10, 100_000),
        ):
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise AlignmentError(f"lexical option {name} is {value!r}, expected a number from {low} to {high}")

    def signature(self) -> str:
        """``max_source:auto|...``: every option in one line."""
        parts = ((item.name, getattr(self, item.name)) for item in fields(self))
        return "|".join(f"{name}:{'auto' if value is None else value}" for name, value in parts)


def signature(
    engine: str,
    options: LexicalOptions,
    source: Sequence[str],
    target: Sequence[str],
    lexicons: Sequence[Dictionary] = (),
    training: Sequence[tuple[str, str]] = (),
    vectors: str = "",
    word_pairs: str = "",
) -> str:
    """``engine:lexical|...|source:HASH|target:HASH|dictionary:HASH|training:HASH|vectors:NAME|v:VERSION``."""
    parts = [f"engine:{engine}", options.signature(), f"source:{digest_of(source)}", f"target:{digest_of(target)}"]
    parts += [f"dictionary:{item.digest}" for item in lexicons]
    if training:
        parts.append(f"training:{digest_of(text for pair in training for text in pair)}")
    if word_pairs:
        parts.append(f"word_pairs:{word_pairs}")
    if vectors:
        parts.append(f"vectors:{vectors}")
    return "|".join([*parts, f"v:{VERSION}"])


def digest_of(texts: Iterable[str]) -> str:
    """A hash of texts, for signatures."""
    state = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()[:12]
