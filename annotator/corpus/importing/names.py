"""File names: made safe, and read for what they say about the file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

MAX_LENGTH = 200
_SOURCE = frozenset(("source", "src", "original", "speech"))
_TARGET = frozenset(("target", "tgt", "interpretation", "interpreted", "translation", "translated", "si"))
_OFFLINE = frozenset(("offline", "ref", "reference", "written"))
_OTHER_ROLES = frozenset(("paper", "article", "talk", "transcript", "asr", "slides", "deck", "gold", "bitext", "align"))
_PARTS = re.compile(r"[\s._\-]+")
#: Codes that end a file name and say its language; short words that do so seldom ("is", "no") are not among them.
_LANGUAGES = frozenset(
    (
        *("en", "ja", "de", "fr", "es", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "hu", "ro", "tr", "ru"),
        *("uk", "bg", "el", "ar", "he", "fa", "ur", "hi", "bn", "ta", "th", "ko", "zh", "vi", "et", "lv", "lt", "sl"),
    )
)
_LONG_LANGUAGES = {
    "english": "en",
    "japanese": "ja",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "chinese": "zh",
    "italian": "it",
    "portuguese": "pt",
    "russian": "ru",
    "korean": "ko",
}
#: Files that corpora come with and that are no part of them, by the first word of their names.
_ASIDES = {
    "license": "a license",
    "licence": "a license",
    "copying": "a license",
    "notice": "a notice",
    "readme": "a readme",
    "changelog": "a list of changes",
}


def safe_name(name: str) -> str:
    """The name to show and keep: no folders that lead elsewhere, no control characters, at most 200 characters.

    >>> safe_name("../../etc/passwd"), safe_name("C:\\\\talks\\\\a.txt"), safe_name("en-ja/source.txt")
    ('etc/passwd', 'talks/a.txt', 'en-ja/source.txt')
    """
    text = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode("utf-8")).replace("\\", "/")
    text = "".join(character for character in text if unicodedata.category(character) not in ("Cc", "Cf", "Cs"))
    parts = [part.strip() for part in text.split("/")]
    kept = [part for part in parts if part and part not in (".", "..") and not re.fullmatch(r"[A-Za-z]:", part)]
    joined = "/".join(kept) or "file"
    if len(joined) <= MAX_LENGTH:
        return joined
    stem, dot, extension = joined.rpartition(".")
    tail = dot + extension if stem and len(extension) <= 10 else ""
    return joined[: MAX_LENGTH - len(tail)] + tail


@dataclass(frozen=True, slots=True)
class NameHints:
    """Facts in a file's name. `stem`: folder and name without extension, language and role words, in lower case."""

    stem: str
    language: str
    role: str


def hints_of(name: str) -> NameHints:
    """``"en-ja/source.txt"`` -> stem ``en ja``, role ``source``; ``"side.ja"`` -> stem ``side``, language ``ja``."""
    folder, _, base = name.lower().rpartition("/")
    pieces = [piece for piece in _PARTS.split(base) if piece]
    language = role = ""
    kept: list[str] = []
    for index, piece in enumerate(pieces):
        is_extension = index == len(pieces) - 1 and index > 0
        if index > 0 and (piece in _LANGUAGES or piece in _LONG_LANGUAGES):
            language = _LONG_LANGUAGES.get(piece, piece)
        elif piece in _SOURCE:
            role = role or "source"
        elif piece in _TARGET:
            role = role or "target"
        elif piece in _OFFLINE:
            role = "offline"
        elif piece not in _OTHER_ROLES and not is_extension:
            kept.append(piece)
    folders = [piece for piece in _PARTS.split(folder.replace("/", " ")) if piece]
    return NameHints(" ".join([*folders, *kept]), language, role)


def is_aside(name: str, endings: Collection[str]) -> str:
    """Why a plain text in a folder is likely no document, by its path; "" where it may be one.

    endings : those that documents have, ``.txt`` and the like. A language or a side in the name (``side.ja``,
        ``source``) makes it a document as well.

    >>> is_aside("corpus/LICENSE", [".txt"]), is_aside("corpus/talk.txt", [".txt"]), is_aside("README", [".txt"])
    ('a license, judging by its name', '', '')
    """
    folder, _, base = name.lower().rpartition("/")
    if not folder:
        return ""  # who picks out a single file means it
    stem, dot, ending = base.rpartition(".")
    first = _PARTS.split(stem if dot and stem else base)[0]
    if first in _ASIDES:
        return f"{_ASIDES[first]}, judging by its name"
    pieces = _PARTS.split(base)
    says_side = not (_SOURCE | _TARGET | _OFFLINE | _OTHER_ROLES).isdisjoint(pieces)
    says_language = not {*_LANGUAGES, *_LONG_LANGUAGES, "it"}.isdisjoint(pieces[1:])
    if says_side or says_language or (dot and stem and f".{ending}" in endings):
        return ""
    return (
        f"not a document, judging by its extension .{ending}"
        if dot and stem
        else "not a document, judging by its name without extension"
    )


def title_of(name: str) -> str:
    """A title for a file that says none: its name without folder, extension, language and what the file is.

    >>> title_of("ted/allocca.en.txt"), title_of("tide_ledger-de.srt"), title_of("side.ja"), title_of("en.txt")
    ('allocca', 'tide ledger', 'side', 'en')
    >>> title_of("egregious-paper.json"), title_of("egregious_transcript.en.txt"), title_of("talk.txt")
    ('egregious', 'egregious', 'talk')
    """
    base = name.rpartition("/")[2]
    stem = base.rpartition(".")[0] or base
    for endings in (_LANGUAGES | _LONG_LANGUAGES.keys(), _OTHER_ROLES):
        bare, _, ending = stem.replace("_", ".").replace("-", ".").rpartition(".")
        if bare and ending.lower() in endings:
            stem = stem[: len(bare)]
    return " ".join(stem.replace("_", " ").split())[:300] or "Untitled"
