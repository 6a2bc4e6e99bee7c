"""Which tables go along with a project, and how: what is blanked, and what names other rows without a foreign key.

Tables and foreign keys are read from the models, so that a new table goes along by itself. A test fails for one that
belongs to no project and is not in `LEFT_OUT`, and for a column that may hold ids and is neither in `REWRITTEN` nor in
`WITHOUT_IDS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.postgres.fields import ArrayField
from django.db.models import BigIntegerField, Field, FileField, ForeignKey, JSONField, Model, Q, QuerySet, UUIDField
from django.db.models.fields import PositiveBigIntegerField

from annotator import models as m
from annotator.platform.files import path_to
from annotator.platform.models.mailed import Mailed
from annotator.platform.models.work import FAILED, Work
from annotator.releases.models.releases import FrozenWork

#: What stays, and why.
LEFT_OUT: dict[type[Model], str] = {
    m.SiteKey: "of the site",
    m.Account: "of the account, not of the project",
    m.ApiToken: "a secret of the account",
    m.Webhook: "an address of the site that it is on, with a secret",
    m.Delivery: "goes with its webhook",
    m.MemberInvitation: "a secret link, with an e-mail address",
    m.ReleasePage: "an address of the site that it is on; the page is opened anew",
    m.VectorSet: "of the site; runs name what they used",
    m.KeptPseudonym: "stands with each person in `people.jsonl`",
    m.DemoLoad: "of the site",
    m.ProjectExport: "an archive of this project",
    m.ProjectImport: "of the site",
    m.ImportBatch: "files that were not imported yet; what was imported is in the documents",
    m.ImportFile: "goes with its batch",
    m.Realignment: "an answer that somebody was waiting for",
    m.AssignmentChange: "what undo of a bulk action needs, of slots that have other numbers now",
    m.SetAside: "what bringing reviews back needs, of slots and people that have other numbers now",
    m.LeakCheck: "can be made again, and compares with releases of other projects",
    m.Leak: "goes with its check",
    m.ClipExport: "cut again from the recording and its segments",
    m.SoundPeaks: "measured again from the recording",
    m.TextBlock: "the index of the concordance, made again",
    m.GoldCount: "counted again",
    m.Pool: "collected again",
    m.PooledPair: "collected again",
    m.PooledRow: "collected again",
    m.ComparedPair: "compared again",
    m.AgreementFigure: "compared again",
    m.ReviewFigures: "added up again from the log",
    m.PairFigures: "added up again",
    m.ReviewingDay: "added up again from the log",
    m.ProjectFigures: "added up again",
}

_UNDER_WAY = "It was under way when the project was exported."

#: Columns that stand blank in archives, as SQL, by table and column.
BLANKED: dict[type[Model], dict[str, str]] = {
    m.ActivityEntry: {"address": "''", "via": "CASE WHEN left(via, 6) = 'token ' THEN 'token' ELSE via END"},
    m.Document: {"is_indexed": "false"},
    m.Invitation: {"author_email": "''", "secret": "''", "remind_at": "NULL::timestamptz"},
    m.Rater: {"email": "''", "name": "''", "secret": "''", "remind_at": "NULL::timestamptz"},
    m.RaterSample: {"key": "''"},
    m.Erasure: {"documents": "'{}'::bigint[]", "pairs": "'{}'::bigint[]", "files": "'[]'::jsonb"},
    m.ReleaseTombstone: {"secret": "''"},
    m.TestSet: {"counts": "NULL::jsonb", "counted": "''", "counted_at": "NULL::timestamptz"},
    m.Project: {"is_demo": "false"},
}


def _new(model: type[Model], old: str) -> str:
    return f"(SELECT new FROM {ids_of(model)} WHERE old = {old})"


def ids_of(model: type[Model]) -> str:
    """The temporary table of an import that has the new id of each row."""
    return f"moved_id_{model._meta.model_name}"


def _moved_place(holder: type[Model], old: str, extent: str = "r.extent") -> str:
    """An extent, which begins with the id of what it is in, moved to where that is now."""
    by = f"(({_new(holder, old)} - {old}) << 32)"
    return f"CASE WHEN {extent} IS NULL THEN NULL ELSE int8range(lower({extent}) + {by}, upper({extent}) + {by}) END"


def _links_in(log: str) -> str:
    """What an operation keeps of rows, whose links have other ids here."""
    link = _new(m.Link, "(e->>'link')::bigint")
    row = f"jsonb_set(e, '{{link}}', coalesce(to_jsonb({link}), 'null'))"
    rows = (
        f"SELECT coalesce(jsonb_agg(CASE WHEN e->>'link' IS NULL THEN e ELSE {row} END ORDER BY n), '[]') "
        f"FROM jsonb_array_elements({log}->'rows') WITH ORDINALITY x(e, n)"
    )
    is_list = f"jsonb_typeof({log}->'rows') = 'array'"
    return f"CASE WHEN {is_list} THEN jsonb_set({log}, '{{rows}}', ({rows})) ELSE {log} END"


_OBJECTS = {
    "pair": m.Pair, "document": m.Document, "release": m.Release, "review": m.Review, "test_set": m.TestSet,
    "training_set": m.TrainingSet, "tuning": m.Tuning, "summary_set": m.SummarySet, "preset": m.Preset,
    "project": m.Project, "slides_predictions": m.SlidesPredictions, "rating_task": m.RatingTask,
    "generation_run": m.GenerationRun,
}  # fmt: skip

#: As `new_secret` makes it: 16 bytes from Postgres's source of random ones, but for 6 bits.
_NEW_SECRET = "translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')"


#: Of what is frozen, whose rows and manifest name pairs and documents by the ids of the site that froze it.
_ONE_MORE = "r.n_moves + (r.sha256 <> '')::int"


def _is_free(address: str) -> str:
    """Whether neither a page nor a tombstone of this site ever had a public address."""
    return (
        f"NOT EXISTS (SELECT FROM annotator_releasepage p WHERE p.address = {address}) "
        f"AND NOT EXISTS (SELECT FROM annotator_releasetombstone t WHERE {address} = ANY(t.addresses))"
    )


#: What names rows without a foreign key: the SQL of its value here, by table and column. `r` is the row.
REWRITTEN: dict[type[Model], dict[str, str]] = {
    m.ActivityEntry: {
        "object_id": "CASE r.object_kind "
        + " ".join(f"WHEN '{kind}' THEN {_new(model, 'r.object_id')}" for kind, model in _OBJECTS.items())
        + " END"
    },
    m.AlignmentRun: {
        "info": "CASE WHEN r.info ? 'carried_from' THEN jsonb_set(r.info, '{carried_from}', coalesce(to_jsonb("
        + _new(m.AlignmentRun, "(r.info->>'carried_from')::bigint")
        + "), 'null')) ELSE r.info END"
    },
    m.BulkAlignment: {
        "reached": f"coalesce({_new(m.Pair, 'r.reached')}, 0)",
        "last_pair": f"coalesce({_new(m.Pair, 'r.last_pair')}, 0)",
    },
    m.BulkSummary: {
        "reached": f"coalesce({_new(m.Pair, 'r.reached')}, 0)",
        "last_pair": f"coalesce({_new(m.Pair, 'r.last_pair')}, 0)",
    },
    m.CarriedRow: {name: f"coalesce({_new(m.ReviewRow, f'r.{name}')}, r.{name})" for name in ("row", "first")},
    m.Chip: {"extent": _moved_place(m.Review, "(lower(r.extent) >> 32)")},
    m.Comment: {
        "row": f"coalesce({_new(m.ReviewRow, 'r.row')}, r.row)",
        "mentions": "ARRAY(SELECT coalesce(p.here, u.name) FROM unnest(r.mentions) WITH ORDINALITY u(name, n) "
        "LEFT JOIN moved_people p ON p.there = u.name ORDER BY u.n)::varchar[]",
    },
    m.Document: {"earlier_ids": "r.earlier_ids || r.id"},
    m.Pair: {"earlier_ids": "r.earlier_ids || r.id"},
    m.Correction: {"extent": _moved_place(m.Document, "r.document_id")},
    m.Operation: {
        "steps": "CASE WHEN r.verb = 'hand_over' THEN jsonb_set(jsonb_set(r.steps, '{0,from}', coalesce(to_jsonb("
        + _new(User, "(r.steps->0->>'from')::bigint")
        + "), 'null')), '{0,to}', coalesce(to_jsonb("
        + _new(User, "(r.steps->0->>'to')::bigint")
        + "), 'null')) ELSE r.steps END",
        "before": _links_in("r.before"),
        "after": _links_in("r.after"),
        "rows": f"ARRAY(SELECT coalesce(i.new, u.old) FROM unnest(r.rows) WITH ORDINALITY u(old, n) "
        f"LEFT JOIN {ids_of(m.ReviewRow)} i ON i.old = u.old ORDER BY u.n)",
    },
    m.PickedRow: {"row": f"coalesce({_new(m.ReviewRow, 'r.row')}, r.row)"},
    m.TrainingRow: {"row": f"coalesce({_new(m.ReviewRow, 'r.row')}, r.row)"},
    m.Preset: {
        "provenance": "CASE WHEN r.provenance ? 'tuning' THEN jsonb_set(r.provenance, '{tuning}', coalesce(to_jsonb("
        + _new(m.Tuning, "(r.provenance->>'tuning')::bigint")
        + "), 'null')) ELSE r.provenance END"
    },
    m.Release: {
        "rating_tasks": f"ARRAY(SELECT i.new FROM unnest(r.rating_tasks) WITH ORDINALITY u(old, n) "
        f"JOIN {ids_of(m.RatingTask)} i ON i.old = u.old ORDER BY u.n)",
        "n_moves": _ONE_MORE,
    },
    m.TrainingSet: {"n_moves": _ONE_MORE},
    m.ReleaseTombstone: {
        # An address that means something here already goes on meaning that.
        "address": f"CASE WHEN {_is_free('r.address')} THEN r.address ELSE '' END",
        "addresses": f"ARRAY(SELECT a FROM unnest(r.addresses) WITH ORDINALITY u(a, n) WHERE {_is_free('a')} "
        "ORDER BY u.n)::varchar[]",
        "secret": "''",
    },
    m.ReleaseRow: {"row": f"coalesce({_new(m.ReviewRow, 'r.row')}, r.row)"},
    m.SpotCheck: {
        "taken_back": "CASE WHEN r.taken_back ? 'pages' THEN jsonb_build_object('pages', (SELECT "
        "coalesce(jsonb_object_agg(i.new, e.value), '{}') FROM jsonb_each(r.taken_back->'pages') e "
        f"JOIN {ids_of(m.SlidePage)} i ON i.old = e.key::bigint)) "
        "WHEN r.taken_back ? 'passes' THEN jsonb_build_object('passes', (SELECT "
        "coalesce(jsonb_agg(i.new ORDER BY i.new), '[]') FROM jsonb_array_elements(r.taken_back->'passes') e "
        f"JOIN {ids_of(m.Pass)} i ON i.old = e::bigint)) ELSE r.taken_back END",
    },
    m.System: {
        "runs": f"ARRAY(SELECT i.new FROM unnest(r.runs) WITH ORDINALITY u(old, n) "
        f"JOIN {ids_of(m.AlignmentRun)} i ON i.old = u.old ORDER BY u.n)"
    },
    m.Recognition: {"media_name": "coalesce((SELECT new FROM moved_files WHERE old = r.media_name), '')"},
    m.Invitation: {"secret": _NEW_SECRET},
    m.Rater: {"secret": _NEW_SECRET},
    m.RaterSample: {"key": f"left({_NEW_SECRET}, 12)"},
}


#: Columns that could hold ids and hold none: places in texts, options, figures, words.
WITHOUT_IDS: dict[type[Model], tuple[str, ...]] = {
    m.ActivityEntry: ("facts",),
    m.AlignmentRun: ("options",),
    m.BulkAlignment: ("filter", "options", "refusals"),
    m.DataCard: ("texts",),
    m.Document: ("metadata", "left_out"),
    m.Erasure: ("counts", "documents", "files", "hashes", "pairs"),
    m.Filtering: ("options",),
    m.GivenSummary: ("sentences",),
    m.GlossaryTerm: ("targets", "forbidden"),
    m.GuidelinesVersion: ("labels",),
    m.HeardTalk: ("segments",),
    m.Invitation: ("dimensions", "scores"),
    m.Link: ("source", "target", "features", "verdicts", "candidates", "key_sentences"),
    m.Mask: ("words_a", "words_b"),
    m.Membership: ("languages",),
    m.Operation: ("page",),
    m.PageSearch: ("evidence",),
    m.Pair: ("filter_thresholds",),
    m.PairSummary: ("positions", "durations"),
    m.GeneratedText: ("paper", "unsupported"),
    m.Pass: ("figures", "broken"),
    m.PassOperation: ("before", "after"),
    m.Passages: ("places", "search"),
    m.Preset: ("options",),
    m.Probe: ("source", "target", "wrong", "lost"),
    m.ProbedReview: ("seed", "figures"),
    m.Project: ("decision_reasons", "filter_thresholds"),
    m.Recognition: ("words", "breaks"),
    m.Release: ("card", "rules", "changes"),
    m.RaterSample: ("values",),
    m.RatingTask: ("questions", "rules"),
    m.ReleaseErasure: ("figures",),
    m.ReleaseFile: ("size", "lacks"),
    m.ReleaseTombstone: ("earlier",),
    m.ReviewRow: ("tags", "labels", "overridden"),
    m.RougeRow: ("figures", "scores"),
    m.RulesVersion: ("rules",),
    m.SlidePage: ("lines", "blocks", "read_from", "figures"),
    m.SlideText: ("options",),
    m.SlidesPredictions: ("predicted",),
    m.SlidesRow: ("figures",),
    m.SlidesTable: ("counts",),
    m.SlidesTalk: ("boundaries", "scores"),
    m.System: ("options", "warnings", "scores"),
    m.TestSet: ("rules",),
    m.Timeline: ("stretches",),
    m.TrainedModel: ("figures",),
    m.TrainingFile: ("size", "lacks"),
    m.TrainingItem: ("answer",),
    m.TrainingRow: ("source", "target", "proposed", "expected"),
    m.TranscriptCheck: ("lines", "figures", "error_rates"),
    m.TranscriptSegments: ("segments", "rules"),
    m.Tuning: ("grid", "current", "basis", "result"),
    m.Unit: ("words",),
}


@dataclass(frozen=True, slots=True)
class Table:
    """A table that goes along. paths : from its rows to the project, as query paths."""

    model: type[Model]
    paths: tuple[str, ...]

    @property
    def name(self) -> str:
        """As its file in the archive is called."""
        return str(self.model._meta.model_name)

    @property
    def fields(self) -> list[Field[Any, Any]]:
        return list(self.model._meta.concrete_fields)

    @property
    def files(self) -> list[str]:
        """The columns that name stored files which go along."""
        kept = (field for field in self.fields if isinstance(field, FileField) and field.name != "upload")
        return [str(field.column) for field in kept]

    def rows(self, project: m.Project) -> QuerySet[Any]:
        wanted = Q()
        for path in self.paths:
            wanted |= Q(**{path: project.pk})
        return self.model._base_manager.filter(wanted).order_by("pk")

    def exported(self, column: str) -> str:
        """The SQL of a column as it stands in the archive."""
        quoted, model = f'"{column}"', self.model
        if (sql := BLANKED.get(model, {}).get(column)) is not None:
            return sql
        field = next(field for field in self.fields if field.column == column)
        if isinstance(field, FileField) and field.name == "upload":
            return "''"
        if isinstance(field, ForeignKey) and field.related_model in LEFT_OUT:
            return "NULL"
        if issubclass(model, Mailed) and column == "send_after":
            return "NULL::timestamptz"
        if issubclass(model, FrozenWork) and column in ("verified_at", "problems"):
            return "NULL::timestamptz" if column == "verified_at" else "'[]'::jsonb"
        if issubclass(model, Work):
            live = "state IN (" + ", ".join(f"'{state}'" for state in model.LIVE) + ")"
            instead = {
                "claim": "NULL::uuid",
                "heartbeat_at": "NULL::timestamptz",
                "state": f"CASE WHEN {live} THEN '{FAILED}' ELSE state END",
                "error": f"CASE WHEN {live} THEN '{_UNDER_WAY}' ELSE error END",
                "message": f"CASE WHEN {live} THEN '' ELSE message END",
                "finished_at": f"CASE WHEN {live} THEN coalesce(started_at, created_at) ELSE finished_at END",
            }
            return instead.get(column, quoted)
        return quoted


@cache
def tables() -> tuple[Table, ...]:
    """All that go along, what others refer to first."""
    rows = {model: Table(model, paths) for model, paths in _paths()}
    ordered: dict[type[Model], Table] = {}

    def add(model: type[Model]) -> None:
        if model in ordered or model not in rows:
            return
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model is not model and not field.null:
                add(field.related_model)
        ordered[model] = rows[model]

    for model in rows:
        add(model)
    return tuple(ordered.values())


def _paths() -> Iterator[tuple[type[Model], tuple[str, ...]]]:
    for model in apps.get_app_config("annotator").get_models(include_auto_created=True):
        if model in LEFT_OUT:
            continue
        if model is m.Link:  # of a run, or of a review that planted it
            yield model, ("run__pair__project", "review__pair__project")
        elif model in (m.ActivityEntry, m.ReleaseTombstone):  # which outlive their project
            yield model, ("project",)
        else:
            yield model, (path_to(m.Project, model),)


def may_hold_ids(field: Field[Any, Any]) -> bool:
    """Whether a column could name rows of others without a foreign key."""
    if field.primary_key or isinstance(field, ForeignKey):
        return False
    kinds = (JSONField, ArrayField, UUIDField, BigIntegerField, PositiveBigIntegerField)
    return isinstance(field, kinds) or field.name in ("media_name", "extent")
