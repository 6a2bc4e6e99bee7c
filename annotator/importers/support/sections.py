"""Headings of papers: the number and the kind of section it opens.

The HMM of TalkSumm starts in the Introduction and leaves Abstract, Related Work and Acknowledgments out (Lev et al.
2019, section 3.2), so these kinds decide what is aligned. A subsection takes its parent's kind unless it names its own:
"2.1 Dialogue systems" under "2 Related Work" is related work.
"""

from __future__ import annotations

import re

from annotator.importers.base import Section, SectionKind

_NUMBER = re.compile(
    r"""^\s*(?:(?:section|chapter|part|\u00a7)\s*)?
        (?P<number>\d{1,2}(?:\.\d{1,2}){0,4}|[A-H](?:\.\d{1,2}){1,4}|[A-H](?=[.:)]\s)|(?:X{0,2}(?:IX|IV|V?I{1,3}|V|X))(?=[.:)]\s))
        (?P<mark>[.:)]?)\s+(?P<heading>\S.*)$""",
    re.VERBOSE | re.IGNORECASE,
)
_KINDS: tuple[tuple[SectionKind, str], ...] = (
    ("abstract", r"(extended )?(abstract|summary)|zusammenfassung|résumé|resumen|概要|要旨|アブストラクト"),
    ("acknowledgments", r"acknowledg.*|danksagung|remerciements|謝辞"),
    ("references", r"references?( cited)?|bibliography|(literature|works) cited|literatur(verzeichnis)?|参考文献"),
    ("introduction", r"(introduction|einleitung|introducción)\b.*|はじめに|序論|緒言"),
    ("related_work", r"(background and )?related\b.*|state of the art|関連研究|先行研究"),
    ("related_work", r"(previous|prior|earlier) (works?|research|studies|literature|approaches)\b.*"),
    ("related_work", r"(literature|research) (review|survey)\b.*"),
    (
        "conclusion",
        r"(conclusions?|concluding)\b.*|(discussion|summary|future work) and (conclusion|outlook).*",
    ),
    ("conclusion", r"(discussion|summary) and future work|future (work|directions)|outlook|fazit|おわりに|まとめ|結論"),
    ("appendix", r"(appendix|appendices|supplement(ary|al)?)\b.*|anhang|付録"),
    ("results", r"(experimental )?results?\b.*|.*\bresults( and (analysis|discussion))?|(findings|discussion)\b.*"),
    ("results", r"(error |ablation )?analysis|結果|考察"),
    ("experiments", r"(experiments?|experimental|evaluations?|empirical|user stud(y|ies))\b.*"),
    ("experiments", r".*\b(experiments|evaluation)|実験|評価"),
    ("method", r"((our|the|proposed) )?(methods?|methodology|approach|algorithms?|framework|implementation)\b.*"),
    ("method", r"((our|the|proposed) )?(models?|system|architecture)( (overview|description|architecture|details))?"),
    ("method", r"materials and methods|手法|提案手法"),
)
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), kind) for kind, pattern in _KINDS)

#: A heading longer than this names no kind of section.
_LONGEST_NAMED = 300
#: After the references a letter alone numbers an appendix; before them it is more often a word.
LETTERED = re.compile(r"([A-H])[.:]?\s+(\S.*)")

#: Kinds that end where they are named: what follows them at any level is not theirs by inheritance.
_INHERITED: frozenset[SectionKind] = frozenset(
    ("introduction", "related_work", "method", "experiments", "results", "conclusion", "appendix", "acknowledgments")
)


def split_number(heading: str) -> tuple[str | None, str]:
    """``"3.1 Data"`` -> ``("3.1", "Data")``; ``"A Proofs"`` keeps its letter, as "A" is also a word."""
    text = " ".join(heading.split())
    match = _NUMBER.match(text)
    if match is None or not any(character.isalpha() for character in match["heading"]):
        return None, text.rstrip(".:") if len(text) < 60 else text
    return match["number"], match["heading"].rstrip(":").rstrip() or match["heading"]


def kind_of(heading: str) -> SectionKind:
    """The kind a heading names, ``body`` where it names none."""
    if len(heading) > _LONGEST_NAMED:
        return "body"
    _, text = split_number(heading)
    text = text.strip(" .:*\u2014-")
    if text.isupper():
        text = text.lower()
    for pattern, kind in _COMPILED:
        if pattern.fullmatch(text):
            return kind
    return "body"


def section_of(
    heading: str, before: list[Section], *, level: int | None = None, levels: list[int] | None = None
) -> Section:
    """Make a section of a heading, which inherits the kind of the section it stands under.

    level, levels : depth of this heading and of those before, for formats that mark depth instead of numbering.
    """
    number, text = split_number(heading)
    kind = kind_of(heading)
    if before and text.lower() == "summary":  # at a paper's end it sums up; only at its head is it the abstract
        kind = "conclusion"
    lettered = LETTERED.match(text)
    if number is None and lettered and any(section.kind == "references" for section in before):
        number, text, kind = lettered[1], lettered[2], "appendix"
    if kind == "body":
        parent = _parent(number, before, level, levels)
        if parent is not None and parent.kind in _INHERITED:
            kind = parent.kind
    return Section(text, number, kind)


def _parent(number: str | None, before: list[Section], level: int | None, levels: list[int] | None) -> Section | None:
    if number is not None and "." in number:
        prefix = number.rsplit(".", 1)[0]
        for section in reversed(before):
            if section.number == prefix:
                return section
        return None
    if level is not None and levels is not None:
        for section, depth in zip(reversed(before), reversed(levels), strict=True):
            if depth < level:
                return section
    return None
