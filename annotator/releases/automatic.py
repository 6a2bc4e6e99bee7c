"""The automatic variant of a release: the links that engines proposed for the curated talks, which nobody reviewed.

As the automatic sets of Zhao et al. 2024 beside their curated ones. The links of a talk are those of the run that its
review began with, all of them: rules and hand-picked rows say which talks there are, not which rows. No column says
anything that people decided of a row. Corrections of imported texts stay, so that both variants hold the same texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any
from uuid import UUID, uuid5

import orjson

from annotator.models import Link, Pair, PairKind, Review
from annotator.reviewing.corrections import OfDocuments, corrected_text, standing
from annotator.reviewing.gold_records import headings_of, sentences_of, texts_of
from annotator.reviewing.pieces import Piece, ids_of, join_texts, text_of

Record = dict[str, Any]

#: What a link is told from others by: the same link of a talk has the same id in every release.
_LINKS = UUID("6f0b0e8e-4f0c-5a35-9a4e-2d1f4c1f7b60")
#: Columns that say something of the talk and its run. Whatever else a curated row has is of the row.
_OF_TALK = (
    "project", "pair_id", "pair", "kind", "source_language", "target_language", "source_external_id",
    "target_external_id", "event", "split", "speaker", "interpreter", "interpreter_rank", "talk_info",
    "engine_signature",
)  # fmt: skip
#: What nobody has said.
_UNSAID: Record = {
    "review_id": None, "removed_ids": [], "removed": "", "post_edited": False, "null_reason": "", "good_align": None,
    "good_mt": None, "error_tags": [], "overridden_checks": [], "edited": False, "annotator": "", "accepted_by": "",
    "accepted_at": None, "submitted_at": None, "version": 1, "guidelines_version": None, "basis": "",
    "decision_reason": "", "proposal_hidden": False,
}  # fmt: skip
#: Talks that are in memory together.
_TALKS_AT_ONCE = 20


def links_of_talks(records: Iterable[Record]) -> Iterator[Record]:
    """Of each talk that has curated rows, its links as records, in the talks' order.

    records : curated rows, those of a talk one after the other. Reads in the transaction of whoever iterates.
    """
    #: Talks by their first versions; a set that names reviews may have a talk in two versions.
    firsts_named: set[int] = set()
    firsts = (next(rows) for _, rows in groupby(records, lambda record: record["pair_id"]))
    while talks := list(islice(firsts, _TALKS_AT_ONCE)):
        runs = dict(Review.objects.filter(pk__in=[each["review_id"] for each in talks]).values_list("pk", "run"))
        links = defaultdict(list)
        of_runs = Link.objects.filter(run__in=set(runs.values())).order_by("run", "position")
        for run, *link in of_runs.values_list("run", "source", "target", "confidence", "key_sentences"):
            links[run].append(link)
        texts = _Texts(talks)
        for talk in talks:
            pair = texts.pairs[talk["pair_id"]]
            first = _first_version(pair)
            named = [first, pair.pk] if first in firsts_named else first
            firsts_named.add(first)
            yield from _records(talk, links[runs[talk["review_id"]]], texts, named)


def _first_version(pair: Pair) -> int:
    """What stands for the pair of the first versions of its texts: the id that it had before its project was moved."""
    while max(pair.source.version, pair.target.version) > 1:
        sides = {
            f"{side}__in": [text.pk, text.previous_id]
            for side, text in (("source", pair.source), ("target", pair.target))
        }
        older = Pair.objects.filter(**sides, pk__lt=pair.pk).select_related("source", "target").order_by("pk").last()
        if older is None:
            break
        pair = older
    return [*pair.earlier_ids, pair.pk][0]


class _Texts:
    """The texts and corrections that the links of some talks refer to."""

    def __init__(self, talks: Sequence[Record]) -> None:
        self.pairs = Pair.objects.select_related("source", "target").in_bulk([talk["pair_id"] for talk in talks])
        pairs = self.pairs.values()
        documents = {pk for pair in pairs for pk in (pair.source_id, pair.target_id, pair.offline_id) if pk}
        self.units = texts_of(documents)
        self.corrections: OfDocuments = standing(documents)
        self.sections = headings_of({pair.source_id for pair in pairs if pair.kind == PairKind.PAPER_TALK})


def _records(talk: Record, links: Iterable[Sequence[Any]], texts: _Texts, named: Any) -> Iterator[Record]:
    """named : what stands for the talk in the ids of its links: they are the same in every version of its texts."""
    pair = texts.pairs[talk["pair_id"]]
    sources, targets, offline = (texts.units.get(pk, []) for pk in (pair.source_id, pair.target_id, pair.offline_id))
    corrections = texts.corrections.get(pair.source_id, {}), texts.corrections.get(pair.target_id, {})
    sections: Mapping[int, str] = texts.sections.get(pair.source_id, {})
    source_language, target_language = talk["source_language"], talk["target_language"]
    about = {**dict.fromkeys(talk), **_UNSAID, **{column: talk[column] for column in _OF_TALK}}
    seen: dict[bytes, int] = defaultdict(int)
    for number, (units, spans, confidence, key) in enumerate(links, start=1):
        units = sorted(units)
        source: list[Piece] = [(unit, 0, len(sources[unit])) for unit in units]
        target: list[Piece] = [(unit, start, end) for unit, start, end in spans]
        text = text_of(target, targets, target_language) if target else "__drop__"
        # Two links without a text that says which of the two is meant are told apart by their order.
        what = orjson.dumps([named, units, target])
        seen[what] += 1
        yield {
            **about,
            "row_id": str(uuid5(_LINKS, f"{what.decode()} {seen[what]}")),
            "row": number,
            "source_section": sections.get(units[0], "") if units else "",
            "source_ids": ids_of(source, sources),
            "target_ids": ids_of(target, targets),
            "source": text_of(source, sources, source_language) if source else "__null__",
            "target": text,
            "target_post_edited": text,
            "source_corrected": corrected_text(source, sources, corrections[0], source_language)
            if source
            else "__null__",
            "target_corrected": corrected_text(target, targets, corrections[1], target_language)
            if target
            else "__drop__",
            "sentences": sentences_of(target, key, targets, corrections[1], target_language)
            if pair.kind == PairKind.SLIDES_TALK
            else None,
            "offline": join_texts([offline[unit] for unit in units if unit < len(offline)], target_language),
            "confidence": confidence,
        }
