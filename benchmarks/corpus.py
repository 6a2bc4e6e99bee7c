"""A large project, written straight into a database: what lists, figures, exports and bulk work are measured on.

At full size: 10,000 pairs of 100 rows in one project, 200 annotators, 150,000 operations, and 2,000 reviews; half of
them are submitted, and a quarter of the reviewed pairs have two. Rows, chips, links and the log are such as Lectern
writes: they can be opened, edited, undone and exported.

Everything is set-based SQL in a process of its own; the columns that a statement does not name get their model's
default, so that a new column needs no change here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

#: Operations on one row of the first review: somebody changes their mind, for years.
N_ON_ONE_ROW = 500
#: How long what workers are at before it is written may take.
MOST_SECONDS = 600


#: Who has made the corpus: a site admin.
OWNER = "corpus-owner"


@dataclass(frozen=True)
class Size:
    """How much of everything; `pairs` must be at least `reviews`, which are two for a quarter of the reviewed pairs."""

    pairs: int = 10_000
    rows: int = 100
    annotators: int = 200
    reviews: int = 2_000
    operations: int = 150_000

    def quarter(self) -> Size:
        return Size(self.pairs // 4, self.rows, self.annotators // 4, self.reviews // 4, self.operations // 4)


@dataclass(frozen=True)
class Corpus:
    """What was made.

    owner, annotators : session keys of a site admin and of the annotators. pair: one without a review.
    review : an open review of the first annotator. busy_row: the row of `busy_review` that has the longest history.
    """

    size: Size
    project: str
    owner: str
    annotators: list[str]
    pair: int
    review: int
    busy_review: int
    busy_row: str
    test_set: int
    seconds: float


class Running(Protocol):
    """An application whose environment names its database."""

    @property
    def environment(self) -> dict[str, str]: ...


def make_corpus(application: Running, size: Size) -> Corpus:
    """Write a corpus into an application's database, which keeps running."""
    written = in_process(application, __file__, json.dumps(asdict(size)))
    return Corpus(**{**written, "size": Size(**written["size"])})


def in_process(application: Running, script: str, *arguments: str) -> Any:
    """Run a script with the application's environment; the value that its last line is as JSON."""
    done = subprocess.run(
        [sys.executable, script, *arguments], env=application.environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def set_up_django() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    django.setup()


class Writer:
    """INSERT ... SELECT into models' tables."""

    def __init__(self, numbers: dict[str, Any]) -> None:
        from django.db import connection

        self._connection = connection
        self._numbers = numbers

    def insert(self, model: Any, columns: dict[str, str], source: str) -> None:
        """columns : SQL expressions over `source`, by the name of the model's field; others get the field's default."""
        chosen, parameters = [], dict(self._numbers)
        for field in model._meta.concrete_fields:
            if field.name in columns:
                chosen.append((field.column, columns[field.name]))
            elif field.primary_key:
                continue
            elif getattr(field, "auto_now_add", False) or getattr(field, "auto_now", False):
                chosen.append((field.column, "now()"))
            else:
                value = field.get_db_prep_save(field.get_default(), self._connection)
                parameters[f"default_{field.name}"] = value
                kind = field.db_type(self._connection)
                chosen.append((field.column, f"%(default_{field.name})s::{kind.split(' CHECK')[0]}"))
        names = ", ".join(f'"{column}"' for column, _ in chosen)
        values = ", ".join(expression for _, expression in chosen)
        self.run(f'INSERT INTO "{model._meta.db_table}" ({names}) SELECT {values} FROM {source}', parameters)

    def run(self, statement: str, parameters: dict[str, Any] | None = None) -> None:
        with self._connection.cursor() as cursor:
            cursor.execute(statement, parameters or self._numbers)

    def restart_ids(self, *models: Any) -> None:
        for model in models:
            table = model._meta.db_table
            self.run(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


# A row of the log as `RowState.to_json` writes it; `version` and the label are what an operation changes.
_LOGGED_ROW = """
jsonb_build_object('id', w.id, 'position', w.position, 'version', {version}, 'status', w.status,
  'good_align', {good_align}, 'good_mt', w.good_mt, 'flagged', w.flagged, 'tags', to_jsonb(w.tags),
  'null_reason', w.null_reason, 'post_edit', w.post_edit, 'edited', w.edited, 'link', w.link_id,
  'source', coalesce((SELECT {chips} FROM annotator_chip c WHERE c.row_id = w.id AND c.side = 'source'), '[]'),
  'target', coalesce((SELECT {chips} FROM annotator_chip c WHERE c.row_id = w.id AND c.side = 'target'), '[]'))
"""
_CHIPS = """jsonb_agg(jsonb_build_object('id', c.id, 'unit', c.unit, 'start', c.start, 'end', c."end",
  'removed', c.removed, 'joined', c.joined) ORDER BY c.unit, c.start)"""


def write(size: Size) -> Corpus:
    """Write a corpus into the database that the environment names, once what workers are at is done."""
    set_up_django()
    from django.db import connection, transaction

    from annotator.platform.models.work import WorkQuerySet, kinds

    # Ids are counted on from those that there are, and the demo is aligned for a while after it was loaded.
    deadline = time.monotonic() + MOST_SECONDS
    while any(WorkQuerySet(kind).live().exists() for kind in kinds()):
        if time.monotonic() > deadline:
            raise RuntimeError(f"workers are not done after {MOST_SECONDS} s")
        time.sleep(0.2)
    with transaction.atomic():
        corpus = fill(size)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return corpus


def fill(size: Size) -> Corpus:
    """Write a corpus over Django's connection, in the caller's transaction."""
    from django.contrib.auth.models import User
    from django.db.models import Max

    from annotator import models as m
    from tests.world import session_of

    start = time.monotonic()
    owner = User.objects.create_superuser(OWNER)
    projects = [m.Project.objects.create(slug=f"corpus-{n}", name=f"Corpus {n}") for n in range(21)]
    bases = {
        model.__name__.lower(): model.objects.aggregate(last=Max("pk"))["last"] or 0
        for model in (User, m.Document, m.Pair, m.AlignmentRun, m.Link, m.Review)
    }
    n_paired = size.reviews * 4 // 5  # pairs with a review; the rest of the reviews are second ones
    numbers = {
        **asdict(size), **bases, "project": projects[0].pk, "owner": owner.pk, "n_paired": n_paired,
        "n_each": max(1, (size.operations - min(N_ON_ONE_ROW, size.operations // 10)) // size.reviews),
        "n_busy": min(N_ON_ONE_ROW, size.operations // 10),
        "words": "tide harbour ledger clerk measured by hand every night and was not asked " * 20,
        "words_ja": "満潮の高さを毎晩手で測り、港の帳簿に書き留めた書記は、誰にも尋ねられなかった。" * 20,
    }  # fmt: skip
    writer = Writer(numbers)
    writer.insert(
        User,
        {"id": "%(user)s + n + 1", "username": "'corpus-' || to_char(n, 'FM0000')", "password": "'!'",
         "first_name": "'Person'", "last_name": "n::text", "email": "''"},
        "generate_series(0, %(annotators)s - 1) AS n",
    )  # fmt: skip
    writer.insert(
        m.Membership,
        {"project": "%(project)s", "user": "%(user)s + n + 1", "role": "'annotator'"},
        "generate_series(0, %(annotators)s - 1) AS n",
    )
    writer.insert(
        m.Document,
        {"id": "%(document)s + 2 * n + side + 1", "project": "%(project)s",
         "kind": "CASE WHEN n %% 10 <> 9 THEN 'text' WHEN side = 0 THEN 'paper' ELSE 'transcript' END",
         "title": "(CASE WHEN n %% 7 = 3 THEN 'Lecture ' ELSE 'Talk ' END) || to_char(n, 'FM00000') || "
                  "(CASE side WHEN 0 THEN '' ELSE ' ja' END)",
         "language": "CASE WHEN side = 0 OR n %% 10 = 9 THEN 'en' ELSE 'ja' END",
         "external_id": "'corpus-' || n || '-' || side", "content_hash": "md5(n || '-' || side)",
         "importer": "'corpus'", "importer_version": "'1'", "imported_by": "%(owner)s"},
        "generate_series(0, %(pairs)s - 1) AS n, generate_series(0, 1) AS side",
    )  # fmt: skip
    writer.insert(
        m.Unit,
        {"document": "d.id", "position": "p", "offset": "p * 100", "section": "NULL::bigint",
         "text": "CASE d.language WHEN 'ja' THEN substr(%(words_ja)s, 1 + (p * 37 + d.id::int * 13) %% 300, 24) "
                 "ELSE btrim(substr(%(words)s, 1 + (p * 37 + d.id::int * 13) %% 900, 72)) END"},
        "annotator_document d, generate_series(0, %(rows)s - 1) AS p WHERE d.project_id = %(project)s",
    )  # fmt: skip
    writer.insert(
        m.Pair,
        {"id": "%(pair)s + n + 1", "project": "%(project)s", "title": "d.title", "source": "d.id",
         "target": "d.id + 1", "kind": "CASE d.kind WHEN 'paper' THEN 'paper_talk' ELSE 'bitext' END",
         "created_by": "%(owner)s", "created_at": "now() - (n %% 60) * interval '1 day'"},
        "generate_series(0, %(pairs)s - 1) AS n JOIN annotator_document d ON d.id = %(document)s + 2 * n + 1",
    )  # fmt: skip
    writer.insert(
        m.AlignmentRun,
        {"id": "%(alignmentrun)s + n + 1", "pair": "%(pair)s + n + 1", "number": "1",
         "engine": "CASE WHEN n %% 10 = 9 THEN 'hmm' ELSE 'lexical' END",
         "signature": "'engine:lexical|made:' || n", "state": "'succeeded'", "progress": "1",
         "info": "jsonb_build_object('n_links', %(rows)s)", "created_by": "%(owner)s",
         "created_at": "now() - n * interval '7 seconds'", "finished_at": "now() - n * interval '7 seconds'"},
        "generate_series(0, %(pairs)s - 1) AS n",
    )  # fmt: skip
    writer.restart_ids(User, m.Document, m.Pair, m.AlignmentRun)
    # In twenty rows, one has no target and the next has two target units.
    writer.insert(
        m.Link,
        {"id": "%(link)s + n * %(rows)s + p + 1", "run": "%(alignmentrun)s + n + 1", "position": "p",
         "source": "ARRAY[p]",
         "target": "CASE p %% 20 WHEN 9 THEN '[]' WHEN 10 THEN jsonb_build_array(jsonb_build_array(p - 1, 0, "
                   "length(above.text)), jsonb_build_array(p, 0, length(u.text))) "
                   "ELSE jsonb_build_array(jsonb_build_array(p, 0, length(u.text))) END",
         "confidence": "0.5 + ((n * 31 + p * 17) %% 499) / 1000.0",
         "features": "jsonb_build_object('length_ratio', 0.61, 'log_odds', 12.345678, 'runner_up', 0.123456)"},
        "generate_series(0, %(pairs)s - 1) AS n CROSS JOIN generate_series(0, %(rows)s - 1) AS p "
        "JOIN annotator_unit u ON u.document_id = %(document)s + 2 * n + 2 AND u.position = p "
        "LEFT JOIN annotator_unit above ON p %% 20 = 10 AND above.document_id = u.document_id "
        "AND above.position = p - 1",
    )  # fmt: skip
    writer.restart_ids(m.Link)
    writer.run("ANALYZE annotator_document, annotator_unit, annotator_pair, annotator_alignmentrun, annotator_link")
    # The even ones are submitted; of the odd ones, two in five rows are done, and every tenth was returned.
    writer.insert(
        m.Review,
        {"id": "%(review)s + r + 1", "pair": "%(pair)s + r %% %(n_paired)s + 1",
         "run": "%(alignmentrun)s + r %% %(n_paired)s + 1",
         "annotator": "%(user)s + (r %% %(n_paired)s + r / %(n_paired)s) %% %(annotators)s + 1",
         "state": "CASE WHEN r %% 2 = 0 THEN 'submitted' WHEN r %% 20 = 1 THEN 'returned' ELSE 'open' END",
         "return_reason": "CASE WHEN r %% 20 = 1 THEN 'Look at the numbers again.' ELSE '' END",
         "submitted_at": "CASE WHEN r %% 2 = 0 THEN now() - r * interval '5 minutes' END",
         "updated_at": "now() - r * interval '5 minutes'", "revision": "%(n_each)s + "
         "CASE r WHEN 0 THEN %(n_busy)s ELSE 0 END",
         "row_count": "%(rows)s", "reviewed_count": "CASE WHEN r %% 2 = 0 THEN %(rows)s ELSE %(rows)s * 2 / 5 END"},
        "generate_series(0, %(reviews)s - 1) AS r",
    )  # fmt: skip
    writer.restart_ids(m.Review)
    writer.insert(
        m.ReviewRow,
        {"id": "gen_random_uuid()", "review": "v.id", "link": "l.id", "position": "l.position + 1",
         "status": "CASE WHEN l.position < v.reviewed_count THEN CASE WHEN l.position %% 13 = 12 THEN 'implicit' "
                   "ELSE 'accepted' END ELSE 'proposed' END", "version": "1 + l.position %% 3",
         "good_align": "CASE WHEN l.position < v.reviewed_count THEN (l.position + v.id) %% 9 <> 0 END",
         "good_mt": "CASE WHEN l.position < v.reviewed_count THEN (l.position * 7 + v.id) %% 5 <> 0 END",
         "edited": "l.position %% 30 IN (5, 6) AND v.id %% 3 = 0",
         "changed_by": "CASE WHEN l.position < v.reviewed_count THEN v.annotator_id END",
         "changed_at": "CASE WHEN l.position < v.reviewed_count THEN v.updated_at - "
                       "(v.reviewed_count - l.position) * interval '20 seconds' END"},
        "annotator_review v JOIN annotator_link l ON l.run_id = v.run_id WHERE v.id > %(review)s",
    )  # fmt: skip
    writer.run("ANALYZE annotator_review, annotator_reviewrow")
    _write_chips(writer, m.Chip)
    _write_operations(writer, m.Operation)
    writer.insert(
        m.Comment,
        {"review": "v.id", "row": "w.id", "text": "'Is this number right? @corpus-0000'",
         "mentions": "ARRAY['corpus-0000']", "author": "%(owner)s"},
        "annotator_review v JOIN annotator_reviewrow w ON w.review_id = v.id AND w.position = 1 "
        "WHERE v.id > %(review)s AND v.annotator_id = %(user)s + 1",
    )  # fmt: skip
    test_set = m.TestSet.objects.create(project=projects[0], name="Corpus", created_by=owner)
    writer.run(
        "INSERT INTO annotator_testset_reviews (testset_id, review_id) "
        f"SELECT {test_set.pk}, id FROM annotator_review WHERE state = 'submitted' AND id > %(review)s "
        "ORDER BY id LIMIT 500"
    )
    busy = m.Review.objects.get(pk=bases["review"] + 1)
    made = m.Review.objects.filter(pk__gt=bases["review"])
    still_open = made.exclude(state="submitted").order_by("annotator", "pk")[0]
    people = User.objects.filter(pk__gt=bases["user"], memberships__project=projects[0]).order_by("pk")
    return Corpus(
        size=size,
        project=projects[0].slug,
        owner=session_of(owner),
        annotators=[session_of(user) for user in sorted(people, key=lambda user: user.pk != still_open.annotator_id)],
        pair=bases["pair"] + size.pairs,
        review=still_open.pk,
        busy_review=busy.pk,
        busy_row=str(busy.rows.get(position=1).pk),
        test_set=test_set.pk,
        seconds=time.monotonic() - start,
    )


def _write_chips(writer: Writer, chip: Any) -> None:
    """A chip for every unit. In edited rows, two target units have changed places."""
    stride = {"review": 1 << 32, "side": 1 << 31}
    writer.insert(
        chip,
        {"id": "gen_random_uuid()", "row": "w.id", "side": "'source'", "unit": "u.position", "start": "0",
         "end": "length(u.text)",
         "extent": f"CASE p.kind WHEN 'bitext' THEN int8range(v.id * {stride['review']} + u.\"offset\", "
                   f"v.id * {stride['review']} + u.\"offset\" + length(u.text)) END"},
        "annotator_reviewrow w JOIN annotator_review v ON v.id = w.review_id AND v.id > %(review)s "
        "JOIN annotator_pair p ON p.id = v.pair_id JOIN annotator_link l ON l.id = w.link_id "
        "JOIN annotator_unit u ON u.document_id = p.source_id AND u.position = l.position",
    )  # fmt: skip
    base = f'v.id * {stride["review"]} + {stride["side"]} + u."offset"'
    writer.insert(
        chip,
        {"id": "gen_random_uuid()", "row": "w.id", "side": "'target'", "unit": "u.position", "start": "0",
         "end": "length(u.text)", "extent": f"int8range({base}, {base} + length(u.text))"},
        "annotator_reviewrow w JOIN annotator_review v ON v.id = w.review_id AND v.id > %(review)s "
        "JOIN annotator_pair p ON p.id = v.pair_id JOIN annotator_link l ON l.id = w.link_id "
        "CROSS JOIN LATERAL (SELECT (value->>0)::int AS unit FROM jsonb_array_elements(l.target)) AS piece "
        "JOIN annotator_unit u ON u.document_id = p.target_id AND u.position = CASE WHEN w.edited "
        "THEN piece.unit + CASE l.position %% 30 WHEN 5 THEN 1 ELSE -1 END ELSE piece.unit END",
    )  # fmt: skip


def _write_operations(writer: Writer, operation: Any) -> None:
    """The same number in every review, each on one row, a tenth of them edits; and many more on one row."""
    logged = {
        name: _LOGGED_ROW.format(version=version, good_align=label, chips=_CHIPS)
        for name, version, label in (("before", "o.k", "NULL::boolean"), ("after", "o.k + 1", "w.good_align"))
    }
    log = {
        "id": "gen_random_uuid()", "review": "v.id", "sequence": "o.k",
        "verb": "CASE WHEN o.k %% 10 = 7 THEN 'post-edit' ELSE 'label' END",
        "steps": "jsonb_build_array(jsonb_build_object('type', 'set', 'rows', jsonb_build_array(w.id), 'fields', "
                 "CASE WHEN o.k %% 10 = 7 THEN jsonb_build_object('post_edit', w.post_edit) "
                 "ELSE jsonb_build_object('good_align', w.good_align) END))",
        "before": f"jsonb_build_object('state', 'open', 'rows', jsonb_build_array({logged['before']}))",
        "after": f"jsonb_build_object('state', 'open', 'rows', jsonb_build_array({logged['after']}))",
        "rows": "ARRAY[w.id]", "is_edit": "o.k %% 10 = 7", "by": "v.annotator_id",
        "at": "v.updated_at - (v.revision - o.k) * CASE WHEN o.k %% 20 = 0 THEN interval '25 seconds' ELSE "
              "interval '24 seconds' END",
    }  # fmt: skip
    of_reviews = (
        "annotator_review v CROSS JOIN LATERAL generate_series(1, v.revision) AS o(k) "
        "JOIN annotator_reviewrow w ON w.review_id = v.id AND w.position = CASE WHEN o.k > %(n_each)s THEN 1 "
        "ELSE 1 + (o.k * 13) %% GREATEST(v.reviewed_count, 1) END WHERE v.id > %(review)s"
    )
    writer.insert(operation, log, of_reviews)


if __name__ == "__main__":
    print(json.dumps(asdict(write(Size(**json.loads(sys.argv[1]))))))
