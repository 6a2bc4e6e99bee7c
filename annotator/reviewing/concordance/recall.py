"""Find accepted rows by their texts, the most recent reviews first.

The index names blocks of units that may hold a text; units of those are read and compared, and the rows that they are
in are found by their chips. A search reads a bounded number of blocks and says where it stopped.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import F, IntegerField, Q, QuerySet, Value

from annotator.models import PairKind, Review, ReviewRow, RowStatus, Side, TextBlock, Unit
from annotator.platform.errors import ServiceError
from annotator.platform.statements import as_array, select
from annotator.reviewing.concordance.index import BLOCK, n_pending
from annotator.reviewing.concordance.words import Word, keys_of, occurrences, sought, words_of
from annotator.reviewing.pieces import Piece, text_of
from annotator.reviewing.storage import extent_base

#: Rows that a search gives at least, where there are so many, before it stops.
ENOUGH_ROWS = 20
#: Blocks that one search reads at most; as they are found, some at a time.
MOST_BLOCKS = 96
_AT_ONCE = 12
#: Words in so many blocks at most are rare: their documents are looked up first.
_FEW_BLOCKS = 500
#: Grams that are looked up: more make it slower, and leave hardly less to read.
_MOST_GRAMS = 24
#: Earlier translations of a source that are offered.
MOST_REMEMBERED = 3
_SIDES = (Side.SOURCE.value, Side.TARGET.value)


class Place(NamedTuple):
    """A block in a review, in the order of a search: the negative number of the review, 0 for its source or 1 for its
    target, the position of the block's first unit."""

    review: int
    side: int
    first: int


class _Candidate(NamedTuple):
    place: Place
    document: int


def search(*, reviews: QuerySet[Review], project_id: int, text: str, after: Place | None = None) -> dict[str, Any]:
    """Accepted rows whose source or target holds a text, whatever its case, at the bounds of words.

    reviews : of the project; whose rows are looked through.
    after : where the search before this one stopped.
    Returns rows, `next` (a Place, None where nothing is left) and `n_pending`, the number of texts not yet indexed.
    Raises ServiceError if the text holds nothing to look for.
    """
    wanted = [word.text for word in words_of(text)]
    if not wanted:
        raise ServiceError(
            "Give a word to search for: there is no letter, digit or symbol in it.", errors=[{"field": "q"}]
        )
    keys = keys_of(project_id, sought(words_of(text), _MOST_GRAMS))
    candidates = _candidates(reviews, keys, (0, 1), after)
    rows: list[dict[str, Any]] = []
    seen: set[str] = set()
    last: Place | None = None
    for at in range(0, len(candidates), _AT_ONCE):
        by_place = _row_ids(candidates[at : at + _AT_ONCE], wanted)
        ids: list[str] = []
        for last, _ in candidates[at : at + _AT_ONCE]:
            ids += [row for row in dict.fromkeys(by_place.get(last, ())) if row not in seen]
            seen.update(ids)
            if is_enough := len(rows) + len(ids) >= ENOUGH_ROWS:
                break
        rows += _marked(_described(ids), wanted)
        if is_enough:
            break
    is_end = not candidates or (last == candidates[-1].place and len(candidates) < MOST_BLOCKS)
    return {"rows": rows, "next": None if is_end else last, "n_pending": n_pending(project_id)}


def remembered(*, review: Review, row_id: str, reviews: QuerySet[Review]) -> dict[str, Any]:
    """What accepted rows with the same source text have as their target, at most three, post-edited ones first.

    Spaces and case make no difference. Only bitexts of the same target language are looked through.
    """
    pair = review.pair
    rows = _described([row_id])
    source = rows[0]["source"] if rows and rows[0]["review"] == review.pk else ""
    if pair.kind != PairKind.BITEXT or not source:
        return {"rows": [], "n_pending": n_pending(pair.project_id)}
    # A block holds the units of a row all, or the first of them: that one is looked for.
    unit = _first_text(row_id, pair.source_id)
    words = words_of(unit)
    keys = keys_of(pair.project_id, sought(words, _MOST_GRAMS))
    among = reviews.filter(pair__kind=PairKind.BITEXT, pair__target__language=pair.target.language)
    candidates = _candidates(among, keys, (0,), None) if keys else []
    same = _normal(source)
    alike: list[dict[str, Any]] = []
    for at in range(0, len(candidates), _AT_ONCE):
        by_place = _row_ids(candidates[at : at + _AT_ONCE], [word.text for word in words])
        ids = dict.fromkeys(row for rows in by_place.values() for row in rows if row != row_id)
        alike += [row for row in _described(list(ids)[: 4 * ENOUGH_ROWS]) if _normal(row["source"]) == same]
        if len(alike) >= ENOUGH_ROWS:
            break
    translated = sorted((row for row in alike if row["translation"]), key=lambda row: row["post_edit"] is None)
    different = list({row["translation"]: row for row in reversed(translated)}.values())[::-1]
    return {"rows": _marked(different[:MOST_REMEMBERED], None), "n_pending": n_pending(pair.project_id)}


def _normal(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _candidates(
    reviews: QuerySet[Review], keys: Sequence[int], sides: Iterable[int], after: Place | None
) -> list[_Candidate]:
    """Blocks that hold all keys, in the order of their places."""
    candidates: list[_Candidate] = []
    # Reviews that were opened and not worked on hold nothing accepted, and there may be hundreds of them.
    begun = reviews.filter(Q(reviewed_count__gt=0) | Q(reviewed_count=None, revision__gt=0))
    # Postgres cannot know how rare a word is, and would look for one that is nowhere in every document of the project.
    having = TextBlock.objects.filter(keys__contains=list(keys)).order_by().values_list("document", flat=True)
    documents = having[: _FEW_BLOCKS + 1]
    is_rare = len(documents) <= _FEW_BLOCKS
    for side in sides if documents else ():
        document = f"pair__{_SIDES[side]}"
        blocks = begun.filter(**{f"{document}__blocks__keys__contains": list(keys)}).annotate(
            first=F(f"{document}__blocks__first"), document=F(f"{document}_id"), side=Value(side, IntegerField())
        )
        if is_rare:
            blocks = blocks.filter(**{f"{document}__in": set(documents)})
        if after is not None:
            later = Q(first__gt=after.first) if side == after.side else Q(pk__isnull=side < after.side)
            blocks = blocks.filter(Q(pk__lt=-after.review) | (Q(pk=-after.review) & later))
        in_order = blocks.order_by("-pk", "first").values_list("pk", "side", "first", "document")
        candidates += [_Candidate(Place(-pk, *place), of) for pk, *place, of in in_order[:MOST_BLOCKS]]
    return sorted(candidates)[:MOST_BLOCKS]


_SELECT_UNITS = """
SELECT b.document, b.first, u.position, u."offset", u.text
FROM unnest(%s::bigint[], %s::int[]) AS b (document, first)
JOIN annotator_unit u ON u.document_id = b.document AND u.position >= b.first AND u.position < b.first + %s
ORDER BY b.document, u.position
"""
# Each place is looked up in the index of places, and each row by its id. Postgres cannot know that a range holds a few
# chips and not a part of the table, and left to choose it reads the chips of the whole site: `OFFSET 0` keeps a look-up
# as it is written (docs/decisions/concordance.md).
_ROWS_BY_EXTENT = f"""
SELECT p.n, c.row_id::text FROM unnest(%s::int[], %s::bigint[], %s::bigint[]) AS p (n, low, high)
CROSS JOIN LATERAL (
  SELECT h.row_id, lower(h.extent) AS begins FROM annotator_chip h
  WHERE lower(h.extent) >= p.low AND lower(h.extent) < p.high AND NOT h.removed OFFSET 0
) AS c
CROSS JOIN LATERAL (
  SELECT FROM annotator_reviewrow r WHERE r.id = c.row_id AND r.status = '{RowStatus.ACCEPTED.value}' OFFSET 0
) AS w
ORDER BY p.n, c.begins
"""
# The sentences of a paper have no extents, as a speaker may return to one: the rows of each review are read once.
_ROWS_BY_UNIT = f"""
SELECT p.review, c.unit, w.id::text FROM unnest(%s::bigint[], %s::text[]) AS p (review, units)
CROSS JOIN LATERAL (
  SELECT r.id, r.position FROM annotator_reviewrow r
  WHERE r.review_id = p.review AND r.status = '{RowStatus.ACCEPTED.value}' OFFSET 0
) AS w
CROSS JOIN LATERAL (
  SELECT h.unit FROM annotator_chip h
  WHERE h.row_id = w.id AND h.side = '{Side.SOURCE.value}' AND h.unit = ANY(p.units::int[]) OFFSET 0
) AS c
ORDER BY p.review, w.position
"""


def _row_ids(candidates: Sequence[_Candidate], wanted: Sequence[str]) -> dict[Place, list[str]]:
    """Accepted rows that have a unit in which the words stand, by the place where it is."""
    blocks = sorted({(one.document, one.place.first) for one in candidates})
    units: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    places = [[d for d, _ in blocks], [first for _, first in blocks], BLOCK]
    for document, first, position, offset, text in select(_SELECT_UNITS, places):
        if occurrences(words_of(text), wanted):
            units.setdefault((document, first), []).append((position, offset, len(text)))
    kinds = Review.objects.filter(pk__in={-one.place.review for one in candidates}).values_list("pk", "pair__kind")
    is_bitext = {pk: kind == PairKind.BITEXT for pk, kind in kinds}
    extents: list[tuple[int, int, int]] = []
    papers: dict[int, dict[int, Place]] = {}
    for n, (place, document) in enumerate(candidates):
        if -place.review not in is_bitext:  # deleted meanwhile
            continue
        base = extent_base(Review(pk=-place.review), _SIDES[place.side], is_bitext=is_bitext[-place.review])
        for position, offset, length in units.get((document, place.first), ()):
            if base is None:
                papers.setdefault(-place.review, {})[position] = place
            else:
                extents.append((n, base + offset, base + offset + length))
    ids: dict[Place, list[str]] = {}
    if extents:
        for n, row in select(_ROWS_BY_EXTENT, [list(column) for column in zip(*extents, strict=True)]):
            ids.setdefault(candidates[n].place, []).append(row)
    if papers:
        for review, unit, row in select(_ROWS_BY_UNIT, [list(papers), [as_array(of) for of in papers.values()]]):
            ids.setdefault(papers[review][unit], []).append(row)
    return ids


_SELECT_CHIPS = """
SELECT c.row_id::text, c.side, c.unit, c.start, c."end" FROM annotator_chip c
WHERE c.row_id = ANY(%s::uuid[]) AND NOT c.removed
"""


def _described(ids: Sequence[str]) -> list[dict[str, Any]]:
    """Rows with their texts, in the order of the ids."""
    if not ids:
        return []
    pieces: dict[tuple[str, str], list[Piece]] = {}
    for row_id, side, *piece in select(_SELECT_CHIPS, [list(ids)]):
        pieces.setdefault((row_id, side), []).append((piece[0], piece[1], piece[2]))
    rows = ReviewRow.objects.filter(pk__in=ids).values(
        "pk", "post_edit", "good_align", "good_mt", "review_id", "review__pair__title", "review__pair__kind",
        *(f"review__pair__{side}{name}" for side in _SIDES for name in ("_id", "__language")),
    )  # fmt: skip
    by_id = {str(row["pk"]): row for row in rows}
    wanted: dict[int, set[int]] = {}
    for (row_id, side), these in pieces.items():
        if row_id in by_id:
            wanted.setdefault(by_id[row_id][f"review__pair__{side}_id"], set()).update(unit for unit, *_ in these)
    texts = _texts(wanted)
    described = []
    for row_id in ids:
        if (row := by_id.get(row_id)) is None:
            continue
        by_side = {}
        for side in _SIDES:
            language = row[f"review__pair__{side}__language"]
            of_document = texts.get(row[f"review__pair__{side}_id"], {})
            by_side[side] = text_of(pieces.get((row_id, side), ()), of_document, language)
            by_side[f"{side}_language"] = language
        described.append(
            {
                "row": row_id,
                "review": row["review_id"],
                "title": row["review__pair__title"],
                "kind": row["review__pair__kind"],
                "good_align": row["good_align"],
                "good_mt": row["good_mt"],
                "post_edit": row["post_edit"],
                "translation": by_side["target"] if row["post_edit"] is None else row["post_edit"],
                **by_side,
            }
        )
    return described


def _texts(wanted: Mapping[int, set[int]]) -> dict[int, dict[int, str]]:
    texts: dict[int, dict[int, str]] = {}
    of_documents = [(document, unit) for document, units in wanted.items() for unit in units]
    for document, position, text in select(
        f"SELECT u.document_id, u.position, u.text FROM unnest(%s::bigint[], %s::int[]) AS w (document, unit) "
        f"JOIN {Unit._meta.db_table} u ON u.document_id = w.document AND u.position = w.unit",
        [[document for document, _ in of_documents], [unit for _, unit in of_documents]],
    ):
        texts.setdefault(document, {})[position] = text
    return texts


def _first_text(row_id: str, document: int) -> str:
    chips = ReviewRow.objects.filter(pk=row_id, chips__side=Side.SOURCE)
    first = chips.order_by("chips__unit", "chips__start").values_list("chips__unit", "chips__start", "chips__end")[0]
    unit, start, end = first
    return _texts({document: {unit}})[document][unit][start:end]


def _marked(rows: Iterable[dict[str, Any]], wanted: Sequence[str] | None) -> list[dict[str, Any]]:
    """Rows with where the words stand in each of their texts; without those in whose texts they stand no longer.

    A row may hold another part of the unit in which they were found.
    """
    marked = []
    for row in rows:
        marks = {f"{name}_marks": _places(row[name], wanted) for name in ("source", "target", "translation")}
        if wanted is None or marks["source_marks"] or marks["target_marks"]:
            marked.append({**row, **marks})
    return marked


def _places(text: str, wanted: Sequence[str] | None) -> list[list[int]]:
    words: Sequence[Word] = words_of(text) if wanted else ()
    return [list(place) for place in occurrences(words, wanted or ())]
