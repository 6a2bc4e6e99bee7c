"""What docs/decisions/filter-defaults.md says of the filters' stages, measured again on the corpus."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.data import DATA, needs_outside

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import filter_stages as benchmark  # type: ignore[import-not-found]

ROOT = Path(__file__).parents[2]
#: Words of UniDic's class, as a plain search finds them.
PRONOUNS = "これ それ あれ どれ ここ そこ どこ 私 わたし 僕 ぼく 彼 誰 だれ 何 なに みんな みなさん あなた 自分".split()  # noqa: SIM905
PAGE = (ROOT / "docs" / "decisions" / "filter-defaults.md").read_text(encoding="utf-8")


@needs_outside("ahc-si", "docs", "auto")
@needs_outside("scorers", "score_alignment.py")
@pytest.mark.parametrize("kind", ["auto", "manual"])
def test_stages_leave_what_the_page_says(kind: str) -> None:
    given = benchmark.of_corpus(benchmark.documents(DATA / "ahc-si" / "docs" / kind))
    found = benchmark.judge(ROOT, given, "rule")
    for stage in benchmark.STAGES:
        left = [benchmark.at(stage, document, beads) for document, beads in zip(given, found, strict=True)]
        scores = [f"{score:.3f}".removeprefix("0") for score in benchmark.scored(DATA, given, left)]
        row = re.search(rf"^\| `{kind}`, {stage.upper()} \|(.+)\|$", PAGE, re.MULTILINE)
        assert row
        now = [cell.split("→")[-1].strip() for cell in row[1].split("|")]
        assert now[:4] == [str(sum(map(len, left))), *scores]
    chunks = benchmark.stripped(given, found)
    row = re.search(rf"^\| `{kind}` \| \d+ → (\d+) \|", PAGE, re.MULTILINE)
    assert row
    assert int(row[1]) == len(chunks)
    held = [chunk for chunk in chunks if any(word in chunk for word in PRONOUNS)]
    assert not held, "stripped although they hold a pronoun"
