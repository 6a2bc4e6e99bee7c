"""From bytes to text: which encoding, and where exactly it breaks.

Tried in this order: a byte order mark; UTF-16 without a mark (every other byte zero); UTF-8; then, for bytes that are
not UTF-8 at all, Shift-JIS (cp932), EUC-JP and Western (cp1252), by how plausible the decoded text is. A file that is
UTF-8 but for a few bytes is damaged UTF-8, not another encoding, and is refused with the place of the first bad byte.
"""

from __future__ import annotations

import codecs
import html
import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from annotator.importers.base import Problems

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_ENCODINGS = "UTF-8, UTF-16, Shift-JIS, EUC-JP or Latin-1"
#: Of bytes that are not UTF-8 at all, with the names to show.
_LEGACY = (("cp932", "Shift-JIS"), ("euc_jp", "EUC-JP"), ("cp1252", "Windows-1252"), ("latin-1", "Latin-1"))
_UTF_16 = ("utf-16-le", "utf-16-be")
#: All that a text may be decoded by.
CODECS = tuple(dict.fromkeys(("utf-8", *(codec for _, codec, _ in _BOMS), *_UTF_16, *(codec for codec, _ in _LEGACY))))
_NEWLINE = re.compile(r"\r\n?|\n")
#: The standard library fails on numbers of thousands of digits.
_ENDLESS_REFERENCE = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")
#: Of a text that is read line by line.
MAX_LINES = 1_000_000
_SAMPLE_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Text:
    """Decoded text with ``\\n`` line ends. `encoding` is the name to show, `file` that of the file."""

    text: str
    encoding: str
    file: str = ""

    def lines(self) -> list[str]:
        """Split at line ends only: U+2028, form feeds and the like belong to the text.

        Raises `Refused` where there are more than `MAX_LINES`.
        """
        if self.text.count("\n") > MAX_LINES:
            raise Problems(self.file).refuse(f"there are more than {MAX_LINES:,} lines", expected="a smaller file")
        lines = self.text.split("\n")
        return lines[:-1] if lines and lines[-1] == "" else lines


class Places:
    """From an offset to (line, column), both 1-based."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def of(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def decode(data: bytes, name: str) -> Text:
    """Return the text of a file; raises `Refused` where it is empty, has null bytes, or breaks its own encoding."""
    problems = Problems(name)
    if not data:
        raise problems.refuse("the file is empty", expected="text")
    codec, label = _codec_of(data, problems)
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        line, column = _place_of_byte(data, error.start, codec)
        raise problems.refuse(
            f"byte 0x{data[error.start]:02X} at position {error.start} is not {label}",
            at=(line, column),
            expected=_ENCODINGS,
        ) from None
    text = _NEWLINE.sub("\n", text)
    if (at := text.find("\0")) >= 0:
        line, column = Places(text).of(at)
        raise problems.refuse("a null byte", at=(line, column), expected="text, not a binary file")
    if not text.strip().strip("\ufeff"):
        raise problems.refuse("the file holds only white space", expected="text")
    return Text(text, label, name)


@lru_cache(maxsize=4)
def peek(head: bytes) -> str:
    """The text of a file's first bytes for recognising it, or "" where it is no text. Never raises."""
    for cut in range(min(4, len(head))):  # the head may end within a character
        piece = head[: len(head) - cut] if cut else head
        codec, _ = _codec_of(piece, Problems(""), strict=False)
        if not codec:
            continue
        try:
            text = piece.decode(codec)
        except UnicodeDecodeError:
            continue
        return "" if "\0" in text else _NEWLINE.sub("\n", text)
    return ""


def is_plain_text(text: str) -> bool:
    """False where the beginning of a text shows another text format: WebVTT, JSON, XML, PDF, LaTeX or SubRip."""
    start = text.lstrip("\ufeff \n")
    if not start or start.startswith(("WEBVTT", "{", "<", "%PDF", "\\document")) or " --> " in text:
        return False
    return not re.match(r"\[\s*[\[{\"\]]", start)  # JSON


def unescape(text: str) -> str:
    """Text with HTML's character references resolved; numbers that are too long for a character become U+FFFD."""
    return html.unescape(_ENDLESS_REFERENCE.sub("\ufffd", text)) if "&" in text else text


def _codec_of(data: bytes, problems: Problems, *, strict: bool = True) -> tuple[str, str]:
    for mark, codec, label in _BOMS:
        if data.startswith(mark):
            return codec, label
    if b"\0" in data[:_SAMPLE_BYTES]:
        codec = _utf16_without_mark(data)
        if codec or not strict:
            return codec, "UTF-16"
        at = data.index(b"\0")
        line, column = _place_of_byte(data, at, "latin-1")
        raise problems.refuse("a null byte", at=(line, column), expected="text, not a binary file")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        if _is_damaged_utf8(data):
            return ("utf-8", "UTF-8") if strict else ("", "")
        return _legacy(data)
    return "utf-8", "UTF-8"


def _utf16_without_mark(data: bytes) -> str:
    """Latin text in UTF-16 has a zero in (nearly) every other byte."""
    sample = data[: _SAMPLE_BYTES & ~1]
    half = max(1, len(sample) // 2)
    if len(data) % 2:
        return ""
    even, odd = sample[0::2].count(0) / half, sample[1::2].count(0) / half
    if odd > 0.4 and even < 0.05:
        return _UTF_16[0]
    if even > 0.4 and odd < 0.05:
        return _UTF_16[1]
    return ""


def _is_damaged_utf8(data: bytes) -> bool:
    """True where nearly all non-ASCII sequences are UTF-8: chance does not do that in another encoding."""
    sample = data[:_SAMPLE_BYTES]
    good = len(re.findall(rb"[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}", sample))
    left = re.sub(rb"[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}", b"", sample)
    bad = len(re.findall(rb"[\x80-\xFF]", left))
    return good > 0 and good >= 4 * bad


def _legacy(data: bytes) -> tuple[str, str]:
    sample = data[:_SAMPLE_BYTES]
    scored: list[tuple[float, str, str]] = []
    for codec, label in _LEGACY:
        decoder = codecs.getincrementaldecoder(codec)()
        try:
            text = decoder.decode(sample)
        except UnicodeDecodeError:
            continue
        scored.append((_plausibility(text), codec, label))
    return max(scored, key=lambda candidate: candidate[0])[1:]


def _plausibility(text: str) -> float:
    """Mean worth of the non-ASCII characters: kana and kanji in runs, or accented letters among ASCII ones."""
    worth, count = 0.0, 0
    previous = " "
    for character in text:
        if ord(character) < 128:
            previous = character
            continue
        count += 1
        code = ord(character)
        if 0x3041 <= code <= 0x30FF or 0x3001 <= code <= 0x3011:
            worth += 1.0
        elif 0x4E00 <= code <= 0x9FFF or 0xFF01 <= code <= 0xFF5E:
            worth += 0.7
        elif 0xFF61 <= code <= 0xFF9F:  # half-width katakana: what Western text looks like in Shift-JIS
            worth -= 0.5
        elif code < 0x250 and unicodedata.category(character).startswith("L"):
            worth += 0.8 if previous.isascii() else -0.3
        elif (
            character
            in "\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u20ac\u00ab\u00bb\u00b0\u00a7\u00a9\u00bf\u00a1\u00a0"
        ):
            worth += 0.5
        else:
            worth -= 0.5
        previous = character
    return worth / count if count else 0.0


def _place_of_byte(data: bytes, at: int, codec: str) -> tuple[int, int]:
    before = _NEWLINE.sub("\n", data[:at].decode(codec, errors="replace"))
    return before.count("\n") + 1, len(before) - before.rfind("\n")
