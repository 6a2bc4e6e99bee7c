"""The language of a text: by script, then by its commonest words and letters.

Enough to fill in a form that a person can correct; it names a language only where the evidence is clear.
"""

from __future__ import annotations

import re
from collections import Counter

from alignment.text import is_spaceless

_SAMPLE = 20_000
_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("kana", "\u3041-\u3096\u309d-\u30fa\u30fc-\u30ff\uff66-\uff9f"),
    ("hangul", "\uac00-\ud7af\u1100-\u11ff"),
    ("han", "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f"),
    ("cyrillic", "\u0400-\u04ff"),
    ("arabic", "\u0600-\u06ff\u0750-\u077f"),
    ("el", "\u0370-\u03ff"),
    ("he", "\u0590-\u05ff"),
    ("hi", "\u0900-\u097f"),
    ("bn", "\u0980-\u09ff"),
    ("ta", "\u0b80-\u0bff"),
    ("te", "\u0c00-\u0c7f"),
    ("th", "\u0e00-\u0e7f"),
    ("ka", "\u10a0-\u10ff"),
    ("hy", "\u0530-\u058f"),
    ("am", "\u1200-\u137f"),
    ("latin", "A-Za-z\u00c0-\u024f\u1e00-\u1eff"),
)
_COUNTERS = tuple((name, re.compile(f"[{ranges}]")) for name, ranges in _SCRIPTS)

_LATIN_WORDS: dict[str, str] = {
    "en": "the of and to in is that for it was with as are on be this have from by not or at an you we they what there",
    "de": "der die und das ist nicht von mit den dem ein eine zu auf für des sich im auch wir sie es als werden wird",
    "fr": "le la les des et est une dans que pour qui pas sur avec nous vous cette sont ce du au plus il par ne mais",
    "es": "el los las y que una por con para es se del como más pero este esta son muy lo al sus también hay nos",
    "it": "il di che e la per una non sono con del della è gli nel anche questo più come si dei alla ma le",
    "pt": "o os as que não uma para com do da em um são mais dos das por se ao como mas você isso ele também",
    "nl": "de het een van en dat niet is op te zijn voor met die we ook aan er maar om naar bij deze ik",
    "sv": "och att det som en är på av för inte den med till har jag vi ett men om så kan från",
    "da": "og at det er en af til på med ikke den for der som vi har jeg et men om kan fra blev",
    "nb": "og det er i som en på av til ikke for med vi har jeg et men om kan fra ble dette etter",
    "fi": "ja on ei että se hän oli mutta kun niin joka tämä ovat myös kuin jos voi sitä meidän",
    "pl": "i w nie na się z że do to jest jak ale po co tak od za są dla jego które tego",
    "cs": "a je se na to že v s z do jsem jako ale by pro jsou tak který podle ve není",
    "sk": "a je sa na to že v s z do som ako ale by pre sú tak ktorý podľa vo nie",
    "hu": "a az és hogy nem is egy ez de meg csak mint van már ha volt azt kell ezt vagy",
    "ro": "și în de la cu nu pe care este un o mai din pentru că sau sunt ce prin fi",
    "tr": "ve bir bu da de için ile çok daha ne gibi olarak var olan ama kadar değil sonra biz",
    "hr": "i je u na se da su za od što koji kao ali sam to ne bi iz smo sve nije",
    "sl": "in je v na se da so za ki pa z ni bi tudi kot ali po od ko sem smo",
    "ca": "el la els les i que una per amb és no del dels en es més com aquest són al també",
    "vi": "và của là có không được trong một cho các với người này những đã để từ khi như",
    "id": "yang dan di ini itu dengan untuk dari tidak dalam akan pada adalah ke kita saya bisa atau juga",
    "et": "ja on ei et see ta oli aga kui nii mis ka kes või seda oma nagu siis",
    "lv": "un ir uz ar no kas par ka to nav bet kā vai tas arī pie ja lai",
    "lt": "ir yra į su kad iš tai ne kaip bet apie tik buvo jau per arba šis taip",
    "sw": "na ya wa kwa ni katika la za kuwa hii hiyo watu lakini kama sana",
}
_LATIN = {language: frozenset(words.split()) for language, words in _LATIN_WORDS.items()}
_SHARED = Counter(word for words in _LATIN.values() for word in words)
_LETTERS = {
    "de": "äöüß", "fr": "éèêàçùœ", "es": "ñáóí¿¡", "pt": "ãõçáê", "it": "àèòù", "sv": "åäö", "da": "æøå", "nb": "æøå",
    "fi": "äö", "pl": "ąęłśżźćń", "cs": "řěůčšž", "sk": "ľĺŕčšž", "hu": "őűáé", "ro": "șțăâî", "tr": "ğışç",
    "hr": "čćđšž", "sl": "čšž", "vi": "ăâđêôơư", "et": "õäöü", "lv": "āēīļņ", "lt": "ėįųū", "ca": "ç·",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")


def detect(text: str) -> tuple[str | None, float]:
    """Return (ISO 639-1 code or None, confidence in [0, 1]). None where there is too little text, or no clear
    winner."""
    sample = text[:_SAMPLE]
    signs = Counter(sample)
    distinct = "".join(signs)
    counts = {name: sum(signs[sign] for sign in pattern.findall(distinct)) for name, pattern in _COUNTERS}
    total = sum(counts.values())
    if total == 0:
        return None, 0.0
    east_asian = counts["kana"] + counts["han"] + counts["hangul"]
    # One ideograph says as much as several letters, and talks in these languages quote English terms.
    weights = dict(counts) | {name: 3 * counts[name] for name in ("kana", "han", "hangul")}
    script = max(weights, key=lambda name: weights[name])
    share = weights[script] / sum(weights.values())
    if script in ("kana", "han", "hangul"):
        share = 3 * east_asian / sum(weights.values())
        if counts["hangul"] > counts["kana"] + counts["han"]:
            return "ko", share
        return ("ja" if counts["kana"] * 20 >= east_asian else "zh"), share
    if script == "cyrillic":
        return _cyrillic(sample), share
    if script == "arabic":
        return _arabic(sample), share
    if script == "latin":
        return _latin(sample)
    return script, share


def _latin(sample: str) -> tuple[str | None, float]:
    lowered = sample.lower()
    words = Counter(_WORD.findall(lowered))
    total = sum(words.values())
    if total < 3:
        return None, 0.0
    characters = Counter(lowered)
    scores: dict[str, float] = {}
    for language, common in _LATIN.items():
        hits = sum(words[word] / _SHARED[word] for word in sorted(common & words.keys()))
        letters = sum(characters[letter] for letter in _LETTERS.get(language, ""))
        scores[language] = (hits + 0.15 * letters) / max(total, 1)
    best, second = sorted(scores, key=lambda language: -scores[language])[:2]
    kinds = sum(word in words for word in _LATIN[best]) + sum(letter in lowered for letter in _LETTERS.get(best, ""))
    margin = (scores[best] - scores[second]) / scores[best] if scores[best] else 0.0
    if scores[best] < 0.04 or kinds < 2 or margin < 0.1:
        return None, 0.0
    return best, min(1.0, margin + 0.3)


def _cyrillic(sample: str) -> str:
    lowered = sample.lower()
    if re.search("[іїєґ]", lowered) and lowered.count("і") > lowered.count("ы"):
        return "be" if "ў" in lowered else "uk"
    if re.search("[ђћџљњј]", lowered):
        return "mk" if re.search("[ѓќѕ]", lowered) else "sr"
    if "ы" not in lowered and "э" not in lowered and lowered.count("ъ") > 0.005 * len(lowered):
        return "bg"
    return "ru"


def _arabic(sample: str) -> str:
    if re.search("[ٹڈڑںے]", sample):
        return "ur"
    return "fa" if re.search("[پچژگ]", sample) else "ar"


def joiner(language: str | None) -> str:
    """The separator of two units in running text: nothing in languages that write no spaces."""
    return "" if is_spaceless(language or "") else " "
