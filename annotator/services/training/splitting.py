"""Train, dev and test: papers with a text or a speaker in common are in one split, whatever the shares."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

from alignment.extractive.papers import SPLITS
from annotator.models import Pair, TrainingSet

#: What corpora call the splits, besides their names here.
_NAMES = {"training": "train", "validation": "dev", "valid": "dev", "val": "dev", "development": "dev", "eval": "test"}


def split_pairs(pairs: Iterable[Pair], training_set: TrainingSet) -> dict[int, str]:
    """The split of each pair, by its id.

    Groups of pairs are drawn in an order that the seed gives, each into the split that lacks most of its share. The
    same pairs and seed give the same splits. Where the set keeps the corpus's own, that goes first; a group that has
    several keeps together in the one that most of its pairs have.
    """
    groups = _groups(list(pairs))
    total = sum(map(len, groups))
    shares = (
        training_set.train_share,
        training_set.dev_share,
        100 - training_set.train_share - training_set.dev_share,
    )
    left = {name: share * total / 100 for name, share in zip(SPLITS, shares, strict=True)}
    found: dict[int, str] = {}
    drawn: list[Sequence[Pair]] = []
    for group in groups:
        name = _of_corpus(group) if training_set.uses_corpus_split else ""
        if name:
            left[name] -= len(group)
            found |= {pair.pk: name for pair in group}
        else:
            drawn.append(group)
    # The large ones first, as they fit in few places.
    for taken in sorted(drawn, key=lambda one: (-len(one) if len(one) > 1 else 0, _order(one, training_set))):
        name = max(SPLITS, key=lambda name: (left[name], -SPLITS.index(name)))
        left[name] -= len(taken)
        found |= {pair.pk: name for pair in taken}
    return found


def _order(group: Sequence[Pair], training_set: TrainingSet) -> bytes:
    key = min(pair.source.external_id or pair.source.content_hash for pair in group)
    return hashlib.sha256(f"{training_set.seed} {key}".encode()).digest()


def _groups(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Pairs that share a text or a speaker, directly or through others."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for pair in pairs:
        first, *others = _names(pair)
        for other in others:
            parent[root(other)] = root(first)
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[root(_names(pair)[0])].append(pair)
    return list(groups.values())


def _names(pair: Pair) -> list[str]:
    found = [f"text:{pair.source.content_hash}", f"text:{pair.target.content_hash}"]
    if speaker := pair.source.speaker or pair.target.speaker:
        found.append(f"speaker:{' '.join(unicodedata.normalize('NFKC', speaker).casefold().split())}")
    return found


def _of_corpus(group: Sequence[Pair]) -> str:
    told = [_told(pair) for pair in group]
    known = [name for name in told if name]
    return max(SPLITS, key=known.count) if known else ""


def _told(pair: Pair) -> str:
    name = str(pair.source.metadata.get("split") or pair.target.metadata.get("split") or "").strip().casefold()
    name = _NAMES.get(name, name)
    return name if name in SPLITS else ""
