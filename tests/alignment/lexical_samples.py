"""Small texts of our own, with the right beads, that stand in for corpora we may not ship; and looks at beads found."""

from __future__ import annotations

from alignment.types import Alignment

Group = tuple[tuple[int, ...], tuple[int, ...]]

ENGLISH = [
    "The old lighthouse at Cape Morrow was built in 1874.",
    "It stands 42 metres above the sea.",
    "For ninety years a keeper lived there with his family.",
    "The last keeper, Henrik Dahl, left the lighthouse in 1964.",
    "Since then the lamp has been electric and automatic.",
    "In winter the storms are so strong that nobody can reach the rock.",
    "A small museum was opened in 1998.",
    "It shows old maps, lamps and a famous telescope.",
    "About 12000 visitors come every year.",
    "Most of them arrive by boat from Port Ellis.",
    "The journey takes 35 minutes when the weather is good.",
    "Children love the spiral staircase with its 214 steps.",
    "From the balcony one can see whales in April and May.",
    "The museum sells postcards and books about the storms.",
    "In 2011 the roof of the museum was damaged by a hurricane.",
    "The repair cost 350000 euros.",
    "Volunteers collected the money in only 6 months.",
    "Henrik Dahl's grandson is now the director of the museum.",
    "He says that the lighthouse belongs to everybody.",
    "Next year a new exhibition about climate will open.",
]

GERMAN = [
    "Der alte Leuchtturm am Kap Morrow wurde 1874 gebaut.",
    "Er steht 42 Meter über dem Meer.",
    "Neunzig Jahre lang lebte dort ein Wärter mit seiner Familie.",
    "Der letzte Wärter war Henrik Dahl.",
    "Er verließ den Leuchtturm im Jahr 1964.",
    "Seitdem ist die Lampe elektrisch und automatisch.",
    "Im Winter sind die Stürme so stark, dass niemand den Felsen erreichen kann.",
    "1998 wurde ein kleines Museum eröffnet.",
    "Es zeigt alte Karten, Lampen und ein berühmtes Teleskop.",
    "Jedes Jahr kommen etwa 12000 Besucher; die meisten kommen mit dem Boot aus Port Ellis.",
    "Die Fahrt dauert bei gutem Wetter 35 Minuten.",
    "Kinder lieben die Wendeltreppe mit ihren 214 Stufen.",
    "Vom Balkon aus kann man im April und Mai Wale sehen.",
    "Hunde dürfen leider nicht mitkommen.",
    "Das Museum verkauft Postkarten und Bücher über die Stürme.",
    "2011 wurde das Dach des Museums von einem Hurrikan beschädigt.",
    "Die Reparatur kostete 350000 Euro.",
    "Freiwillige sammelten das Geld in nur 6 Monaten.",
    "Der Enkel von Henrik Dahl ist heute Direktor des Museums.",
    "Er sagt, dass der Leuchtturm allen gehört.",
    "Im nächsten Jahr wird eine neue Ausstellung über das Klima eröffnet.",
]

ENGLISH_GERMAN: list[Group] = [
    ((0,), (0,)), ((1,), (1,)), ((2,), (2,)), ((3,), (3, 4)), ((4,), (5,)), ((5,), (6,)), ((6,), (7,)), ((7,), (8,)),
    ((8, 9), (9,)), ((10,), (10,)), ((11,), (11,)), ((12,), (12,)), ((), (13,)), ((13,), (14,)), ((14,), (15,)),
    ((15,), (16,)), ((16,), (17,)), ((17,), (18,)), ((18,), (19,)), ((19,), (20,)),
]  # fmt: skip

TALK = [
    "Good morning, my name is Laura and I work on robots.",
    "Today I want to show you three experiments.",
    "The first experiment was done in Brazil in 2015.",
    "We put a camera on a small drone and let it fly over the forest.",
    "The computer counted 480 trees in ten minutes.",
    "A human team needs two weeks for that.",
    "The second experiment was about hospitals.",
    "Nurses walk twelve kilometers every day, and half of that is carrying things.",
    "Our robot carried medicine and blankets from one floor to another.",
    "The patients gave it a name: Tomato.",
    "The third experiment failed.",
    "We tried to build a robot that plays the piano with children.",
    "The children were not interested in the piano at all; they only wanted to press the red button.",
    "But we learned that a button is the best teacher.",
]

#: An interpretation in chunks, with a filler that renders nothing.
INTERPRETATION = [
    ["おはようございます、", "ローラと申します、", "ロボットの仕事をしています。"],
    ["今日は、", "三つの実験をお見せしたいと思います。"],
    ["最初の実験は、", "二〇一五年に、", "ブラジルで行いました。"],
    ["小さなドローンに、", "カメラを付けて、", "森の上を飛ばしました。"],
    ["コンピューターは、", "十分間で四百八十本の木を数えました。"],
    ["人間のチームですと、", "二週間かかります。"],
    ["二番目の実験は、", "病院です。"],
    ["看護師は毎日十二キロも歩きます、", "その半分は物を運ぶためなんです。"],
    ["私たちのロボットは、", "薬や毛布を、", "別の階へ運びました。"],
    ["患者さんは、", "トマトという名前を付けてくれました。"],
    ["三番目の実験は失敗でした。"],
    ["子供と一緒にピアノを弾くロボットを、", "作ろうとしたんですが、"],
    ["子供たちはピアノには興味がなくて、", "赤いボタンを押したいだけだったんです。"],
    ["しかし、", "ボタンが一番良い先生だと、", "学びました。"],
]

JAPANESE = [chunk for chunks in INTERPRETATION for chunk in chunks]

#: A few entries in the manner of a project's own glossary.
GLOSSARY = [
    ("robot", "ロボット"), ("experiment", "実験"), ("forest", "森"), ("tree", "木"), ("trees", "木"),
    ("hospitals", "病院"),
    ("human", "人間"), ("weeks", "週間"), ("nurses", "看護師"), ("medicine", "薬"), ("blankets", "毛布"),
    ("patients", "患者"),
    ("children", "子供"), ("failed", "失敗"), ("teacher", "先生"), ("learned", "学び"), ("second", "二番目"),
    ("third", "三番目"),
    ("first", "最初"), ("today", "今日"), ("name", "名前"), ("red", "赤"), ("carried", "運"), ("morning", "おはよう"),
]  # fmt: skip


def english_japanese() -> list[Group]:
    """The right beads of the talk and its interpretation."""
    beads: list[Group] = []
    at = 0
    for number, chunks in enumerate(INTERPRETATION):
        beads.append(((number,), tuple(range(at, at + len(chunks)))))
        at += len(chunks)
    return beads


def groups(alignment: Alignment) -> list[Group]:
    return [(bead.source, bead.target) for bead in alignment.beads]


def check_whole(alignment: Alignment, n_source: int, n_target: int) -> None:
    """Every position is in exactly one bead, and every confidence is a probability."""
    assert sorted(p for bead in alignment.beads for p in bead.source) == list(range(n_source))
    assert sorted(p for bead in alignment.beads for p in bead.target) == list(range(n_target))
    assert all(bead.confidence is not None and 0.0 <= bead.confidence <= 1.0 for bead in alignment.beads)
