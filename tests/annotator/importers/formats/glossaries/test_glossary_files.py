"""Glossaries in tables and TBX: what is a term, what is forbidden, and where a file is at fault."""

from __future__ import annotations

import pytest

from alignment.lexical import dictionary_files
from annotator.corpus import glossary_files as exporter
from annotator.importers.base import MAX_TERMS, Parsed, Term
from annotator.importers.formats.glossaries import tbx
from annotator.importers.registry import FORMATS, parse, recognise

TBX_2 = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en"><martifHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></martifHeader>
<text><body>
<termEntry id="1"><descrip type="definition">The highest level of the tide.</descrip>
<langSet xml:lang="ja"><ntig><termGrp><term>満潮</term></termGrp></ntig>
<tig><term>高水</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
<langSet xml:lang="en-US"><tig><term>high water</term></tig><tig><term>high tide</term></tig></langSet>
</termEntry>
<termEntry id="2"><langSet xml:lang="ja"><tig><term>潮見表</term></tig></langSet></termEntry>
</body></text></martif>"""


def read(text: str, **options: str) -> Parsed:
    return parse(text.encode(), "terms.tsv", "glossary", options)


def terms(text: str, **options: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...], str]]:
    parsed = read(text, **options)
    assert parsed.ok, [str(problem) for problem in parsed.errors]
    return [(term.source, term.targets, term.forbidden, term.note) for term in parsed.terms]


def test_a_table_by_its_headings() -> None:
    text = "Term\tTranslation\tForbidden\tDefinition\nhigh  water\t満潮 | 高潮\t高水\tof the tide\nebb\t引き潮\t\t\n"
    assert terms(text) == [
        ("high water", ("満潮", "高潮"), ("高水",), "of the tide"),
        ("ebb", ("引き潮",), (), ""),
    ]


def test_a_table_without_headings_and_with_short_rows() -> None:
    assert terms("tide\t潮\thigh or low\nebb\t引き潮\n") == [
        ("tide", ("潮",), (), "high or low"),
        ("ebb", ("引き潮",), (), ""),
    ]


def test_rows_of_one_term_are_one_entry_whatever_the_case() -> None:
    text = "source\ttarget\tstatus\nTide\t潮\t\ntide\t潮汐\tpreferred\nＴＩＤＥ\t津波\tdeprecated\n"
    assert terms(text) == [("Tide", ("潮", "潮汐"), ("津波",), "")]


def test_languages_are_headings() -> None:
    parsed = read("en\tja\tpt-BR\ntide\t潮\tmaré\nebb\t\tvazante\n")
    assert [(term.source, term.targets, term.source_language, term.target_language) for term in parsed.terms] == [
        ("tide", ("潮",), "en", "ja"),
        ("tide", ("maré",), "en", "pt-br"),
        ("ebb", ("vazante",), "en", "pt-br"),
    ]


def test_languages_are_said_by_the_file_or_by_a_person() -> None:
    parsed = read(
        "source\ttarget\ttarget_language\ntide\t潮\tja\nebb\tEbbe\t\n", source_language="EN", target_language="de"
    )
    assert [(term.source_language, term.target_language) for term in parsed.terms] == [("en", "ja"), ("en", "de")]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("source\ttarget\ntide\t潮\n\t波\n", 3, "the term is empty"),
        ("source\ttarget\ntide\t\n", 2, "'tide' has no translation"),
        ("source\ttarget\ntide\t潮\n" + "x" * 201 + "\ty\n", 3, "a term of 201 characters"),
        ("source\ttarget\n!?\t潮\n", 2, "a term without a letter or digit"),
        (
            "source\ttarget\ntide\t" + "|".join(f"w{n}" for n in range(21)) + "\n",
            2,
            "there are more than 20 translations",
        ),
        ("source\ttarget\tforbidden\ntide\t潮\t潮\n", 2, "'潮' is both allowed and forbidden"),
        ("source\ttarget\tsource_language\ntide\t潮\tEnglish!\n", 2, "'English!' is no language"),
        ("a\tb\tc\td\n", 1, "4 columns without headings that are known"),
        ("one word\n", 1, "the lines are not divided into columns"),
        ("source\ttarget\n", 1, "there is no term"),
        ("<tmx><body/></tmx>", 1, "this is not TBX"),
        ("<tbx><body/></tbx>", 1, "there are not two languages"),
    ],
)
def test_a_fault_names_its_line(text: str, line: int, message: str) -> None:
    parsed = read(text)
    assert not parsed.ok
    assert parsed.errors[0].line == line
    assert parsed.errors[0].message.startswith(message)


def test_a_glossary_is_bounded() -> None:
    parsed = read("source\ttarget\n" + "".join(f"term {n}\tx\n" for n in range(MAX_TERMS + 1)))
    assert parsed.errors[0].message == "there are more than 10,000 terms"


def test_tbx_of_version_2_with_synonyms_and_deprecated_terms() -> None:
    parsed = read(TBX_2)
    note = "The highest level of the tide."
    assert parsed.ok
    assert [str(problem) for problem in parsed.warnings] == [
        "terms.tsv line 10: an entry without a term in en-us; expected a source term"
    ]
    assert parsed.terms == (
        Term("high water", ("満潮",), ("高水",), note, "en-us", "ja", 5),
        Term("high tide", ("満潮",), ("高水",), note, "en-us", "ja", 5),
    )


def test_tbx_in_the_languages_that_a_person_chooses() -> None:
    parsed = read(TBX_2, source_language="ja", target_language="en")
    assert [(term.source, term.targets, term.target_language) for term in parsed.terms] == [
        ("満潮", ("high water", "high tide"), "en"),
        ("高水", ("high water", "high tide"), "en"),
    ]
    assert "there are no terms in de" in str(read(TBX_2, source_language="de").errors[0])


def test_engines_read_the_same_elements_of_tbx_where_it_is_a_dictionary() -> None:
    known = dictionary_files._ENTRIES, dictionary_files._LANGUAGES
    assert (set(tbx._ENTRIES), set(tbx._LANGUAGES)) == known


def test_entities_are_refused() -> None:
    bomb = '<!DOCTYPE tbx [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><tbx><text>&b;</text></tbx>'
    assert read(bomb).errors[0].message == "the file declares an entity"


ENTRIES = [
    Term("=high water", ("満潮", "高潮"), ("高水",), 'a "note" & <more>', "en", "ja"),
    Term("'-ebb", (), ("-引き潮", "'=x"), "", "en", "pt-br"),
    Term("家族👩‍👩‍👧", ("family",), (), "", "ja", "en"),
]


def test_what_is_exported_is_read_again() -> None:
    table = "".join(exporter.table(ENTRIES))  # type: ignore[arg-type]
    found = parse(table.encode(), "a.tsv", "glossary").terms
    assert list(found) == [_at(term, found[n].line) for n, term in enumerate(ENTRIES)]
    assert "\t'=high water" in f"\t{table.splitlines()[1]}"
    for entry in ENTRIES:
        written = "".join(exporter.tbx([entry], "Tides & <ebb>"))  # type: ignore[list-item]
        (term,) = parse(written.encode(), "a.tbx", "glossary", {"source_language": entry.source_language}).terms
        assert _at(term, None) == entry


def _at(term: Term, line: int | None) -> Term:
    return Term(term.source, term.targets, term.forbidden, term.note, term.source_language, term.target_language, line)


def test_a_glossary_is_never_taken_for_a_document() -> None:
    for data, name in ((b"source\ttarget\ntide\tTide\n", "terms.tsv"), (TBX_2.encode(), "terms.tbx")):
        assert "glossary" not in [format.name for format, _ in recognise(data, name)]
    assert "glossary" not in {format.name for format in FORMATS}
