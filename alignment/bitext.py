"""Align two texts with the best available engine, and report which one ran and why.

>>> from alignment.bitext import align
>>> alignment = align(["Good morning."], ["Guten Morgen."])
>>> alignment.info["engine"], alignment.beads[0].target
('lexical', (0,))
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alignment import lexical
from alignment.confidences import LEAST_MEAN, Calibrated, Prepared, calibrator_of, weak_encoder
from alignment.lexical import LexicalOptions, PriorKnowledge, SentenceVectors, prepare_lengths, prepare_lexical
from alignment.metrics.calibration import CalibrationCounts, Calibrator
from alignment.types import (
    ENCODERS_OF_UNITS,
    ENGINES_OF_BITEXTS,
    Alignment,
    AlignmentError,
    Constraints,
    Progress,
    share_of,
)

if TYPE_CHECKING:
    from alignment.vecalign import Embeddings, VecalignOptions

ENGINES = ENGINES_OF_BITEXTS
#: Encoders that `auto` looks for, the best first.
ENCODERS = ("sentence-transformers", "laser")
#: Progress, from 0 to 1, at which preparation ends and the constraints are applied.
_PREPARED = 0.9


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """Whether an engine can run here and now.

    reason : a plain sentence for people. version : goes into signatures. encoder : the one that `vecalign` would use.
    """

    name: str
    available: bool
    reason: str
    version: str
    encoder: str | None = None


@dataclass(frozen=True, slots=True)
class EncoderChoice:
    """The encoder that vecalign uses if no embeddings are given.

    Parameters
    ----------
    name
        A name of `alignment.encoders`; None takes the first of `ENCODERS` that is installed.
    cache_directory
        If embeddings are stored, so that nothing is embedded twice; None is the user's cache.
    """

    name: str | None = None
    cache_directory: str | Path | None = None


@dataclass(frozen=True, slots=True)
class PreparedBitext:
    """Two texts prepared by one of the engines.

    engine : its name. why : a sentence that says why this engine. calibrator : of its confidences.
    why_none : as in `Calibrated`. encoder : the one that made vecalign's embeddings; None where they were given.
    """

    engine: str
    why: str
    prepared: Prepared
    calibrator: Calibrator
    why_none: str | None = None
    encoder: str | None = None

    @property
    def learned(self) -> lexical.Prepared | None:
        """The model of the pair's words, where the engine is `lexical`."""
        return self.prepared if self.engine == "lexical" and isinstance(self.prepared, lexical.Prepared) else None

    def align(self, constraints: Constraints | None = None, *, progress: Progress | None = None) -> Alignment:
        """Align under these constraints; `info` holds the engine's name, why it ran, and its encoder."""
        calibrated = Calibrated(self.prepared, self.calibrator, self.why_none, LEAST_MEAN.get(self.engine, 0.0))
        alignment = calibrated.align(constraints, progress=progress)
        of = self.calibrator
        calibration = [of.cap, of.shift, of.slope, of.at_limit]
        info = {**alignment.info, "engine": self.engine, "why": self.why, "calibration": calibration}
        if self.encoder is not None:
            info["encoder"] = self.encoder
        return replace(alignment, info=info)


def engines(*, has_embeddings: bool = False) -> list[EngineStatus]:
    """The bitext engines, the best first, and whether each can run.

    Parameters
    ----------
    has_embeddings
        Whether embeddings of the pair have been uploaded.

    Examples
    --------
    >>> from alignment.bitext import engines
    >>> [(engine.name, engine.available) for engine in engines(has_embeddings=True)]
    [('vecalign', True), ('lexical', True), ('lengths', True)]
    """
    return [
        _vecalign_status(has_embeddings, ENCODERS),
        EngineStatus("lexical", True, "The lexical engine needs nothing but the two texts.", lexical.VERSION),
        EngineStatus("lengths", True, "The lengths engine needs nothing but the two texts.", lexical.VERSION),
    ]


def align(
    source: Sequence[str],
    target: Sequence[str],
    *,
    engine: str = "auto",
    known: PriorKnowledge | None = None,
    embeddings: tuple[Embeddings, Embeddings] | None = None,
    encoder: EncoderChoice | None = None,
    unit_vectors: EncoderChoice | None = None,
    judged: CalibrationCounts | None = None,
    options: LexicalOptions | VecalignOptions | None = None,
    constraints: Constraints | None = None,
    progress: Progress | None = None,
) -> Alignment:
    """Align two texts.

    Parameters
    ----------
    source, target
        Units in order, possibly empty.
    engine
        ``auto``, ``vecalign``, ``lexical`` or ``lengths``. ``auto`` chooses vecalign if embeddings are given or an
        encoder is installed, otherwise lexical.
    known
        Languages, a dictionary and training pairs, for the lexical engine.
    embeddings
        Of the overlaps of source and target, for vecalign.
    encoder
        The encoder that vecalign uses if no embeddings are given. If ``auto`` finds an encoder that cannot be loaded
        (no network, no weights), it falls back to lexical and says so in ``info["why"]``.
    unit_vectors
        The encoder whose vectors of the units the lexical engine uses; see `vector_encoder`. None: no vectors.
    judged
        Of links of this engine that people have judged, by their posterior: confidences are calibrated by them too.
    options
        Options of the engine that runs; with options of one engine, ``auto`` chooses that engine.
    constraints
        Beads that people have fixed or forbidden; honoured exactly.
    progress
        Called with a fraction and a message; it may raise `Cancelled`.

    Returns
    -------
    Alignment
        The engine's result with calibrated confidences (``features["posterior"]`` has the engine's own);
        ``info["engine"]`` is its name and ``info["why"]`` a sentence that explains the choice; ``info["encoder"]``
        names the encoder that vecAlign used, and is missing where embeddings were given. Where vecAlign's
        encoder is too weak, or too many beads are as large as it may make them, confidences are None, and
        ``info["no_confidences"]`` says why.

    Raises
    ------
    AlignmentError
        If the engine is unknown, or is not available; the message then says how to make it available.

    Examples
    --------
    >>> from alignment.bitext import align
    >>> from alignment.lexical import PriorKnowledge
    >>> align(["One.", "Two."], ["Eins.", "Zwei."], known=PriorKnowledge("en", "de")).beads[1].target
    (1,)
    """
    prepared = prepare(
        source,
        target,
        engine=engine,
        known=known,
        embeddings=embeddings,
        encoder=encoder,
        unit_vectors=unit_vectors,
        judged=judged,
        options=options,
        progress=share_of(progress, 0.0, _PREPARED),
    )
    return prepared.align(constraints, progress=share_of(progress, _PREPARED, 1.0))


def prepare(
    source: Sequence[str],
    target: Sequence[str],
    *,
    engine: str = "auto",
    known: PriorKnowledge | None = None,
    embeddings: tuple[Embeddings, Embeddings] | None = None,
    encoder: EncoderChoice | None = None,
    unit_vectors: EncoderChoice | None = None,
    judged: CalibrationCounts | None = None,
    options: LexicalOptions | VecalignOptions | None = None,
    progress: Progress | None = None,
) -> PreparedBitext:
    """Compute the part of `align` that does not depend on constraints. Parameters and errors are those of `align`.

    Examples
    --------
    >>> from alignment.bitext import prepare
    >>> prepared = prepare(["One.", "Two."], ["Eins.", "Zwei."], engine="lengths")
    >>> prepared.engine, len(prepared.align().beads)
    ('lengths', 2)
    """
    encoder = encoder or EncoderChoice()
    name, why, installed = _choose(engine, embeddings is not None, encoder.name, options)
    if name == "vecalign":
        from alignment import vecalign

        of_vecalign = _vecalign_options(options)
        try:
            left, right = embeddings or embed_pair(
                source,
                target,
                encoder=EncoderChoice(installed, encoder.cache_directory),
                options=of_vecalign,
                progress=share_of(progress, 0.0, 0.9),
            )
        except AlignmentError as error:
            if engine != "auto" or encoder.name is not None or options is not None:
                raise
            name, why = "lexical", f"{error} The lexical engine needs nothing but the two texts."
        else:
            rest = share_of(progress, 0.0 if embeddings else 0.9, 1.0)
            prepared = vecalign.prepare(
                source, target, source_embeddings=left, target_embeddings=right, options=of_vecalign, progress=rest
            )
            why_none = weak_encoder(left.name, right.name)
            return PreparedBitext(name, why, prepared, calibrator_of(name, judged), why_none, installed)
    of_lexical = _lexical_options(name, options)
    if name == "lengths":
        by_lengths = prepare_lengths(source, target, options=of_lexical, progress=progress)
        return PreparedBitext(name, why, by_lengths, calibrator_of(name, judged))
    vectors = None
    if unit_vectors is not None:
        vectors = embed_units(source, target, encoder=unit_vectors, progress=share_of(progress, 0.0, 0.5))
        progress = share_of(progress, 0.5, 1.0)
    of_words = prepare_lexical(source, target, known=known, vectors=vectors, options=of_lexical, progress=progress)
    calibrator = calibrator_of("lexical with vectors" if of_words.term is not None else name, judged)
    return PreparedBitext(name, why, of_words, calibrator)


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
        # The caller asked for vecalign in all but name, so silently using another engine would be a surprise.
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


def embed_pair(
    source: Sequence[str],
    target: Sequence[str],
    *,
    encoder: EncoderChoice | None = None,
    unit_vectors: EncoderChoice | None = None,
    judged: CalibrationCounts | None = None,
    options: VecalignOptions | None = None,
    progress: Progress | None = None,
) -> tuple[Embeddings, Embeddings]:
    """Embed all the overlaps of both sides that vecalign looks at.

    Parameters
    ----------
    encoder
        By default the first of `ENCODERS` that is installed. Cached texts are not embedded again; if all of them are
        cached, the encoder is not even loaded.
    options
        Options of vecalign; the size of the beads determines the length of the overlaps.

    Raises
    ------
    AlignmentError
        If the encoder is not installed or cannot be loaded.
    """
    from alignment import encoders
    from alignment.vecalign import overlap_lines

    encoder, chosen = encoder or EncoderChoice(), _vecalign_options(options)
    model = encoders.encoder(encoder.name or _vecalign_status(False, ENCODERS).encoder or ENCODERS[0])
    cache = encoder.cache_directory or _user_cache()
    source_lines, target_lines = (
        overlap_lines(source, chosen.source_layers),
        overlap_lines(target, chosen.target_layers),
    )
    return (
        encoders.embed(source_lines, model, cache, progress=share_of(progress, 0.0, 0.5)),
        encoders.embed(target_lines, model, cache, progress=share_of(progress, 0.5, 1.0)),
    )


def vector_encoder(source_language: str | None, target_language: str | None) -> str | None:
    """The encoder that the lexical engine takes by itself: one that is installed, quick, and knows both languages.

    Examples
    --------
    >>> from alignment.bitext import vector_encoder
    >>> vector_encoder("hu", "en") is None
    True
    """
    from alignment import encoders

    name = ENCODERS_OF_UNITS[0]
    ready = encoders.available(name)[0] and all(encoders.knows(name, tag) for tag in (source_language, target_language))
    return name if ready else None


def embed_units(
    source: Sequence[str], target: Sequence[str], *, encoder: EncoderChoice, progress: Progress | None = None
) -> SentenceVectors:
    """Embed the units of both sides, for the lexical engine. Parameters and errors are those of `embed_pair`."""
    from alignment import encoders

    model = encoders.encoder(encoder.name or ENCODERS_OF_UNITS[0])
    cache = encoder.cache_directory or _user_cache()
    of_source = len(source) / max(len(source) + len(target), 1)
    embedded = (
        encoders.embed(source, model, cache, progress=share_of(progress, 0.0, of_source)),
        encoders.embed(target, model, cache, progress=share_of(progress, of_source, 1.0)),
    )
    ours, theirs = (each.take(each.rows(units)) for each, units in zip(embedded, (source, target), strict=True))
    return SentenceVectors(ours, theirs, model.name)


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lectern" / "vectors"


def as_json(alignment: Alignment) -> dict[str, Any]:
    """JSON-able form of an alignment: beads with everything that explains them, signature and info."""
    return {
        "signature": alignment.signature,
        "info": dict(alignment.info),
        "beads": [asdict(bead) for bead in alignment.beads],
    }
