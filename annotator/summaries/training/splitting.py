"""Train, dev and test of a training set: what `releases.dividing` is told of its pairs, and what the corpus says."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.models import Pair, TrainingSet
from annotator.releases.dividing import PARTS, Member, divide

#: What corpora call the parts, besides their names here.
_NAMES = {"training": "train", "validation": "dev", "valid": "dev", "val": "dev", "development": "dev", "eval": "test"}


def split_pairs(pairs: Iterable[Pair], training_set: TrainingSet) -> dict[int, str]:
    """The part of each pair, by its id: papers with a text or a speaker in common are in one.

    The same texts and seed give the same parts, whatever their ids here. Where the set keeps the corpus's own, that
    goes first.
    """
    found = list(pairs)
    train, dev = training_set.train_share, training_set.dev_share
    kept = {pair.pk: part for pair in found if (part := _of_corpus(pair))} if training_set.uses_corpus_split else {}
    divided = divide(map(_member, found), ratio=(train, dev, 100 - train - dev), seed=training_set.seed, kept=kept)
    return dict(divided.part_of)


def _member(pair: Pair) -> Member:
    texts = frozenset(f"text:{document.content_hash}" for document in (pair.source, pair.target))
    return Member(pair.pk, 1, pair.title, pair.source.speaker or pair.target.speaker, texts)


def _of_corpus(pair: Pair) -> str:
    name = str(pair.source.metadata.get("split") or pair.target.metadata.get("split") or "").strip().casefold()
    name = _NAMES.get(name, name)
    return name if name in PARTS else ""
