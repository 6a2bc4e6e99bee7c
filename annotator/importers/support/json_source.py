"""JSON that knows where its values stand, so that an error about a value names its line and column."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from json.scanner import NUMBER_RE
from typing import Any

from annotator.importers.base import Problems, Refused
from annotator.importers.support.text_encoding import Places, Text, decode

Path = tuple[str | int, ...]
_SPACE = re.compile(r"[ \t\n\r]*")
#: How Python's messages begin, and what to say.
_FAULTS = (
    ("Unterminated string", "a string does not end"),
    ("Invalid control character", "a string holds a line break or another control character"),
    ("Invalid \\", "a string holds an unknown escape"),
    ("Extra data", "there is more text after its end"),
)
#: Faults of a file whose end is missing.
CUT_OFF = ("a string does not end", "it ends too early")
_TYPE_NAMES = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a number",
    float: "a number",
    bool: "true or false",
}


class _NoNumber(ValueError):
    """NaN or infinity."""


class JsonSource:
    """A JSON file: `value` is its content. Values are asked for by path: ``("sections", 3, "text")``."""

    def __init__(self, data: bytes, name: str) -> None:
        """Raises `Refused` where the file is no JSON, naming line and column."""
        self.problems = Problems(name)
        self._decoded: Text = decode(data, name)
        self.encoding = self._decoded.encoding
        text = self._decoded.text.removeprefix("\ufeff")
        self._text, self._places = text, Places(text)
        self._children: dict[int, dict[str | int, int]] = {}
        try:
            self.value: Any = json.loads(text, parse_constant=_no_constant)
        except json.JSONDecodeError as error:
            raise self.problems.refuse(
                f"this is not JSON: {fault_of(error)}",
                at=(error.lineno, error.colno, text[error.pos : error.pos + 40].split("\n")[0]),
                expected="a complete JSON file",
            ) from None
        except RecursionError:
            raise self.problems.refuse("the JSON is nested too deeply", expected="fewer levels") from None
        except _NoNumber as error:
            raise self.problems.refuse(f"this is not JSON: {error}", expected="a complete JSON file") from None
        except ValueError:  # Python stops at some thousands of digits
            raise self.problems.refuse("a number has too many digits", expected="a complete JSON file") from None

    def get(self, path: Path, kind: type | tuple[type, ...], *, default: Any = None, required: bool = False) -> Any:
        """The value at a path. A missing value (or null) gives `default`; one of another type is an error, recorded."""
        value = self.value
        for depth, step in enumerate(path):
            of_dict = isinstance(value, dict) and isinstance(step, str) and step in value
            if of_dict or (isinstance(value, list) and isinstance(step, int) and step < len(value)):
                value = value[step]
            else:
                if required:
                    self.error(f"{self.say(path)} is missing", path[:depth], expected=_kinds(kind))
                return default
        if value is None:
            if required:
                self.error(f"{self.say(path)} is null", path, expected=_kinds(kind))
            return default
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            self.error(f"{self.say(path)} is {_TYPE_NAMES[type(value)]}", path, expected=_kinds(kind))
            return default
        return value

    def items(self, path: Path, kind: type | tuple[type, ...], *, required: bool = False) -> list[tuple[Path, Any]]:
        """The (path, value) of each entry of the list at a path; entries of another type are errors and left out."""
        entries = self.get(path, list, default=[], required=required)
        numbered = (((*path, index), self.get((*path, index), kind, required=True)) for index in range(len(entries)))
        return [(place, value) for place, value in numbered if value is not None]

    def number(self, path: Path, *, required: bool = False) -> float | None:
        """A number, also where it is written as a text ("12.5" or "12.5s")."""
        value = self.get(path, (int, float, str), required=required)
        if isinstance(value, str):
            value = _number(value.removesuffix("s"))
            if value is None:
                self.error(f"{self.say(path)} is {self.get(path, str)[:40]!r}", path, expected="a number")
                return None
        elif value is not None and _number(value) is None:
            self.error(f"{self.say(path)} is too large", path, expected="a number")
            return None
        return None if value is None else float(value)

    def error(self, message: str, path: Path, *, expected: str = "") -> None:
        line, column = self.locate(path)
        self.problems.error(message, at=(line, column, self.excerpt(path)), expected=expected)

    def warning(self, message: str, path: Path, *, expected: str = "") -> None:
        line, column = self.locate(path)
        self.problems.warning(message, at=(line, column, self.excerpt(path)), expected=expected)

    def refuse(self, message: str, path: Path = (), *, expected: str = "") -> Refused:
        line, column = self.locate(path)
        return self.problems.refuse(message, at=(line, column), expected=expected)

    def say(self, path: Path) -> str:
        """``("sections", 3, "text")`` -> ``sections[3].text``"""
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
        return place.lstrip(".") or "the file"

    def excerpt(self, path: Path) -> str:
        at = self._offset(path)
        return self._text[at : at + 60].split("\n")[0]

    def locate(self, path: Path) -> tuple[int, int]:
        """Line and column where the value at a path begins; of the nearest enclosing value where there is none."""
        return self._places.of(self._offset(path))

    def _offset(self, path: Path) -> int:
        at = self._skip_space(0)
        for step in path:
            inside = self._child(at, step)
            if inside is None:
                return at
            at = inside
        return at

    def _skip_space(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _child(self, at: int, step: str | int) -> int | None:
        """Where the value under a key or index of the container at an offset begins. Each is scanned once."""
        if self._text[at] not in "{[":
            return None
        if at not in self._children:
            self._children[at] = dict(self._entries(at))
        return self._children[at].get(step)

    def _entries(self, at: int) -> Iterator[tuple[str | int, int]]:
        """(key or index, offset of its value) of a container. The file is valid JSON, so no check is needed here."""
        text, decoder = self._text, json.JSONDecoder()
        is_object = text[at] == "{"
        index, at = 0, self._skip_space(at + 1)
        while text[at] not in "}]":
            key: str | int = index
            if is_object:
                key, at = decoder.raw_decode(text, at)
                at = self._skip_space(self._skip_space(at) + 1)
            yield key, at
            at = self._skip_space(self._end_of_value(at, decoder))
            if text[at] == ",":
                at = self._skip_space(at + 1)
            index += 1

    def _end_of_value(self, at: int, decoder: json.JSONDecoder) -> int:
        number = NUMBER_RE.match(self._text, at)
        if number is not None:
            return int(number.end())
        return int(decoder.raw_decode(self._text, at)[1])


def _number(value: str | float) -> float | None:
    """A finite number, or None."""
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def fault_of(error: json.JSONDecodeError) -> str:
    """The fault of a JSON text, in words that do not depend on the version of Python."""
    for beginning, words in _FAULTS:
        if error.msg.startswith(beginning):
            return words
    rest = error.doc[error.pos :].lstrip() if error.pos < len(error.doc) else ""
    return f"{rest[0]!r} is out of place" if rest else "it ends too early"


def _kinds(kind: type | tuple[type, ...]) -> str:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(dict.fromkeys(_TYPE_NAMES[one] for one in kinds))


def _no_constant(constant: str) -> Any:
    raise _NoNumber(f"{constant} is not a JSON number")


def looks_like(head: str, *keys: str) -> float:
    """The share of `keys` that stand in the first part of a JSON file as keys; 0 where it is no JSON."""
    if head.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return 0.0
    return sum(bool(re.search(rf'"{key}"\s*:', head)) for key in keys) / len(keys)
