"""Align two texts with the best engine at hand, and say which it was and why.

>>> from alignment.bitext import align
>>> alignment = align(["Good morning."], ["Guten Morgen."])
>>> alignment.info["engine"], alignment.beads[0].target
('lexical', (0,))
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alignment.lexical import VERSION, Dictionary, LexicalOptions, Prepared, lengths, prepare_lexical
from alignment.types import Alignment, AlignmentError, Constraints, Progress

if TYPE_CHECKING:
    from alignment.vecalign import Embeddings, VecalignOptions

ENGINES = ("vecalign", "lexical", "lengths")
#: Encoders that `auto` looks for, the best first.
ENCODERS = ("sentence-transformers", "laser")


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """Whether an engine can run here and now.

    reason : a plain sentence for people. version : goes into signatures. encoder : what `vecalign` would embed with.
    """

    name: str
    available: bool
    reason: str
    version: str
    encoder: str | None = None


def engines(*, has_embeddings: bool = False) -> list[EngineStatus]:
    """The bitext engines, the best first.

    has_embeddings : whether embeddings of the pair have been uploaded.
    """
    return [
        _vecalign_status(has_embeddings, ENCODERS),
        EngineStatus("lexical", True, "The lexical engine needs nothing but the two texts.", VERSION),
        EngineStatus("lengths", True, "The lengths engine needs nothing but the two texts.", VERSION),
    ]


def align(
    source: Sequence[str],
    target: Sequence[str],
    *,
    engine: str = "auto",
    source_language: str | None = None,
    target_language: str | None = None,
    embeddings: tuple[Embeddings, Embeddings] | None = None,
    encoder: str | None = None,
    cache_directory: str | Path | None = None,
    dictionary: Dictionary | None = None,
    training: Sequence[tuple[str, str]] = (),
    options: LexicalOptions | VecalignOptions | None = None,
    constraints: Constraints | None = None,
    progress: Progress | None = None,
    on_lexical: Callable[[Prepared], None] | None = None,
) -> Alignment:
    """Align two texts.

    engine : ``auto``, ``vecalign``, ``lexical`` or ``lengths``. ``auto`` takes vecalign where embeddings are given or
        an encoder is installed, else lexical.
    embeddings : of the source's and the target's overlaps. encoder : a name of `alignment.encoders`, by default the
        first of ENCODERS that is installed; what it embeds is kept in cache_directory (by default the user's cache).
        Where ``auto`` finds an encoder that cannot be loaded (no network, no weights), it takes lexical and says so.
    dictionary, training, source_language, target_language : see `lexical`.
    options : of the engine that runs; options of one engine make ``auto`` choose it.
    on_lexical : called with the lexical engine's model when that engine runs, for filters that look at words.

    Returns the engine's alignment; ``info["engine"]`` is its name and ``info["why"]`` a sentence that says why it ran.
    Raises AlignmentError where the engine is unknown or not available, with what would make it so.
    """
    name, why, chosen = _choose(engine, embeddings is not None, encoder, options)
    if name == "vecalign":
        tell, progress = (_share(progress, 0.0, 0.9), _share(progress, 0.9, 1.0)) if chosen else (None, progress)
        try:
            pair = embeddings or embed_pair(
                source,
                target,
                encoder=chosen,
                cache_directory=cache_directory,
                options=_vecalign_options(options),
                progress=tell,
            )
        except AlignmentError as error:
            if engine != "auto" or encoder is not None or options is not None:
                raise
            name, why = "lexical", f"{error} The lexical engine needs nothing but the two texts."
        else:
            found = _run_vecalign(source, target, pair, options, constraints, progress)
    if name == "lexical":
        prepared = prepare_lexical(
            source,
            target,
            source_language=source_language,
            target_language=target_language,
            dictionary=dictionary,
            training=training,
            options=_lexical_options(name, options),
            progress=_share(progress, 0.0, 0.9),
        )
        if on_lexical is not None:
            on_lexical(prepared)
        found = prepared.align(constraints, _share(progress, 0.9, 1.0))
    elif name == "lengths":
        found = lengths(
            source, target, options=_lexical_options(name, options), constraints=constraints, progress=progress
        )
    return replace(found, info={**found.info, "engine": name, "why": why})


def _choose(engine: str, has_embeddings: bool, encoder: str | None, options: object) -> tuple[str, str, str | None]:
    """The engine's name, why, and the encoder where one is needed."""
    if engine not in {"auto", *ENGINES}:
        raise AlignmentError(f"engine {engine!r} is not known, expected auto, {', '.join(ENGINES)}")
    status = None
    if engine in {"auto", "vecalign"}:
        status = _vecalign_status(has_embeddings, (encoder,) if encoder else ENCODERS)
    if engine != "auto":
        if status is not None and not status.available:
            raise AlignmentError(status.reason)
        return engine, "It was asked for.", status.encoder if status else None
    assert status is not None
    if isinstance(options, LexicalOptions):
        return "lexical", "The options given are those of the lexical engine.", None
    if status.available:
        return "vecalign", status.reason, status.encoder
    if encoder or options is not None:
        # Somebody asked for vecalign in all but name: a silent change of engine would surprise.
        raise AlignmentError(status.reason)
    return "lexical", f"{status.reason} The lexical engine needs nothing but the two texts.", None


def _vecalign_status(has_embeddings: bool, encoders: Sequence[str]) -> EngineStatus:
    from alignment import __version__

    if has_embeddings:
        return EngineStatus("vecalign", True, "Embeddings of both texts are given.", __version__)
    from alignment.encoders import available

    reasons = []
    for name in encoders:
        ready, reason = available(name)
        if ready:
            return EngineStatus("vecalign", True, f"The encoder {name} is installed.", __version__, name)
        reasons.append(f"{name}: {reason}")
    what = "No embeddings are given, and no encoder is at hand"
    return EngineStatus("vecalign", False, f"{what} ({'; '.join(reasons)}).", __version__)


def _lexical_options(name: str, options: object) -> LexicalOptions | None:
    if options is not None and not isinstance(options, LexicalOptions):
        raise AlignmentError(f"options are {type(options).__name__}, expected LexicalOptions for the engine {name}")
    return options


def _vecalign_options(options: object) -> VecalignOptions:
    from alignment.vecalign import VecalignOptions

    if options is not None and not isinstance(options, VecalignOptions):
        raise AlignmentError(f"options are {type(options).__name__}, expected VecalignOptions for the engine vecalign")
    return options or VecalignOptions()


def installed_encoder() -> str | None:
    """The encoder that vecalign takes where none is named, None where none is installed."""
    return _vecalign_status(False, ENCODERS).encoder


def embed_pair(
    source: Sequence[str],
    target: Sequence[str],
    *,
    encoder: str | None = None,
    cache_directory: str | Path | None = None,
    options: VecalignOptions | None = None,
    progress: Progress | None = None,
) -> tuple[Embeddings, Embeddings]:
    """Embeddings of all the overlaps that vecalign looks at, of both sides.

    What is in the cache already is not embedded again: the encoder is not even loaded where all of it is.
    Raises AlignmentError where the encoder is not installed or cannot be loaded.
    """
    from alignment import encoders
    from alignment.vecalign import overlap_lines

    chosen = _vecalign_options(options)
    model = encoders.encoder(encoder or ENCODERS[0])
    cache = cache_directory or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lectern" / "vectors"
    return (
        encoders.embed(overlap_lines(source, chosen.source_layers), model, cache, progress=_share(progress, 0.0, 0.5)),
        encoders.embed(overlap_lines(target, chosen.target_layers), model, cache, progress=_share(progress, 0.5, 1.0)),
    )


def _run_vecalign(
    source: Sequence[str],
    target: Sequence[str],
    embeddings: tuple[Embeddings, Embeddings],
    options: object,
    constraints: Constraints | None,
    progress: Progress | None,
) -> Alignment:
    from alignment.vecalign import vecalign

    return vecalign(
        source,
        target,
        source_embeddings=embeddings[0],
        target_embeddings=embeddings[1],
        options=_vecalign_options(options),
        constraints=constraints,
        progress=progress,
    )


def _share(progress: Progress | None, low: float, high: float) -> Callable[[float, str], None] | None:
    if progress is None:
        return None
    return lambda done, what: progress(low + (high - low) * done, what)


def as_json(alignment: Alignment) -> dict[str, Any]:
    """JSON-able form of an alignment: beads with everything that explains them, signature and info."""
    return {
        "signature": alignment.signature,
        "info": dict(alignment.info),
        "beads": [
            {
                "source": list(bead.source),
                "target": list(bead.target),
                "confidence": bead.confidence,
                "cost": bead.cost,
                "features": dict(bead.features),
                "verdicts": dict(bead.verdicts),
            }
            for bead in alignment.beads
        ],
    }
