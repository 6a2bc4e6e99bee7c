"""House wording: one word for one thing, and phrases that native writers would not use.

docs/design.md has the glossary. What a lint cannot see is in CONTRIBUTING.md; add a phrase here when it keeps coming.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.launch.layout import HERE

ROOT = HERE.root
#: What people read: pages, guides, and the sentences of the server (in its strings, docstrings and comments).
READ_BY_PEOPLE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "annotator", "alignment", "frontend/src",
                  "benchmarks")  # fmt: skip
#: Built on purpose around the words, or not ours.
NOT_LINTED = ("annotator/demo/", "annotator/migrations/", "docs/pictures", "alignment/lexical/common_words.tsv",
              "frontend/src/styles/fonts/")  # fmt: skip

#: pattern -> what to write instead
PHRASES = {
    r"\bwho (administers|leads) (the project|it)\b": "project admins",
    r"\bone of its people\b": "a member",
    r"\bput (it|that|this|them|\w+) right\b": "fix",
    r"\bnothing waits for you\b": "nothing to do",
    r"\bwaits? for you\b": "your tasks; to do",
    r"\b(said|says so|told) in a sentence\b": "reported clearly",
    r"\bnothing speaks against\b": "no warning signs",
    r"\bspeaks? (for and )?against\b": "warning sign; lowers the probability",
    r"\bstands? in the address\b": "is in the URL",
    r"\bby whose they are\b": "by their owner",
    r"\bas scenery\b": "for illustration",
    r"\bit says the truth\b": "is reliable",
    r"\btake(s|n)? back\b": "undo; revert; withdraw; reopen",
    r"\btaken in again\b": "included again",
    r"\bbe broken off\b": "be cancelled; be interrupted",
    r"\bon its way in\b": "being imported",
    r"\bis alive and well\b": "is running",
    r"\bbelongs?[ _]together\b": "pairing",
    r"\bthe one cast\b": "",
    r"\bsurer\b": "more certain",
    r"\bhumble\b": "underconfident",
}
#: The same for pages and guides alone, where a word has one meaning only.
IN_PAGES = {
    r"(?<!')\bchunks?\b(?!')": "chip",
    r"\bkeep to the line\b": "",
    r"\bnot no\b": "yes or unset",
    r"\bNull or linked\b": "Linked, null or removed",
    r'label="Holds"': "Kind of value",
    r"n_units, 'sentence": "unitsOf of ui/kinds: a unit of slides is a page",
}
#: Names that say nothing of what a value holds.
NAMELESS = {"asked", "said", "told", "whose"}
#: Modules that have one. A line may go, and none may be added.
WITH_NAMELESS = {"alignment/slides/key_sentences.py", "alignment/slides/timeline.py", "annotator/launch/testing.py"}


def files(*places: str) -> Iterator[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", *places], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        path = ROOT / name
        if path.suffix in (".md", ".py", ".ts", ".tsx") and not name.startswith(NOT_LINTED) and path.exists():
            yield path


def found(phrases: dict[str, str], *places: str) -> list[str]:
    any_of_them = re.compile("|".join(phrases), re.IGNORECASE)
    return [
        f"{path.relative_to(ROOT)}:{number}: {match[0]!r}, better: {better(match[0], phrases) or 'leave it out'}"
        for path in files(*places)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for match in any_of_them.finditer(line)
    ]


def better(words: str, phrases: dict[str, str]) -> str:
    return next(better for pattern, better in phrases.items() if re.search(pattern, words, re.IGNORECASE))


def test_nothing_reads_like_a_translation() -> None:
    assert found(PHRASES, *READ_BY_PEOPLE) == []


def test_pages_and_guides_use_the_words_of_the_glossary() -> None:
    assert found(IN_PAGES, "README.md", "docs/annotator.md", "docs/admin.md", "frontend/src/features") == []


@pytest.mark.parametrize("line", ["Who administers the project imports it.", "Put it right.", "It is as scenery."])
def test_the_lint_finds_what_it_should(line: str) -> None:
    assert any(re.search(pattern, line, re.IGNORECASE) for pattern in PHRASES)


def nameless(tree: ast.AST) -> set[str]:
    """Of the parameters and variables of functions."""
    return {
        name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
        for name in (
            [node.arg] if isinstance(node, ast.arg) else
            [node.id] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else []
        )
        if name in NAMELESS
    }  # fmt: skip


def test_values_are_named_by_what_they_hold() -> None:
    modules = [path for path in files("annotator", "alignment") if path.suffix == ".py"]
    assert len(modules) > 500
    wrong = {str(path.relative_to(ROOT)) for path in modules if nameless(ast.parse(path.read_text(encoding="utf-8")))}
    assert wrong - WITH_NAMELESS == set()
    assert nameless(ast.parse("def f(told): return [said for said in told]")) == {"told", "said"}
