"""What raters are asked, and what they can answer."""

from __future__ import annotations

from typing import Any

SCALES = ("whole", "half", "yesno")
#: ITU-T P.800, annex B: from 1 to 5.
P800 = ("Bad", "Poor", "Fair", "Good", "Excellent")
MOST_QUESTIONS = 4

#: Those of M3AV (Chen et al. 2024, section 5.3), with the meanings of SummEval (Fabbri et al. 2021).
OF_M3AV: tuple[dict[str, Any], ...] = tuple(
    {"name": name, "meaning": meaning, "scale": "whole", "words": list(P800)}
    for name, meaning in (
        ("Coherence", "Does the text as a whole build from sentence to sentence?"),
        ("Consistency", "Does it state only what the reference states?"),
        ("Fluency", "Is each sentence well formed and easy to read?"),
        ("Relevance", "Does it say what matters, and nothing that does not?"),
    )
)
#: The question of a listening test.
OF_SOUND: tuple[dict[str, Any], ...] = (
    {"name": "Naturalness", "meaning": "How natural does the voice sound?", "scale": "half", "words": list(P800)},
)


def limits_of(question: dict[str, Any]) -> tuple[float, float]:
    """The least and the greatest value."""
    return (0, 1) if question["scale"] == "yesno" else (1, 5)


def is_answer(question: dict[str, Any], value: float) -> bool:
    """Whether a value is one of the scale. Yes is 1, no is 0."""
    low, high = limits_of(question)
    steps = value * (2 if question["scale"] == "half" else 1)
    return low <= value <= high and steps == int(steps)
