"""Gold rows as flat records: what `reviewing.gold` says is gold, read and written down in batches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import orjson
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F, QuerySet, Value

from annotator.aligning.training_texts import N_FOLDS
from annotator.models import GuidelinesVersion, Pair, PairKind, Project, Review, RowStatus, Side, TestSet, Unit
from annotator.platform.snapshots import one_moment
from annotator.reviewing.corrections import OfDocuments, corrected_text, standing
from annotator.reviewing.gold import ROW_STANDS, Basis, agreed_in, gold_reviews, judges_of, rests_on_others, taught_in
from annotator.reviewing.gold_forms import COLUMNS
from annotator.reviewing.guidelines.labels import Label, applies, is_own
from annotator.reviewing.pieces import Piece, ids_of, join_texts, text_of
from annotator.reviewing.probes.standing import Extent, blind_texts, kept_out
from annotator.reviewing.row_names import first_names, with_first_names

_SOURCE = Side.SOURCE.value


def gold_records(
    project: Project, test_set: TestSet | None = None, *, kind: PairKind | None = None
) -> Iterator[dict[str, Any]]:
    """Gold rows as flat records, review by review, so that an export of any size streams. kind : of pairs, if not all.

    All records come from one snapshot, taken at the first, whatever is edited, returned or deleted meanwhile.
    """
    with one_moment():
        yield from with_first_names(stored_records(project, test_set, kind=kind))


def stored_records(
    project: Project, test_set: TestSet | None = None, *, kind: PairKind | None = None
) -> Iterator[dict[str, Any]]:
    """As `gold_records`, with the rows of the reviews as `row_id`, in the transaction of whoever iterates."""
    reviews = gold_reviews(project, test_set).order_by("pair__title", "pk")
    if kind is not None:
        reviews = reviews.filter(pair__kind=kind)
    yield from _records_of(_with_texts(reviews).iterator(chunk_size=200), test_set)


def gold_of_pair(pair: Pair) -> Iterator[dict[str, Any]]:
    """The gold rows of one pair as flat records."""
    return _records_of(_with_texts(gold_reviews(pair.project).filter(pair=pair)))


#: Given the ids of some reviews, the ids of those of their rows that are wanted.
Chosen = Callable[[Sequence[int]], Collection[str]]


def chosen_records(
    reviews: QuerySet[Review], chosen: Chosen, test_set: TestSet | None = None
) -> Iterator[dict[str, Any]]:
    """Flat records of accepted and implicit rows, in the order of `stored_records` and with its `row_id`.

    reviews : with `basis`, as from `gold_reviews`. chosen : says which of their rows; it has to know what is gold.
    """
    in_order = _with_texts(reviews.order_by("pair__title", "pk"))
    yield from _records_of(in_order.iterator(chunk_size=200), test_set, chosen)


def candidate_records(
    reviews: QuerySet[Review], test_set: TestSet | None = None
) -> Iterator[tuple[Review, list[dict[str, Any]]]]:
    """Review by review, the records of its gold rows and of its rows that were confirmed in passing.

    Where gold needs several reviews to agree, nothing is a candidate on which they do not.
    """
    for batch in _batches(_with_texts(reviews.order_by("pk")).iterator(chunk_size=200)):
        records: dict[int, list[dict[str, Any]]] = {review.pk: [] for review in batch}
        for record in _records_of_batch(batch, test_set, statuses=_REVIEWED):
            records[record["review_id"]].append(record)
        yield from ((review, records[review.pk]) for review in batch)


def raw_records(reviews: QuerySet[Review]) -> Iterator[tuple[Review, dict[str, Any]]]:
    """Every row of reviews as a flat record, whatever became of it, in the order of the reviews.

    Beside what a gold row says: ``status`` of the row and ``flagged``. ``changed_by`` and ``changed_at`` stand in the
    place of who accepted it when, and are None for a row that nobody touched. ``basis`` is no property of a review.
    A row of a review that was superseded and the row that it became have one ``row_id``.
    """
    with one_moment():
        of_review = reviews.annotate(basis=Value(""))
        for batch in _batches(_with_texts(of_review).iterator(chunk_size=200)):
            by_pk = {review.pk: review for review in batch}
            records = list(_records_of_batch(batch, statuses=RowStatus.values, is_raw=True))
            names = first_names([record["row_id"] for record in records])
            for record in records:
                record["row_id"] = names.get(record["row_id"], record["row_id"])
                yield by_pk[record["review_id"]], record


def _with_texts(reviews: QuerySet[Review]) -> QuerySet[Review]:
    """With all that a record says beside its row, and without what is large and not said."""
    heavy = [f"pair__{side}__left_out" for side in ("source", "target", "offline")]
    related = ("pair", "pair__project", "pair__source", "pair__target", "pair__offline", "run", "annotator")
    heavy += ["run__info", "run__options", "pair__offline__metadata", "guidelines__text", "guidelines__labels"]
    return reviews.select_related(*related, "guidelines").defer(*heavy)


#: Reviews with so many rows together are read at once; a longer one is read alone. Many reviews are short, and a
#: statement for each would take longer than their rows.
_ROWS_AT_ONCE = 2000


class _Row(NamedTuple):
    """A row as it is read; `_COLUMNS` says from where.

    changed_at : in UTC, with six decimals: a datetime takes longer to make than the rest of the row to read.
    chips : JSON, ``[side, removed, is_key, unit, start, end]`` each.
    """

    review_id: int
    id: str
    post_edit: str | None
    null_reason: str
    decision_reason: str
    good_align: bool | None
    good_mt: bool | None
    tags: list[str]
    labels: str
    overridden: list[str]
    edited: bool
    version: int
    changed_at: str | None
    changed_by: str | None
    confidence: float | None
    status: str
    flagged: bool
    chips: str | None


#: The columns of `_Row` that are not those of the row's table.
_COLUMNS = {
    "id": "r.id::text",
    "labels": "r.labels::text",
    "changed_at": """to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')""",
    "changed_by": f"u.{User.USERNAME_FIELD}",
    "confidence": "l.confidence",
    "chips": """(SELECT json_agg(json_build_array(c.side, c.removed, c.is_key, c.unit, c.start, c."end"))::text
     FROM annotator_chip c WHERE c.row_id = r.id)""",
}
_SELECT_ROWS = f"""
SELECT {", ".join(_COLUMNS.get(name, f"r.{name}") for name in _Row._fields)}
FROM annotator_reviewrow r
LEFT JOIN annotator_link l ON l.id = r.link_id
LEFT JOIN {User._meta.db_table} u ON u.id = r.changed_by_id
JOIN annotator_review v ON v.id = r.review_id
WHERE r.review_id = ANY(%(reviews)s) AND r.status = ANY(%(statuses)s) AND (%(is_raw)s OR {ROW_STANDS})
  AND (%(rows)s::uuid[] IS NULL OR r.id = ANY(%(rows)s))
ORDER BY array_position(%(reviews)s, r.review_id), r.position
"""
_GOLD = (RowStatus.ACCEPTED.value,)
_REVIEWED = (RowStatus.ACCEPTED.value, RowStatus.IMPLICIT.value)


def _records_of(
    reviews: Iterable[Review], test_set: TestSet | None = None, chosen: Chosen | None = None
) -> Iterator[dict[str, Any]]:
    """The records of reviews `_with_texts`, in order. Memory is bounded by the longest review, not by the export."""
    for batch in _batches(reviews):
        if chosen is None:
            yield from _records_of_batch(batch, test_set)
        elif wanted := chosen([review.pk for review in batch]):
            yield from _records_of_batch(batch, test_set, statuses=_REVIEWED, only=wanted)


def _batches(reviews: Iterable[Review]) -> Iterator[list[Review]]:
    batch: list[Review] = []
    n_rows = 0
    for review in reviews:
        n_more = _ROWS_AT_ONCE if review.row_count is None else review.row_count
        if batch and n_rows + n_more > _ROWS_AT_ONCE:
            yield batch
            batch, n_rows = [], 0
        batch.append(review)
        n_rows += n_more
    if batch:
        yield batch


def _records_of_batch(
    reviews: Sequence[Any],
    test_set: TestSet | None = None,
    *,
    statuses: Sequence[str] = _GOLD,
    only: Collection[str] | None = None,
    is_raw: bool = False,
) -> Iterator[dict[str, Any]]:
    """only : ids of rows that are known to be gold, or confirmed in passing; nothing else is asked of them. is_raw :
    nothing is asked of any row."""
    agreed: Collection[str] = ()
    out: Collection[str] = ()
    by_agreement: set[int] = set()
    judged_by = {} if is_raw else judges_of(reviews, test_set)
    if only is None and not is_raw:
        agreed = agreed_in(reviews, test_set)
        out = kept_out(judged_by).keys() | taught_in(reviews)
        by_agreement = {review.pk for review in reviews if rests_on_others(review)}
    pairs = [review.pair for review in reviews]
    wanted = {pk for pair in pairs for pk in (pair.source_id, pair.target_id, pair.offline_id) if pk}
    texts = texts_of(wanted)
    sections = headings_of({pair.source_id for pair in pairs if pair.kind == PairKind.PAPER_TALK})
    corrections = standing(wanted)
    of_projects = {project: own_labels(project) for project in {review.pair.project_id for review in reviews}}
    hidden = blind_texts(judged_by) if judged_by else {}
    writers = {
        review.pk: _RecordWriter(
            review,
            texts,
            corrections,
            of_projects[review.pair.project_id],
            sections.get(review.pair.source_id, {}),
            hidden.get(review.pk),
        )
        for review in reviews
    }
    with connection.chunked_cursor() as cursor:
        wanted_rows = None if only is None else list(only)
        cursor.execute(
            _SELECT_ROWS, {"reviews": list(writers), "statuses": list(statuses), "rows": wanted_rows, "is_raw": is_raw}
        )
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            for row in map(_Row._make, rows):
                if row.id in out or (row.review_id in by_agreement and row.id not in agreed):
                    continue
                record = writers[row.review_id].record(row)
                yield _raw(record, row) if is_raw else record


def _raw(record: dict[str, Any], row: _Row) -> dict[str, Any]:
    record |= {"status": row.status, "flagged": row.flagged, "changed_by": row.changed_by}
    record["changed_at"] = record.pop("accepted_at")
    del record["accepted_by"], record["basis"], record["proposal_hidden"]
    return record


def texts_of(documents: Collection[int]) -> dict[int | None, list[str]]:
    """By document, the texts of its units in order."""
    texts: dict[int | None, list[str]] = {}
    units = Unit.objects.filter(document__in=documents).order_by("document_id", "position")
    for document, text in units.values_list("document_id", "text"):
        texts.setdefault(document, []).append(text)
    return texts


def headings_of(papers: Collection[int]) -> dict[int, dict[int, str]]:
    """By paper and position, the number and heading of the section that a sentence is in."""
    headings: dict[int, dict[int, str]] = {}
    if not papers:
        return headings
    units = Unit.objects.filter(document__in=papers, section__isnull=False).order_by()
    for document, position, *heading in units.values_list(
        "document_id", "position", "section__number", "section__heading"
    ):
        headings.setdefault(document, {})[position] = " ".join(filter(None, heading))
    return headings


class _RecordWriter:
    """Makes the records of one review, numbering its gold rows from 1."""

    def __init__(
        self,
        review: Any,
        texts: Mapping[int | None, list[str]],
        corrections: OfDocuments,
        own_labels: Mapping[str, Label],
        sections: Mapping[int, str],
        hidden: Extent | None,
    ) -> None:
        """hidden : text whose proposal was hidden from somebody who judged it."""
        pair = review.pair
        self._hidden = hidden
        self._sections = sections
        self._corrections = corrections.get(pair.source_id, {}), corrections.get(pair.target_id, {})
        self._n = 0
        self._source, self._target = texts.get(pair.source_id, []), texts.get(pair.target_id, [])
        self._offline = texts.get(pair.offline_id, [])
        self._languages = pair.source.language, pair.target.language
        self._annotator = review.annotator.get_username()
        self._first = {
            "project": pair.project.slug,
            "pair_id": pair.pk,
            "pair": pair.title,
            "kind": pair.kind,
            "review_id": review.pk,
        }
        self._about = {
            "source_language": pair.source.language,
            "target_language": pair.target.language,
            "source_external_id": pair.source.external_id,
            "target_external_id": pair.target.external_id,
            "event": _told(pair, "event"),
            "split": _told(pair, "split"),
            "speaker": pair.source.speaker or pair.target.speaker,
            "interpreter": pair.target.interpreter,
            "interpreter_rank": pair.target.interpreter_rank,
            "talk_info": talk_info(pair),
        }
        self._has_key_sentences = pair.kind == PairKind.SLIDES_TALK
        self._submitted_at = review.submitted_at.isoformat() if review.submitted_at else None
        self._signature = review.run.signature
        self._basis = review.basis
        self._guidelines = review.guidelines and review.guidelines.number
        self._labels = own_labels

    def _own_labels(self, labels: Mapping[str, Any], has_source: bool, has_target: bool) -> dict[str, Any]:
        """A label that was given before the row became one that it does not apply to is left out."""
        return {
            column: labels.get(label["key"]) if applies(label, has_source=has_source, has_target=has_target) else None
            for column, label in self._labels.items()
        }

    def record(self, row: _Row) -> dict[str, Any]:
        """A gold row as a flat record."""
        self._n += 1
        sources: list[Piece] = []
        targets: list[Piece] = []
        removed: list[Piece] = []
        key: set[int] = set()
        for side, is_removed, is_key, *piece in orjson.loads(row.chips or "[]"):
            (removed if is_removed else sources if side == _SOURCE else targets).append(tuple(piece))
            if is_key and not is_removed:
                key.add(piece[0])
        source_language, target_language = self._languages
        target = text_of(targets, self._target, target_language) if targets else "__drop__"
        units = sorted({unit for unit, *_ in sources})
        return {
            **self._first,
            "row_id": row.id,
            "row": self._n,
            **self._about,
            "source_section": self._sections.get(units[0], "") if units else "",
            "source_ids": ids_of(sources, self._source),
            "target_ids": ids_of(targets, self._target),
            "removed_ids": ids_of(removed, self._target),
            "source": text_of(sources, self._source, source_language) if sources else "__null__",
            "target": target,
            "removed": text_of(removed, self._target, target_language),
            "target_post_edited": target if row.post_edit is None else row.post_edit,
            "post_edited": row.post_edit is not None,
            "source_corrected": corrected_text(sources, self._source, self._corrections[0], source_language)
            if sources
            else "__null__",
            "target_corrected": corrected_text(targets, self._target, self._corrections[1], target_language)
            if targets
            else "__drop__",
            "sentences": sentences_of(targets, key, self._target, self._corrections[1], target_language)
            if self._has_key_sentences
            else None,
            "offline": join_texts([self._offline[u] for u in units if u < len(self._offline)], target_language),
            "null_reason": row.null_reason,
            "good_align": row.good_align,
            "good_mt": row.good_mt,
            "error_tags": row.tags,
            **self._own_labels(orjson.loads(row.labels), bool(sources), bool(targets)),
            "overridden_checks": row.overridden,
            "confidence": None if row.edited else row.confidence,
            "edited": row.edited,
            "annotator": self._annotator,
            "accepted_by": row.changed_by or self._annotator,
            "accepted_at": f"{row.changed_at.removesuffix('.000000')}+00:00" if row.changed_at else None,
            "submitted_at": self._submitted_at,
            "version": row.version,
            "guidelines_version": self._guidelines,
            "basis": Basis.IMPLICIT.value if row.status == RowStatus.IMPLICIT else self._basis,
            "decision_reason": row.decision_reason,
            "engine_signature": self._signature,
            "proposal_hidden": self._hidden is not None and self._hidden.touches(units, [*targets, *removed]),
        }


def sentences_of(
    pieces: Iterable[Piece], key: Collection[int], texts: Sequence[str], corrections: Mapping[int, Any], language: str
) -> list[dict[str, Any]]:
    """The sentences of a row of a talk with slides, as VT-SSum has them: ``{"sent", "label"}``, the label 1 for those
    units that are `key`. A sentence that is cut is its part in the row; texts are as they should read."""
    return [
        {"sent": corrected_text(list(held), texts, corrections, language), "label": int(unit in key)}
        for unit, held in groupby(sorted(pieces), key=itemgetter(0))
    ]


def talk_info(pair: Pair) -> str | None:
    """What a VT-SSum file says of its talk: ``{"id", "title", "url", "info"}`` as JSON, whose order of keys is that of
    the file; None where the talk came otherwise."""
    info = pair.target.metadata.get("vtssum") if pair.kind == PairKind.SLIDES_TALK else None
    return info if isinstance(info, str) else None


def columns_of(project: Project) -> list[str]:
    """The columns of the project's records: those of all projects, and behind the tags one for each own label."""
    at = COLUMNS.index("error_tags") + 1
    return [*COLUMNS[:at], *own_labels(project.pk), *COLUMNS[at:]]


def own_labels(project: int) -> dict[str, Label]:
    """The project's own labels by the name of their column, in the order of the current guidelines, and then those of
    earlier versions: rows keep what they were given."""
    by_key: dict[str, Label] = {}
    versions = GuidelinesVersion.objects.filter(project=project).published()
    for labels in versions.values_list("labels", flat=True):
        for label in labels:
            if is_own(label):
                by_key.setdefault(f"label_{label['key']}", label)
    return by_key


def _told(pair: Pair, name: str) -> str:
    """A field of the manifest entry that the pair was imported from."""
    return str(pair.source.metadata.get(name) or pair.target.metadata.get(name) or "")


def gold_texts(project: Project, languages: tuple[str, str], fold: int | None, most: int) -> list[tuple[str, str]]:
    """(source, target) gold texts of a project's bitexts in two languages, the last submitted last, at most so many.

    fold : of pairs that are left out, see `annotator.aligning.training_texts`. Rows marked as badly aligned are left
    out: an engine would learn wrong translations from them.
    """
    reviews = gold_reviews(project).filter(
        pair__kind=PairKind.BITEXT, pair__source__language=languages[0], pair__target__language=languages[1]
    )
    if fold is not None:
        reviews = reviews.alias(fold=F("pair_id") % N_FOLDS).exclude(fold=fold)
    texts: list[tuple[str, str]] = []
    for record in _records_of(_with_texts(reviews.order_by(F("submitted_at").desc(nulls_last=True), "-pk"))):
        if record["source"] == "__null__" or record["target"] == "__drop__" or record["good_align"] is False:
            continue
        texts.append((record["source"], record["target"]))
        if len(texts) >= most:
            break
    return texts[::-1]
