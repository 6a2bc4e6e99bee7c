"""LaTeX inline markup to text."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å",
    "AA": "Å", "i": "ı", "ldots": "…", "dots": "…", "textellipsis": "…", "textbackslash": "\\", "LaTeX": "LaTeX",
    "TeX": "TeX", "S": "§", "copyright": "©", "textregistered": "®", "texttrademark": "™", "pounds": "£",
    "euro": "€", "textendash": "–", "textemdash": "—", "quad": " ", "qquad": " ", "alpha": "α", "beta": "β",
    "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "lambda": "λ", "mu": "μ", "pi": "π",
    "sigma": "σ", "theta": "θ", "phi": "φ", "omega": "ω", "eta": "η", "tau": "τ", "rho": "ρ", "Delta": "Δ",
    "Sigma": "Σ", "Omega": "Ω", "times": "×", "cdot": "·", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠",
    "approx": "≈", "sim": "∼", "pm": "±", "infty": "∞", "in": "∈", "to": "→", "rightarrow": "→", "leftarrow": "←",
    "sum": "∑", "prod": "∏", "partial": "∂", "nabla": "∇",
}  # fmt: skip
#: Commands whose arguments are no text.
_SILENT = (
    r"label|vspace|hspace|includegraphics|bibliographystyle|bibliography|pagestyle|thispagestyle|setlength|setcounter|usepackage|"
    r"documentclass|input|include|newcommand|renewcommand|DeclareMathOperator|vskip|hskip|color|index|graphicspath|addtocounter"
)
_CITE = re.compile(r"\\(?:[Cc]ite\w*|parencite|textcite|autocite|footcite)\*?\s*((?:\[[^\]]{0,300}\]\s*)*)\{([^{}]*)\}")
_REF = re.compile(r"\\(?:ref|eqref|autoref|cref|Cref|pageref|nameref|vref)\*?\s*\{([^{}]*)\}")


def plain(text: str) -> str:
    """Text as a reader would see it, as far as the markup tells; line ends stay where they are."""
    text = _CITE.sub(lambda match: f"[{match[2].strip()}]", text)
    text = _REF.sub(lambda match: f"[{match[1].strip()}]", text)
    text = re.sub(rf"\\(?:{_SILENT})\*?\s*(?:\[[^\]]{0, 300}\]\s*)*(?:\{{[^{{}}]*\}}\s*)*", "", text)
    text = re.sub(r"\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\]]{0,300}\])?", "", text)
    text = re.sub(r"\\href\s*\{[^{}]*\}\s*\{([^{}]*)\}", r"\1", text)
    text = re.sub(
        r"\\(['`^\"~=.])\s*(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))", lambda m: _accented(m[1], m[2] or m[3]), text
    )
    text = re.sub(r"\\([cvuHkr])\s*\{\\?([A-Za-z])\}", lambda match: _accented(match[1], match[2]), text)
    text = (
        text.replace("\\\\", " ")
        .replace("~", "\u00a0")
        .replace("---", "—")
        .replace("--", "–")
        .replace("``", "“")
        .replace("''", "”")
    )
    text = re.sub(r"\\([%$&#_{}])", lambda match: _PROTECTED[match[1]], text)
    text = re.sub(r"\\([A-Za-z]+)\*?(\s*)(\{\})?", _command, text)
    text = re.sub(r"\\[,;:! /@-]", lambda match: "" if match.group() in ("\\!", "\\-", "\\/", "\\@") else " ", text)
    text = re.sub(r"[{}]|(?<!\w)\[[a-z!]{1,3}\](?=\s*$)", "", text).replace("$", "")
    for character, stand_in in _PROTECTED.items():
        text = text.replace(stand_in, character)
    return re.sub(r"[ \t\u00a0]+", " ", text)


#: Escaped characters on their way past the rules for unescaped ones.
_PROTECTED = {character: chr(0xE000 + index) for index, character in enumerate("%$&#_{}")}


def _command(match: re.Match[str]) -> str:
    """A command swallows the space after it; signs of mathematics are shown with it all the same."""
    name, space, braces = match.groups()
    keeps = braces or not (_LETTERS.get(name, "").isalpha() and not name[0].isupper() and len(name) <= 2)
    return _LETTERS.get(name, "") + (space if keeps else "")


def _accented(accent: str, letter: str) -> str:
    return unicodedata.normalize("NFC", letter + _ACCENTS[accent])
