"""Read dictionaries that others have made: tables, TBX, and FreeDict's in the form of dictd."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from alignment.lexical.dictionary import Dictionary
from alignment.lexical.word_list import endings
from alignment.text import primary_language
from alignment.types import AlignmentError

#: What files of dictionaries are called.
SUFFIXES = (".tsv", ".tbx", ".dict.dz", ".dict")

#: As TBX versions 2 and 3 and TBX-Min call them.
_ENTRIES, _LANGUAGES = {"termEntry", "conceptEntry", "entry"}, {"langSet", "langSec", "langGroup"}
_XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"

#: dictd writes positions in this order of digits.
_DIGITS = {
    digit: value
    for value, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}  # fmt: skip
#: What stands beside the words of an article: pronunciation, grammar, use.
_ASIDE = re.compile(r"\([^)]*\)|<[^>]*>|\[[^\]]*\]|/[^/]*/")
_NUMBER = re.compile(r"\s*\d+\.\s+")
#: Longer renderings describe a word rather than render it.
_MOST_WORDS = 3


def read_dictionary(
    path: str | Path, source_language: str | None = None, target_language: str | None = None
) -> Dictionary:
    """Read a dictionary by the form that its name says.

    Parameters
    ----------
    path
        A table (``.tsv``, as `Dictionary.from_tsv` has it), TBX (``.tbx``), or FreeDict's ``.dict.dz`` or ``.dict``
        beside its ``.index``.
    source_language, target_language
        BCP 47 tags. TBX has terms of many languages, and these are the ones to read; of the others, their inflectional
        endings are taken, where they are known.

    Raises
    ------
    AlignmentError
        Naming the file, and the line where there is one.
    """
    path = Path(path)
    source, target = primary_language(source_language), primary_language(target_language)
    try:
        if path.name.endswith(".tbx"):
            if not source or not target:
                raise AlignmentError(f"{path}: TBX has terms of several languages; name the two to read")
            dictionary = Dictionary.from_pairs(_tbx_pairs(path, source, target), path.name)
            if not len(dictionary):
                raise AlignmentError(f"{path}: no entry has terms in both {source} and {target}")
        elif path.name.endswith((".dict.dz", ".dict")):
            dictionary = Dictionary.from_pairs(_dictd_pairs(path), path.name)
        else:
            return Dictionary.from_tsv(path)
    except OSError as error:
        raise AlignmentError(f"{path}: {error.strerror or error}") from error
    return Dictionary(
        dictionary.entries, dictionary.name, dictionary.digest, endings=(endings(source), endings(target))
    )


def _tbx_pairs(path: Path, source: str, target: str) -> Iterator[tuple[str, str]]:
    # Entities are what makes XML grow without end, and no TBX needs its own.
    if b"<!ENTITY" in path.read_bytes():
        raise AlignmentError(f"{path}: it declares entities, which are not read")
    try:
        for _, element in ElementTree.iterparse(path):
            if _name(element) in _ENTRIES:
                terms: dict[str, list[str]] = {source: [], target: []}
                for section in element:
                    language = primary_language(section.get(_XML_LANGUAGE) or section.get("lang"))
                    if _name(section) in _LANGUAGES and language in terms:
                        found = ("".join(each.itertext()).strip() for each in section.iter() if _name(each) == "term")
                        terms[language] += filter(None, found)
                yield from ((s, t) for s in terms[source] for t in terms[target])
                element.clear()
    except ElementTree.ParseError as error:
        raise AlignmentError(f"{path} line {error.position[0]}: {error}, expected TBX") from error


def _name(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _dictd_pairs(path: Path) -> Iterator[tuple[str, str]]:
    """Headwords are in the index; the renderings are the first line of an article, and of each of its numbered senses.
    Other lines explain them."""
    index = path.with_name(f"{path.name.removesuffix('.dz').removesuffix('.dict')}.index")
    try:
        articles = gzip.decompress(path.read_bytes()) if path.name.endswith(".dz") else path.read_bytes()
    except (OSError, EOFError) as error:
        raise AlignmentError(f"{path}: {error}, expected a dictionary of dictd") from error
    for number, line in enumerate(index.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            _, at, size = line.split("\t")[:3]
            begin, length = _position(at), _position(size)
        except (ValueError, KeyError):
            raise AlignmentError(f"{index} line {number}: {line[:60]!r}, expected headword, offset, length") from None
        article = articles[begin : begin + length].decode("utf-8", "replace").splitlines()
        if (line.startswith("00") and "database" in line.split("\t")[0]) or not article:
            continue
        head = _words(article[0])
        for place, text in enumerate(article[1:]):
            sense = _NUMBER.match(text)
            if place and not sense:
                continue
            for rendering in re.split(r"[,;]", text[sense.end() if sense else 0 :]):
                words = _words(rendering)
                if head and words and max(len(words.split()), len(head.split())) <= _MOST_WORDS:
                    yield head, words


def _position(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _DIGITS[digit]
    return value


def _words(text: str) -> str:
    return " ".join(_ASIDE.sub(" ", text).split()).strip(" .")
