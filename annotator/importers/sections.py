"""What a heading of a paper means: its number and the kind of section it opens.

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
_KINDS: tuple[tuple[str, SectionKind], ...] = (
    (r"(extended )?(abstract|summary)|zusammenfassung|r\u00e9sum\u00e9|resumen|\u6982\u8981|\u8981\u65e8|\u30a2\u30d6\u30b9\u30c8\u30e9\u30af\u30c8", "abstract"),
    (r"acknowledg.*|danksagung|remerciements|\u8b1d\u8f9e", "acknowledgments"),
    (r"references?( cited)?|bibliography|literature cited|works cited|literatur(verzeichnis)?|\u53c2\u8003\u6587\u732e", "references"),
    (r"(introduction|einleitung|introducci\u00f3n|\u306f\u3058\u3081\u306b|\u5e8f\u8ad6|\u7dd2\u8a00)\b.*|introduction", "introduction"),
    (r"(related|previous|prior|earlier) (work|works|research|studies|literature|approaches)\b.*|related\b.*|"
     r"(literature|research) (review|survey)\b.*|state of the art|\u95a2\u9023\u7814\u7a76|\u5148\u884c\u7814\u7a76", "related_work"),
    (r"background and related work.*", "related_work"),
    (r"(conclusions?|concluding)\b.*|(discussion|summary|limitations?|future work) and (conclusions?|future work|outlook).*|"
     r"future (work|directions)|outlook|fazit|\u304a\u308f\u308a\u306b|\u307e\u3068\u3081|\u7d50\u8ad6", "conclusion"),
    (r"(appendix|appendices|supplement(ary|al)?)\b.*|anhang|\u4ed8\u9332", "appendix"),
    (r"(experimental )?results?\b.*|.*\bresults( and (analysis|discussion))?|(findings|discussion)\b.*|"
     r"(error |ablation )?analysis", "results"),
    (r"(experiments?|experimental|evaluations?|empirical|user stud(y|ies))\b.*|.*\b(experiments|evaluation)", "experiments"),
    (r"((our|the|proposed) )?(methods?|methodology|approach|models?|model architecture|system( overview| description)?|"
     r"algorithms?|architecture|framework|implementation|method overview)\b.*|materials and methods|\u624b\u6cd5|\u63d0\u6848\u624b\u6cd5", "method"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), kind) for pattern, kind in _KINDS)

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
    _, text = split_number(heading)
    text = text.strip(" .:*\u2014-")
    if text.isupper():
        text = text.lower()
    for pattern, kind in _COMPILED:
        if pattern.fullmatch(text):
            return kind
    return "body"


def section_of(heading: str, before: list[Section], *, level: int | None = None, levels: list[int] | None = None) -> Section:
    """Make a section of a heading, which inherits the kind of the section it stands under.

    level, levels : depth of this heading and of those before, for formats that mark depth instead of numbering.
    """
    number, text = split_number(heading)
    kind = kind_of(heading)
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
