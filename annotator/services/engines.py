"""The engines of `alignment/`, as a pair of documents sees them: which can run, how, and the run itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings

from alignment.types import Alignment, Progress
from annotator.models import Document, DocumentEmbeddings, Pair, PairKind
from annotator.services.dictionaries import dictionary_for
from annotator.services.engine_options import (
    UPLOADED,
    Option,
    common_words_option,
    filter_options,
    lexical_options,
    talk_options,
    vecalign_options,
)
from annotator.services.errors import ServiceError
from annotator.services.filtering import filter_alignment

if TYPE_CHECKING:
    from alignment.lexical import LexicalOptions, Prepared
    from alignment.vecalign import VecalignOptions

TALKSUMM = "talksumm"
AUTO = "auto"

_LABELS = {
    TALKSUMM: "TalkSumm HMM",
    AUTO: "Best available",
    "vecalign": "vecAlign",
    "lexical": "Lexical",
    "lengths": "Lengths only",
}


@dataclass(frozen=True, slots=True)
class EngineInfo:
    name: str
    label: str
    available: bool
    reason: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class RunResult:
    """`links` are the fields of `Link` rows, in order; `learned` is what the lexical engine learned, where it ran."""

    links: list[dict[str, Any]]
    signature: str
    info: dict[str, Any] = field(default_factory=dict)
    learned: Prepared | None = None


#: Options that are vecAlign's own, as `VecalignOptions` names them.
_OF_VECALIGN = ("alignment_max_size", "del_percentile_frac", "num_samps_for_norm", "search_buffer_size", "seed")


def engines_for(pair: Pair) -> list[EngineInfo]:
    """What can align this pair here and now, and why the rest cannot."""
    if pair.kind == PairKind.PAPER_TALK:
        options = talk_options()
        vectors = next(o for o in options if o.name == "vectors").default
        how = (
            f"Word vectors: {vectors}."
            if vectors != "none"
            else "By shared words and character n-grams; no word vectors are set up."
        )
        return [EngineInfo(TALKSUMM, _LABELS[TALKSUMM], True, how, options)]
    from alignment import bitext

    filters, words = filter_options(pair), lexical_options(pair)
    uploaded = _embeddings_of(pair) is not None
    own = {
        "vecalign": (*_encoder_options(uploaded), *filters),
        "lexical": (*words, common_words_option(), *filters),
        "lengths": filters,
    }
    known = [
        EngineInfo(
            status.name, _LABELS.get(status.name, status.name), status.available, status.reason, own[status.name]
        )
        for status in bitext.engines(has_embeddings=uploaded)
    ]
    best = next((engine for engine in known if engine.available), None)
    auto = EngineInfo(
        AUTO,
        _LABELS[AUTO],
        best is not None,
        f"Would use {best.label}: {best.reason}" if best else "No engine can run.",
        (*words, *filters),
    )
    return [auto, *known]


def _encoder_options(uploaded: bool) -> tuple[Option, ...]:
    from alignment import bitext, encoders

    found = {name: encoders.available(name) for name in bitext.ENCODERS}
    ready = [name for name, (is_there, _) in found.items() if is_there]
    missing = "; ".join(reason for is_there, reason in found.values() if not is_there)
    return vecalign_options((*([UPLOADED] if uploaded else []), *ready), f"Not here: {missing}." if missing else "")


def check_options(pair: Pair, engine: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The engine and its full options; raises ServiceError where they do not fit the pair."""
    infos = {info.name: info for info in engines_for(pair)}
    if engine == AUTO and pair.kind == PairKind.PAPER_TALK:
        engine = TALKSUMM
    info = infos.get(engine)
    if info is None:
        raise ServiceError(
            f"The engine {engine} does not align this kind of pair; expected {', '.join(infos)}.",
            code="wrong_engine",
            errors=[{"field": "engine", "message": f"expected {', '.join(infos)}"}],
        )
    if not info.available:
        raise ServiceError(f"{info.label} cannot run here. {info.reason}", code="engine_unavailable")
    if strange := set(options) - {option.name for option in info.options}:
        raise ServiceError(
            f"{info.label} has no option {', '.join(sorted(strange))}.",
            errors=[{"field": f"options.{name}", "message": "unknown option"} for name in sorted(strange)],
        )
    return engine, {option.name: option.check(options.get(option.name, option.default)) for option in info.options}


def run_engine(pair: Pair, engine: str, options: dict[str, Any], *, progress: Progress) -> RunResult:
    """Align the pair. Raises AlignmentError for input that cannot be aligned, Cancelled from `progress`."""
    return (
        _align_talk(pair, options, progress) if engine == TALKSUMM else _align_bitext(pair, engine, options, progress)
    )


def _texts(document: Document) -> list[str]:
    texts = document.texts()
    if not texts:
        raise ServiceError(f"{document.title} has no text.", code="empty_document")
    return texts


def _align_bitext(pair: Pair, engine: str, options: dict[str, Any], progress: Progress) -> RunResult:
    from alignment import bitext

    progress(0.0, "Reading both sides")
    source, target = _texts(pair.source), _texts(pair.target)
    learned: list[Prepared] = []
    encoder = encoder_of(options)
    alignment = bitext.align(
        source,
        target,
        engine=engine,
        source_language=pair.source.language or None,
        target_language=pair.target.language or None,
        embeddings=None if encoder else load_embeddings(pair),
        encoder=encoder,
        cache_directory=embeddings_directory(),
        dictionary=dictionary_for(pair, options),
        training=training_pairs(pair, options),
        options=vecalign_options_of(options) or lexical_options_of(options),
        progress=lambda share, message: progress(0.8 * share, message),
        on_lexical=learned.append,
    )
    filtered = filter_alignment(
        pair,
        alignment,
        source,
        target,
        options=options,
        words=lambda: learned[0] if learned else lexical_model(pair, options, source, target),
        progress=lambda share, message: progress(0.8 + 0.2 * share, message),
    )
    return RunResult(
        bitext_links(filtered, target), filtered.signature, dict(filtered.info), learned[0] if learned else None
    )


def lexical_model(pair: Pair, options: dict[str, Any], source: Sequence[str], target: Sequence[str]) -> Prepared:
    """What the lexical engine learns from the pair under a run's options."""
    from alignment.lexical import prepare_lexical

    return prepare_lexical(
        source,
        target,
        source_language=pair.source.language or None,
        target_language=pair.target.language or None,
        dictionary=dictionary_for(pair, options),
        training=training_pairs(pair, options),
        options=lexical_options_of(options),
    )


def vecalign_options_of(options: dict[str, Any]) -> VecalignOptions | None:
    """vecAlign's part of a run's options; None where there is none, as for ``auto``."""
    from alignment.vecalign import VecalignOptions

    own = {name: options[name] for name in _OF_VECALIGN if name in options}
    return VecalignOptions(**own) if own else None


def lexical_options_of(options: dict[str, Any]) -> LexicalOptions | None:
    """The lexical engine's part of a run's options; None where there is none, as for ``auto`` and older runs."""
    from alignment.lexical import LexicalOptions

    return LexicalOptions(common_words=options["common_words"]) if "common_words" in options else None


def encoder_of(options: dict[str, Any]) -> str | None:
    """The encoder that a run asked for by name; None for uploaded embeddings, or where the engine is to choose."""
    name = options.get("encoder", UPLOADED)
    return None if name == UPLOADED else str(name)


def embeddings_directory() -> Path:
    return Path(settings.DATA_DIR) / "embeddings"


def bitext_links(alignment: Alignment, target: Sequence[str]) -> list[dict[str, Any]]:
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


def training_pairs(pair: Pair, options: dict[str, Any]) -> list[tuple[str, str]]:
    """Accepted rows of the project's other pairs of the same languages: the lexical engine learns words from them."""
    from annotator.services.gold import gold_texts

    return gold_texts(pair) if options.get("learn_from_accepted", True) else []


def _embeddings_of(pair: Pair) -> tuple[DocumentEmbeddings, DocumentEmbeddings] | None:
    """Uploaded embeddings of both sides by the same encoder, the newest."""
    targets = {item.name: item for item in reversed(pair.target.embeddings.all())}
    for item in pair.source.embeddings.all():
        if item.name in targets and targets[item.name].dimension == item.dimension:
            return item, targets[item.name]
    return None


def load_embeddings(pair: Pair) -> Any:
    from alignment.vecalign import Embeddings

    found = _embeddings_of(pair)
    if found is None:
        return None
    return tuple(Embeddings.from_files(Path(item.overlaps.path), Path(item.vectors.path)) for item in found)


def _align_talk(pair: Pair, options: dict[str, Any], progress: Progress) -> RunResult:
    from annotator.services.paper_talk import align_words, span_pieces, talk_words

    progress(0.0, "Reading paper and talk")
    texts = _texts(pair.target)
    talk = talk_words(texts)
    alignment = align_words(pair, options, talk, progress=lambda share, message: progress(0.05 + 0.9 * share, message))
    links = [
        {
            "source": [] if span.sentence is None else [span.sentence],
            "target": span_pieces(talk, texts, span.start_word, span.end_word),
            "confidence": span.confidence,
            "candidates": [[source, probability] for source, probability in span.candidates],
            "features": {"words": span.end_word - span.start_word},
        }
        for span in alignment.spans
    ]
    info = {
        **alignment.info,
        "n_sentences": len(alignment.durations),
        "n_words": len(talk.words),
        "n_kept": len(alignment.kept),
        "stay_probability": alignment.stay_probability,
        "log_probability": alignment.log_probability,
        "durations": list(alignment.durations),
    }
    return RunResult(links, alignment.signature, info)
