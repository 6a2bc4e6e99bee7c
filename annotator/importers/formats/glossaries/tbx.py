"""Glossaries in TBX (ISO 30042), version 2 (martif), version 3 (tbx) and TBX-Min.

Each source term of an entry becomes a term with the entry's terms of the target language. Terms that the file calls
deprecated or superseded are forbidden renderings. Without the option `source_language` the source is the language that
the file names for itself, or the first; without `target_language` every other language is a target.
"""

from __future__ import annotations

from typing import Any

from annotator.importers.base import MAX_RENDERINGS, Options, Parsed, Problems, term_key
from annotator.importers.formats.glossaries.entries import MAX_LANGUAGES, Entries, language_of
from annotator.importers.support.xml_source import (
    XML_LANGUAGE,
    Element,
    children,
    line_of,
    name_of,
    read,
    text_of,
)

ROOTS = ("martif", "tbx", "TBX")
_ENTRIES = ("termEntry", "conceptEntry", "entry")
_LANGUAGES = ("langSet", "langSec", "langGroup")
_TERMS = ("tig", "ntig", "termSec", "termGroup")
_STATUS = frozenset(("administrativeStatus", "normativeAuthorization", "termStatus"))
_UNWANTED = ("deprecated", "superseded", "obsolete")
_NOTES = ("note", "definition")


def parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    root = read(data, problems)
    if name_of(root) not in ROOTS:
        raise problems.refuse("this is not TBX", line=line_of(root), text=str(root.tag)[:80], expected="martif or tbx")
    elements = [element for element in root.iter() if name_of(element) in _ENTRIES]
    read_entries = [(entry, _languages(entry, problems)) for entry in elements]
    spoken = list(dict.fromkeys(language for _, languages in read_entries for language in languages))
    wanted = [language_of(str(options.get(f"{side}_language") or ""), problems) for side in ("source", "target")]
    source = _match(wanted[0] or language_of(_language(root), problems), spoken) or (spoken[0] if spoken else "")
    if wanted[0] and _primary(source) != _primary(wanted[0]):
        raise problems.refuse(
            f"there are no terms in {wanted[0]}", line=line_of(root), expected=f"one of {', '.join(spoken[:20])}"
        )
    targets = [_match(wanted[1], spoken)] if wanted[1] else [language for language in spoken if language != source]
    if not any(targets):
        raise problems.refuse(
            f"there are no terms in {wanted[1]}" if wanted[1] else "there are not two languages",
            line=line_of(root),
            expected=f"one of {', '.join(spoken[:20])}" if wanted[1] and spoken else "terms in two languages",
        )
    if len(targets) > MAX_LANGUAGES:
        raise problems.refuse(
            f"there are {len(spoken):,} languages", line=line_of(root), expected="the target language to be chosen"
        )
    entries = Entries(problems)
    for entry, languages in read_entries:
        sources = {term_key(text): text for text, _ in languages.get(source, [])}
        if not sources:
            problems.warning(f"an entry without a term in {source}", line=line_of(entry), expected="a source term")
            continue
        note = _note(entry)
        for target in targets:
            renderings = dict(languages.get(target, []))
            # One more than there may be, so that too many are an error.
            allowed = [text for text, is_wanted in renderings.items() if is_wanted][: MAX_RENDERINGS + 1]
            forbidden = [text for text, is_wanted in renderings.items() if not is_wanted][: MAX_RENDERINGS + 1]
            for text in sources.values() if renderings else ():
                entries.add(
                    text,
                    targets=allowed,
                    forbidden=forbidden,
                    note=note,
                    # As the person calls them: a file's en-US is the en of the documents.
                    languages=(wanted[0] or source, wanted[1] or target),
                    line=line_of(entry),
                )
    terms = entries.terms()
    if not terms and not problems.has_errors:
        raise problems.refuse("there is no term", line=line_of(root), expected="entries with terms in two languages")
    return Parsed("glossary", terms=terms, problems=problems.all())


def _language(element: Element) -> str:
    return str(element.get(XML_LANGUAGE) or element.get("lang") or "")


def _primary(tag: str) -> str:
    return tag.partition("-")[0]


def _match(wanted: str, spoken: list[str]) -> str:
    """The language of the file that is meant: the same, or one of another region."""
    if wanted in spoken:
        return wanted
    return next((tag for tag in spoken if wanted and _primary(tag) == _primary(wanted)), "")


def _languages(entry: Element, problems: Problems) -> dict[str, list[tuple[str, bool]]]:
    """By language the terms of an entry, each with whether it may be used."""
    languages: dict[str, list[tuple[str, bool]]] = {}
    for section in children(entry, *_LANGUAGES):
        if not _language(section):
            problems.error("terms without a language", line=line_of(section), expected='xml:lang="..."')
            continue
        terms = languages.setdefault(language_of(_language(section), problems, line_of(section)), [])
        for group in children(section, *_TERMS):
            texts: list[str] = []
            is_wanted = True
            for element in group.iter():
                if name_of(element) == "term":
                    texts.append(text_of(element))
                elif name_of(element) in _STATUS or element.get("type") in _STATUS:
                    is_wanted = is_wanted and not text_of(element).lower().startswith(_UNWANTED)
            terms += [(text, is_wanted) for text in texts[:1] if text]
    return {language: terms for language, terms in languages.items() if language and terms}


def _note(entry: Element) -> str:
    """The first note or definition of an entry, wherever it stands."""
    note: Any = next(
        (each for each in entry.iter() if name_of(each) in _NOTES or each.get("type") == "definition"), None
    )
    return text_of(note) if note is not None else ""
