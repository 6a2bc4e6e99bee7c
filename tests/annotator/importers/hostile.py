"""Text that makes careless patterns slow: what one pair of signs costs, repeated tens of thousands of times.

`heads` test how files are recognised (64 kB), `framed` how each format is read. A pattern
that looks at the rest of the text from every position takes seconds on the first and minutes on the second.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

#: What is repeated.
PIECES = (
    # White space and line ends
    "\n", " ", "\t", " \n", "\t\n", "\n ", "\r", "\x0b", "\x0c", "\xa0", "\u2028", "\u3000",
    # Letters, digits, tiny lines
    "a", "A", "a ", "A ", "a\n", "A\n", "aA", "\u6f6e", "\u6f6e ", "1", "1 ", "1\n", "0", "1.", "1. ", "1.1.", "X",
    "I. ", "IX",
    # Punctuation
    ".", ". ", "a.", "A.", "A. ", "e.g. ", "et al. ", "! ", "?\u201d", ",", "a,", ";", ":", "a:", "-", "--", "- ",
    "-\n", "a-\n",
    "a-", "\xad\n", "=", "==\n", "#", "# ", "#\n", "*", "**", "* ", "**a", "*a ", "_", "__a ", "~", "`", "``a", "'",
    "\"", "\"\"",
    "a\"", "\u201c", "\u201d", "\u3002", "\u300c", "\u300d", "\u3002\u300d", "\u2026", "|", "| ", "|\n", "|-|",
    "| a ", ":-", "&", "&a", "&#1;", "\\",
    "\\\\", "/", "%", "% ", "\\%", "$", "$$", "$a", "^", "@",
    # Brackets, open and closed
    "(", ")", "()", "(a", "[", "]", "[]", "[a", "[a]", "[a](", "[a](b)", "![", "![a](", "![a][", "[^", "[^a]:",
    "[a]: ", "[ ", "{", "}",
    "{}", "{\\", "{a}", "<", ">", "<>", "<a", "<a>", "<a ", "</", "<b>", "<b ", "<v ", "<v a>", "<i",
    "(\u201cA.B. . ", "\u300ca\u3002",
    # Blocks that do not end
    "<!--", "<!-- ", "-->", "<?", "<?a", "<!DOCTYPE ", "<!DOCTYPE a [", "<![CDATA[", "```\n", "~~~\n", "---\n", "> ",
    ">\n", "- a\n",
    "- - ", "* * ", "+ ", "1) ", "| a |\n", "\\begin{", "\\begin{a}", "\\begin{figure}", "\\end{a}", "\\item",
    "\\item[", "\\section{",
    "\\section[", "\\footnote{", "\\emph{", "\\cite[", "\\cite{", "\\cite{}", "\\label ", "\\label{a}", "\\label[",
    "\\ref ", "\\a ", "\\c{", "\\[", "\\par ",
    "\\input{", "\\author{", "\\and ",
    # Times and cues
    "00:", "0:00", "00:00:", "00:00:00,000 ", "0:00:00,000 --> ", "00:00.000 ", "1\n00:00:01,000 --> 00:00:02,000\n",
    "00:00:01.000 --> 00:00:02.000\n", "[00:00:00] ", "<00:00:00.000>", "-->\n", "NOTE\n", "ANNA: a\n", "A:", "a: \n",
    # Rows, beads and rungs
    "a\tb\n", "\t\t", "a,b\n", "\",", "\"a\",", "\"\n", "0\t0\n", "1\t", "[0]:[0]\n", "[0,", "[0,0]:", "[0 ", "0, ",
    "]:[",
    # JSON and XML
    "[[", "{\"a\":", "[{", "{\"a\": 1}\n", "[1],", "1,", "\"a\": ", "\\\"", "\\u0000", "\"segments\" ", "\"text\" ",
    "null,", "1e9,", "-1,",
    "<p>", "<p>a</p>", "<div>", "<div><head>a</head>", "<s/>", "<tu>", "<tu/>", "<br/>", "<seg/>", "&lt;", "&amp;",
    # Places where a careless pattern can read one sign in two ways
    "http://a", "http://a ", ".a", ".a ", "$a$ ", "a](", "<v.a",
    # Headings and the like
    "Abstract\n", "1 Introduction\n", "Related Work\n\n", "results ", "results and ", "References\n", "SECTION ",
    "Section 1 ", "A.1 ",
    "Copyright ", "(c) ", "page 1\n", "um ", "%HESITATION ", "source\ttarget\n", "/MediaBox [", "/MediaBox[0 0 1 1]",
    "%PDF-1.4\n",
)  # fmt: skip

#: What stands around the repetition, for each format: enough for its parser to reach its innermost loop.
FRAMES: dict[str, tuple[tuple[str, str], ...]] = {
    "markdown": (
        ("# A\n\nText.\n\n", "\n"),
        ("---\ntitle: ", "\n---\n\n# A\n\nText.\n"),
        ("# A\n\nText ", "x\n"),
        ("# A\n\n# B", "x\n\nText.\n"),
        ("# A\n\nText.\n\n![a](b)", "x\n"),
    ),
    "text-paper": (
        ("Tides\n\n1 Introduction\n\nText ", " x\n\n2 Related Work\n\nText.\n"),
        ("Tides\n\n1 Introduction\n\nText a-", "1 x\n"),
    ),
    "latex": (
        ("\\documentclass{a}\n\\begin{document}\nText. ", " x\n\\end{document}\n"),
        ("\\title", "{a}\\begin{document}Text.\\end{document}"),
        ("\\begin{document}Text. \\section", "x\\end{document}"),
        ("\\author{", "}\\begin{document}Text.\\end{document}"),
    ),
    "srt": (
        ("1\n00:00:01,000 --> 00:00:02,000\n", "x\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n"),
        ("1\n00:00:01,000 ", "x\n"),
        ("1\n00:00:01,000 --> 00:00:02,000\n{\\a", "x\n"),
    ),
    "vtt": (
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n", "x\n\n00:03.000 --> 00:04.000\nb\n"),
        ("WEBVTT\n\n00:01.000 ", "x\n"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n<v", ">x\n"),
    ),
    "text-transcript": (("[00:00:01] ANNA: ", "x\n"), ("ANNA", "\n")),
    "text-lines": (("a", "x\n"),),
    "tsv": (("source\ttarget\na\tb", "\tc\n"), ('source,target\n"a', '",b\n')),
    "json-rows": (('{"source": "a', '", "target": "b"}\n'), ('{"source": ', "}\n")),
    "timeline": (("slide,start\n1,", "\n"),),
    "align": (("[0]:[0]:0.5\n[", "\n"),),
    "ladder": (("0\t0\t0.5\n1", "\n"),),
    "whisper": (('{"segments": [{"start": 1, "end": 2, "text": "', '"}]}'), ('{"segments": [', "]}")),
    "azure": (('{"recognizedPhrases": [{"nBest": [{"display": "a"}], "offset": "PT', 'S"}]}'),),
    "watson": (('{"results": [{"alternatives": [{"transcript": "', '"}]}]}'),),
    "vtssum": (('{"segmentation": [["', '"]]}'),),
    "science-parse": (
        ('{"metadata": {"sections": [{"heading": "1 A", "text": "', '"}]}}'),
        ('{"metadata": {"sections": [{"heading": "', '", "text": "A b."}]}}'),
    ),
    "s2orc": (('{"pdf_parse": {"body_text": [{"section": "A", "text": "', '"}]}}'),),
    "m3av-speech": (('[{"timestr": "0000001_0000002", "final_written": "', '", "final_spoken": "a"}]'),),
    "m3av-ocr": (('[{"name": "', '-0000001.jpg", "ocr_data": []}]'),),
    "m3av-segments": (('[{"name": "', '-0000001.jpg", "ocr_text": "a", "speech_text": "b", "start": 1, "end": 2}]'),),
    "m3av-paper": (('["', '"]'),),
    "tei": (
        ("<TEI><text><body><div><head>A</head><p>", "</p></div></body></text></TEI>"),
        ("<TEI><text><body>", "</body></text></TEI>"),
    ),
    "jats": (("<article><body><sec><title>A</title><p>", "</p></sec></body></article>"),),
    "ttml": (
        ('<tt><body><div><p begin="1s" end="2s">', "</p></div></body></tt>"),
        ('<tt><body><div><p begin="', '" end="2s">a</p></div></body></tt>'),
    ),
    "tmx": (
        ('<tmx><body><tu><tuv lang="en"><seg>', '</seg></tuv><tuv lang="de"><seg>b</seg></tuv></tu></body></tmx>'),
        ("<tmx><body>", "</body></tmx>"),
    ),
    "xliff": (
        ("<xliff><file><trans-unit><source>", "</source></trans-unit></file></xliff>"),
        ("<xliff><file>", "</file></xliff>"),
    ),
    "intertext": (
        ('<text><p><s id="1">', "</s></p></text>"),
        ('<text><s id="1">a</s>', "</text>"),
        ("<text><s ", ' id="1">a</s></text>'),
    ),
    "intertext-links": (
        ("<linkGrp><link xtargets='", "'/></linkGrp>"),
        ("<linkGrp>", "</linkGrp>"),
    ),
    "system-output": (
        ("Text ", " x\n"),
        ("[0]:[0]\n[1", "]:[1]\n"),
        ('{"row_id": "a", "text": "', '"}\n'),
        ('{"pair_id": 1, "source_ids": [', '], "target_ids": []}\n'),
    ),
    "recogniser-output": (
        ("talk--1 ", " x\n"),
        ('{"id": "a", "text": "', '"}\n'),
        ("a\tb\n", "\tc\n"),
    ),
    "glossary": (
        ("source\ttarget\na\tb", "\tc\n"),
        ("en\tja\na\t", "\n"),
        (
            '<tbx><text><body><conceptEntry><langSec xml:lang="en"><termSec><term>a',
            '</term></termSec></langSec><langSec xml:lang="ja"><termSec><term>b</term></termSec></langSec>'
            "</conceptEntry></body></text></tbx>",
        ),
        ("<martif><text><body>", "</body></text></martif>"),
    ),
    "summaries": (
        ("paper,summary\nA,", "\n"),
        ("paper,sentences\nA,1 ", "\n"),
        ('{"paper": "A", "summary": "', '"}\n'),
        ('{"paper": "A", "sentences": [', "]}\n"),
    ),
    "m3av-related": (
        ('[{"speech_text": "', '", "related_sentences": []}]'),
        ('[{"speech_text": "a", "related_sentences": [{"cos_similarity": 1, "sentence": "', '"}]}]'),
        ("[", "]"),
    ),
    "pdf": (("%PDF-1.4\n", "\n%%EOF"),),
    "pdf-slides": (("%PDF-1.4\n", "\n%%EOF"),),
    "pptx": (("PK\x03\x04", ""),),
    "archive": (("PK\x03\x04", ""),),
}


def heads(size: int) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of heads: each piece repeated after a letter, and before one."""
    for piece in PIECES:
        yield f"x {piece!r}", b"x" + _repeated(piece, size)
        yield f"{piece!r} x", _repeated(piece, size) + b"x\n"


def framed(format: str, size: int) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of files that `format` reads: each piece repeated within each frame of the format."""
    for before, after in (*FRAMES[format], ("x", "")):
        for piece in PIECES:
            is_json_text = before.endswith('"') and before[:1] in "{["
            inside = _repeated(json.dumps(piece)[1:-1] if is_json_text else piece, size)
            yield f"{before[-12:]!r} {piece!r}", before.encode() + inside + after.encode()


def _repeated(piece: str, size: int) -> bytes:
    unit = piece.encode()
    return unit * (size // len(unit))


def _fill(before: str, piece: str, after: str = "") -> Callable[[int], bytes]:
    return lambda size: before.encode() + _repeated(piece, size) + after.encode()


_CUE = "WEBVTT\n\n00:01.000 --> 00:09.000\n"
_TEX = "\\documentclass{a}\\begin{document}Text. "

#: Files that took a time quadratic in their length, or worse: format and the file of about so many bytes.
LONG_FILES: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "markdown, spaces in a heading": ("markdown", _fill("# A\n\nText.\n\n# B", " ", "x\n")),
    "markdown, spaces after a picture": ("markdown", _fill("# A\n\nText.\n\n![a](b)", " ", "x\n")),
    "markdown, emphasis that does not close": ("markdown", _fill("# A\n\nText ", "**a ")),
    "markdown, lines of a letter": ("markdown", _fill("# A\n\n", "a\n")),
    "markdown, open links": ("markdown", _fill("# A\n\nText ", "[a](")),
    "text, a hyphen before blank lines": ("text-paper", _fill("T\n\n1 Introduction\n\nText a-", "\n", "1 x")),
    "text, headings without a parent": ("text-paper", _fill("T\n\nText.\n\n", "1.1 Aa\n\n")),
    "text, dots set apart": ("text-paper", _fill("T\n\nText ", "x . . . y ")),
    "latex, spaces after a command": ("latex", _fill(_TEX + "\\section", " ", "x\\end{document}")),
    "latex, spaces after the title": ("latex", _fill("\\title", " ", "x\\begin{document}Text.\\end{document}")),
    "latex, titles with open options": ("latex", _fill("\\begin{document}Text. ", "\\title[", "\\end{document}")),
    "latex, open inputs": ("latex", _fill(_TEX, "\\input{a ", "\\end{document}")),
    "latex, authors": ("latex", _fill("\\author{", "a\\and ", "}\\begin{document}Text.\\end{document}")),
    "srt, a style that does not end": ("srt", _fill("1\n00:00:01,000 --> 00:00:02,000\n{\\a", "a", "x\n")),
    "srt, blank lines": ("srt", _fill("1\n", "\n", "x")),
    "vtt, classes of a voice": ("vtt", _fill(_CUE + "<v", ".a", ">x\n")),
    "vtt, tags in one cue": ("vtt", _fill(_CUE, "<b>a</b> ")),
    "vtt, word times in one cue": ("vtt", _fill(_CUE, "<00:00:02.000>a ")),
    "vtt, lines that repeat": (
        "vtt",
        _fill("WEBVTT\n\n" + "00:01.000 --> 00:02.000\na\nb\n\n" * 5 + _CUE[8:], "a\nb\n"),
    ),
    "glossary, renderings of one term": ("glossary", _fill("source\ttarget\na\t", "b | ", "c\n")),
    "glossary, one term again and again": ("glossary", _fill("source\ttarget\n", "a\tb\n")),
    "glossary, languages": ("glossary", _fill("en\tja", "\tfr-abcd", "\na\tb\n")),
    "glossary, terms of one entry": (
        "glossary",
        _fill(
            '<tbx><conceptEntry><langSec xml:lang="ja"><termSec><term>b</term></termSec></langSec>'
            '<langSec xml:lang="en">',
            "<tig><term>a</term></tig>",
            "</langSec></conceptEntry></tbx>",
        ),
    ),
    "glossary, languages of one entry": (
        "glossary",
        _fill(
            "<tbx><conceptEntry>", '<langSec xml:lang="de"><tig><term>a</term></tig></langSec>', "</conceptEntry></tbx>"
        ),
    ),
    "glossary, entries in entries": ("glossary", _fill("<tbx>", "<conceptEntry>", "")),
    "ttml, spans in one paragraph": (
        "ttml",
        _fill('<tt><body><p begin="1s">', '<span begin="2s">a </span>', "</p></body></tt>"),
    ),
    "science-parse, addresses run together": (
        "science-parse",
        _fill('{"sections": [{"heading": "A", "text": "', "http://a", ' x"}]}'),
    ),
    "s2orc, abstracts": (
        "s2orc",
        _fill(
            '{"content": {"text": "Ab cd.", "annotations": {"abstract": [',
            '{"start": 0, "end": 1},',
            '{"start": 0, "end": 1}]}}}',
        ),
    ),
    "whisper, faulty words": (
        "whisper",
        _fill(
            '{"segments": [{"start": 1, "end": 2, "text": "a", "words": [',
            '{"word": "a", "start": 2, "end": 1},',
            "{}]}]}",
        ),
    ),
    "tsv, columns": ("tsv", _fill("source\ttarget", "\ta", "\nb\tc\n")),
    "tsv, quotes": ("tsv", _fill("source,target\n", ',"a')),
    "tsv, a talk per row": (
        "tsv",
        lambda size: b"source\ttarget\ttalk\n" + b"".join(b"a b\tc d\tt%d\n" % row for row in range(size // 16)),
    ),
    "tei, nested divisions": (
        "tei",
        lambda size: (
            b"<TEI><text><body>"
            + b"<div>" * 200
            + b"<p>A b.</p>" * (size // 11)
            + b"</div>" * 200
            + b"</body></text></TEI>"
        ),
    ),
    "tmx, comments before the root": ("tmx", _fill("", "<!--")),
    "align, spaces in a bead": ("align", _fill("[0]:[0]\n[1,", " ", "x\n")),
}
