"""The entries of a glossary as a file gives them: checked, and each term once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from annotator.importers.base import (
    MAX_NOTE_LENGTH,
    MAX_RENDERINGS,
    MAX_TERM_LENGTH,
    MAX_TERMS,
    Problems,
    Term,
    term_key,
)

#: What separates the renderings of a term in a table, and so cannot stand in one.
SEPARATOR = "|"
#: Target languages that are read from one file.
MAX_LANGUAGES = 20
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}")
_LONGEST_TAG = 16
#: Of a term as it is compared: compatibility forms may be longer than what is written.
_LONGEST_KEY = 400


@dataclass(slots=True)
class _Entry:
    source: str
    line: int | None
    note: str = ""
    targets: list[str] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)


class Entries:
    """Collects entries; those of one term in the same languages become one. Faults are recorded with their places."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._found: dict[tuple[str, str, str], _Entry] = {}

    def add(
        self,
        source: str,
        *,
        targets: Iterable[str] = (),
        forbidden: Iterable[str] = (),
        note: str = "",
        languages: tuple[str, str] = ("", ""),
        line: int | None = None,
    ) -> None:
        """languages : of the source and of the targets, as `language_of` gives them."""
        source = self._text(source, "term", line)
        if not source:
            return
        key = (term_key(source), *languages)
        entry = self._found.get(key)
        if entry is None:
            if len(self._found) >= MAX_TERMS:
                raise self._problems.refuse(
                    f"there are more than {MAX_TERMS:,} terms", line=line, expected="a smaller glossary"
                )
            if len(key[0]) > _LONGEST_KEY:
                self._problems.error("the term is too long", line=line, text=source, expected="fewer characters")
                return
            entry = self._found[key] = _Entry(source, line)
        self._extend(entry.targets, targets, "translations", line)
        self._extend(entry.forbidden, forbidden, "forbidden translations", line)
        note = " ".join(note.split())
        if len(note) > MAX_NOTE_LENGTH:
            self._problems.warning(
                f"a note of {len(note):,} characters is cut",
                line=line,
                text=note,
                expected=f"{MAX_NOTE_LENGTH:,} at most",
            )
            note = f"{note[: MAX_NOTE_LENGTH - 1]}…"
        entry.note = entry.note or note

    def terms(self) -> tuple[Term, ...]:
        """All entries, in the order of the file. One that says nothing of its term is an error."""
        for entry in self._found.values():
            if not (entry.targets or entry.forbidden or entry.note):
                self._problems.error(
                    f"{entry.source!r} has no translation",
                    line=entry.line,
                    expected="a target, a forbidden one or a note",
                )
            if both := {term_key(text) for text in entry.targets} & {term_key(text) for text in entry.forbidden}:
                self._problems.error(
                    f"{sorted(both)[0]!r} is both allowed and forbidden for {entry.source!r}",
                    line=entry.line,
                    expected="one of the two",
                )
        return tuple(
            Term(entry.source, tuple(entry.targets), tuple(entry.forbidden), entry.note, source, target, entry.line)
            for (_, source, target), entry in self._found.items()
        )

    def _extend(self, known: list[str], more: Iterable[str], what: str, line: int | None) -> None:
        for translation in more:
            text = self._text(translation, "translation", line)
            if not text or text in known:
                continue
            if SEPARATOR in text:
                self._problems.error(
                    f"{SEPARATOR} separates translations and cannot stand in one",
                    line=line,
                    text=text,
                    expected="a word",
                )
            elif len(known) >= MAX_RENDERINGS:
                self._problems.error(
                    f"there are more than {MAX_RENDERINGS} {what} of one term", line=line, text=text, expected="fewer"
                )
                return
            else:
                known.append(text)

    def _text(self, value: str, what: str, line: int | None) -> str:
        text = " ".join(value.split())
        if len(text) > MAX_TERM_LENGTH:
            self._problems.error(
                f"a {what} of {len(text):,} characters", line=line, text=text, expected=f"{MAX_TERM_LENGTH} at most"
            )
            return ""
        if text and not any(character.isalnum() for character in text):
            self._problems.error(
                f"a {what} without a letter or digit", line=line, text=text, expected="a word to look for"
            )
            return ""
        return text


def language_of(name: str, problems: Problems, line: int | None = None) -> str:
    """A language tag as it is stored, in lower case; empty, with an error, where it is none."""
    tag = name.strip().lower().replace("_", "-")
    if tag and (len(tag) > _LONGEST_TAG or not _LANGUAGE.fullmatch(tag)):
        problems.error(f"{name[:60]!r} is no language", line=line, expected="a tag such as en or pt-br")
        return ""
    return tag
