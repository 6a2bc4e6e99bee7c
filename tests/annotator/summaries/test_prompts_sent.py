"""What a run of generated texts sends, in the cases that the page shares (tests/contract/prompts)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.models import Direction
from annotator.summaries.api.generated import GenerationStartSerializer
from annotator.summaries.generating.materials import Material
from annotator.summaries.generating.runs import outlook_of

CASES = json.loads((Path(__file__).parents[2] / "contract" / "prompts" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_a_prompt_is_sent_with_each_slide(case: Any) -> None:
    materials = [Material(1, page, 0, text, "") for page, text in enumerate(case["sent"], start=1)]
    prompt = GenerationStartSerializer().fields["prompt"].to_internal_value(case["changed"])
    outlook = outlook_of(materials, Direction.SCRIPT, prompt)
    assert (outlook.n_characters, outlook.n_tokens) == (case["characters"], case["tokens"])
