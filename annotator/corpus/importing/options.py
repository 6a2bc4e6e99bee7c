"""What a person may say about a file, checked: each value in its type, each refusal with what is allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from annotator.corpus.importing.namesakes import SAME_NAME
from annotator.importers import registry
from annotator.importers.support.columns import HEADINGS
from annotator.platform.errors import ServiceError

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_ROLES = frozenset(HEADINGS)
#: Options that are one of a few words.
_CHOICES = {"split_target": ("chunks", "rows"), "first_row": ("headings", "data"), "same_name": SAME_NAME}
_TEXT_OPTIONS = {"title": 300, "speaker": 200, "interpreter": 60, "interpreter_rank": 10}
#: What to do with an archive entry that the project already has: replace it by a new version, or store it as a new
#: document. Any entry can be left out.
ENTRY_CHOICES = ("replace", "new", "leave_out")
MAX_ENTRIES = 20_000
_LANGUAGE_OPTIONS = ("source_language", "target_language", "offline_language")


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options in their types; an empty value takes an option back."""
    checked: dict[str, Any] = {}
    for name, value in options.items():
        if name in _TEXT_OPTIONS:
            checked[name] = " ".join(str(value or "").replace("\0", "").split())[: _TEXT_OPTIONS[name]]
        elif name == "language" or name in _LANGUAGE_OPTIONS:
            if value and (not isinstance(value, str) or not _LANGUAGE.fullmatch(value) or len(value) > 16):
                raise not_allowed(name, value, "a language code such as en, ja or pt-BR")
            checked[name] = value or ""
        elif name == "put_back":
            if not isinstance(value, list) or not all(type(one) is int and one >= 0 for one in value):
                raise not_allowed(name, value, "positions in left_out")
            checked[name] = sorted(set(value))
        elif name == "without_lines":
            if not isinstance(value, list) or not all(type(one) is int and one > 0 for one in value):
                raise not_allowed(name, value, "numbers of lines, from 1")
            checked[name] = sorted(set(value))
        elif name == "columns":
            checked[name] = _checked_columns(value)
        elif name == "format":
            if value and value not in registry.BY_NAME:
                raise not_allowed(name, value, ", ".join(sorted(registry.BY_NAME)))
            checked[name] = value or ""
        elif name in _CHOICES:
            if value not in ("", None, *_CHOICES[name]):
                raise not_allowed(name, value, ", ".join(_CHOICES[name]))
            checked[name] = value
        elif name == "as_new":
            checked[name] = bool(value)
        elif name == "entries":
            checked[name] = _checked_entries(value)
        else:
            raise not_allowed(name, value, "an option of an import")
    return checked


def _checked_columns(value: Any) -> dict[str, int | str]:
    if value in (None, {}):
        return {}
    if not isinstance(value, dict) or not all(
        role in _ROLES and (isinstance(column, str) or (type(column) is int and column >= 0))
        for role, column in value.items()
    ):
        raise not_allowed("columns", value, "a column number or heading for each of " + ", ".join(sorted(_ROLES)))
    return value


def _checked_entries(value: Any) -> dict[str, str]:
    """What to do with entries of an archive, by id; an empty choice resets one."""
    if not isinstance(value, dict) or len(value) > MAX_ENTRIES:
        raise not_allowed("entries", value, f"at most {MAX_ENTRIES:,} entries, each by its id")
    for entry, choice in value.items():
        if choice not in ("", *ENTRY_CHOICES):
            raise not_allowed("entries", {entry: choice}, ", ".join(ENTRY_CHOICES))
    return value


def not_allowed(field: str, value: Any, allowed: str) -> ServiceError:
    return ServiceError(f"{field} is {value!r}; allowed: {allowed}.", field=field, message=f"allowed: {allowed}")
