"""What authors and raters read: a project's own texts in versions, or those that Lectern brings, in each language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, override

from annotator.models import Project, Wording, WordingKind
from annotator.platform.errors import Conflict, ServiceError

#: What stands in braces in a text, and is filled in for each author.
PLACES = ("name", "talk", "paper", "project", "task", "time", "link", "closes", "responsible", "contact", "kept")
#: The same in e-mails to raters.
RATER_PLACES = ("name", "title", "project", "time", "link", "decline", "closes", "responsible", "contact", "kept")
_TO_RATERS = frozenset({WordingKind.RATER, WordingKind.RATER_AGAIN})
#: A line with one of these is left out where nobody has said it: a rater may have an address and no name.
_DETAILS = frozenset({"responsible", "contact", "kept", "name"})
#: The columns of a project that the consent says.
DETAIL_COLUMNS = frozenset({"name", "responsible", "contact_email", "answers_kept_years"})
#: Consents of earlier versions, in each language, by the first digits of their SHA-256: people have agreed to them.
_BROUGHT_BEFORE = frozenset({"2a266afacc572283", "f37cc912dff9f49a", "2fe7d11411ce9b44"})
_PLACE = re.compile(r"\{([^{}\n]{0,40})\}")

_DEFAULTS: dict[str, tuple[str, str]] = {
    WordingKind.CONSENT: (
        "",
        gettext_noop(
            "Purpose: your answers help us measure how well the method works.\n\n"
            "Responsible: {responsible}\n\n"
            "What is stored: your answers, when you gave them, and to which version of this text you agreed. Only the "
            "admins and adjudicators of the project {project} see what each person answered: with your name if you "
            "were invited by name, otherwise without it. Published figures are counts and means.\n\n"
            "How long: your answers are kept for {kept}.\n\n"
            "Your choice: taking part is voluntary. You can stop at any time without giving a reason, come back with "
            "the same link, and change answers for as long as the page lets you. Answers that you withdraw are left "
            "out of all figures from then on; what was published before keeps them.\n\n"
            "Questions, and withdrawing your answers later: {contact}"
        ),
    ),
    WordingKind.INVITATION: (
        gettext_noop("A few minutes about your talk"),
        gettext_noop(
            "Dear {name},\n\nthere is a summary of your talk “{talk}”. Does it say what you had in mind? We would like "
            "{task}.\n\n{link}\n\nIt takes {time}, needs no account, and stays open until {closes}.\n\nThe link is "
            "yours alone: please don’t pass it on. If you would rather not take part, say so on its page, and we will "
            "not write again.\n\nQuestions: {contact}"
        ),
    ),
    WordingKind.REMINDER: (
        gettext_noop("Reminder: a few minutes about your talk"),
        gettext_noop(
            "Dear {name},\n\nyour opinion of the summary of “{talk}” is still missing. What you have answered so far "
            "is kept.\n\n{link}\n\nThe link stays open until {closes}. If you would rather not take part, say "
            "so on its page, and we will not write again.\n\nQuestions: {contact}"
        ),
    ),
    WordingKind.RATER: (
        gettext_noop("Your ratings: {title}"),
        gettext_noop(
            "Dear {name},\n\nwe ask people what they think of some samples: “{title}”. Would you rate a few?\n\n"
            "{link}\n\nIt takes {time}, needs no account, and stays open until {closes}. You can stop and come back "
            "with the same link. It is yours alone: please don’t pass it on.\n\nIf you would rather not take part, "
            "say so here, without a reason, and we will not write again:\n{decline}\n\nQuestions: {contact}"
        ),
    ),
    WordingKind.RATER_AGAIN: (
        gettext_noop("Reminder: {title}"),
        gettext_noop(
            "Dear {name},\n\nyour ratings in “{title}” are not complete. What you have rated so far is kept.\n\n"
            "{link}\n\nIn all it takes {time}; the link stays open until {closes}.\n\nIf you would rather not take "
            "part, say so here, without a reason, and we will not write again:\n{decline}\n\nQuestions: {contact}"
        ),
    ),
}


@dataclass(frozen=True)
class Text:
    """number : 0 for a text that Lectern brings and the project has not stored yet. shown : as of `Wording`."""

    subject: str
    text: str
    number: int = 0
    shown: str = ""


def language_known(language: str) -> str:
    """The language of a tag, such as ``ja`` of ``ja-JP``, if there is a catalogue for it; otherwise English."""
    known = [code for code, _label in settings.LANGUAGES]
    return next((code for code in (language, language.partition("-")[0]) if code in known), "en")


def latest(project: Project, kind: str, language: str) -> Text:
    stored = project.wordings.filter(kind=kind, language=language).order_by("-number").first()
    if stored is not None:
        return Text(stored.subject, stored.text, stored.number, stored.shown)
    return _built_in(kind, language)


def _built_in(kind: str, language: str) -> Text:
    subject, text = _DEFAULTS[kind]
    with override(language):
        return Text(_(subject) if subject else "", _(text))


def is_built_in(wording: Wording) -> bool:
    """Whether it is a text that Lectern brings, or brought."""
    if sha256(wording.text.encode()).hexdigest()[:16] in _BROUGHT_BEFORE:
        return True
    return wording.text == _built_in(wording.kind, wording.language).text


def wordings_of(project: Project, language: str) -> dict[str, Text]:
    return {str(kind): latest(project, kind, language) for kind in WordingKind}


def store(
    project: Project, kind: str, language: str, *, subject: str = "", text: str = "", user: User | None = None
) -> Wording:
    """The version with this text: the latest if it says the same, else a new one. Without a text, the latest.

    A consent that says something else of the project, such as whom to ask, is another version of the same text.
    """
    now = latest(project, kind, language)
    subject, text = " ".join(subject.split()) or now.subject, text.strip() or now.text
    shown = _shown(project, text, language) if kind == WordingKind.CONSENT else ""
    if now.number and (subject, text, shown) == (now.subject, now.text, now.shown):
        return project.wordings.get(kind=kind, language=language, number=now.number)
    if why := fault(kind, text):
        raise ServiceError(why, code="wrong_wording", errors=[{"field": kind, "message": why}])
    try:
        with transaction.atomic():
            return project.wordings.create(
                kind=kind, language=language, number=now.number + 1, subject=subject, text=text, shown=shown,
                created_by=user,
            )  # fmt: skip
    except IntegrityError:  # two agree at once to a text that was not stored yet: the second one finds it
        return store(project, kind, language, subject=subject, text=text, user=user)


def keep_consents(project: Project) -> None:
    """Store each consent as people read it now. Before and after a change of what it says of the project, so that it
    is known what those agreed to who read it before."""
    if project.wordings.exists() or project.rating_tasks.exists():
        for language, _label in settings.LANGUAGES:
            store(project, WordingKind.CONSENT, language)


def fault(kind: str, text: str) -> str:
    """The fault of a text; empty if there is none."""
    places = RATER_PLACES if kind in _TO_RATERS else PLACES
    if strange := [name for name in _PLACE.findall(text) if name not in places]:
        known = ", ".join(f"{{{name}}}" for name in places)
        return f"“{{{strange[0]}}}” is not a placeholder. The placeholders are {known}."
    if kind != WordingKind.CONSENT and "{link}" not in text:
        return "The e-mail has no {link}: without it, nobody can answer."
    if kind in _TO_RATERS and "{decline}" not in text:
        return "The e-mail has no {decline}: without it, nobody can decline."
    return ""


def filled(text: str, values: Mapping[str, str]) -> str:
    def says_nothing(line: str) -> bool:
        return any(name in _DETAILS and not values.get(name, "-") for name in _PLACE.findall(line))

    kept = "\n".join(line for line in text.split("\n") if not says_nothing(line))
    whole = kept if kept == text else re.sub(r"\n{3,}", "\n\n", kept).strip()
    return _PLACE.sub(lambda match: values.get(match[1], match[0]), whole)


def details_of(project: Project, language: str) -> dict[str, str]:
    """What texts say of a project, by place; empty for what it does not say."""
    years = project.answers_kept_years
    with override(language):
        kept = ngettext("%(n)d year", "%(n)d years", years) % {"n": years} if years else ""
    return {
        "project": project.name, "responsible": project.responsible, "contact": project.contact_email, "kept": kept,
    }  # fmt: skip


def _shown(project: Project, text: str, language: str) -> str:
    return filled(text, details_of(project, language))


def consent_for(project: Project, language: str) -> Text:
    """The current consent text, with its places filled in."""
    now = latest(project, WordingKind.CONSENT, language)
    return Text("", _shown(project, now.text, language), now.number)


def agreed(project: Project, language: str, number: int) -> Wording:
    """The text that an author has read and agrees to. Raises Conflict if it has changed since."""
    now = latest(project, WordingKind.CONSENT, language)
    if now.number == number:
        return store(project, WordingKind.CONSENT, language)
    earlier = project.wordings.filter(kind=WordingKind.CONSENT, language=language, number=number or 1).first()
    if earlier is None or (number == 0 and earlier.text != _built_in(WordingKind.CONSENT, language).text):
        raise Conflict(_("The text that you were shown has changed. Please read it again."), code="consent_changed")
    return earlier
