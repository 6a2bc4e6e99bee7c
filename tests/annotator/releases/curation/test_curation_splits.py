"""Train, dev and test: never one speaker in two parts, the same for the same seed, honest where it cannot be."""

from __future__ import annotations

import random

import pytest

from annotator.releases.curation.rules import PairFacts, Split
from annotator.releases.curation.splits import Size, divide, members_of, told
from annotator.releases.dividing import PARTS, Divided, Group
from annotator.releases.dividing import divide as divide_members
from annotator.releases.dividing import grouped as grouped_members


def pair(
    pk: int, *, speaker: str = "", same: tuple[str, ...] = (), split: str = "", event: str = "",
    languages: str = "en>ja", rank: str = "",
) -> PairFacts:  # fmt: skip
    return PairFacts(
        pk=pk, pair=pk, review=pk, basis="single", n_rows=1, title=f"Talk {pk}", kind="bitext", languages=languages,
        split=split, event=event, speaker=speaker, interpreter="", rank=rank, titles=(), names={f"talk {pk}": "title"},
        same=frozenset(same or (f"id:{pk}",)),
    )  # fmt: skip


def grouped(pairs: list[PairFacts], sizes: dict[int, float]) -> list[Group]:
    return grouped_members(members_of(pairs, {k: Size(1, size) for k, size in sizes.items()}, timed=True))


def test_speakers_and_talks_stay_together() -> None:
    pairs = [
        pair(1, speaker="Ada Byron"), pair(2, speaker="  ada  BYRON"), pair(3, speaker="Ben", same=("id:x",)),
        pair(4, speaker="Cleo", same=("id:x",)), pair(5),
    ]  # fmt: skip
    found = [sorted(group.members) for group in grouped(pairs, dict.fromkeys(range(1, 6), 1.0))]
    assert sorted(found) == [[1, 2], [3, 4], [5]]


@pytest.mark.parametrize("other", ["Yuuko OHNO", "Dr Yuko Ono", "Ｏｎｏ Yuko"])
def test_spellings_of_one_speaker_stay_together(other: str) -> None:
    pairs = [pair(1, speaker="Ōno, Yūko"), pair(2, speaker=other), pair(3, speaker="Yuko Sato")]
    found = [sorted(group.members) for group in grouped(pairs, dict.fromkeys(range(1, 4), 1.0))]
    assert sorted(found) == [[1, 2], [3]]
    shown = told(pairs, {k: Size(1, None) for k in range(1, 4)}, Split(by="ratio", ratio=(1, 0, 0)))
    assert shown["parts"][0]["speakers"] == 2
    assert shown["largest"] == {"name": "Ōno, Yūko", "share": 2 / 3}


def test_events_stay_together_where_that_is_asked() -> None:
    pairs = [
        pair(k, speaker=f"S{k}", event=f"{'ACL' if k % 2 else 'acl'} {k // 4}" if k < 36 else "") for k in range(40)
    ]
    sizes = {k: Size(3, 60.0) for k in range(40)}
    divided = divide(pairs, sizes, Split(by="ratio", by_event=True))
    for k in range(0, 36, 4):
        assert len({divided.part_of[k + n] for n in range(4)}) == 1
    assert (divided.is_met, divided.nearest) == (True, (80, 10, 10))
    apart = divide(pairs, sizes, Split(by="ratio")).part_of
    assert any(len({apart[k + n] for n in range(4)}) > 1 for k in range(0, 36, 4))


def test_no_speaker_is_ever_in_two_parts_and_ratios_are_met_where_they_can_be() -> None:
    draw = random.Random(3)
    for _ in range(30):
        n = draw.randint(40, 120)
        pairs = [pair(k, speaker=f"S{draw.randint(1, n)}", same=(f"id:{draw.randint(1, 2 * n)}",)) for k in range(n)]
        sizes = {k: Size(draw.randint(5, 40), draw.uniform(60, 900)) for k in range(n)}
        divided = divide(pairs, sizes, Split(by="ratio", ratio=(8, 1, 1), seed=draw.randint(0, 999)))
        assert divided.part_of.keys() == set(range(n))
        parts: dict[str, set[str]] = {}
        for each in pairs:
            for name in (each.speaker, *each.same):
                parts.setdefault(name, set()).add(divided.part_of[each.pair])
        assert all(len(found) == 1 for found in parts.values())
        assert sum(divided.nearest) == 100
        largest = max(group.size for group in grouped(pairs, {k: size.seconds or 0 for k, size in sizes.items()}))
        if largest < 0.05 * sum(size.seconds or 0 for size in sizes.values()):
            assert divided.is_met, divided.nearest


def test_the_seed_decides() -> None:
    pairs = [pair(k, speaker=f"S{k}") for k in range(60)]
    sizes = {k: Size(10 + k % 7, 60.0 + k) for k in range(60)}
    one, again, other = (divide(pairs, sizes, Split(by="ratio", seed=seed)).part_of for seed in (1, 1, 2))
    assert one == again != other
    assert one == divide(pairs[::-1], sizes, Split(by="ratio", seed=1)).part_of


def test_a_ratio_that_cannot_be_is_said_and_the_nearest_can_be_used() -> None:
    pairs = [pair(1, speaker="Ada"), *(pair(k, speaker=f"S{k}") for k in range(2, 16))]
    sizes = {1: Size(1, 8600.0), **{k: Size(1, 100.0) for k in range(2, 16)}}
    divided = divide(pairs, sizes, Split(by="ratio", ratio=(8, 1, 1)))
    assert not divided.is_met
    assert divided.largest == ("Ada", 0.86)
    assert divided.nearest == (86, 7, 7)
    a, b, c = divided.nearest
    assert divide(pairs, sizes, Split(by="ratio", ratio=(a, b, c))).is_met


@pytest.mark.parametrize("ratio", [(1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.5, 0.5, 0.0)])
def test_a_part_of_nothing_gets_nothing(ratio: tuple[float, float, float]) -> None:
    pairs = [pair(k) for k in range(20)]
    divided = divide(pairs, {k: Size(3, None) for k in range(20)}, Split(by="ratio", ratio=ratio))
    empty = {name for name, part in zip(("train", "dev", "test"), ratio, strict=True) if not part}
    assert empty.isdisjoint(divided.part_of.values())
    assert divided.is_met


def test_rows_count_where_a_talk_has_no_times() -> None:
    pairs = [pair(k) for k in range(30)]
    sizes = {k: Size(10, None if k == 3 else 60.0) for k in range(30)}
    shown = told(pairs, sizes, Split(by="ratio", ratio=(1, 1, 1)))
    assert shown["sized_by"] == "rows"
    assert [part["rows"] for part in shown["parts"]] == [100, 100, 100]
    assert [part["seconds"] for part in shown["parts"]].count(None) == 1
    shown = told(pairs, {k: Size(10, None) for k in range(30)}, Split())
    assert [(part["rows"], part["share"]) for part in shown["parts"]] == [(300, 1.0)]


def test_the_corpus_s_own_split_is_taken_as_it_is() -> None:
    pairs = [pair(1, split="dev", speaker="Ada"), pair(2, split="train"), pair(3), pair(4, split="train")]
    sizes = {1: Size(2, 60.0), 2: Size(3, 60.0), 3: Size(4, 60.0), 4: Size(0, None)}
    shown = told(pairs, sizes, Split())
    assert [(part["name"], part["rows"], part["talks"], part["speakers"]) for part in shown["parts"]] == [
        ("", 4, 1, 0), ("dev", 2, 1, 1), ("train", 3, 1, 0),
    ]  # fmt: skip


def test_nothing_is_divided_into_nothing() -> None:
    shown = told([], {}, Split(by="ratio"))
    assert (shown["is_met"], shown["largest"], [part["rows"] for part in shown["parts"]]) == (True, None, [0, 0, 0])


def test_the_parts_of_a_seed_are_those_of_releases_that_are_out() -> None:
    """Releases do not change, but the next one of a test set has to divide the talks as the last one did."""
    draw = random.Random(11)
    pairs = [pair(k, speaker=f"S{draw.randint(1, 14)}", same=(f"id:{draw.randint(1, 40)}",)) for k in range(30)]
    sizes = {k: Size(draw.randint(5, 40), draw.uniform(60, 900)) for k in range(30)}
    parts = divide(pairs, sizes, Split(by="ratio", ratio=(8, 1, 1), seed=7)).part_of
    assert "".join(parts[k][:2] for k in range(30)) == "trtrtrtrtrtrtrtrdetrdetrtrtrtrtrtrdetrtrtrdetrtetrtrtrtrtrtr"


def test_what_has_a_part_already_keeps_it_with_its_group_and_the_rest_makes_up_for_it() -> None:
    pairs = [pair(k, speaker=f"S{k // 2}") for k in range(40)]
    members = members_of(pairs, {k: Size(1, None) for k in range(40)}, timed=False)
    kept = {0: "test", 2: "test", 4: "test", 6: "test"}
    divided = divide_members(members, ratio=(8, 1, 1), seed=1, kept=kept)
    assert {divided.part_of[k] for k in range(8)} == {"test"}
    assert sum(part == "test" for part in divided.part_of.values()) == 8
    assert sum(part == "dev" for part in divided.part_of.values()) == 4


def rows_by(languages: str, divided: Divided, pairs: list[PairFacts], sizes: dict[int, Size]) -> list[int]:
    return [
        sum(sizes[one.pair].rows for one in pairs if one.languages == languages and divided.part_of[one.pair] == part)
        for part in PARTS
    ]


def test_each_pair_of_languages_is_divided_by_the_ratio() -> None:
    """Of 8:1:1 of all together, test had 2 of 447 rows of one pair of languages."""
    draw = random.Random(11)
    for _ in range(10):
        many = [pair(k, speaker=f"S{k}", languages="en>ja") for k in range(60)]
        some = [pair(100 + k, speaker=f"D{k}", languages="de>fr") for k in range(20)]
        pairs, seed = many + some, draw.randint(0, 999)
        sizes = {one.pair: Size(draw.randint(8, 12), None) for one in pairs}
        divided = divide(pairs, sizes, Split(by="ratio", size="rows", seed=seed))
        for languages in ("en>ja", "de>fr"):
            rows = rows_by(languages, divided, pairs, sizes)
            assert [round(10 * n / sum(rows)) for n in rows] == [8, 1, 1], (languages, rows)
        table = told(pairs, sizes, Split(by="ratio", size="rows", seed=seed))["languages"]
        assert [(one["value"], one["talks"]) for one in table] == [("en>ja", 60), ("de>fr", 20)]
        assert table[1]["rows"] == rows_by("de>fr", divided, pairs, sizes)


def test_the_ratio_is_wanted_within_events_or_ranks_on_request() -> None:
    pairs = [pair(k, speaker=f"S{k}", rank="S" if k < 40 else "B", event="TED") for k in range(60)]
    sizes = {one.pair: Size(10, None) for one in pairs}

    def of_rank(within: str, seed: int) -> list[int]:
        divided = divide(pairs, sizes, Split(by="ratio", size="rows", seed=seed, within=within))
        return [sum(divided.part_of[one.pair] == part for one in pairs if one.rank == "B") for part in PARTS]

    assert {tuple(of_rank("rank", seed)) for seed in range(8)} == {(16, 2, 2)}
    assert len({tuple(of_rank("all", seed)) for seed in range(8)}) > 1


def test_a_speaker_of_two_languages_stays_in_one_part() -> None:
    pairs = [pair(k, speaker=f"S{k % 20}", languages="en>ja" if k < 20 else "de>fr") for k in range(40)]
    sizes = {one.pair: Size(10, None) for one in pairs}
    divided = divide(pairs, sizes, Split(by="ratio", size="rows"))
    assert all(divided.part_of[k] == divided.part_of[k + 20] for k in range(20))
    assert [rows_by(one, divided, pairs, sizes) for one in ("en>ja", "de>fr")] == [[160, 20, 20]] * 2


def test_pinned_talks_are_where_they_were_put_and_the_rest_makes_up_for_it() -> None:
    pairs = [pair(k, speaker=f"S{k // 2}") for k in range(40)]
    sizes = {one.pair: Size(10, None) for one in pairs}
    plain = divide(pairs, sizes, Split(by="ratio", size="rows")).part_of
    first, second = [k for k in range(0, 40, 2) if plain[k] == "train"][:2]
    pins = {f"Talk {first}": "test", f"TALK {second}": "dev"}
    divided = divide(pairs, sizes, Split(by="ratio", size="rows"), pins)
    assert [divided.part_of[first], divided.part_of[second]] == ["test", "dev"]
    assert divided.part_of[first + 1] == "test", "the other talk of its speaker goes with it"
    assert divided.nearest == (80, 10, 10)
    of_corpus = divide(
        [pair(1, split="dev"), pair(2)], {1: Size(1, None), 2: Size(1, None)}, Split(), {"talk 2": "test"}
    )
    assert of_corpus.part_of == {1: "dev", 2: "test"}
