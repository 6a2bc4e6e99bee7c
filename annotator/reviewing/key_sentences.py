"""Key sentences of a review: by what they are proposed, and which of them people have set one by one."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from annotator.aligning.slides_talk import key_options
from annotator.models import Operation, PairKind, Review
from annotator.reviewing.log import CARRY_OVER

#: The verb of an operation that marks what a person had proposed, page by page: nobody has looked at each sentence.
PROPOSED = "propose_keys"
#: In the step of a review's first entry: the chips that people had set one by one in the review it comes from.
KEYS_BY_HAND = "keys_by_hand"


def key_options_json(review: Review) -> dict[str, Any] | None:
    """The fields of `KeyOptions` by which its key sentences are proposed; None where it has none."""
    return asdict(key_options(review.run.options)) if review.pair.kind == PairKind.SLIDES_TALK else None


def set_by_hand(review: Review) -> list[str]:
    """Ids of the chips that people have marked as key sentences, or unmarked, one by one, by operations that stand.

    What is proposed leaves them as they are. A review on a newer text has those of the one it comes from. Linear in the
    log of the review.
    """
    standing = Operation.objects.filter(review=review, undone=False).order_by()
    marking = standing.filter(steps__contains=[{"type": "set_key"}]).exclude(verb=PROPOSED)
    each = marking.values_list("steps", flat=True)
    chips = {chip for steps in each for step in steps if step["type"] == "set_key" for chip in step["chips"]}
    for (step,) in standing.filter(verb=CARRY_OVER).values_list("steps", flat=True):
        chips.update(step.get(KEYS_BY_HAND, []))
    return sorted(chips)
