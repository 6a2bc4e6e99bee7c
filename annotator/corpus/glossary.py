"""The glossary of a project: reading files of terms, what importing one would change, and which terms a pair needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import CharField, Count, F, Func, Q, QuerySet, Sum, Value
from django.db.models.functions import Concat, Length

from annotator.corpus.small_files import read_small_file
from annotator.importers.base import MAX_GLOSSARY_BYTES, MAX_TERMS, Problem, Problems, Term, term_key
from annotator.importers.formats.glossaries.entries import Entries, language_of
from annotator.models import GlossaryTerm, Project
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict, ServiceError

#: Of all texts of a glossary: every page of a review in its languages reads them.
MOST_CHARACTERS = 4_000_000
#: Entries, of each kind, that a preview shows.
SHOWN = 20
_TEXTS = ("source", "targets", "forbidden", "note")


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes that importing a file makes. `removed` only where the file replaces the glossary."""

    new: list[Term] = field(default_factory=list)
    changed: list[Term] = field(default_factory=list)
    n_unchanged: int = 0
    removed: list[GlossaryTerm] = field(default_factory=list)
    warnings: tuple[Problem, ...] = ()


def terms_for(project: Project, source_language: str, target_language: str) -> QuerySet[GlossaryTerm]:
    """The terms that apply to texts in two languages: one of ``en`` also to ``en-GB``, but not the other way round."""
    return project.glossary_terms.filter(
        source_language__in=_ranges(source_language), target_language__in=_ranges(target_language)
    )


def _ranges(tag: str) -> list[str]:
    """``en-GB-x`` -> ``["en", "en-gb", "en-gb-x"]``"""
    parts = tag.lower().replace("_", "-").split("-")
    return ["-".join(parts[:n]) for n in range(1, len(parts) + 1) if parts[0]]


def found_in(terms: QuerySet[GlossaryTerm], search: str) -> QuerySet[GlossaryTerm]:
    """Terms that hold a text in their source, their renderings or their note, whatever its case."""
    renderings = Concat(_joined("targets"), Value("\n"), _joined("forbidden"))
    return terms.annotate(renderings=renderings).filter(
        Q(key__contains=term_key(search)) | Q(renderings__icontains=search) | Q(note__icontains=search)
    )


def _joined(name: str) -> Func:
    return Func(F(name), Value("\n"), function="array_to_string", output_field=CharField())


def read_terms(data: bytes, name: str, *, source_language: str = "", target_language: str = "") -> Plan:
    """The terms of a file as those of an empty glossary. The languages are those of terms whose file does not say.

    Raises ServiceError with the file's faults and their places; TooLarge; Busy.
    """
    options = {"source_language": source_language, "target_language": target_language}
    chosen = {key: value for key, value in options.items() if value}
    parsed = read_small_file(data, name, "glossary", n_most=MAX_GLOSSARY_BYTES, options=chosen)
    unsaid = next((term for term in parsed.terms if not (term.source_language and term.target_language)), None)
    if unsaid is not None:
        side = "target" if unsaid.source_language else "source"
        message = f"{name[:200]} does not say the language of the {side} terms. Choose it."
        raise ServiceError(message, field=f"{side}_language")
    return Plan(new=list(parsed.terms), warnings=parsed.warnings)


def plan_import(project: Project, read: Plan, *, replace: bool) -> Plan:
    """Preview an import. replace : terms that the file does not have are removed."""
    known = {(term.key, term.source_language, term.target_language): term for term in project.glossary_terms.all()}
    plan = Plan()
    n_unchanged = 0
    for term in read.new:
        there = known.pop((term_key(term.source), term.source_language, term.target_language), None)
        if there is None:
            plan.new.append(term)
        elif _values(there) != _values(term):
            plan.changed.append(term)
        else:
            n_unchanged += 1
    removed = list(known.values()) if replace else []
    return Plan(plan.new, plan.changed, n_unchanged, removed, read.warnings)


def _values(term: GlossaryTerm | Term) -> tuple[Any, ...]:
    return term.source, tuple(term.targets), tuple(term.forbidden), term.note


def import_terms(*, project: Project, read: Plan, replace: bool, user: User) -> Plan:
    """Store what `plan_import` says, all or nothing. Raises ServiceError if the glossary would be too large."""
    with transaction.atomic():
        _lock(project)
        plan = plan_import(project, read, replace=replace)
        if plan.removed:
            GlossaryTerm.objects.filter(pk__in=[term.pk for term in plan.removed]).delete()
        GlossaryTerm.objects.bulk_create(
            [_row(project, term, user) for term in (*plan.new, *plan.changed)],
            batch_size=1_000,
            update_conflicts=True,
            unique_fields=["project", "key", "source_language", "target_language"],
            update_fields=[*_TEXTS, "changed_by", "changed_at"],
        )
        _check_room(project)
        detail = f"{len(plan.new)} new, {len(plan.changed)} changed, {len(plan.removed)} removed"
        note(
            "glossary_imported", project=project, kind="glossary", name="terms of the glossary", detail=detail, by=user
        )
    return plan


def add_term(*, project: Project, user: User, **values: Any) -> GlossaryTerm:
    """Raises Conflict if the term is there already; its `term` is the id."""
    term = _checked(values)
    with transaction.atomic():
        _lock(project)
        row = _row(project, term, user)
        _refuse_twin(row)
        row.save()
        _check_room(project)
    return row


def change_term(row: GlossaryTerm, *, user: User, **values: Any) -> GlossaryTerm:
    """Change what is given. Raises Conflict if another entry has this term already, or this one was removed."""
    with transaction.atomic():
        _lock(row.project)
        fresh = GlossaryTerm.objects.filter(pk=row.pk).first()
        if fresh is None:
            raise Conflict("Someone has removed this term.", code="term_gone")
        names = ("source_language", "target_language", *_TEXTS)
        term = _checked({**{name: getattr(fresh, name) for name in names}, **values})
        changed = _row(row.project, term, user)
        changed.pk = row.pk
        _refuse_twin(changed)
        changed.save(force_update=True)
        _check_room(row.project)
    return changed


def clear(project: Project) -> int:
    """Remove all terms of a project; returns how many there were."""
    with transaction.atomic():
        _lock(project)
        n: int = project.glossary_terms.all().delete()[0]
        note("glossary_cleared", project=project, kind="glossary", name="the glossary", detail=counted(n, "term"))
        return n


def _lock(project: Project) -> None:
    """One change of a glossary after the other: its size is limited, and so are terms that mean the same."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def _row(project: Project, term: Term, user: User) -> GlossaryTerm:
    return GlossaryTerm(
        project=project,
        source_language=term.source_language,
        target_language=term.target_language,
        source=term.source,
        key=term_key(term.source),
        targets=list(term.targets),
        forbidden=list(term.forbidden),
        note=term.note,
        changed_by=user,
    )


def _checked(values: dict[str, Any]) -> Term:
    """Check a term that a person enters by the rules for files. Raises ServiceError that names the fields."""
    faults: list[dict[str, str]] = []
    tags = []
    for name in ("source_language", "target_language"):
        problems = Problems("")
        tags.append(language_of(values[name], problems))
        if not tags[-1]:
            faults.append({"field": name, "message": "Expected a language tag such as en or pt-br."})
    # One field after the other, so that a fault is told at the field that it is in.
    texts: dict[str, Any] = {name: values.get(name) or [] for name in ("targets", "forbidden")}
    checks: dict[str, dict[str, Any]] = {
        "source": {"note": "x"},
        "targets": {"targets": texts["targets"], "note": "x"},
        "forbidden": {"targets": texts["targets"], "forbidden": texts["forbidden"], "note": "x"},
    }
    for name, what in checks.items():
        problems = Problems("")
        entries = Entries(problems)
        entries.add(values["source"] if name == "source" else "x", **what)
        terms = entries.terms()
        if problems.has_errors or not terms:
            first = problems.all()[0] if problems.has_errors else None
            message = f"{first.message}; expected {first.expected}" if first else "Enter a term."
            faults.append({"field": name, "message": f"{message[:1].upper()}{message[1:]}"})
            break
    note = " ".join(str(values.get("note") or "").split())
    if not faults and not (texts["targets"] or texts["forbidden"] or note):
        faults.append({"field": "targets", "message": "Enter a translation, a forbidden one or a note."})
    if faults:
        raise ServiceError(faults[0]["message"], errors=faults)
    entries = Entries(Problems(""))
    entries.add(values["source"], **texts, note=note, languages=(tags[0], tags[1]))
    return entries.terms()[0]


def _refuse_twin(row: GlossaryTerm) -> None:
    twin = GlossaryTerm.objects.filter(
        project=row.project_id,
        key=row.key,
        source_language=row.source_language,
        target_language=row.target_language,
    )
    if (other := twin.exclude(pk=row.pk).first()) is not None:
        message = f"“{other.source}” is in the glossary already."
        raise Conflict(message, code="known_term", field="source", term=other.pk)


def _check_room(project: Project) -> None:
    length = Length("source") + Length("note") + Length(_joined("targets")) + Length(_joined("forbidden"))
    sizes = project.glossary_terms.aggregate(n=Count("pk"), n_characters=Sum(length))
    if sizes["n"] > MAX_TERMS or (sizes["n_characters"] or 0) > MOST_CHARACTERS:
        raise ServiceError(
            f"The glossary would have {sizes['n']:,} terms and {sizes['n_characters']:,} characters; "
            f"{MAX_TERMS:,} and {MOST_CHARACTERS:,} are allowed. Nothing was stored.",
            code="glossary_full",
        )
