"""Scoring in a worker: read the output, count row by row, and give figures with intervals by talk, rank and length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import structlog
from django.db import transaction

from alignment.filters import similarity
from alignment.metrics import translation
from alignment.metrics.beads import count_beads_by_gold, lax_f1, strict_f1
from alignment.metrics.intervals import FEWEST, wilson_margin
from alignment.metrics.naist import lcs_by_gold
from alignment.metrics.recognition import NORMALISERS, rates_of
from alignment.metrics.rouge import RougeOptions, rouge_scores
from alignment.metrics.significance import N_SAMPLES, SEED, Floats, half_width, sampled_sums
from alignment.metrics.synthesis import FEWEST_SHARE
from alignment.text import is_spaceless
from alignment.transcripts.inverse_normalisation import available
from alignment.types import Progress
from annotator.aligning.engine_options import neural_model
from annotator.models import HeardTalk, Pair, System, SystemKind, SystemState
from annotator.platform.errors import ServiceError
from annotator.platform.work import Heartbeat, perform_by_id
from annotator.releases.systems.engine_runs import beads_of_runs
from annotator.releases.systems.reading import Fitted, Output, fit_alignment, fit_translation, read_output
from annotator.releases.systems.recognition import (
    Spoken,
    check_ids,
    heard_talks,
    rare_words_of,
    score_heard,
    spoken_in,
    talks_with_segments,
)
from annotator.releases.systems.references import (
    GoldTalk,
    Part,
    Place,
    Reference,
    basis_of,
    gold_talks,
    references,
    row_ids,
)
from annotator.releases.systems.speech import compare_clips, signature

log = structlog.get_logger()

#: Of the LCS accuracy; the paper reports .5 to .9.
EPSILON = 0.8
#: Metrics that need a model, by their names in `alignment.filters.similarity`.
_NEURAL = {"bleurt": "BLEURT", "comet": "COMET", "bertscore": "BERTScore", "bartscore": "BARTScore"}
#: Of texts, beside what sacreBLEU counts: means of F1 over rows.
_ROUGE = {"rouge1": "ROUGE-1", "rouge2": "ROUGE-2", "rougel": "ROUGE-L"}
#: By how much more of an output than of the reference has digits, so that it is of another form.
_OTHER_FORM = 0.1
#: Figures that people read in per cent.
ERROR_RATES = ("wer", "cer", "bwer")
#: Rows that are counted between two reports of progress.
_AT_ONCE = 1_000
#: Of which a model is asked between two; it may take seconds for a batch.
_ASKED_AT_ONCE = 128
_LINKS = f"bs:{N_SAMPLES}|seed:{SEED}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One column of the table. rows : what is summed for it, shape (n_rows, n_sums). is_share : between 0 and 1."""

    key: str
    label: str
    rows: Floats
    value_of: Callable[[Floats], Floats]
    signature: str
    is_share: bool = False

    def half(self, sampled: Floats) -> float | None:
        """Half the width of the interval; None below `FEWEST` rows.

        Samples of rows that are all right, or all wrong, do not differ: then it is how far Wilson's interval reaches.
        """
        if len(self.rows) < FEWEST:
            return None
        half = half_width(sampled)
        return wilson_margin(len(self.rows)) if self.is_share and half == 0 else half


def execute(system_id: int) -> None:
    """Score a system in a worker."""
    perform_by_id(System.objects.select_related("on_release"), system_id, _score, noun="scoring")


def _score(system: System, heartbeat: Heartbeat) -> None:
    heartbeat.progress(0.0, "Reading the output")
    talks: list[HeardTalk] = []
    if system.engine:
        fields = _score_links(system, None, heartbeat.progress)
    elif system.kind == SystemKind.SYNTHESIS:
        fields = _score_speech(system, heartbeat.progress)
    else:
        with system.file.open("rb") as file:
            output = read_output(file.read(), system.file_name, kind=system.kind)
        if output.kind == SystemKind.RECOGNITION:
            fields, talks = _score_heard(system, output, heartbeat.progress)
        else:
            score = _score_translation if output.kind == SystemKind.TRANSLATION else _score_links
            fields = {"kind": output.kind, **score(system, output, heartbeat.progress)}
    with transaction.atomic():
        HeardTalk.objects.filter(system=system).delete()  # where it is scored again
        HeardTalk.objects.bulk_create(talks, batch_size=20)
        heartbeat.finish(SystemState.SCORED, progress=1.0, message="", **fields)
    log.info("system is scored", system=system.pk)


def _score_translation(system: System, output: Output, progress: Progress) -> dict[str, Any]:
    part = Part.of(system)
    release = system.on_release
    expected = list(references(release, part))
    fitted = fit_translation(output, expected, lambda: row_ids(release), release.version)
    counted = translation.count_rows(
        fitted.texts,
        [each.text for each in expected],
        language=part.target_language,
        progress=lambda share, message: progress(0.1 + 0.4 * share, message),
    )
    figures = [
        Figure(each.metric.key, each.metric.label, each.rows, each.metric.value_of, each.signature) for each in counted
    ]
    figures += _overlaps(fitted.texts, [each.text for each in expected], progress)
    figures += _neural(fitted.texts, expected, progress)
    if all(each.metric is not translation.TER for each in counted):
        fitted.warnings.append("There are too many words for TER.")
    fields = _told(SystemKind.TRANSLATION, figures, [each.place for each in expected], fitted.warnings, progress)
    fields["scores"] |= {"missing": fitted.missing, "n_missing": len(fitted.missing)}
    return fields


def _score_heard(system: System, output: Output, progress: Progress) -> tuple[dict[str, Any], list[HeardTalk]]:
    """The fields of a scored recogniser, and what it heard, by talk."""
    language, normaliser = system.source_language, system.options["normaliser"]
    talks = talks_with_segments(system.on_release)
    spoken = spoken_in(talks, language, system.split)
    texts = {segment: text for segment, text, _ in output.heard}
    check_ids(texts, spoken, system.on_release)
    progress(0.1, f"Comparing {len(spoken):,} segments")
    heard = score_heard(talks, spoken, texts, language=language, normaliser=normaliser)
    figures = [
        Figure(rate.key, rate.key.upper(), rate.rows, rates_of, f"normaliser:{normaliser}|{_LINKS}")
        for rate in heard.rates
    ]
    progress(0.5, "Laying the words side by side")
    has_rare = any(figure.key == "bwer" for figure in figures)
    rare_words = rare_words_of(talks, language) if has_rare else ()
    rare = {NORMALISERS[normaliser](word, language) for word in rare_words} - {""}
    of_talks = heard_talks(system, spoken, heard, rare, language)
    kind = f"{SystemKind.RECOGNITION}:{normaliser}"
    warnings = [*_of_missing(heard.missing), *_of_form(spoken, texts, language, normaliser)]
    fields = _told(kind, figures, [each.place for each in spoken], warnings, progress)
    fields["scores"] |= {
        "missing": list(heard.missing), "n_missing": len(heard.missing), "n_rare": len(rare), "normaliser": normaliser,
    }  # fmt: skip
    return fields, of_talks


def _score_speech(system: System, progress: Progress) -> dict[str, Any]:
    clips = compare_clips(system, progress)
    of = f"{signature()}|{_LINKS}"
    figures = [Figure("ffe", "FFE", clips.ffe, _mean, of), Figure("mcd", "MCD", clips.mcd, _mean, of)]
    warnings = [f"Clips that are missing: {len(clips.missing):,}."] if clips.missing else []
    if not clips.is_whole:
        warnings.append(f"Below {FEWEST_SHARE:.0%} of the clips there is no mean.")
    fields = _told(SystemKind.SYNTHESIS, figures, [each.place for each in clips.spoken], warnings, progress)
    if not clips.is_whole:
        for figure in fields["scores"]["figures"]:
            figure |= {"value": None, "half": None}
    fields["scores"] |= {"missing": clips.missing, "n_missing": len(clips.missing)}
    return fields


def _of_missing(missing: Sequence[str]) -> list[str]:
    if not missing:
        return []
    return [f"Segments that are missing, and count as deleted: {len(missing):,}."]


def _overlaps(texts: Sequence[str], expected: Sequence[str], progress: Progress) -> list[Figure]:
    """By each ROUGE the mean of F1 over rows."""
    options = RougeOptions()
    of_rows = np.ones((len(texts), len(_ROUGE) + 1))
    for number, (text, reference) in enumerate(zip(texts, expected, strict=True)):
        if number % _AT_ONCE == 0:
            progress(0.5, f"Counting for ROUGE, row {number + 1:,} of {len(texts):,}")
        of_rows[number, :-1] = [score.f1 for score in rouge_scores([*_ROUGE], [reference], text, options).values()]
    return [
        Figure(name, label, of_rows[:, [column, -1]], _mean, f"{options.signature('rouge')}|f1|{_LINKS}")
        for column, (name, label) in enumerate(_ROUGE.items())
    ]


def _of_form(spoken: Sequence[Spoken], texts: dict[str, str], language: str, normaliser: str) -> list[str]:
    """That an output has digits where what was said has words, under a normaliser to which these differ."""
    if normaliser not in ("none", "plain") or not available(language)[0]:
        return []
    heard = _share_with_digits(texts.values())
    in_reference = _share_with_digits(each.text for each in spoken)
    if heard - in_reference < _OTHER_FORM:
        return []
    return [
        f"This looks like written form: digits in {heard:.0%} of its texts, and in {in_reference:.0%} of what was "
        "said. Score it again under the normaliser “spoken”."
    ]


def _share_with_digits(texts: Iterable[str]) -> float:
    have = [any(character.isdigit() for character in text) for text in texts]
    return sum(have) / len(have) if have else 0.0


def _neural(texts: Sequence[str], expected: Sequence[Reference], progress: Progress) -> list[Figure]:
    """By each neural metric that is installed here: the mean of what it says of the rows."""
    figures = []
    for name, label in _NEURAL.items():
        if model := neural_model(name):
            progress(0.5, f"Loading {label}")
            judge = similarity(name, model=model)
            scores: list[float] = []
            for start in range(0, len(texts), _ASKED_AT_ONCE):
                progress(0.5, f"Asking {label}, row {start + 1:,} of {len(texts):,}")
                part = slice(start, start + _ASKED_AT_ONCE)
                of_part = expected[part]
                scores += judge.score(texts[part], [each.text for each in of_part], [each.source for each in of_part])
            rows = np.stack([np.asarray(scores, dtype=np.float64), np.ones(len(scores))], axis=1)
            figures.append(Figure(name, label, rows, _mean, f"{judge.name}|{_LINKS}"))
    return figures


def _mean(sums: Floats) -> Floats:
    counted = sums[..., 1]
    return np.where(counted > 0, sums[..., 0] / np.maximum(counted, 1), np.nan)


def _score_links(system: System, output: Output | None, progress: Progress) -> dict[str, Any]:
    """output : None for an engine, whose runs may be of some talks only."""
    talks = gold_talks(system.on_release, system.split)
    of_talks = len(talks)
    if output is None:
        beads_of = beads_of_runs(system.runs)
        talks = [talk for talk in talks if talk.here in beads_of]
        fitted = Fitted(beads=[beads_of[talk.here] for talk in talks if talk.here])
    else:
        fitted = fit_alignment(output, talks)
    if not talks:
        raise ServiceError("The release has no links of two texts to compare with.")
    beads, lcs = [], []
    for number, (talk, found_beads) in enumerate(zip(talks, fitted.beads, strict=True)):
        progress(0.1 + 0.6 * number / len(talks), f"Comparing talk {number + 1:,} of {len(talks):,}")
        beads.append(count_beads_by_gold(talk.beads, found_beads))
        lcs.append(_lcs(talk, found_beads))
    counts = np.concatenate(beads)
    figures = [
        Figure("strict_f1", "Strict F1", counts, strict_f1, _LINKS, is_share=True),
        Figure("lax_f1", "Lax F1", counts, lax_f1, _LINKS, is_share=True),
    ]
    if all(each is not None for each in lcs):
        rows = np.concatenate([each for each in lcs if each is not None])
        figures.append(Figure("lcs", "LCS accuracy", rows, _share, f"epsilon:{EPSILON}|{_LINKS}", is_share=True))
    places = [place for talk in talks for place in talk.places]
    scored = _told(SystemKind.ALIGNMENT, figures, places, fitted.warnings, progress)
    scored["scores"]["of_talks"] = of_talks
    scored["scores"]["by_origin"] = _groups(
        figures, places, lambda place: _origin(place, system.engine), sample=True, in_order=True
    )
    if system.engine:
        scored["scores"]["own"] = sum(place.engine == system.engine for place in places)
    return scored


def _origin(place: Place, engine: str) -> tuple[int, str]:
    """What a row grew from: gold that grew from an engine's own proposals favours it."""
    if place.is_blind:
        return 0, "Proposal hidden from somebody who judged it"
    if engine and place.engine == engine:
        return 2, "Began with its own proposals"
    return 1, "Began with other proposals"


def _lcs(talk: GoldTalk, beads: Sequence[Any]) -> Floats | None:
    """None where the texts are gone."""
    pair = Pair.objects.select_related("target").filter(pk=talk.here or 0).first()
    if pair is None:
        return None
    joiner = "" if is_spaceless(talk.target_language) else " "
    return lcs_by_gold(talk.beads, talk.manual, beads, pair.target.texts(), epsilon=EPSILON, joiner=joiner)


def _share(sums: Floats) -> Floats:
    same, right = sums[..., 0], sums[..., 1]
    return np.where(same > 0, right / np.maximum(same, 1), np.nan)


def _told(
    kind: str, figures: Sequence[Figure], places: list[Place], warnings: list[str], progress: Progress
) -> dict[str, Any]:
    """The fields of a scored system."""
    progress(0.7, "Drawing samples")
    sampled = _sampled(figures)
    in_json = [
        {
            "key": figure.key,
            "label": figure.label,
            "value": _number(figure.value_of(figure.rows.sum(axis=0))),
            "half": figure.half(values),
            "signature": figure.signature,
        }
        for figure, values in zip(figures, sampled, strict=True)
    ]
    progress(0.85, "Adding up by talk, rank and length")
    scores = {
        "rows": len(places),
        "talks": len({place.talk for place in places}),
        "figures": in_json,
        "by_talk": _groups(figures, places, lambda place: (place.talk, place.title), sample=False),
        "by_rank": _groups(figures, places, lambda place: (0, place.rank), sample=True),
        "by_length": _groups(figures, places, _by_length, sample=True, in_order=True),
    }
    return {
        "scores": scores,
        "warnings": warnings,
        "basis": basis_of(kind, places),
        "samples": np.stack(sampled).astype("<f8").tobytes(),
    }


def _sampled(figures: Sequence[Figure]) -> list[Floats]:
    """Sampled scores of each figure; what figures are computed from is drawn once."""
    drawn: dict[int, Floats] = {}
    for figure in figures:
        if id(figure.rows) not in drawn:
            drawn[id(figure.rows)] = sampled_sums(figure.rows)
    return [figure.value_of(drawn[id(figure.rows)]) for figure in figures]


def _by_length(place: Place) -> tuple[int, str]:
    digits = place.length.partition(" ")[0].partition("–")[0]
    return (int(digits) if digits.isdigit() else 0), place.length


def _groups(
    figures: Sequence[Figure],
    places: Iterable[Place],
    key: Callable[[Place], tuple[int, str]],
    *,
    sample: bool,
    in_order: bool = False,
) -> list[dict[str, Any]]:
    """Figures of rows that have the same key: (what orders them, a name). sample : with intervals. in_order : by their
    keys, not as they come."""
    places_of: dict[tuple[int, str], list[int]] = {}
    for index, place in enumerate(places):
        places_of.setdefault(key(place), []).append(index)
    groups = []
    for (order, name), indices in sorted(places_of.items()) if in_order else places_of.items():
        parts = [replace(f, rows=f.rows[indices]) for f in figures]
        halves = [f.half(f.value_of(sampled_sums(f.rows))) for f in parts] if sample else [None] * len(parts)
        values = {
            f.key: {"value": _number(f.value_of(f.rows.sum(axis=0))), "half": half}
            for f, half in zip(parts, halves, strict=True)
        }
        groups.append({"id": order, "name": name, "rows": len(indices), "values": values})
    return groups


def _number(value: Any) -> float | None:
    number = float(value)
    return None if np.isnan(number) else number
