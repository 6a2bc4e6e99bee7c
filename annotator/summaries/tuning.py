"""Searching the parameters of the talk model over the reviewed talks of a project.

What is right are the rows of gold reviews that a person accepted one by one (`reviewing.judgements`), word by word. Of
pairs whose reviews count only where they agree, it is the words of which all say the same.
Why talks are held out, and what the figures mean: docs/decisions/tuning.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import IntegrityError, transaction
from django.utils import timezone

from alignment.hmm.options import HmmOptions
from alignment.hmm.tuning import N_FOLDS, SEED, ReviewedTalk, Search, Validation, link_f1, shuffled, validate
from alignment.hmm.tuning import NUMBERS as NUMBERS
from alignment.hmm.tuning import SIMILARITIES as SIMILARITIES
from alignment.hmm.tuning import Grid as Grid
from alignment.hmm.tuning import Setting as Setting
from alignment.types import AlignmentError, Cancelled, Progress
from annotator.aligning.engine_options import EXACT, LETTERS, talk_options
from annotator.aligning.engines import TALKSUMM
from annotator.aligning.paper_talk import TalkWords, hmm_options, load_word_vectors, paper_sentences, talk_words
from annotator.aligning.presets import create_preset
from annotator.models import Pair, PairKind, Preset, Project, Review, ReviewState, RowStatus, RunState, Tuning
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.reviewing.gold import Basis, gold_reviews
from annotator.reviewing.judgements import judged_rows, unprobed

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Papers whose talks are reviewed: as many as there are folds.
LEAST_PAPERS = N_FOLDS
#: Talks that a search reads, the last reviewed first: each takes some megabytes.
MOST_TALKS = 100
MOST_SETTINGS = 10_000
#: The options of the engine that are searched, by their names in a setting.
_PARAMETERS = {name: name.rstrip("_") for name in NUMBERS}
#: Of a table of settings with their scores.
COLUMNS = (*(name.rstrip("_") for name in Setting._fields), "link_f1")

About = frozenset[int] | None


@dataclass(frozen=True, slots=True)
class InUse:
    """What new runs of the talk model use. preset : its name, or nothing. vectors : what can be tried, or nothing."""

    preset: str
    setting: Setting
    vectors: str
    options: dict[str, Any]


def in_use(project: Project) -> InUse:
    """The default preset of the project; without one, the engine's own options."""
    preset = Preset.objects.filter(project=project, engine=TALKSUMM, is_default=True).first()
    known = {option.name: option for option in talk_options()}
    options = {name: option.default for name, option in known.items()} | (preset.options if preset else {})
    chosen, offered = str(options["vectors"]), str(known["vectors"].default)
    vectors = next((name for name in (chosen, offered) if name not in (LETTERS, EXACT)), "")
    similarity = {LETTERS: "characters", EXACT: "exact"}.get(chosen, "vectors")
    setting = Setting(similarity, *(float(options[name]) for name in _PARAMETERS.values()))  # type: ignore[arg-type]
    return InUse(preset.name if preset else "", setting, vectors, options)


def n_reviewed(project: Project) -> tuple[int, int]:
    """How many talks have judged rows that are gold, and of how many papers."""
    hashes = _reviews(project).order_by().values_list("pair__source__content_hash", flat=True)
    papers = list(hashes)
    return len(papers), len(set(papers))


def _reviews(project: Project) -> Any:
    judged = Review.objects.filter(rows__status=RowStatus.ACCEPTED).values("pk")
    return gold_reviews(project).filter(pair__kind=PairKind.PAPER_TALK, pk__in=judged)


def default_grid(using: InUse) -> Grid:
    """The values of the grid's own, with those in use; of similarities all that this site can compute."""
    blank = Grid()
    axes: dict[str, tuple[float, ...]] = {
        name: tuple(sorted({*getattr(blank, name), getattr(using.setting, name)})) for name in NUMBERS
    }
    others = [
        name for name in SIMILARITIES if name != using.setting.similarity and (using.vectors or name != "vectors")
    ]
    return Grid((using.setting.similarity, *others), **axes)


@transaction.atomic
def start_tuning(*, project: Project, grid: Grid | None, user: User | None, queue: bool = True) -> Tuning:
    """Queue a search. Raises ServiceError where too few talks are reviewed or the grid is too large, Conflict while
    another search of the project goes on."""
    using = in_use(project)
    grid = grid or default_grid(using)
    n_talks, n_papers = n_reviewed(project)
    if n_papers < LEAST_PAPERS:
        raise ServiceError(too_few(n_talks, n_papers), code="too_few_talks")
    if len(grid) > MOST_SETTINGS:
        raise ServiceError(
            f"That are {len(grid):,} settings; {MOST_SETTINGS:,} are allowed. Try fewer values.", code="too_many"
        )
    if "vectors" in grid.similarity and not using.vectors:
        raise ServiceError(
            "This site has no word vectors to compare by. Leave them out, or add some first.",
            code="vectors_missing", errors=[{"field": "similarity", "message": "no word vectors"}],
        )  # fmt: skip
    try:
        with transaction.atomic():
            tuning: Tuning = Tuning.objects.create(
                project=project,
                grid={name: list(values) for name, values in asdict(grid).items()},
                current=using.setting._asdict(),
                vectors=using.vectors if "vectors" in {*grid.similarity, using.setting.similarity} else "",
                n_settings=len(grid),
                created_by=user,
            )
    except IntegrityError as error:
        raise Conflict("A search of this project goes on. Wait until it is done, or cancel it.") from error
    if queue:
        enqueue(tuning)
    note("tuning_started", project=project, kind="tuning", pk=tuning.pk, name=f"{len(grid):,} settings", by=user)
    return tuning


def too_few(n_talks: int, n_papers: int) -> str:
    if n_talks > n_papers:
        return f"Tuning needs reviewed talks about {LEAST_PAPERS} papers. You have {n_talks} talks about {n_papers}."
    return f"Tuning needs {LEAST_PAPERS} reviewed talks. You have {n_talks}."


@transaction.atomic
def cancel_tuning(tuning: Tuning) -> Tuning:
    """Stop a search; what it found so far stays."""
    if not tuning.cancel():
        tuning.refresh_from_db()
        raise Conflict(f"The search has already {tuning.state}.", code="tuning_ended")
    tuning.refresh_from_db()
    project = tuning.project
    note("tuning_cancelled", project=project, kind="tuning", pk=tuning.pk, name=f"{tuning.n_done:,} settings tried")
    return tuning


def use_best(tuning: Tuning, *, user: User | None, name: str = "") -> Preset:
    """Make the best setting a preset that new runs use. Raises ServiceError if nothing was found yet."""
    if "best" not in tuning.result:
        raise ServiceError("This search has found nothing yet.", code="nothing_found")
    best = Setting(**tuning.result["best"])
    searched = {"preset", "vectors", *_PARAMETERS.values()}
    kept = {name: value for name, value in in_use(tuning.project).options.items() if name not in searched}
    options = kept | {"preset": "paper", "vectors": _vectors_of(best, tuning.vectors)}
    options |= {name: getattr(best, field) for field, name in _PARAMETERS.items()}
    done = tuning.finished_at or timezone.now()
    wanted = " ".join(name.split()) or _free_name(tuning.project, f"Tuned on {_day(done)}")
    provenance = {
        "tuning": tuning.pk,
        "at": done.isoformat(),
        "n_talks": tuning.basis["n_talks"],
        **{figure: tuning.result[figure] for figure in ("f1", "current_f1", "low", "high")},
    }
    return create_preset(
        project=tuning.project, engine=TALKSUMM, name=wanted, options=options, user=user, is_default=True,
        provenance=provenance,
    )  # fmt: skip


def _vectors_of(setting: Setting, vectors: str) -> str:
    return {"characters": LETTERS, "exact": EXACT}.get(setting.similarity, vectors)


def _day(at: datetime) -> str:
    return f"{at.day} {at:%B %Y}"


def _free_name(project: Project, name: str) -> str:
    taken = set(project.presets.filter(name__startswith=name).values_list("name", flat=True))
    numbered = (f"{name} ({n})" for n in range(2, len(taken) + 3))
    return name if name not in taken else next(each for each in numbered if each not in taken)


def execute(tuning_id: int) -> None:
    """Do a search in a worker."""
    perform_by_id(Tuning.objects.select_related("project"), tuning_id, _search, noun="search")


def _search(tuning: Tuning, heartbeat: Heartbeat) -> None:
    heartbeat.progress(0.0, "Reading reviewed talks")
    read = reviewed_talks(tuning.project)
    papers = {talk.paper for _, talk in read}
    if len(papers) < LEAST_PAPERS:
        raise ServiceError(too_few(len(read), len(papers)))
    grid = Grid.of_stored(tuning.grid)
    current = Setting(**tuning.current)
    talks = [talk for _, talk in read]
    vectors = load_word_vectors(tuning.vectors, heartbeat.progress) if tuning.vectors else None
    basis = {
        "n_talks": len(talks),
        "n_papers": len(papers),
        "n_words": sum(about is not None for talk in talks for about in talk.gold),
        "pairs": [pair for pair, _ in read],
    }
    n_done = 0

    def tell(share: float, _: str) -> None:
        heartbeat.progress(share, f"Searching, {n_done:,} of {len(grid):,}")

    search = Search(talks, grid, vectors=vectors, base=_not_searched(tuning.project), progress=tell)
    now = search.score(current)
    counted: list[Any] = []
    result: dict[str, Any] = {}
    for part in search.parts():
        counted.append(part.counts)
        counts = np.concatenate(counted)
        n_done = len(counts)
        result = _as_json(search.settings, counts, now, validate(counts, now, [talk.paper for talk in talks]))
        if not tuning.keep(n_done=n_done, result=result, basis=basis):
            raise Cancelled
        tell(n_done / len(grid), "")
    with transaction.atomic():
        heartbeat.finish(RunState.SUCCEEDED, n_done=n_done, result=result, basis=basis, progress=1.0, message="")


def _not_searched(project: Project) -> HmmOptions:
    return hmm_options({"preset": "paper", "greetings": in_use(project).options["greetings"]})


def null_gains(tuning: Tuning, n: int, tell: Progress) -> Iterator[Validation]:
    """The same search so many times, each with the judgements of every talk shuffled anew: its gains are chance.

    tell : called before each with the share that is done.
    """
    grid, current = Grid.of_stored(tuning.grid), Setting(**tuning.current)
    talks = [talk for _, talk in reviewed_talks(tuning.project)]
    vectors = load_word_vectors(tuning.vectors) if tuning.vectors else None
    for done in range(n):
        tell(done / n, "Searching shuffled judgements")
        null = shuffled(talks, seed=SEED + done)
        search = Search(null, grid, vectors=vectors, base=_not_searched(tuning.project))
        counts = np.concatenate([part.counts for part in search.parts()])
        yield validate(counts, search.score(current), [talk.paper for talk in null])


def _as_json(settings: Sequence[Setting], counts: Any, now: Any, validation: Validation) -> dict[str, Any]:
    scores = link_f1(counts.sum(axis=1))
    return {
        "scores": [round(score, 5) for score in scores.tolist()],
        "current_score": round(float(link_f1(now.sum(axis=0))), 5),
        "best": settings[validation.best]._asdict(),
        "best_score": round(float(scores[validation.best]), 5),
        "folds": [
            {
                "n_talks": len(fold.talks),
                "setting": settings[fold.setting]._asdict(),
                "f1": fold.f1,
                "current_f1": fold.current_f1,
            }
            for fold in validation.folds
        ],
        "f1": validation.f1,
        "current_f1": validation.current_f1,
        "low": validation.low,
        "high": validation.high,
        "has_gain": validation.has_gain,
    }


def reviewed_talks(project: Project) -> list[tuple[int, ReviewedTalk]]:
    """The reviewed talks of a project by their pairs, the last reviewed first.

    Papers are called by what they say, not by their ids: talks are dealt to folds by these names, and the same reviews
    give the same figures in another database.
    """
    talks = []
    for review in _reviews(project).select_related("pair__source", "pair__target").order_by("-submitted_at", "pk"):
        pair = review.pair
        talk = talk_words(pair.target.texts())
        gold = _gold_of(review, talk)
        if any(about is not None for about in gold):
            talks.append((pair.pk, ReviewedTalk(pair.source.content_hash, paper_sentences(pair), talk.words, gold)))
        if len(talks) == MOST_TALKS:
            break
    return talks


def _gold_of(review: Review, talk: TalkWords) -> list[About]:
    """For each word what the review says of it, if all reviews of the pair that count say the same."""
    if review.basis != Basis.AGREED:  # type: ignore[attr-defined]
        return said_of_words(review, talk)
    beside = Pair.objects.get(pk=review.pair_id).reviews.judgements()
    each = [said_of_words(one, talk) for one in beside.filter(state=ReviewState.SUBMITTED, superseded_by=None)]
    return [words[0] if len(set(words)) == 1 else None for words in zip(*each, strict=True)]


def said_of_words(review: Review, talk: TalkWords) -> list[About]:
    """For each word the sentences that it is about in the review, none for no sentence; None where nobody judged it.

    A row whose alignment was called bad says nothing: nobody said what would be right.
    """
    at = {place[:2]: word for word, place in enumerate(talk.places)}
    starts: dict[int, list[int]] = {}
    for unit, start, _ in talk.places:
        starts.setdefault(unit, []).append(start)
    about: list[About] = [None] * len(talk.words)
    for row in unprobed(review, judged_rows(review)):
        if row.is_right:
            for word in _words(row.pieces, starts, at):
                about[word] = frozenset(row.source)
    return about


def _words(
    pieces: Iterable[tuple[int, int, int]], starts: dict[int, list[int]], at: dict[tuple[int, int], int]
) -> Iterable[int]:
    """The words that begin in the pieces."""
    for unit, start, end in pieces:
        for place in starts.get(unit, ()):
            if start <= place < end:
                yield at[unit, place]


def checked_grid(project: Project, values: dict[str, Sequence[Any]]) -> Grid:
    """A grid of what somebody gives; parameters without values have those of the default. Raises ServiceError."""
    blank = asdict(default_grid(in_use(project)))
    grid = {name: tuple(values[name]) for name in blank if values.get(name)}
    try:
        return Grid(**{**blank, **grid})
    except AlignmentError as error:
        raise ServiceError(f"{str(error)[:1].upper()}{str(error)[1:]}.", errors=[{"field": "grid"}]) from error
