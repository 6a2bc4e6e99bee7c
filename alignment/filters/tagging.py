"""Which words of a sentence carry content: by a part-of-speech tagger if one is installed, otherwise by rule.

Tags are those of Universal Dependencies. Japanese is tagged by fugashi (with UniDic) or sudachipy, English by spaCy
with an installed model; all are extras. The rule, marked by `Tagger.is_rule`, only separates content words from others:
it tags content words NOUN, but pronouns, numbers and hiragana that stands alone as what they are likely to be.
"""

from __future__ import annotations

import importlib.util
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from alignment.types import AlignmentError

#: Zhao et al. 2024, section 4.1.2: the tags that keep a unit, and the tags of words to be covered.
INTRA_CONTENT = frozenset({"NOUN", "PROPN", "PRON", "VERB", "NUM"})
INTER_CONTENT = frozenset({"NOUN", "PROPN", "NUM"})


@dataclass(frozen=True, slots=True)
class Tagger:
    """name : for signatures and for people. is_rule : whether it only guesses from the form of words.

    tag : text -> (word, tag) in order.
    """

    name: str
    is_rule: bool
    tag: Callable[[str], list[tuple[str, str]]]

    def content_words(self, text: str, tags: frozenset[str] = INTRA_CONTENT) -> list[str]:
        """The words of a text with one of these tags, in order."""
        return [word for word, tag in self.tag(text) if tag in tags]


def tagger(language: str | None, name: str = "auto") -> Tagger:
    """A tagger for a language (BCP 47 tag).

    name : ``auto`` (the best that is installed, otherwise the rule), ``fugashi``, ``sudachipy``, ``spacy``, ``rule``.
    Raises AlignmentError if the named tagger is not installed, saying what to install.
    """
    primary = (language or "").lower().replace("_", "-").split("-")[0]
    if name == "auto":
        for candidate in {"ja": ("fugashi", "sudachipy"), "en": ("spacy",)}.get(primary, ()):
            try:
                return _LOADERS[candidate]()
            except AlignmentError:
                continue
        return rule(primary)
    if name == "rule":
        return rule(primary)
    if name not in _LOADERS:
        raise AlignmentError(f"tagger {name!r} is not known, expected auto, rule, {', '.join(_LOADERS)}")
    return _LOADERS[name]()


_FUNCTION_WORDS = {
    "en": frozenset(
        """a about after again all also am an and any are as at be because been before being both but by can could did
        do does doing done down each even few for from further had has have having here how if in into is it's its just
        let like may might more most much must no nor not now of off oh ok okay on once only or other our out over own
        please quite rather really right same shall should so some such than that's that the their then there these this
        those through to too under until up upon very was well were what when where which while why will with would yeah
        yes yet you know uh um er ah""".split()  # noqa: SIM905
    ),
}  # fmt: skip
_PRONOUNS = {"en": frozenset("i you he she it we they me him her us them who mine yours ours theirs".split())}  # noqa: SIM905
#: Japanese fillers, conjunctions and hedges; other hiragana in a unit may carry content.
_FILLERS = re.compile(
    r"じゃあ|じゃ|それでは|では|それで|そして|それから|しかし|しかも|でも|けれども|けども|けど|だから|ですから|ですので|なので|また|まず"
    r"|つまり|ということ|という|といった|さて|ところで|ええと|えーと|えっと|えー|ええ|あのー|あの|そのー|まあ|はい|いいえ|うん|ねえ|ね|よ"
    r"|わけ|よう|ところ|こと|もの|ため|です|ます|でした|ました|でしょう|ください|である|だ|なん|ん|か|が|を|に|へ|と|で|は|も|の|や|から|まで|より|ので|のに"
)
#: Conjunctions that begin like a pronoun, or stand before one.
_JOINING = (
    "それでは|それじゃ|それで|それから|それなら|それとも|それに|そして|しかし|だから|ですから|でも|じゃあ|じゃ|では|また|まず|さて"
    "|はい|えー|ええと"
)
#: Japanese pronouns in hiragana, where a run of it begins or after a conjunction; in kanji they are content already.
_JAPANESE_PRONOUN = re.compile(
    rf"(?:{_JOINING})*+(?:[こそど]れ|あれ(?!ば)|[こそど]こ(?!ろ)|あそこ|[こそあど]ちら|[こそあど]っち|わたし|わたくし|ぼく"
    r"|おれ|あなた|きみ|だれ|どなた|なに|なん(?=でしょう|だろう|ですか)|みんな|みなさん|じぶん)"
)
_JAPANESE = re.compile(
    r"(?P<number>\d+)|(?P<content>[\u3400-\u9fff\uf900-\ufaff\u3005]+|[\u30a1-\u30fa\u30fc-\u30ff]{2,}|[A-Za-z]+)"
    r"|(?P<hiragana>[\u3041-\u309f\u30fc]+)"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,]\d+)*")


def rule(language: str | None) -> Tagger:
    """The fallback: function words by list for English, script for Japanese, length elsewhere. It only guesses."""
    primary = (language or "").lower().split("-")[0]
    if primary == "ja":
        return Tagger("rule:ja", True, _tag_japanese)
    return Tagger(f"rule:{primary or 'any'}", True, lambda text: _tag_words(text, primary))


def _tag_words(text: str, language: str) -> list[tuple[str, str]]:
    tagged = []
    for match in _WORD.finditer(text):
        word = match.group()
        low = word.lower().replace("’", "'")
        stem = low.removesuffix("n't").split("'")[0]
        if word[0].isdigit():
            tag = "NUM"
        elif language not in _FUNCTION_WORDS:
            # Function words are short in most languages that put spaces between words.
            tag = "NOUN" if len(word) > 3 or word[0].isupper() else "X"
        elif stem in _PRONOUNS[language]:
            tag = "PRON"
        else:
            tag = "X" if {low, stem} & _FUNCTION_WORDS[language] else "NOUN"
        tagged.append((word, tag))
    return tagged


def _tag_japanese(text: str) -> list[tuple[str, str]]:
    tagged: list[tuple[str, str]] = []
    # Latin letters and digits of Japanese texts are often full-width.
    text = unicodedata.normalize("NFKC", text)
    for match in _JAPANESE.finditer(text):
        value = match.group()
        if match.lastgroup == "number":
            tagged.append((value, "NUM"))
        elif match.lastgroup == "content":
            tagged.append((value, "NOUN"))
        else:
            # After a content word, hiragana is its ending; on its own, it may be a word unless it is a filler.
            ending = bool(tagged) and tagged[-1][1] != "X" and text[: match.start()].endswith(tagged[-1][0])
            if not ending and _JAPANESE_PRONOUN.match(value):
                tagged.append((value, "PRON"))
                continue
            rest = "" if ending else _FILLERS.sub("", value)
            tagged.append((value, "VERB" if len(rest) >= 3 else "X"))
    return tagged


_UNIDIC = {
    "名詞": "NOUN", "代名詞": "PRON", "動詞": "VERB", "形容詞": "ADJ", "形状詞": "ADJ", "副詞": "ADV", "連体詞": "DET",
    "接続詞": "CCONJ", "感動詞": "INTJ", "助詞": "ADP", "助動詞": "AUX", "接頭辞": "NOUN", "接尾辞": "X",
    "補助記号": "PUNCT", "記号": "SYM",
}  # fmt: skip


def _japanese_tags(words: Sequence[tuple[str, tuple[str, ...]]]) -> list[tuple[str, str]]:
    """Universal tags of UniDic's (and Sudachi's) parts of speech.

    A verb that may be auxiliary is one after a noun (勉強+する), a verb (走り+出す) or a joining particle (見て+いる).
    """
    tagged: list[tuple[str, str]] = []
    before: tuple[str, ...] = ("", "")
    for surface, parts in words:
        tag = _japanese_tag(parts)
        joined = before[0] in {"名詞", "動詞", "助動詞", "形状詞"} or tuple(before[:2]) == ("助詞", "接続助詞")
        if tag == "VERB" and parts[1] == "非自立可能" and joined:
            tag = "AUX"
        tagged.append((surface, tag))
        before = parts
    return tagged


def _japanese_tag(parts: tuple[str, ...]) -> str:
    major, minor, detail = (*parts, "", "", "")[:3]
    if major == "名詞" and minor == "固有名詞":
        return "PROPN"
    if major == "名詞" and minor == "数詞":
        return "NUM"
    if major == "名詞" and detail == "助動詞語幹":
        return "AUX"
    return _UNIDIC.get(major, "X")


@lru_cache(maxsize=1)
def _fugashi() -> Tagger:
    try:
        import fugashi

        model = fugashi.Tagger()
    except (ImportError, RuntimeError) as error:
        raise AlignmentError("the tagger fugashi is not installed: pip install 'fugashi[unidic-lite]'") from error

    def tag(text: str) -> list[tuple[str, str]]:
        return _japanese_tags([(w.surface, (w.feature.pos1, w.feature.pos2, w.feature.pos3)) for w in model(text)])

    return Tagger("fugashi", False, tag)


@lru_cache(maxsize=1)
def _sudachipy() -> Tagger:
    if importlib.util.find_spec("sudachipy") is None or importlib.util.find_spec("sudachidict_core") is None:
        raise AlignmentError("the tagger sudachipy is not installed: pip install sudachipy sudachidict_core")
    import sudachipy

    model = sudachipy.Dictionary().create()

    def tag(text: str) -> list[tuple[str, str]]:
        return _japanese_tags([(w.surface(), tuple(w.part_of_speech()[:3])) for w in model.tokenize(text)])

    return Tagger("sudachipy", False, tag)


@lru_cache(maxsize=1)
def _spacy() -> Tagger:
    model_name = "en_core_web_sm"
    if importlib.util.find_spec("spacy") is None or importlib.util.find_spec(model_name) is None:
        raise AlignmentError(
            "the tagger spacy is not installed with its model: "
            f"pip install spacy && python -m spacy download {model_name}"
        )
    import spacy

    model = spacy.load(model_name, disable=["parser", "ner", "lemmatizer"])
    return Tagger(f"spacy:{model_name}", False, lambda text: [(token.text, token.pos_) for token in model(text)])


_LOADERS: dict[str, Callable[[], Tagger]] = {"fugashi": _fugashi, "sudachipy": _sudachipy, "spacy": _spacy}
