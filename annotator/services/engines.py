"""The engines of `alignment/`, as a pair of documents sees them. The only place that calls them for a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings

from alignment.types import Alignment, Progress
from annotator.models import Document, DocumentEmbeddings, Pair, PairKind, VectorSet, VectorSetState
from annotator.services.errors import ServiceError

TALKSUMM = "talksumm"
AUTO = "auto"
BITEXT_ENGINES = ("vecalign", "lexical", "lengths")

_LABELS = {
    TALKSUMM: "TalkSumm HMM",
    AUTO: "Best available",
    "vecalign": "vecAlign",
    "lexical": "Lexical",
    "lengths": "Lengths only",
}


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    type: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def check(self, value: Any) -> Any:
        """The value in its type; raises ServiceError saying what is allowed."""
        try:
            if self.type == "choice":
                if value not in self.choices:
                    raise ValueError
                return value
            if self.type == "boolean":
                if not isinstance(value, bool):
                    raise ValueError
                return value
            if isinstance(value, bool):
                raise ValueError
            number = int(value) if self.type == "integer" else float(value)
            if self.type == "integer" and float(value) != number:
                raise ValueError
            if (self.minimum is not None and number < self.minimum) or (
                self.maximum is not None and number > self.maximum
            ):
                raise ValueError
            return number
        except (TypeError, ValueError):
            raise ServiceError(
                f"The option {self.name} is {value!r}; allowed: {self.allowed()}.",
                errors=[{"field": f"options.{self.name}", "message": f"allowed: {self.allowed()}"}],
            ) from None

    def allowed(self) -> str:
        if self.type == "choice":
            return ", ".join(self.choices)
        if self.type == "boolean":
            return "true or false"
        kind = "a whole number" if self.type == "integer" else "a number"
        return f"{kind} from {self.minimum:g} to {self.maximum:g}"


@dataclass(frozen=True, slots=True)
class EngineInfo:
    name: str
    label: str
    available: bool
    reason: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class RunResult:
    """`links` are the fields of `Link` rows, in order."""

    links: list[dict[str, Any]]
    signature: str
    info: dict[str, Any] = field(default_factory=dict)


_VECALIGN_OPTIONS = (
    Option(
        "alignment_max_size", "integer", 8, "Most sentences in one link, both sides together", minimum=2, maximum=16
    ),
    Option(
        "del_percentile_frac",
        "number",
        0.2,
        "Share of random pairs that cost less than leaving a sentence out",
        minimum=0,
        maximum=1,
    ),
    Option("seed", "integer", 42, "Seed of the random samples", minimum=0, maximum=2**31 - 1),
)


def _talk_options() -> tuple[Option, ...]:
    ready = VectorSet.objects.filter(state=VectorSetState.READY)
    default = ready.filter(is_default=True).values_list("name", flat=True).first()
    names = ("none", *ready.values_list("name", flat=True))
    if settings.WORD_VECTORS:
        names, default = (*names, "WORD_VECTORS"), default or "WORD_VECTORS"
    return (
        Option(
            "preset",
            "choice",
            "paper",
            "The paper's parameters, or those of the released program",
            choices=("paper", "released"),
        ),
        Option("vectors", "choice", default or "none", "Word vectors for the similarity of words", choices=names),
        Option("background", "boolean", False, "Let words belong to no sentence"),
    )


def engines_for(pair: Pair) -> list[EngineInfo]:
    """What can align this pair here and now, and why the rest cannot."""
    if pair.kind == PairKind.PAPER_TALK:
        options = _talk_options()
        vectors = next(o for o in options if o.name == "vectors").default
        how = (
            f"Word vectors: {vectors}."
            if vectors != "none"
            else "By shared words and character n-grams; no word vectors are set up."
        )
        return [EngineInfo(TALKSUMM, _LABELS[TALKSUMM], True, how, options)]
    from alignment import bitext

    statuses = bitext.engines(has_embeddings=_embeddings_of(pair) is not None)
    known = [
        EngineInfo(
            status.name,
            _LABELS.get(status.name, status.name),
            status.available,
            status.reason,
            _VECALIGN_OPTIONS if status.name == "vecalign" else (),
        )
        for status in statuses
    ]
    best = next((engine for engine in known if engine.available), None)
    auto = EngineInfo(
        AUTO,
        _LABELS[AUTO],
        best is not None,
        f"Would use {best.label}: {best.reason}" if best else "No engine can run.",
    )
    return [auto, *known]


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
    texts = list(document.units.order_by("position").values_list("text", flat=True))
    if not texts:
        raise ServiceError(f"{document.title} has no text.", code="empty_document")
    return texts


def _align_bitext(pair: Pair, engine: str, options: dict[str, Any], progress: Progress) -> RunResult:
    from alignment import bitext
    from alignment.vecalign import VecalignOptions

    progress(0.0, "Reading both sides")
    source, target = _texts(pair.source), _texts(pair.target)
    alignment = bitext.align(
        source,
        target,
        engine=engine,
        source_language=pair.source.language or None,
        target_language=pair.target.language or None,
        embeddings=load_embeddings(pair),
        cache_directory=Path(settings.DATA_DIR) / "embeddings",
        training=training_pairs(pair),
        options=VecalignOptions(**options) if options else None,
        progress=progress,
    )
    return RunResult(bitext_links(alignment, target), alignment.signature, dict(alignment.info))


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


def training_pairs(pair: Pair) -> list[tuple[str, str]]:
    """Accepted rows of the project's other pairs of the same languages: the lexical engine learns words from them."""
    from annotator.services.gold import gold_texts

    return gold_texts(pair)


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
    from annotator.services.talks import align_words, span_pieces, talk_words

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
