"""Sentences of scientific prose, as offsets into the text that was given.

Rules, not a model: a full stop ends a sentence unless what stands before it is an abbreviation, an initial or a list
number, or what follows cannot begin a sentence. Full stops within brackets or quotation marks that close soon do
not end one. Ideographic stops end a sentence except within brackets and where a particle takes up the quotation.
Every character that is not white space is in exactly one sentence.
"""

from __future__ import annotations

import re
from collections import deque

Span = tuple[int, int]

_CLOSERS = "\"'\\)\\]\\}\u201d\u2019\u00bb\u203a\u300d\u300f\uff09\u3011\u3009\u300b\uff3d"
_STOP = re.compile(
    rf"(?:[.!?\u2026]+[{_CLOSERS}]*)+|(?:[\u3002\uff01\uff1f\uff61\uff0e]+[{_CLOSERS}]*)+|[\u061f\u06d4\u0964]+[{_CLOSERS}]*"
)
#: Dots set apart, as TeX sets them: "x1, . . . , xn".
_SPACED_DOTS = re.compile(r"\.(?:[ \u00a0\u2009]\.){2,}")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_TOKEN_BEFORE = re.compile(r"[^\s(\[{\"\u201c\u2018\u00ab\u2014]*$")
_OPENERS = "([{\"'\u201c\u2018\u00ab\u201e\u00bf\u00a1\u300c\u300e\uff08*\u2022\u2013\u2014-"
_NOTE_MARK = re.compile(r"(?:\d{1,2}|\[\d+(?:[,\u2013-]\s?\d+)*\])(?=\s+[A-Z\u201c\"(]|\s*$)")
_DOTTED = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]{1,2}")
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,2}(?:\.\d{1,2})*|[ivx]{1,4}|[a-zA-Z])\.\)?")
_QUOTING_PARTICLE = re.compile(r"\s*(?:と|って|という|との|とか|など|の|は|が|を|に|も|、|,)")
_PAIRS = {
    "(": ")",
    "[": "]",
    "\u201c": "\u201d",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "\uff08": "\uff09",
    "\u00ab": "\u00bb",
}

#: How far around a mark its context is looked at, so that a text without a break takes no longer than another.
_REACH = 200

#: A bracket or quotation longer than this is running text: its sentences are split.
_BRACKET_REACH = 300


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: A sentence never ends after these.
ALWAYS_GO_ON = _words(
    """
    e.g eg i.e ie cf c.f vs viz w.r.t wrt s.t resp approx ca dr mr mrs ms mx prof profs rev hon gen gov sen rep st
    messrs a.k.a incl excl esp n.b z.b d.h u.a u.ä bzw vgl sog evtl ggf z.t i.d.r p.ex p.ej ej sra dra sr.a mme mlle
    o.g s.o m.a.w t.ex f.eks d.v.s bijv resp dipl ing geb
    """
)

#: These go on where a number, a bracket or a single letter follows: "Fig. 3", "Eq. (2)", "App. B".
BEFORE_NUMBERS = _words(
    """
    fig figs eq eqs eqn eqns sec secs sect sects tab tabs tbl ref refs thm thms lem prop props def defs cor alg algs
    ch chap chaps app apps appx no nos nr vol vols pp p pg art ex ln l ll abb kap bd s nº n° num ver v
    jan feb mar apr jun jul aug sep sept oct nov dec
    """
)

#: These may end a sentence: they do where the next word is one that begins sentences.
MAY_END = _words(
    """
    inc ltd co corp bros dept univ assn jr sr esq usw u.s u.k u.n e.u u.s.a ph.d phd m.sc b.sc m.d b.a m.a a.m p.m
    d.c no.1 min max avg std est fl
    """
)

#: Names that end in a mark of their own.
ENDS_IN_MARK = frozenset(("Yahoo!", "Jeopardy!", "Kahoot!"))

#: Words that begin sentences and seldom stand capitalised within one.
STARTERS = _words(
    """
    the a an this that these those we our i you he she it they there here its their his her my your one two three
    in on at by for from to of with without within under over after before during since until while when where
    whereas although though because if unless as so thus hence therefore then however moreover furthermore
    additionally also finally first firstly second secondly third next last lastly instead rather otherwise
    nevertheless nonetheless similarly likewise consequently accordingly conversely specifically especially
    generally overall together both each every all some many most much several few other others another such no not
    none neither either and but or nor yet only even still indeed note see let given using based consider
    what which who whose why how is are was were do does did can could will would should may might
    interestingly surprisingly unfortunately recently currently previously formally intuitively empirically
    der die das ein eine wir ich er sie es in im am auf für mit von nach bei aber und oder wenn weil dass diese dieser
    le la les un une des nous je il elle on ce cette ces dans pour avec sur mais et ou si quand
    el los las una nosotros yo ella en con por para pero y o si cuando este esta estos
    """
)


def split(text: str, language: str | None = None) -> list[Span]:
    """Return the (start, end) of each sentence of `text`, stripped of surrounding white space.

    A blank line always ends a sentence, a single line break never does. `language` ("de") adds what only holds there.

    >>> [text[a:b] for text in ["See Fig. 3 of Lev et al. (2019). It works."] for a, b in split(text)]
    ['See Fig. 3 of Lev et al. (2019).', 'It works.']
    """
    spans: list[Span] = []
    start = 0
    for gap in [*_PARAGRAPH.finditer(text), None]:
        end = gap.start() if gap else len(text)
        spans += _split_paragraph(text, start, end, language)
        start = gap.end() if gap else len(text)
    return spans


def _split_paragraph(text: str, start: int, end: int, language: str | None) -> list[Span]:
    enclosed = _enclosures(text, start, end)
    spans: list[Span] = []
    sentence = start
    dots = deque(match.span() for match in _SPACED_DOTS.finditer(text, start, end))
    for stop in _STOP.finditer(text, start, end):
        while dots and dots[0][1] <= stop.start():
            dots.popleft()
        if dots and dots[0][0] <= stop.start() and (stop.end() < dots[0][1] or not _begins_sentence(text, stop.end())):
            continue
        cut = _cut_after(text, stop, sentence, end, language)
        if cut is None or _is_enclosed(stop.start(), cut, enclosed):
            continue
        _append(spans, text, sentence, cut)
        sentence = cut
    _append(spans, text, sentence, end)
    return spans


def _begins_sentence(text: str, at: int) -> bool:
    """Whether the word after an ellipsis is one that begins sentences, with a capital."""
    word = re.match(r"\s+([A-Z][a-z]*)\b", text[at : at + 40])
    return word is not None and word[1].lower() in STARTERS


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))


def _enclosures(text: str, start: int, end: int) -> list[Span]:
    """Outermost short brackets and paired quotations, ascending."""
    stack: list[tuple[str, int]] = []
    enclosures: list[Span] = []
    for index in range(start, end):
        character = text[index]
        if character in _PAIRS:
            stack.append((_PAIRS[character], index))
        elif stack and any(character == closer for closer, _ in stack[-4:]):
            while stack[-1][0] != character:
                stack.pop()
            _, opened = stack.pop()
            if index - opened <= _BRACKET_REACH:
                while enclosures and enclosures[-1][0] > opened:
                    enclosures.pop()
                enclosures.append((opened, index))
    return enclosures


def _is_enclosed(stop: int, cut: int, enclosed: list[Span]) -> bool:
    """True where the stop is within a bracket that is still open at the cut."""
    low, high = 0, len(enclosed)
    while low < high:
        middle = (low + high) // 2
        if enclosed[middle][1] < cut:
            low = middle + 1
        else:
            high = middle
    return low < len(enclosed) and enclosed[low][0] < stop


def _cut_after(text: str, stop: re.Match[str], sentence: int, end: int, language: str | None) -> int | None:
    """Where the sentence ends after this mark, or None where it goes on."""
    mark, cut = stop.group(), stop.end()
    if mark[0] in "\u3002\uff01\uff1f\uff61\uff0e":
        return _cut_after_ideographic(text, stop, end)
    if cut < end and not text[cut].isspace():
        note = _NOTE_MARK.match(text, cut, end)
        follows_word = stop.start() > 0 and text[stop.start() - 1].isalpha()
        if note is None or not follows_word or _dotted_token(text, stop.start()):
            return cut if _is_caseless(text[cut]) and mark[-1] in ".!?" and follows_word else None
        cut = note.end()
    resumes = _end_of_blank(text, cut, end)
    following = text[resumes : min(end, resumes + _REACH)]
    if not following:
        return cut
    opening = following.lstrip(_OPENERS + " ")
    first = opening[:1] or following[0]
    if first.islower() and not re.match(r"[a-z]{1,2}[A-Z]", opening):  # iPhone, eBay
        return None
    if "." not in mark or "!" in mark or "?" in mark:
        token = _token(text, sentence, stop.start()) + mark[0]
        return None if token in ENDS_IN_MARK else cut
    if len(mark.rstrip(_CLOSERS.replace("\\", ""))) > 1:  # an ellipsis, or a stop after a closing mark
        return cut
    closed = mark != "."
    return cut if _ends_here(text, stop.start(), sentence, following, first, closed, language) else None


def _end_of_blank(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at


def _cut_after_ideographic(text: str, stop: re.Match[str], end: int) -> int | None:
    cut, mark = stop.end(), stop.group()
    if mark == "\uff0e" and text[cut : cut + 1].isdigit() and text[stop.start() - 1 : stop.start()].isdigit():
        return None
    if mark[-1] in "\u300d\u300f\uff09\u201d" and _QUOTING_PARTICLE.match(text, cut, end):
        return None
    return cut


def _ends_here(
    text: str, at: int, sentence: int, following: str, first: str, closed: bool, language: str | None
) -> bool:
    token = _token(text, sentence, at)
    lower = token.lower().rstrip(".")
    word = re.match(r"[^\W\d_]+(?:['\u2019][a-z]+)?", following.lstrip(_OPENERS + " "))
    begins = word is not None and word.group().lower() in STARTERS
    if lower in ALWAYS_GO_ON and not closed:
        return False
    near = text[max(sentence, at - _REACH) : at]
    if near.rstrip().lower().endswith("et al"):
        return first.isalpha() and following[0] not in "(["
    if lower in BEFORE_NUMBERS and not closed:
        return not (first.isdigit() or following[0] in "(" or re.match(r"[A-Z](?:[\d.,;):\s]|$)|[IVX]+\b", following))
    if lower == "etc":
        return True
    if lower in MAY_END or _DOTTED.fullmatch(token):
        return begins or not first.isalpha() or closed
    if at - sentence < _REACH and _LIST_NUMBER.fullmatch(near.strip() + "."):
        return False
    if len(token) == 1 and token.isalpha() and token.isupper() and not closed:
        previous = near[:-1].split()
        return begins and bool(previous) and not previous[-1][:1].isupper()
    # German ordinals: "am 3. Mai", "das 19. Jahrhundert".
    return not (language == "de" and token.isdigit() and len(token) <= 2 and not begins)


def _token(text: str, sentence: int, at: int) -> str:
    match = _TOKEN_BEFORE.search(text, max(sentence, at - 40), at)
    return match.group() if match else ""


def _dotted_token(text: str, at: int) -> bool:
    return "." in _token(text, 0, at)


def _is_caseless(character: str) -> bool:
    """Scripts without capitals and, for CJK, without spaces between sentences."""
    return "\u3040" <= character <= "\u9fff"
