"""Words of papers and transcripts: tokens, stop words, and the kind of section that a heading opens.

The tokens follow the Penn Treebank convention (our own implementation): punctuation marks are separate tokens,
``don't`` is ``do n't``, ``it's`` is ``it 's``, double quotes are two back-quotes or two single ones. Text without
spaces (Han, kana) is split where the script changes, a rule that needs no dictionary: a run of kanji or katakana is
usually a content word, a run of hiragana is grammar. All tokens are lower case, in NFC.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: Languages written without spaces between words, as two-letter codes. Korean is not among them: it separates its words
#: (eojeol) with spaces, so joining two pieces without one would fuse two words. The page has the same
#: (tests/contract/spaceless).
SPACELESS_LANGUAGES = frozenset({"ja", "zh", "th", "lo", "km", "my"})
#: Three-letter codes (ISO 639-2 and 639-3) that occur for languages with a two-letter code.
_TWO_LETTERS = {
    "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "jpn": "ja", "zho": "zh",
    "chi": "zh", "cmn": "zh", "tha": "th", "lao": "lo", "khm": "km", "mya": "my", "bur": "my",
    "kor": "ko",
}  # fmt: skip

#: The two-letter codes (ISO 639-1).
_ISO_639_1 = _listed(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """
)
#: Codes of countries that are taken for those of their languages.
_OF_COUNTRIES = {"cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "jp": "ja", "rs": "sr", "ua": "uk", "vn": "vi"}

#: English function words: the list of the Snowball project, plus the tokens that contractions are split into.
STOP_WORDS = _listed(
    """
    a about above after again against ain all am an and any are aren aren't as at be because been before being below
    between both but by can couldn couldn't d did didn didn't do does doesn doesn't doing don don't down during each few
    for from further had hadn hadn't has hasn hasn't have haven haven't having he her here hers herself him himself his
    how i if in into is isn isn't it it's its itself just ll m ma me mightn mightn't more most mustn mustn't my myself
    needn needn't no nor not now o of off on once only or other our ours ourselves out over own re s same shan shan't
    she she's should should've shouldn shouldn't so some such t than that that'll the their theirs them themselves then
    there these they this those through to too under until up ve very was wasn wasn't we were weren weren't what when
    where which while who whom why will with won won't wouldn wouldn't y you you'd you'll you're you've your yours
    yourself yourselves
    """
)

_LONE_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
#: Words that speech recognisers write for hesitations.
_HESITATIONS = frozenset({"%hesitation", "<unk>", "[unk]", "<noise>", "[noise]"})

_CONTRACTION = re.compile(r"^(?P<stem>.*[^'])(?P<tail>'(?:s|m|d|ll|re|ve)|n't)$")
_FUSED = {"cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "gimme": 3, "lemme": 3}
_OPENING_QUOTE = re.compile(r"^([(\[{<]*)(\"|'')")
_PIECES = re.compile(
    r"""
    \.\.\.                               # an ellipsis stays whole
  | --                                   # so does a dash of two hyphens
  | ``|''                                # quotes, already rewritten
  | [;@\#$%&?!()\[\]{}<>«»`]        # stand alone anywhere
  | [:,](?!\d)                           # but 1,000 and 12:30 stay whole
  | (?:(?!\.\.\.|--|``|'') [^;@\#$%&?!()\[\]{}<>«»`:,] | [:,](?=\d))+
    """,
    re.VERBOSE,
)
_FINAL_PERIOD = re.compile(r"^(.*[^.])(\.)$")
#: Words that keep their period in the middle of a text; at the end of the text it is split off.
_ABBREVIATIONS = _listed(
    "vs. mr. mrs. ms. dr. prof. st. jr. sr. inc. ltd. corp. co. u.s. u.k. u.n. ph. a.m. p.m. jan. feb. aug. sept. oct."
    " nov. dec."
)
_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "`": "'", "\u00ad": ""})
_BLANK = str.maketrans(dict.fromkeys("“”„‘’\u00ad", " "))
_APART = str.maketrans(dict.fromkeys("“”„‘’", ' " '))
_CLOSING = frozenset(")]}>'\"")
_SCRIPTS = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〆ヶ]+|[\u3040-\u309f]+|[\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f]+"
    r"|[^\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〆ヶ\u3040-\u309f\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f]+"
)
_HIRAGANA = re.compile(r"^[\u3040-\u309f]+$")


class Kept(NamedTuple):
    """The content tokens of a transcript, and the raw word of each (ascending; one word can give two tokens)."""

    tokens: list[str]
    words: list[int]


def tokenize(text: str, *, straighten: bool = True) -> list[str]:
    """The tokens of a text, lower case; nothing is dropped but white space and soft hyphens.

    straighten : read typographic quotes as straight ones. Otherwise they are read as spaces, so that ``it’s`` is
        ``it s``, as in the released TalkSumm program.

    >>> tokenize('We don\\'t "know" 1,000 things, e.g., this (one).')
    ['we', 'do', "n't", '``', 'know', "''", '1,000', 'things', ',', 'e.g.', ',', 'this', '(', 'one', ')', '.']
    >>> tokenize('機械翻訳のシステム')
    ['機械翻訳', 'の', 'システム']
    """
    text = unicodedata.normalize("NFC", text).lower()
    words = text.translate(_STRAIGHT if straighten else _BLANK).split()
    return (
        [token for word in words[:-1] for token in _split_word(word)] + _split_word(words[-1], last=True)
        if words
        else []
    )


def keep_words(words: Sequence[str], *, drop_marks: bool = False) -> Kept:
    """Tokens of a transcript's raw words without hesitations, stop words and lone punctuation.

    As in the released TalkSumm program, these are kept: ``n't``, ``'ll`` and the like, two back-quotes, ``...``.
    drop_marks : also drop every token without a letter or digit.
    """
    tokens: list[str] = []
    origins: list[int] = []
    for index, word in enumerate(words):
        for token in tokenize(word):
            if is_content(token) and not (drop_marks and not has_letter_or_digit(token)):
                tokens.append(token)
                origins.append(index)
    return Kept(tokens, origins)


def count_characters(text: str) -> int:
    """Characters that are not spaces, at least 1: the length of a unit for the engines `lexical` and `lengths`.

    >>> count_characters("As one.  "), count_characters("")
    (6, 1)
    """
    return max(1, len("".join(text.split())))


def count_tokens(text: str) -> int:
    """The number of tokens as TalkSumm's program counts them: punctuation marks and typographic quotes count as one."""
    return len(tokenize(text.translate(_APART), straighten=False))


def is_content(token: str) -> bool:
    """Whether a lower-case token is not a stop word, punctuation mark, hesitation or kana grammar."""
    return not (
        token in STOP_WORDS
        or token in _LONE_PUNCTUATION
        or token in _HESITATIONS
        or (len(token) < 4 and _HIRAGANA.match(token))
        or token in "、。・「」『』（）！？…"
    )


def primary_language(tag: str | None) -> str:
    """The language of a BCP 47 tag, ``zh`` for ``zh-Hans``; an empty string where there is no tag.

    >>> primary_language("zh-Hans"), primary_language("de_CH"), primary_language("jpn"), primary_language(None)
    ('zh', 'de', 'ja', '')
    """
    code = (tag or "").strip().lower().replace("_", "-").split("-")[0]
    return _TWO_LETTERS.get(code, "" if code == "und" else code)


def unknown_language(tag: str | None) -> str:
    """A remark for people where a BCP 47 tag names no language; an empty string where it does, or there is no tag.

    Three-letter codes are taken as they are: there are some eight thousand.

    >>> unknown_language("jp")
    'there is no language jp; did you mean ja?'
    >>> unknown_language("english")
    'there is no language english; expected a tag such as en, ja or zh-Hans'
    >>> unknown_language("pt-BR"), unknown_language("gsw"), unknown_language(None)
    ('', '', '')
    """
    code = primary_language(tag)
    if not code or code in _ISO_639_1 or (len(code) == 3 and code.isascii() and code.isalpha()):
        return ""
    if code in _OF_COUNTRIES:
        return f"there is no language {code}; did you mean {_OF_COUNTRIES[code]}?"
    return f"there is no language {code}; expected a tag such as en, ja or zh-Hans"


def is_spaceless(language: str) -> bool:
    """Whether a language, given as a BCP 47 tag, is written without spaces between words.

    >>> is_spaceless("ja"), is_spaceless("zh-Hant"), is_spaceless("ko"), is_spaceless("")
    (True, True, False, False)
    """
    return primary_language(language) in SPACELESS_LANGUAGES


def has_letter_or_digit(token: str) -> bool:
    return any(character.isalnum() for character in token)


def section_kind(heading: str | None) -> str:
    """The kind of a section, by its heading, numbered or not.

    One of ``abstract introduction related_work acknowledgments references appendix conclusion body``.

    >>> section_kind('1 Introduction'), section_kind('2.1 Related Work'), section_kind('ACKNOWLEDGEMENTS')
    ('introduction', 'related_work', 'acknowledgments')
    """
    if not heading:
        return "body"
    heading = " ".join(heading.lower().split())
    bare = re.sub(r"^(?:[0-9]+(?:\.[0-9]+)*|[ivx]+|[a-z])[.)]?\s+", "", heading)
    starts: tuple[tuple[str, Iterable[str]], ...] = (
        ("abstract", ("abstract", "summary of the paper")),
        ("introduction", ("introduction", "intro")),
        ("related_work", ("related", "previous work", "prior work", "background and related")),
        ("acknowledgments", ("acknowledg",)),
        ("references", ("references", "bibliography", "literature cited")),
        ("appendix", ("appendix", "appendices", "supplementary", "supplemental")),
        ("conclusion", ("conclusion", "concluding", "discussion and conclusion", "summary and conclusion")),
    )
    for kind, prefixes in starts:
        if any(bare.startswith(prefix) for prefix in prefixes):
            return kind
    if re.match(r"^1\.?\s+\S", heading):  # the first numbered section, whatever it is called
        return "introduction"
    return "body"


def _split_word(word: str, *, last: bool = False) -> list[str]:
    if word in _HESITATIONS:
        return [word]
    if word.isalpha() and word.isascii():
        return [word[: _FUSED[word]], word[_FUSED[word] :]] if word in _FUSED else [word]
    word = _OPENING_QUOTE.sub(r"\1``", word)
    word = word.replace('"', "''")
    tokens: list[str] = []
    pieces = _PIECES.findall(word)
    end = max((position for position, piece in enumerate(pieces) if not set(piece) <= _CLOSING), default=0)
    for position, piece in enumerate(pieces):
        tokens += _split_piece(piece, split_period=position >= end and (last or not _keeps_period(piece)))
    return tokens


def _keeps_period(piece: str) -> bool:
    return piece in _ABBREVIATIONS or (len(piece) == 2 and piece[0].isalpha())


def _split_piece(piece: str, *, split_period: bool) -> list[str]:
    after: list[str] = []
    final = _FINAL_PERIOD.match(piece)
    if split_period and final:
        piece, after = final[1], ["."]
    contraction = _CONTRACTION.match(piece)
    if contraction and contraction["stem"]:
        parts = [contraction["stem"], contraction["tail"]]
    elif len(piece) > 1 and piece[-1] == "'" and piece != "''":
        parts = [piece[:-1], "'"]
    else:
        parts = [piece]
    return [token for part in parts for token in (_SCRIPTS.findall(part) if not part.isascii() else [part])] + after
