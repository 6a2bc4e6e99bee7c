"""What a person can take at a mask: for a first pass what the recognisers heard, for a second what the first says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.models import Mask, MaskAnswer, Pass, PassKind
from annotator.recordings.models.checks import WITHOUT_TEXT


@dataclass(frozen=True, slots=True)
class Readings:
    """a, b : texts; None for one that is not there. better : ``a`` or ``b``, what the field starts with.

    b_choice : where B is that nothing can be heard, or was said: its text is empty then.
    """

    a: str | None
    b: str | None
    better: str
    b_choice: str = ""


def readings_of(of_pass: Pass, masks: Sequence[Mask]) -> Mapping[int, Readings]:
    """By mask."""
    if of_pass.kind == PassKind.FIRST:
        return {mask.pk: Readings(mask.a, mask.b, better_of(mask)) for mask in masks}
    answers = MaskAnswer.objects.filter(of_pass=of_pass.first_id, mask__in=masks) if of_pass.first_id else []
    first = {answer.mask_id: answer for answer in answers}
    return {mask.pk: _combined(mask, first.get(mask.pk)) for mask in masks}


def better_of(mask: Mask) -> str:
    """Which recogniser was more certain; without a word on that, the one that heard more."""
    if mask.certain_a is not None and mask.certain_b is not None:
        return "a" if mask.certain_a >= mask.certain_b else "b"
    return "a" if len(mask.a) >= len(mask.b) else "b"


def _combined(mask: Mask, answer: MaskAnswer | None) -> Readings:
    better, other = (mask.a, mask.b) if better_of(mask) == "a" else (mask.b, mask.a)
    if answer is None:
        return Readings(better, None, "a")
    # What differs from the first answer is worth a look: B has that answer already.
    recognised = other if better == answer.text else better
    return Readings(recognised, answer.text, "b", answer.choice if answer.choice in WITHOUT_TEXT else "")
