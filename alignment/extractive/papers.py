"""Papers as the summariser reads them, the variants of a training set, and its file.

A training set is JSON lines, one paper each, as Lectern writes it: ``id``, ``title``, ``split`` (train, dev or test),
``sentences``, ``headings`` and ``kinds`` (the heading and kind of the section of each sentence), ``scores`` (the words
that the talk spent on each), ``labels`` (1 where the summary has the sentence, else 0) and ``references`` (summaries
that people wrote; may be missing). In a file of all variants ``labels`` is an object: variant -> list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from alignment.hmm.options import EXCLUDED_KINDS
from alignment.summarize import summary_by_ratio, summary_by_words
from alignment.text import section_kind
from alignment.types import AlignmentError

TRAIN, DEV, TEST = "train", "dev", "test"
SPLITS = (TRAIN, DEV, TEST)
#: Kinds of section that no sentence is chosen from: what talks skip, and what follows the text.
NOT_CHOSEN = EXCLUDED_KINDS | {"appendix"}


@dataclass(frozen=True, slots=True)
class Variant:
    """The length of the summaries of a training set: in words, or as a share of the paper's sentences.

    released : what the files of the released program are called after.
    """

    key: str
    label: str
    released: str
    n_words: int | None = None
    ratio: float | None = None

    def choose(self, sentences: Sequence[str], scores: Sequence[float]) -> list[int]:
        """The sentences of the summary, ascending: all above a score, so that the length is nearest (`summarize`)."""
        if self.n_words is not None:
            return summary_by_words(sentences, scores, self.n_words)
        assert self.ratio is not None
        return summary_by_ratio(scores, self.ratio)


#: The four training sets of Lev et al. 2019, section 4.1.
VARIANTS: Mapping[str, Variant] = {
    one.key: one
    for one in (
        Variant("words-150", "150 words", "150w", n_words=150),
        Variant("words-250", "250 words", "250w", n_words=250),
        Variant("ratio-30", "30 % of the sentences", "ratio0.3", ratio=0.3),
        Variant("ratio-40", "40 % of the sentences", "ratio0.4", ratio=0.4),
    )
}
DEFAULT_VARIANT = "words-150"


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper, sentence by sentence, in order.

    headings, kinds : of the section of each sentence; empty where there is none. labels : 1 or 0, empty where no talk
    says. scores : words of the talk, empty likewise. references : summaries that people wrote.
    """

    id: str
    title: str
    sentences: Sequence[str]
    headings: Sequence[str]
    kinds: Sequence[str]
    labels: Sequence[int] = ()
    scores: Sequence[int] = ()
    references: Sequence[str] = ()
    split: str = ""
    n: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", len(self.sentences))

    @property
    def candidates(self) -> list[bool]:
        """Which sentences can be chosen."""
        return [kind not in NOT_CHOSEN for kind in self.kinds]

    @property
    def abstract(self) -> str:
        return " ".join(
            text for text, kind in zip(self.sentences, self.kinds, strict=True) if kind == "abstract"
        )  # fmt: skip


def paper_of_lines(lines: Iterable[str], *, id: str = "", title: str = "") -> Paper:
    """A paper of lines of Markdown: a sentence each, ``# Title``, and ``## Heading`` where a section begins.

    >>> paper_of_lines(["# Tides", "## Abstract", "We model them.", "## 1 Introduction", "They rise."]).kinds
    ['abstract', 'introduction']
    """
    sentences: list[str] = []
    headings: list[str] = []
    kinds: list[str] = []
    heading, kind = "", "body"
    for line in lines:
        text = line.strip()
        if text.startswith("# ") and not sentences and not heading:
            title = title or text[2:].strip()
        elif text.startswith("##"):
            heading = text.lstrip("#").strip()
            kind = section_kind(heading)
        elif text:
            sentences.append(text)
            headings.append(heading)
            kinds.append(kind)
    return Paper(id=id, title=title, sentences=sentences, headings=headings, kinds=kinds)


def read_set(lines: Iterable[str], *, name: str, variant: str = DEFAULT_VARIANT) -> Iterator[Paper]:
    """The papers of a training set.

    variant : whose labels are read, where the file has those of all.
    Raises AlignmentError with line and field where a line is not such a paper.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _paper(line, f"{name} line {number}", variant)


def _paper(line: str, place: str, variant: str) -> Paper:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise AlignmentError(f"{place}: not JSON; expected a paper of a training set") from error
    if not isinstance(record, dict):
        raise AlignmentError(f"{place}: expected an object with sentences and labels, found {type(record).__name__}")
    sentences = _list(record, "sentences", str, place)
    labels: Any = record.get("labels", [])
    if isinstance(labels, dict):
        if variant not in labels:
            raise AlignmentError(f"{place}: labels has no {variant}; it has {', '.join(labels) or 'none'}")
        record = {**record, "labels": labels[variant]}
    paper = Paper(
        id=str(record.get("id", "")),
        title=str(record.get("title", "")),
        sentences=sentences,
        headings=_list(record, "headings", str, place, default="", n=len(sentences)),
        kinds=_list(record, "kinds", str, place, default="body", n=len(sentences)),
        labels=_list(record, "labels", int, place, default=0, n=len(sentences)),
        scores=_list(record, "scores", int, place, default=0, n=len(sentences)),
        references=_list(record, "references", str, place, default="", n=None) if record.get("references") else [],
        split=str(record.get("split", "")),
    )
    if wrong := [label for label in paper.labels if label not in (0, 1)]:
        raise AlignmentError(f"{place}: labels has {wrong[0]}; expected 0 or 1")
    return paper


def _list(record: Any, field: str, kind: type, place: str, *, default: Any = None, n: int | None = None) -> list[Any]:
    values = record.get(field)
    if values is None and default is not None and n is not None:
        return [default] * n
    if not isinstance(values, list) or not all(type(item) is kind for item in values):
        word = {str: "texts", int: "whole numbers"}[kind]
        raise AlignmentError(f"{place}: {field} is no list of {word}")
    if n is not None and len(values) != n:
        raise AlignmentError(f"{place}: {field} has {len(values)} items, but there are {n} sentences")
    return values
