"""Kana to romaji (Hepburn, long vowels written out), enough to compare a loan word with its origin."""

from __future__ import annotations

import unicodedata

_ROWS = {
    "": "アイウエオ", "k": "カキクケコ", "s": "サシスセソ", "t": "タチツテト", "n": "ナニヌネノ", "h": "ハヒフヘホ",
    "m": "マミムメモ", "r": "ラリルレロ", "g": "ガギグゲゴ", "z": "ザジズゼゾ", "d": "ダヂヅデド", "b": "バビブベボ",
    "p": "パピプペポ",
}  # fmt: skip
_ROMAJI = {kana: row + vowel for row, line in _ROWS.items() for kana, vowel in zip(line, "aiueo", strict=True)}
_ROMAJI |= {
    "シ": "shi",
    "チ": "chi",
    "ツ": "tsu",
    "フ": "fu",
    "ジ": "ji",
    "ヂ": "ji",
    "ヅ": "zu",
    "ヤ": "ya",
    "ユ": "yu",
}
_ROMAJI |= {"ヨ": "yo", "ワ": "wa", "ヰ": "i", "ヱ": "e", "ヲ": "o", "ン": "n", "ヴ": "vu"}
_SMALL = {"ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o", "ャ": "ya", "ュ": "yu", "ョ": "yo", "ヮ": "wa"}


def katakana(text: str) -> str:
    """Hiragana as katakana; everything else as it is."""
    return "".join(chr(ord(c) + 0x60) if "\u3041" <= c <= "\u3096" else c for c in text)


def romaji(text: str) -> str:
    """Latin letters for a word in kana; characters that are not kana are left out.

    >>> romaji("パターン"), romaji("フィルター"), romaji("チェック"), romaji("きょう")
    ('pataan', 'firutaa', 'chekku', 'kyou')
    """
    result = ""
    double = False
    for character in katakana(unicodedata.normalize("NFKC", text)):
        if character == "ッ":
            double = True
            continue
        if character == "ー":
            result += result[-1:] if result[-1:] in "aiueo" else ""
            continue
        if character in _SMALL:
            small = _SMALL[character]
            stem = result[:-1] if result[-1:] in "aiueo" and result else result
            # キャ is kya, チェ is che, シャ is sha, ファ is fa: the small kana takes the place of the vowel.
            soft = stem.endswith(("sh", "ch", "j")) and small.startswith("y")
            result = (stem or result) + (small[1:] if soft else small)
            continue
        letters = _ROMAJI.get(character, "")
        if letters and double:
            result += letters[0]
        result += letters
        double = False
    return result
