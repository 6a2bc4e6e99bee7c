"""What recognisers heard of the segments of a recording, scored against what was said: WER, CER and BWER.

Conventions: the reference is a list of segments, each with an id of its own and the talk it is of; an output is a text
for each id. A segment that an output leaves out counts as deleted, all of it. An id that is not in the reference is an
error, since it would say that the output is of something else. Texts of both are normalised by one normaliser, which
is named with the scores. Rates are pooled: all errors over all units of the segments.

In a language that is written without spaces a text has no words: characters are counted, without white space, and
there is neither WER nor BWER.

Intervals and the comparison of two systems draw segments with replacement (`alignment.metrics.significance`): two
systems that are scored on the same segments are compared on the same draws.

Sources: Chen et al. 2024 (M3AV, section 4) for BWER; Bisani and Ney 2004, Bootstrap Estimates for Confidence Intervals
in ASR Performance Evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import NamedTuple

import numpy as np

from alignment.metrics.error_rates import Edit, ErrorRate, count_errors, count_rare_errors, edits, normalize
from alignment.metrics.intervals import FEWEST
from alignment.metrics.significance import Floats, half_width, p_value, sampled_sums
from alignment.text import is_spaceless
from alignment.transcripts.inverse_normalisation import write
from alignment.transcripts.words import joined, normalise
from alignment.types import AlignmentError

#: Ids that a sentence lists.
_LISTED = 10


def _spoken(text: str, language: str) -> str:
    """As it is spoken, by the normaliser of the language: in English numbers and signs are words."""
    return joined([token.text for token in normalise(text, language)])


def _written(text: str, language: str) -> str:
    """As it is written, by rule, whichever way it is given: in English numbers are digits."""
    return normalize(write(_spoken(text, language).split(), language).text)


#: name -> what is done to a text in a language before it is compared.
NORMALISERS: dict[str, Callable[[str, str], str]] = {
    "none": lambda text, _: " ".join(text.split()),
    "plain": lambda text, _: normalize(text),
    "spoken": _spoken,
    "written": _written,
}


class Segment(NamedTuple):
    """A part of a recording with what was said in it. id : unique in a reference. talk : what rates are grouped by."""

    id: str
    text: str
    talk: str = ""


@dataclass(frozen=True, slots=True)
class Rate:
    """One error rate of a system. rows : hits, substitutions, deletions, insertions; shape (n_segments, 4)."""

    key: str
    rows: Floats

    @property
    def total(self) -> ErrorRate:
        return self.of(slice(None))

    def of(self, where: slice | Sequence[int]) -> ErrorRate:
        """The rate of some of the segments, by their indices."""
        return ErrorRate(*(int(number) for number in self.rows[where].sum(axis=0)))

    def half(self) -> float | None:
        """Half the width of the 95 % interval; None of fewer than five segments or of segments without units."""
        return half_width(rates_of(sampled_sums(self.rows))) if len(self.rows) >= FEWEST else None


@dataclass(frozen=True, slots=True)
class Heard:
    """A system's output as it was scored.

    rates : WER and CER, or CER alone without spaces between words; BWER where a rare word is said.
    references, texts : normalised, of each segment. missing : ids that the output leaves out.
    """

    rates: tuple[Rate, ...]
    references: tuple[str, ...]
    texts: tuple[str, ...]
    missing: tuple[str, ...]
    normaliser: str


class Run(NamedTuple):
    """Neighbouring units of a segment that are all right, or all wrong.

    letters : S, D and I in order; empty where the units are right.
    """

    reference: tuple[str, ...]
    heard: tuple[str, ...]
    letters: str


def score_recognition(
    segments: Sequence[Segment],
    output: Mapping[str, str],
    *,
    language: str,
    normaliser: str = "plain",
    rare_words: Collection[str] = (),
) -> Heard:
    """Score what a recogniser heard.

    Parameters
    ----------
    segments
        The reference.
    output
        From the id of a segment to what was heard in it.
    language
        Of both, as a BCP 47 tag.
    normaliser
        One of `NORMALISERS`; rare words pass through it too.
    rare_words
        Words whose errors BWER counts; where the reference has none of them there is no BWER.

    Raises
    ------
    AlignmentError
        If there is no segment or nothing is said in any, an id stands twice in the reference, the output has ids that
        are not in it, or there is no such normaliser.

    Examples
    --------
    >>> spoken = [Segment("1", "The cat sat."), Segment("2", "Down.")]
    >>> heard = score_recognition(spoken, {"1": "the cat sad"}, language="en")
    >>> heard.rates[0].total.rate, heard.missing
    (0.5, ('2',))
    """
    change = NORMALISERS.get(normaliser)
    if change is None:
        raise AlignmentError(f"no normaliser {normaliser!r}; expected one of {', '.join(NORMALISERS)}")
    _check_ids(segments, output)
    references = tuple(change(segment.text, language) for segment in segments)
    texts = tuple(change(output.get(segment.id, ""), language) for segment in segments)
    pairs = list(zip(references, texts, strict=True))
    characters = Rate("cer", _rows(count_errors(_characters(a, language), _characters(b, language)) for a, b in pairs))
    rates: tuple[Rate, ...] = (characters,)
    if not is_spaceless(language):
        rates = (Rate("wer", _rows(count_errors(a.split(), b.split()) for a, b in pairs)), characters)
        if rare := {change(word, language) for word in rare_words} - {""}:
            biased = Rate("bwer", _rows(_rare_errors(a.split(), b.split(), rare) for a, b in pairs))
            rates += (biased,) if biased.total.units else ()
    if not rates[0].total.units:
        raise AlignmentError("nothing is said in the reference; expected a text of some segment")
    missing = tuple(segment.id for segment in segments if segment.id not in output)
    return Heard(rates, references, texts, missing, normaliser)


def by_talk(segments: Sequence[Segment]) -> dict[str, list[int]]:
    """The indices of the segments of each talk, talks in the order of their first segment."""
    indices: dict[str, list[int]] = {}
    for index, segment in enumerate(segments):
        indices.setdefault(segment.talk, []).append(index)
    return indices


def compare(first: Rate, second: Rate) -> tuple[float, float]:
    """Two systems by one rate of the same segments.

    Returns
    -------
    tuple
        The rate of the first less that of the second, and the chance of a difference as large if the two were equally
        good (paired bootstrap over segments); 1 where they do not differ.
    """
    if first.key != second.key or first.rows.shape != second.rows.shape:
        raise AlignmentError("expected the same rate of the same segments of both systems")
    difference = first.total.rate - second.total.rate
    if not difference:
        return 0.0, 1.0
    return difference, p_value(rates_of(sampled_sums(first.rows)), rates_of(sampled_sums(second.rows)), difference)


def differences(reference: str, heard: str, *, language: str) -> list[Run]:
    """Two normalised texts side by side: words, or characters in a language without spaces between words.

    Examples
    --------
    >>> [run.letters for run in differences("it is hesitations cascade", "it is hesitation is cascade", language="en")]
    ['', 'IS', '']
    """
    ours, theirs = _units(reference, language), _units(heard, language)
    runs: list[tuple[list[str], list[str], str]] = []
    for edit in edits(ours, theirs):
        letter = _letter(edit, ours, theirs)
        if not runs or bool(runs[-1][2]) != bool(letter):
            runs.append(([], [], ""))
        of_reference, by_system, letters = runs[-1]
        if edit[0] is not None:
            of_reference.append(ours[edit[0]])
        if edit[1] is not None:
            by_system.append(theirs[edit[1]])
        runs[-1] = of_reference, by_system, letters + letter
    return [Run(tuple(one), tuple(other), letters) for one, other, letters in runs]


def _letter(edit: Edit, reference: Sequence[str], heard: Sequence[str]) -> str:
    left, right = edit
    if left is None:
        return "I"
    if right is None:
        return "D"
    return "" if reference[left] == heard[right] else "S"


def _check_ids(segments: Sequence[Segment], output: Mapping[str, str]) -> None:
    if not segments:
        raise AlignmentError("the reference has no segment; expected one or more")
    known: set[str] = set()
    for segment in segments:
        if segment.id in known:
            raise AlignmentError(f"segment {segment.id} stands twice in the reference; expected each id once")
        known.add(segment.id)
    if extra := [each for each in output if each not in known]:
        listed = ", ".join(extra[:_LISTED])
        more = f" and {len(extra) - _LISTED:,} more" if len(extra) > _LISTED else ""
        count = "1 segment is" if len(extra) == 1 else f"{len(extra):,} segments are"
        raise AlignmentError(f"{count} not in the reference: {listed}{more}")


def _units(text: str, language: str) -> list[str]:
    return _characters(text, language) if is_spaceless(language) else text.split()


def _characters(text: str, language: str) -> list[str]:
    return list(("" if is_spaceless(language) else " ").join(text.split()))


def _rare_errors(reference: Sequence[str], heard: Sequence[str], rare: Collection[str]) -> ErrorRate:
    return count_rare_errors(reference, heard, rare, edits(reference, heard))


def _rows(counts: Iterable[ErrorRate]) -> Floats:
    return np.array([astuple(each) for each in counts], dtype=np.float64)


def rates_of(sums: Floats) -> Floats:
    """Rates from sums of hits, substitutions, deletions and insertions, shape (..., 4); nan where nothing was said."""
    units = sums[..., :3].sum(axis=-1)
    return np.where(units > 0, sums[..., 1:].sum(axis=-1) / np.maximum(units, 1), np.nan)
