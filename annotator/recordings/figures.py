"""The figures of a submitted pass, which limits are held to, and how its planted masks were answered."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from alignment.transcripts.words import normalise
from annotator.corpus.media import media_url
from annotator.models import Mask, MaskAnswer, MaskChoice, Pass, PassKind
from annotator.recordings.readings import readings_of


def figures_of(of_pass: Pass) -> dict[str, Any]:
    """``n_masks``, ``n_filled``; ``filled``, the share; ``seconds``, the median a mask; ``n_planted`` that were
    answered or not, ``n_right`` of them; ``same``, the share that is what one source has, and which ``source``;
    ``heard``, the share whose span was played, null without a recording; and how many ``took_a``, ``took_b``,
    ``typed``, ``unintelligible`` and ``nothing`` there are."""
    check = of_pass.transcript_check
    masks = list(check.masks.all())
    answers = {answer.mask_id: answer for answer in of_pass.answers.all()}
    readings = readings_of(of_pass, masks)
    n = len(masks)
    planted = [mask for mask in masks if mask.planted]
    language = check.language
    n_right = sum(is_right(mask, answers.get(mask.pk), language) for mask in planted)
    sources = {"a": 0, "b": 0}
    for mask in masks:
        answer = answers.get(mask.pk)
        for source, text in (("a", readings[mask.pk].a), ("b", readings[mask.pk].b)):
            sources[source] += answer is not None and text is not None and answer.text == text
    source = max(sources, key=lambda name: sources[name])
    choices = [answer.choice for answer in answers.values()]
    n_heard = sum(answer.heard for answer in answers.values())
    return {
        "n_masks": n, "n_filled": len(answers), "filled": len(answers) / n if n else 1.0,
        "seconds": median(answer.milliseconds for answer in answers.values()) / 1000 if answers else None,
        "n_planted": len(planted), "n_right": n_right,
        "same": sources[source] / n if n else None, "source": _name_of(source, of_pass.kind),
        "heard": n_heard / len(answers) if answers and media_url(check.document) else None,
        "took_a": choices.count(MaskChoice.A), "took_b": choices.count(MaskChoice.B),
        "typed": choices.count(MaskChoice.TYPED), "unintelligible": choices.count(MaskChoice.UNINTELLIGIBLE),
        "nothing": choices.count(MaskChoice.NOTHING),
    }  # fmt: skip


def _name_of(source: str, kind: str) -> str:
    if kind == PassKind.FIRST:
        return source.upper()
    return "the recognisers" if source == "a" else "the first pass"


def is_right(mask: Mask, answer: MaskAnswer | None, language: str) -> bool:
    """Whether an answer says what both recognisers heard, after the normaliser of the language."""
    if answer is None:
        return False
    wanted, answered = ([token.text for token in normalise(text, language)] for text in (mask.planted, answer.text))
    return wanted == answered


def planted_json(of_pass: Pass) -> Iterator[dict[str, Any]]:
    """The planted masks of a pass as those who judge it see them: ``start``, ``heard``, ``answered``, ``choice``,
    ``before`` and ``after`` in the line, ``is_right``, ``seconds``."""
    check = of_pass.transcript_check
    answers = {answer.mask_id: answer for answer in of_pass.answers.all()}
    lines = {
        part: (line, at)
        for line in check.lines
        for at, part in enumerate(line["parts"])
        if isinstance(part, int)
    }  # fmt: skip
    for mask in check.masks.exclude(planted=""):
        answer = answers.get(mask.pk)
        line, at = lines[mask.position]
        before, after = line["parts"][:at], line["parts"][at + 1 :]
        yield {
            "start": mask.start, "heard": mask.planted, "answered": answer.text if answer else None,
            "choice": answer.choice if answer else None, "before": _last(before), "after": _first(after),
            "is_right": is_right(mask, answer, check.language),
            "seconds": answer.milliseconds / 1000 if answer else None,
        }  # fmt: skip


def _last(parts: list[Any]) -> str:
    return " ".join(str(parts[-1]).split()[-4:]) if parts and isinstance(parts[-1], str) else ""


def _first(parts: list[Any]) -> str:
    return " ".join(str(parts[0]).split()[:4]) if parts and isinstance(parts[0], str) else ""
