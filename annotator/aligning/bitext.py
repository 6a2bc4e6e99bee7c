"""Two texts of a pair, aligned and realigned with what the site has for them: embeddings, dictionaries, gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from alignment import bitext, lexical
from alignment.bitext import EncoderChoice
from alignment.confidences import Calibrated, Prepared
from alignment.lexical import LexicalOptions, PriorKnowledge
from alignment.metrics.calibration import Calibrator
from alignment.types import Alignment, AlignmentError, Progress, share_of
from annotator.aligning.dictionaries import dictionary_for, glossary_for
from annotator.aligning.engine_options import NO_VECTORS, UPLOADED
from annotator.aligning.filtering import filter_alignment
from annotator.aligning.judged_links import judged_links
from annotator.aligning.learned import run_models
from annotator.aligning.learned.word_pairs import accepted_words
from annotator.corpus.embeddings import embeddings_cache, load_embeddings
from annotator.models import AlignmentRun, Pair

if TYPE_CHECKING:
    from alignment.vecalign import VecalignOptions

Options = dict[str, Any]
#: The units of a pair, or as people have cut them in a review: ``{"source": [...], "target": [...]}``.
Texts = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class BitextResult:
    """Beads over the units of two texts."""

    alignment: Alignment
    target: Sequence[str]
    learned: lexical.Prepared | None

    @property
    def links(self) -> list[dict[str, Any]]:
        return links_of(self.alignment, self.target)

    @property
    def signature(self) -> str:
        return self.alignment.signature

    @property
    def info(self) -> dict[str, Any]:
        return dict(self.alignment.info)


def links_of(alignment: Alignment, target: Sequence[str]) -> list[dict[str, Any]]:
    """The beads as the fields of `Link` rows; a bead holds whole units of the target."""
    return [
        {
            "source": list(bead.source),
            "target": [[unit, 0, len(target[unit])] for unit in bead.target],
            "confidence": bead.confidence,
            "cost": bead.cost,
            "features": dict(bead.features),
            "verdicts": dict(bead.verdicts),
        }
        for bead in alignment.beads
    ]


def align_pair(pair: Pair, engine: str, options: Options, progress: Progress) -> BitextResult:
    """Align the pair by one of the bitext engines, or ``auto``, and let the filters judge the links."""
    progress(0.0, "Reading both sides")
    source, target = pair.source.texts(), pair.target.texts()
    encoder = _encoder_of(options)
    prepared = bitext.prepare(
        source,
        target,
        engine=engine,
        known=prior_knowledge(pair, options),
        embeddings=None if encoder else load_embeddings(pair),
        encoder=EncoderChoice(encoder, embeddings_cache()),
        unit_vectors=_unit_vectors(options),
        judged=judged_links(pair.project, engine),
        options=_vecalign_options(options) or _lexical_options(options),
        progress=share_of(progress, 0.0, 0.75),
    )
    alignment = prepared.align(progress=share_of(progress, 0.75, 0.8))
    filtered = filter_alignment(
        pair,
        alignment,
        source,
        target,
        options=options,
        words=lambda: prepared.learned or learn_words(pair, options, source, target),
        progress=lambda share, message: progress(0.8 + 0.2 * share, message),
    )
    return BitextResult(filtered, target, prepared.learned)


def prior_knowledge(pair: Pair, options: Options) -> PriorKnowledge:
    """What a run's options let the lexical engine know of a pair: languages, dictionaries, accepted rows of others."""
    learns = options.get("learn_from_accepted", False)
    glossary = glossary_for(pair, options)
    return PriorKnowledge(
        pair.source.language or None,
        pair.target.language or None,
        dictionary_for(pair, options),
        more=[glossary] if glossary is not None else [],
        word_pairs=accepted_words(pair, _lexical_options(options) or LexicalOptions()) if learns else None,
    )


def learn_words(
    pair: Pair, options: Options, source: Sequence[str], target: Sequence[str], progress: Progress | None = None
) -> lexical.Prepared:
    """What the lexical engine learns from the pair under a run's options."""
    return lexical.prepare_lexical(
        source,
        target,
        known=prior_knowledge(pair, options),
        vectors=_embedded(options, source, target, share_of(progress, 0.0, 0.5)),
        options=_lexical_options(options),
        progress=share_of(progress, 0.5, 1.0),
    )


def prepare_lexical(run: AlignmentRun, pair: Pair, texts: Texts, progress: Progress | None = None) -> Prepared:
    """With the words that the run learned, whatever people have split and joined since."""
    run_texts = {"source": pair.source.texts(), "target": pair.target.texts()}
    learned = run_models.recall(run)
    if learned is None:
        # Before there was an option for it, the lexical engine learned from accepted rows always.
        learns = {"learn_from_accepted": True} if run.engine == "lexical" else {}
        learned = learn_words(pair, learns | run.options, run_texts["source"], run_texts["target"], progress)
        run_models.remember(run, learned)
    if texts == run_texts:
        return _calibrated(learned, run)
    vectors = _embedded(run.options, texts["source"], texts["target"]) if learned.term is not None else None
    return _calibrated(lexical.recut(learned, texts["source"], texts["target"], vectors=vectors), run)


def prepare_lengths(run: AlignmentRun, pair: Pair, texts: Texts, progress: Progress | None = None) -> Prepared:
    return _calibrated(lexical.prepare_lengths(texts["source"], texts["target"], progress=progress), run)


def prepare_vecalign(run: AlignmentRun, pair: Pair, texts: Texts, progress: Progress | None = None) -> Prepared:
    """By the run's encoder, which is asked only for what is not in its cache, or with uploaded embeddings.

    Where that encoder is not here any more, or a unit was split and cannot be embedded here, by the words.
    """
    from alignment import vecalign

    options = run.options
    encoder = run.info.get("encoder") or _encoder_of(options)  # earlier runs have it only where it was asked for
    try:
        embeddings = None if encoder else load_embeddings(pair)
        if embeddings is None:
            embeddings = bitext.embed_pair(
                texts["source"],
                texts["target"],
                encoder=EncoderChoice(encoder, embeddings_cache()),
                options=_vecalign_options(options),
                progress=share_of(progress, 0.0, 0.8),
            )
        prepared = vecalign.prepare(
            texts["source"],
            texts["target"],
            source_embeddings=embeddings[0],
            target_embeddings=embeddings[1],
            options=_vecalign_options(options),
            progress=share_of(progress, 0.8, 1.0),
        )
    except AlignmentError:
        return prepare_lexical(run, pair, texts, progress)
    return _calibrated(prepared, run)


def _calibrated(prepared: Prepared, run: AlignmentRun) -> Prepared:
    """With the calibration that the run had; the engine's own posteriors where it had none, as earlier runs."""
    calibration = run.info.get("calibration")
    if not calibration:
        return prepared
    return Calibrated(prepared, Calibrator(*calibration), why_none=run.info.get("no_confidences", ""))


def _unit_vectors(options: Options) -> EncoderChoice | None:
    """The encoder whose vectors a run of the lexical engine uses; None for no vectors, as in older runs."""
    name = options.get("unit_vectors", NO_VECTORS)
    return None if name == NO_VECTORS else EncoderChoice(name, embeddings_cache())


def _embedded(
    options: Options, source: Sequence[str], target: Sequence[str], progress: Progress | None = None
) -> lexical.SentenceVectors | None:
    """Vectors of units; only those that are not in the encoder's cache are computed."""
    encoder = _unit_vectors(options)
    return bitext.embed_units(source, target, encoder=encoder, progress=progress) if encoder else None


def _encoder_of(options: Options) -> str | None:
    """The encoder that a run asked for by name; None for uploaded embeddings, or where the engine is to choose."""
    name = options.get("encoder", UPLOADED)
    return None if name == UPLOADED else str(name)


def _vecalign_options(options: Options) -> VecalignOptions | None:
    """vecAlign's part of a run's options; None where there is none, as for ``auto``."""
    from alignment.vecalign import VecalignOptions

    own = {each.name: options[each.name] for each in fields(VecalignOptions) if each.name in options}
    return VecalignOptions(**own) if own else None


def _lexical_options(options: Options) -> LexicalOptions | None:
    """The lexical engine's part of a run's options; None where there is none, as for ``auto`` and older runs."""
    return LexicalOptions(common_words=options["common_words"]) if "common_words" in options else None
