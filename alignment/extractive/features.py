"""The features of a sentence that the summariser weighs: its place, its length and its words.

The abstract is not among it: abstracts are what summaries are compared with where nobody wrote another one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from alignment.extractive.papers import Paper
from alignment.text import is_content, tokenize

Floats = npt.NDArray[np.float64]

#: The columns, in order.
FEATURES: tuple[str, ...] = (
    "position", "beginning", "position_in_section", "first_in_section", "last_in_section", "section", "introduction",
    "conclusion", "length", "short", "word_weight", "centrality", "title_overlap", "heading_overlap", "numbers",
    "citation", "first_person", "question",
)  # fmt: skip
#: The column that `centrality_scores` chooses by.
_CENTRALITY = FEATURES.index("centrality")
#: Sentences of fewer tokens are short.
_SHORT = 8
#: Words of the training papers that are kept with their frequencies: the most frequent ones.
MOST_WORDS = 50_000
_CITATION = re.compile(r"\((?:[^()]*\s)?(?:19|20)\d\d[a-z]?\)|\[\d+(?:, ?\d+)*\]")
_FIRST_PERSON = frozenset({"we", "our", "us", "ours"})


@dataclass(frozen=True, slots=True)
class Frequencies:
    """In how many of the training papers a word is. Without any (`n_papers` 0) all words weigh the same."""

    n_papers: int = 0
    words: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, papers: Iterable[Paper]) -> Frequencies:
        counted: Counter[str] = Counter()
        n = 0
        for paper in papers:
            n += 1
            counted.update({word for sentence in paper.sentences for word in _content(tokenize(sentence))})
        # Of equally frequent words the first in the alphabet, so that the same papers give the same model.
        kept = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:MOST_WORDS]
        return cls(n, {word: count for word, count in kept if count > 1})

    def weight(self, word: str) -> float:
        """The inverse document frequency, 1 at least; that of a word in one paper where it is not known."""
        if not self.n_papers:
            return 1.0
        return math.log((1 + self.n_papers) / (1 + self.words.get(word, 1))) + 1.0


def features_of(paper: Paper, frequencies: Frequencies) -> Floats:
    """The features of each sentence.

    Returns an array of shape (n_sentences, len(FEATURES)); rows of sentences that cannot be chosen are zero.
    """
    features = np.zeros((paper.n, len(FEATURES)))
    chosen = [index for index, may in enumerate(paper.candidates) if may]
    if not chosen:
        return features
    tokens = {index: tokenize(paper.sentences[index]) for index in chosen}
    words = {index: _content(tokens[index]) for index in chosen}
    weights = _weights(words.values(), frequencies)
    norm = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    title = set(_content(tokenize(paper.title)))
    sections = _sections([paper.headings[index] for index in chosen])
    n_sections = sections[-1] + 1
    sizes = Counter(sections)
    at: Counter[int] = Counter()
    for order, (index, section) in enumerate(zip(chosen, sections, strict=True)):
        own, place, size = set(words[index]), at[section], sizes[section]
        at[section] += 1
        mass = [weights[word] for word in own]
        length = len(tokens[index])
        heading = set(_content(tokenize(paper.headings[index])))
        features[index] = (
            order / max(len(chosen) - 1, 1),
            1 / (1 + order),
            place / max(size - 1, 1),
            place == 0,
            place == size - 1,
            section / max(n_sections - 1, 1),
            paper.kinds[index] == "introduction",
            paper.kinds[index] == "conclusion",
            math.log1p(length),
            length < _SHORT,
            sum(mass) / len(mass) if mass else 0.0,
            math.sqrt(sum(weight * weight for weight in mass)) / norm,
            _share(title, own),
            _share(heading, own),
            sum(any(c.isdigit() for c in token) for token in tokens[index]) / max(length, 1),
            bool(_CITATION.search(paper.sentences[index])),
            not _FIRST_PERSON.isdisjoint(tokens[index]),
            paper.sentences[index].rstrip().endswith(("?", "？")),
        )
    return features


def centrality_scores(paper: Paper) -> list[float]:
    """Scores that nothing was learnt for: how near a sentence is to its paper's tf-idf centroid."""
    centralities = features_of(paper, Frequencies())[:, _CENTRALITY]
    return [
        float(score) + 1e-9 if may else 0.0 for score, may in zip(centralities, paper.candidates, strict=True)
    ]  # fmt: skip


def _weights(sentences: Iterable[Sequence[str]], frequencies: Frequencies) -> dict[str, float]:
    counts = Counter(word for words in sentences for word in words)
    return {word: (1 + math.log(n)) * frequencies.weight(word) for word, n in counts.items()}


def _sections(headings: Sequence[str]) -> list[int]:
    """The number of each sentence's section, from 0: a new one where the heading changes."""
    number, sections = 0, []
    for index, heading in enumerate(headings):
        number += bool(index and heading != headings[index - 1])
        sections.append(number)
    return sections


def _share(wanted: set[str], own: set[str]) -> float:
    return len(wanted & own) / len(wanted) if wanted else 0.0


def _content(tokens: Iterable[str]) -> list[str]:
    return [token for token in tokens if is_content(token)]
