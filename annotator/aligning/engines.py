"""The engines of this site: one table that says what each is called, what it aligns, its options, and how it runs.

The API, the commands and the pages read it; to add an engine, add a line to `_TABLE`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from alignment import bitext as bitext_engines
from alignment.confidences import Prepared
from alignment.types import Progress
from annotator.aligning import bitext, paper_talk, slides_talk
from annotator.aligning.engine_options import (
    LETTERS,
    Option,
    common_words_option,
    encoder_options,
    filter_options,
    key_sentence_options,
    lexical_options,
    slides_options,
    talk_options,
    with_defaults,
)
from annotator.aligning.links import IMPORTED
from annotator.aligning.run_costs import (
    Estimate,
    auto_cost,
    lengths_cost,
    lexical_cost,
    slides_cost,
    talk_cost,
    timeline_cost,
    vecalign_cost,
)
from annotator.corpus.embeddings import uploaded_embeddings
from annotator.models import AlignmentRun, Pair, PairKind, Preset, Timeline
from annotator.platform.errors import ServiceError

if TYPE_CHECKING:
    from alignment.lexical import Prepared as LearnedModel

Options = dict[str, Any]

TALKSUMM = "talksumm"
SLIDES = "slides"
AUTO = "auto"
#: Links that no engine of this site proposed: they came with a file, or from the run of an earlier version.
_OTHER_ORIGINS = {IMPORTED: "Imported", "carried": "Carried over"}
_FOR_OTHER_ORIGINS = {PairKind.PAPER_TALK: TALKSUMM, PairKind.SLIDES_TALK: SLIDES, PairKind.BITEXT: "lexical"}


class RunResult(Protocol):
    """The result that every engine returns."""

    @property
    def links(self) -> list[dict[str, Any]]:
        """The fields of `Link` rows, in order."""

    @property
    def signature(self) -> str: ...

    @property
    def info(self) -> dict[str, Any]:
        """Numbers about the run, for JSON."""

    @property
    def learned(self) -> LearnedModel | None:
        """The words that the lexical engine learned, where it ran."""


#: Where a row stands in a talk: (unit, start, end) of each of its pieces, in code points.
Pieces = Sequence[tuple[int, int, int]]


class AlignAround(Protocol):
    """Align a talk anew around rows that people have decided.

    free : the rows that may change. fixed : the others, each with the unit of the source that it belongs to, or None.
    Answers for each free row with units of the source, or None for none of them, and the probability of each; with
    nothing where the engine has no opinion.
    """

    def __call__(
        self,
        pair: Pair,
        options: Options,
        free: Sequence[Pieces],
        *,
        fixed: Sequence[tuple[Pieces, int | None]],
        progress: Progress | None,
    ) -> list[dict[int | None, float]]: ...


Prepare = Callable[[AlignmentRun, Pair, bitext.Texts, Progress | None], Prepared]


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine as the site sees it.

    name : what runs store and the API takes. label : what people read. kind : the pairs that it aligns.
    status : whether it can run for a pair, and a sentence that says why. options : what can be chosen for a pair.
    run : aligns a pair. estimate : what that costs, from the units of both sides and the options.
    prepare : makes a bitext ready to be realigned. around : aligns a talk anew around rows that people have decided.
    An engine has the one that its kind of pair needs.
    """

    name: str
    label: str
    kind: PairKind
    status: Callable[[Pair], tuple[bool, str]]
    options: Callable[[Pair], tuple[Option, ...]]
    run: Callable[[Pair, Options, Progress], RunResult]
    estimate: Estimate
    prepare: Prepare | None = None
    around: AlignAround | None = None


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """An engine for one pair: whether it can run, and with which options."""

    name: str
    label: str
    available: bool
    reason: str
    options: tuple[Option, ...] = ()


def engines_for(pair: Pair) -> list[EngineInfo]:
    """The engines for this kind of pair; the first that can run is the default, and those that cannot say why."""
    return [
        EngineInfo(engine.name, engine.label, *engine.status(pair), options_for(engine, pair))
        for engine in ENGINES.values()
        if engine.kind == pair.kind
    ]


def default_engine(pair: Pair) -> str:
    """The engine that aligns a pair where none is named: the first that can run."""
    known = [engine for engine in ENGINES.values() if engine.kind == pair.kind]
    return next((engine for engine in known if engine.status(pair)[0]), known[0]).name


def engine_label(engine: str, signature: str = "") -> str:
    """The display name of a run's engine; an unknown name is returned unchanged.

    signature : of the run: where the choice of engine was left open, it names the one that ran.
    """
    if engine == AUTO and (ran := re.match(r"engine:(\w+)", signature)):
        engine = ran[1]
    return ENGINES[engine].label if engine in ENGINES else _OTHER_ORIGINS.get(engine, engine)


def check_options(pair: Pair, engine: str, options: Options) -> tuple[str, Options]:
    """The engine and its full options; raises ServiceError where they do not fit the pair."""
    if engine == AUTO:
        engine = default_engine(pair)
    entry = ENGINES.get(engine)
    if entry is None or entry.kind != pair.kind:
        expected = ", ".join(name for name, each in ENGINES.items() if each.kind == pair.kind)
        raise ServiceError(
            f"The engine {engine} does not align this kind of pair; expected {expected}.",
            code="wrong_engine",
            errors=[{"field": "engine", "message": f"expected {expected}"}],
        )
    available, reason = entry.status(pair)
    if not available:
        raise ServiceError(f"{entry.label} cannot run here. {reason}", code="engine_unavailable")
    known = options_for(entry, pair)
    return engine, checked_values(entry, known, with_defaults(known, options))


def options_for(engine: Engine, pair: Pair) -> tuple[Option, ...]:
    """The options of an engine for a pair; their defaults are those of the project's preset, where it has one."""
    chosen = Preset.objects.filter(project=pair.project_id, engine=engine.name, is_default=True)
    values = chosen.values_list("options", flat=True).first() or {}
    return tuple(
        replace(option, default=values[option.name], by_preset={}) if option.name in values else option
        for option in engine.options(pair)
    )


def checked_values(engine: Engine, known: Sequence[Option], values: Options) -> Options:
    """Values of an engine's options in their types; raises ServiceError that names what is unknown or not allowed."""
    by_name = {option.name: option for option in known}
    if unknown := set(values) - by_name.keys():
        raise ServiceError(
            f"{engine.label} has no option {', '.join(sorted(unknown))}.",
            errors=[{"field": f"options.{name}", "message": "unknown option"} for name in sorted(unknown)],
        )
    return {name: option.check(values[name]) for name, option in by_name.items() if name in values}


def run_engine(pair: Pair, engine: str, options: Options, *, progress: Progress) -> RunResult:
    """Align the pair. Raises AlignmentError for input that cannot be aligned, Cancelled from `progress`."""
    for document in (pair.source, pair.target):
        if not document.units.exists():
            raise ServiceError(f"{document.title} has no text.", code="empty_document")
    return ENGINES[engine].run(pair, options, progress)


def realigns(run: AlignmentRun, pair: Pair) -> Engine:
    """The engine that realigns the reviews of a run: its own. `pair` is the run's, which a review has at hand.

    Links that came with a file, or from an earlier version's run, go to one that needs nothing but the texts.
    Raises ServiceError where the engine is not known here or does not realign.
    """
    name = str(run.info.get("engine", run.engine))
    if name in _OTHER_ORIGINS:
        name = _FOR_OTHER_ORIGINS[PairKind(pair.kind)]
    engine = ENGINES.get(name)
    if engine is None or (engine.prepare or engine.around) is None:
        raise ServiceError(f"The engine {name} is not known here, so it cannot realign.", code="cannot_realign")
    return engine


def prepare_again(run: AlignmentRun, pair: Pair, texts: bitext.Texts, progress: Progress | None = None) -> Prepared:
    """Make a bitext ready to be realigned; `texts` are its sides as a review has cut them. Errors: `realigns`."""
    engine = realigns(run, pair)
    if engine.prepare is None:
        raise ServiceError(f"{engine.label} does not realign bitexts.", code="cannot_realign")
    return engine.prepare(run, pair, texts, progress)


def align_around(
    run: AlignmentRun,
    pair: Pair,
    free: Sequence[Pieces],
    fixed: Sequence[tuple[Pieces, int | None]],
    progress: Progress | None = None,
) -> list[dict[int | None, float]]:
    """Align a talk anew around decided rows; see `AlignAround`. Errors: `realigns`."""
    engine = realigns(run, pair)
    if engine.around is None:
        raise ServiceError(f"{engine.label} does not realign talks.", code="cannot_realign")
    return engine.around(pair, run.options, free, fixed=fixed, progress=progress)


def _talk_status(pair: Pair) -> tuple[bool, str]:
    vectors = next(option for option in talk_options() if option.name == "vectors").default
    if vectors == LETTERS:
        return True, "By shared words and character n-grams; no word vectors are set up."
    return True, f"Word vectors: {vectors}."


def _slides_status(pair: Pair) -> tuple[bool, str]:
    return True, "By the words that the pages and the talk have in common."


def _timeline_status(pair: Pair) -> tuple[bool, str]:
    if not Timeline.objects.filter(pair=pair).exists():
        return False, "The pair has no timeline, which says when each page was shown."
    if not slides_talk.has_times(pair.target):
        return False, "The transcript has no times."
    return True, "By when each page was on the screen."


def _bitext_status(name: str) -> Callable[[Pair], tuple[bool, str]]:
    def status(pair: Pair) -> tuple[bool, str]:
        known = bitext_engines.engines(has_embeddings=uploaded_embeddings(pair) is not None)
        option = next(each for each in known if each.name == name)
        return option.available, option.reason

    return status


def _auto_status(pair: Pair) -> tuple[bool, str]:
    known = bitext_engines.engines(has_embeddings=uploaded_embeddings(pair) is not None)
    best = next((each for each in known if each.available), None)
    if best is None:
        return False, "No engine can run."
    return True, f"Would use {ENGINES[best.name].label}: {best.reason}"


def _run_bitext(name: str) -> Callable[[Pair, Options, Progress], RunResult]:
    return lambda pair, options, progress: bitext.align_pair(pair, name, options, progress)


#: Of the engines of a kind of pair, the first that can run is its default.
_TABLE = (
    Engine(
        TALKSUMM,
        "TalkSumm HMM",
        PairKind.PAPER_TALK,
        status=_talk_status,
        options=lambda _: talk_options(),
        run=paper_talk.align_pair,
        estimate=talk_cost,
        around=paper_talk.align_around,
    ),
    Engine(
        "timeline",
        "Timeline",
        PairKind.SLIDES_TALK,
        status=_timeline_status,
        options=lambda _: key_sentence_options(),
        run=slides_talk.align_by_timeline,
        estimate=timeline_cost,
        around=slides_talk.around_by_timeline,
    ),
    Engine(
        SLIDES,
        "Words of slides",
        PairKind.SLIDES_TALK,
        status=_slides_status,
        options=lambda _: (*slides_options(), *key_sentence_options()),
        run=slides_talk.align_by_words,
        estimate=slides_cost,
        around=slides_talk.around_by_words,
    ),
    Engine(
        AUTO,
        "Best available",
        PairKind.BITEXT,
        status=_auto_status,
        options=lambda pair: (*lexical_options(pair), *filter_options(pair)),
        run=_run_bitext(AUTO),
        estimate=auto_cost,
    ),
    Engine(
        "vecalign",
        "vecAlign",
        PairKind.BITEXT,
        status=_bitext_status("vecalign"),
        options=lambda pair: (*encoder_options(uploaded_embeddings(pair) is not None), *filter_options(pair)),
        run=_run_bitext("vecalign"),
        estimate=vecalign_cost,
        prepare=bitext.prepare_vecalign,
    ),
    Engine(
        "lexical",
        "Lexical",
        PairKind.BITEXT,
        status=_bitext_status("lexical"),
        options=lambda pair: (*lexical_options(pair), common_words_option(), *filter_options(pair)),
        run=_run_bitext("lexical"),
        estimate=lexical_cost,
        prepare=bitext.prepare_lexical,
    ),
    Engine(
        "lengths",
        "Lengths only",
        PairKind.BITEXT,
        status=_bitext_status("lengths"),
        options=filter_options,
        run=_run_bitext("lengths"),
        estimate=lengths_cost,
        prepare=bitext.prepare_lengths,
    ),
)
ENGINES: Mapping[str, Engine] = {engine.name: engine for engine in _TABLE}
