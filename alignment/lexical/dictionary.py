"""Bilingual dictionaries: pairs of written forms, from a table or from JMdict."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from alignment.lexical.model1 import NO_LINKS, Links
from alignment.lexical.tokens import Units, is_continuous, plain, tokens
from alignment.types import AlignmentError

#: English words that occur in glosses without being part of the meaning.
_GLUE = frozenset(
    """a an the to of in on at for with by from and or not be is are was as it its one ones oneself self something
    someone somebody that this which who into out up down off over e g i e etc esp usu do does make get have
    having being used very so such than then when where how what all any some""".split()  # noqa: SIM905
)
#: Inflected forms are searched for only if the form has at least this many letters.
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Which source forms may be rendered by which target forms.

    entries : source form -> target forms, each with a weight in (0, 1]; forms are compared without case and accents.
    name : its origin. digest : of its pairs, for signatures.
    endings : of the source and the target language; forms shorter than the compared prefix are also searched for with
        each ending.
    """

    entries: Mapping[str, Mapping[str, float]]
    name: str = "dictionary"
    digest: str = field(default="", compare=False)
    endings: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    def __post_init__(self) -> None:
        if not self.digest:
            lines = sorted(f"{s}\t{t}\t{w:.4f}" for s, row in self.entries.items() for t, w in row.items())
            digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
            object.__setattr__(self, "digest", digest)

    def __len__(self) -> int:
        return sum(map(len, self.entries.values()))

    @classmethod
    def from_pairs(
        cls, pairs: Iterable[tuple[str, str] | tuple[str, str, float]], name: str = "dictionary"
    ) -> Dictionary:
        """Pairs (source form, target form) with an optional weight in (0, 1]."""
        entries: dict[str, dict[str, float]] = defaultdict(dict)
        for number, pair in enumerate(pairs, start=1):
            source, target = plain(pair[0].strip()), plain(pair[1].strip())
            weight = float(pair[2]) if len(pair) > 2 else 1.0
            if not source or not target:
                raise AlignmentError(f"{name} entry {number}: an empty form, expected a word on both sides")
            if not 0.0 < weight <= 1.0:
                raise AlignmentError(f"{name} entry {number}: weight {weight}, expected more than 0 and at most 1")
            entries[source][target] = max(weight, entries[source].get(target, 0.0))
        return cls({source: dict(row) for source, row in entries.items()}, name)

    @classmethod
    def from_tsv(cls, path: str | Path) -> Dictionary:
        """Read ``source <tab> target [<tab> weight]`` lines, UTF-8; blank lines and those starting with # are skipped.

        Raises AlignmentError naming file and line.
        """
        path = Path(path)
        pairs: list[tuple[str, str, float]] = []
        try:
            data = path.read_bytes()
            text = data.decode("utf-8-sig")
        except OSError as error:
            raise AlignmentError(f"{path}: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            number = data.count(b"\n", 0, error.start) + 1
            raise AlignmentError(f"{path} line {number}: byte 0x{data[error.start]:02x} is not UTF-8") from error
        for number, line in enumerate(text.split("\n"), start=1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = line.rstrip("\r").split("\t")
            if len(fields) not in {2, 3} or not fields[0].strip() or not fields[1].strip():
                raise AlignmentError(
                    f"{path} line {number}: {line[:60]!r}, expected source, tab, target[, tab, weight]"
                )
            try:
                weight = float(fields[2]) if len(fields) == 3 else 1.0
            except ValueError:
                weight = 0.0
            if not 0.0 < weight <= 1.0:
                raise AlignmentError(f"{path} line {number}: weight {fields[2]!r}, expected more than 0 and at most 1")
            pairs.append((fields[0], fields[1], weight))
        return cls.from_pairs(pairs, name=path.name)

    def turned(self) -> Dictionary:
        """The same pairs with the sides exchanged."""
        pairs = ((t, s, w) for s, row in self.entries.items() for t, w in row.items())
        return replace(Dictionary.from_pairs(pairs, self.name), endings=self.endings[::-1])

    def targets(self) -> set[str]:
        """Every target form."""
        return {target for row in self.entries.values() for target in row}

    def written_together(self, *, source: bool) -> frozenset[str]:
        """The forms of one side that are in a script without spaces: a lexicon for tokenising."""
        forms = self.entries.keys() if source else self.targets()
        return frozenset(form for form in forms if is_continuous(form))

    def links(self, source: Units, target: Units, prefix: int) -> Links:
        """The pairs whose tokens occur on both sides; a form of several words shares its weight among them."""
        at_s = {key: number for number, key in enumerate(source.vocabulary)}
        at_t = {key: number for number, key in enumerate(target.vocabulary)}
        cut = {form: _keys(form, at_t, prefix, self.endings[1]) for form in self.targets()}
        links = [
            (s, t, weight * share_s * share_t)
            for form, row in self.entries.items()
            for s, share_s in _keys(form, at_s, prefix, self.endings[0])
            for other, weight in row.items()
            for t, share_t in cut[other]
        ]
        if not links:
            return NO_LINKS
        first, second, weights = zip(*links, strict=True)
        return Links(np.asarray(first, np.int64), np.asarray(second, np.int64), np.asarray(weights, np.float64))


def content_words(gloss: str, *, without: frozenset[str] = frozenset()) -> list[str]:
    """The words of an English gloss that are part of its meaning, as they are compared."""
    return [word for word in re.findall(r"[a-z]+", plain(gloss)) if word not in _GLUE and word not in without]


def substrings(texts: Iterable[str], longest: int) -> set[str]:
    """Every piece of the texts of at most so many characters."""
    return {
        text[a : a + size]
        for text in texts
        for a in range(len(text))
        for size in range(1, min(longest, len(text) - a) + 1)
    }


def _keys(
    form: str, vocabulary: Mapping[str, int], prefix: int, endings: frozenset[str] = frozenset()
) -> list[tuple[int, float]]:
    """Token numbers of a form that occur, with the share of the form that each is."""
    if form in vocabulary and is_continuous(form):
        return [(vocabulary[form], 1.0)]
    words = tokens(form, prefix=prefix)
    total = sum(word.weight for word in words)
    keys = [(vocabulary[word.key], word.weight / total) for word in words if word.key in vocabulary]
    if len(words) == 1 and _SHORTEST <= len(words[0].text) < prefix:
        inflected = {(words[0].text + ending)[:prefix] for ending in endings} - {words[0].key}
        keys += [(vocabulary[key], 1.0) for key in sorted(inflected) if key in vocabulary]
    return keys
