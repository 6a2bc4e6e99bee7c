"""NAIST's filters on runs: numbers and verdicts on every link, nothing lost, thresholds of a project and a talk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from rest_framework.test import APIClient

from alignment import bitext, encoders
from alignment.types import AlignmentError
from annotator.aligning import runs as aligning
from annotator.aligning.bitext import learn_words, prepare_vecalign
from annotator.aligning.dictionaries import dictionary_choices
from annotator.aligning.engines import check_options, engines_for
from annotator.aligning.recipes import plan_one
from annotator.corpus import glossary
from annotator.models import AlignmentRun, Link, Pair, PairKind, Project, RunState
from tests import world
from tests.annotator.conftest import make_project
from tests.annotator.shared import shared_rows

ClientOf = Callable[[User], APIClient]


@pytest.fixture(scope="module")
def shared_demos(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Pair, Pair]]:
    """Our talk and its interpretation, without and with an offline translation; runs of every mode of the filters."""
    with shared_rows(django_db_blocker) as patch, override_settings(HEARTBEAT_SECONDS=3600):
        patch.setattr("annotator.platform.work.NOTED_SECONDS", 3600)
        project = make_project()
        demo, offline = (make_demo(project, title) for title in ("Ledger", "Ledger, offline"))
        lines = [f"{line}行目の訳です。" for line in range(offline.source.units.count())]
        offline.offline = world.make_document(project, "offline", lines, language="ja")
        offline.save()
        for pair in (demo, offline):
            for mode in ("off", "strip", "judge"):
                run(pair, filters=mode)
        yield demo, offline


def make_demo(project: Project, title: str) -> Pair:
    source, target = ((world.DEMO / "en-ja" / name).read_text().splitlines() for name in ("source.txt", "target.txt"))
    sides = (
        world.make_document(project, title, source),
        world.make_document(project, f"{title} ja", target, language="ja"),
    )
    return world.make_pair(project, title, *sides)


@pytest.fixture
def demo(db: None, shared_demos: tuple[Pair, Pair]) -> Pair:
    return Pair.objects.get(pk=shared_demos[0].pk)


@pytest.fixture
def offline(db: None, shared_demos: tuple[Pair, Pair]) -> Pair:
    return Pair.objects.get(pk=shared_demos[1].pk)


@pytest.fixture
def project(demo: Pair) -> Project:
    return demo.project


def done(pair: Pair, mode: str = "judge") -> AlignmentRun:
    """The run that all tests share."""
    return pair.runs.filter(options__filters=mode).earliest("pk")


def run(pair: Pair, engine: str = "lexical", **options: Any) -> AlignmentRun:
    engine, checked = check_options(pair, engine, options)
    made = AlignmentRun.objects.create(pair=pair, number=pair.runs.count() + 1, engine=engine, options=checked)
    aligning.execute(made.pk)
    made.refresh_from_db()
    assert made.state == RunState.SUCCEEDED, made.error
    return made


def units(links: Any, side: str) -> list[int]:
    return sorted(item if side == "source" else item[0] for link in links for item in getattr(link, side))


@pytest.mark.parametrize("mode", ["judge", "strip", "off"])
def test_every_unit_stays_in_exactly_one_link(offline: Pair, mode: str) -> None:
    links = list(done(offline, mode).links.all())
    assert units(links, "source") == list(range(offline.source.units.count()))
    assert units(links, "target") == list(range(offline.target.units.count()))


def test_links_carry_numbers_and_verdicts_and_the_run_counts_them(offline: Pair) -> None:
    found = done(offline)
    links = list(found.links.all())
    whole = [link for link in links if link.source and link.target]
    assert all({"alpha", "gamma", "eta", "intra_first", "intra_last"} <= link.features.keys() for link in whole)
    assert all({"coarse", "intra", "inter_alpha", "inter_gamma", "inter_eta"} <= link.verdicts.keys() for link in whole)
    assert all(link.verdicts["coarse"] is False for link in links if not (link.source and link.target))
    said = found.info["filters"]
    for name, dropped in said["dropped"].items():
        assert dropped == sum(link.verdicts.get(name) is False for link in links), name
    assert said["mode"] == "judge"
    assert said["similarity"] == "chrf"
    assert said["thresholds"]["cost_most"] == 1.0
    assert "|filters:" in found.signature


def test_judging_changes_no_link_and_stripping_makes_nulls_of_what_it_strips(demo: Pair) -> None:
    off, judged, stripped = (done(demo, mode) for mode in ("off", "judge", "strip"))

    def groups(of: AlignmentRun) -> list[Any]:
        return list(of.links.values_list("source", "target"))

    assert groups(off) == groups(judged)
    assert all(link.verdicts == {} for link in off.links.all())
    assert "filters" not in off.info
    n_stripped = stripped.info["filters"]["stripped"]
    assert n_stripped == judged.info["filters"]["strippable"]
    nulls = [link for link in stripped.links.all() if link.features == {"intra_stripped": 1.0}]
    assert len(nulls) == n_stripped
    assert all(not link.source and len(link.target) == 1 and link.verdicts["intra"] is False for link in nulls)


def test_a_chunk_without_content_is_stripped_from_a_link(project: Project, make_document: Any) -> None:
    pair = Pair.objects.create(
        project=project,
        kind=PairKind.BITEXT,
        title="Lamp",
        source=make_document("en", ["The lamp 42 burned at the harbour.", "Boats 17 came in."]),
        target=make_document("ja", ["えー", "灯台42が港で燃えました。", "船17が来ました。"], language="ja"),
    )
    stripped = run(pair, filters="strip")
    assert [0] in [[unit for unit, *_ in link.target] for link in stripped.links.all() if not link.source]
    assert units(stripped.links.all(), "target") == [0, 1, 2]


def test_the_run_says_which_taggers_only_guess(demo: Pair) -> None:
    said = done(demo).info["filters"]
    assert len(said["taggers"]) == 2
    for name in said["rule_taggers"]:
        assert name.startswith("rule:")
        assert any(name in note for note in said["notes"])
    assert any("offline translation" in note for note in said["notes"])  # the pair has none, so no gamma and no eta


def test_without_an_offline_translation_alpha_and_the_combined_score_judge(demo: Pair) -> None:
    links = done(demo).links.all()
    assert all("score" in link.features for link in links if link.source and link.target)
    assert any("alpha" in link.features for link in links)
    assert all("gamma" not in link.features and "eta" not in link.features for link in links)


def test_the_combined_score_judges_before_anybody_sets_a_threshold(demo: Pair) -> None:
    """It keeps most of the demo's clean text, and drops a link whose target is cut to two characters."""
    links = [link for link in done(demo).links.all() if link.source and link.target]
    assert sum(link.verdicts["inter_score"] for link in links) >= 0.9 * len(links)
    assert all(link.verdicts["inter_score"] is (link.features["score"] >= 0.5) for link in links)
    n_dropped = sum(not link.verdicts["inter_score"] for link in links)
    best = max((link for link in links if len(link.target) == 1), key=lambda link: link.features["score"])
    demo.target.units.filter(position=best.target[0][0]).update(text="港、")
    assert run(demo).info["filters"]["dropped"]["inter_score"] > n_dropped


def test_lengths_and_auto_are_filtered_too(bitext: Pair) -> None:
    for engine in ("lengths", "auto"):
        assert any("inter_alpha" in link.verdicts for link in run(bitext, engine).links.all()), engine


def test_a_talks_thresholds_come_before_its_projects(offline: Pair) -> None:
    offline.project.filter_thresholds = {"alpha_least": 0.9, "gamma_least": 0.5}
    offline.project.save()
    offline.filter_thresholds = {"alpha_least": None}
    offline.save()
    found = run(Pair.objects.get(pk=offline.pk))
    assert found.info["filters"]["thresholds"] == {
        "cost_most": 1.0, "alpha_least": 0.0, "gamma_least": 0.5, "gamma_most": None, "eta_least": None,
        "score_least": 0.5,
    }  # fmt: skip
    judged = [link for link in found.links.all() if "gamma" in link.features]
    assert all(link.verdicts["inter_gamma"] is (link.features["gamma"] >= 0.5) for link in judged)
    assert {link.verdicts["inter_alpha"] for link in judged} == {True}


def test_a_review_shows_verdicts_by_todays_thresholds(
    offline: Pair, annotator: User, admin: User, client_of: ClientOf
) -> None:
    url = f"/api/v1/reviews/{client_of(annotator).post('/api/v1/reviews/', {'pair': offline.pk}).data['id']}/content/"

    def verdicts() -> list[bool]:
        rows = client_of(annotator).get(url).json()["rows"]
        return [row["verdicts"]["inter_gamma"] for row in rows if "gamma" in row["features"]]

    assert all(verdicts())
    answer = client_of(admin).patch(f"/api/v1/pairs/{offline.pk}/", {"filter_thresholds": {"gamma_least": 99}})
    assert answer.status_code == 200
    assert answer.data["thresholds_in_force"]["gamma_least"] == 99
    assert not any(verdicts())


def test_a_row_that_the_filter_stripped_is_not_put_back_by_realigning(
    demo: Pair, annotator: User, client_of: ClientOf
) -> None:
    found = done(demo, "strip")
    if not found.info["filters"]["stripped"]:  # a tagger that is installed may find content in every chunk
        pytest.skip("nothing is stripped here")
    client = client_of(annotator)
    review = client.post("/api/v1/reviews/", {"pair": demo.pk, "run": found.pk}).data["id"]
    answer = client.post(f"/api/v1/reviews/{review}/realign/")
    assert answer.status_code == 200, answer.data
    assert answer.json()["proposals"] == []
    assert answer.json()["expected_wrong_after"] <= answer.json()["expected_wrong_before"] + 1e-9


@pytest.mark.parametrize("what", ["projects/{project}/", "pairs/{pair}/"])
def test_thresholds_that_make_no_sense_are_refused_by_name(
    what: str, demo: Pair, admin: User, client_of: ClientOf
) -> None:
    url, client = "/api/v1/" + what.format(project=demo.project.slug, pair=demo.pk), client_of(admin)
    refused: list[tuple[Any, str, str]] = [
        ({"alpha_least": 1.5}, "filter_thresholds.alpha_least", "from 0 to 1"),
        ({"beta": 1}, "filter_thresholds.beta", "unknown"),
        ({"eta_least": "high"}, "filter_thresholds.eta_least", "a number"),
        ({"cost_most": True}, "filter_thresholds.cost_most", "a number"),
        ({"gamma_least": 2, "gamma_most": 1}, "filter_thresholds.gamma_least", "above gamma_most"),
        ([1], "filter_thresholds", "expected an object"),
    ]
    for given, field, said in refused:
        answer = client.patch(url, {"filter_thresholds": given})
        assert answer.status_code == 400, given
        error = answer.json()["errors"][0]
        assert error["field"] == field
        assert said in error["message"]
        demo = Pair.objects.get(pk=demo.pk)
        assert (demo.filter_thresholds, demo.project.filter_thresholds) == ({}, {})


def test_a_project_cannot_contradict_a_talk(demo: Pair, admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    assert client.patch(f"/api/v1/pairs/{demo.pk}/", {"filter_thresholds": {"gamma_most": 1}}).status_code == 200
    url = f"/api/v1/projects/{demo.project.slug}/"
    answer = client.patch(url, {"filter_thresholds": {"gamma_least": 2}})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "filter_thresholds.gamma_least")
    assert demo.title in answer.json()["detail"]
    assert client.patch(url, {"filter_thresholds": {"gamma_least": 0.5}}).data["filter_thresholds"] == {
        "gamma_least": 0.5
    }
    wrong = client.patch(f"/api/v1/pairs/{demo.pk}/", {"filter_thresholds": {"gamma_most": 0.1}})
    assert wrong.status_code == 400  # against what it inherits


def test_options_are_said_in_plain_words_and_kept_to(demo: Pair, settings: Any, tmp_path: Path) -> None:
    settings.DICTIONARIES_DIR = tmp_path
    (tmp_path / "en-ja.harbour.tsv").write_text("lamp\t灯\n")
    (tmp_path / "de-fr.tsv").write_text("Lampe\tlampe\n")
    infos = {info.name: info for info in engines_for(demo)}
    assert all(option.label and option.help for info in infos.values() for option in info.options)
    names = {name: {option.name for option in info.options} for name, info in infos.items()}
    assert {"dictionary", "learn_from_accepted", "filters"} <= names["lexical"]
    assert {"encoder", "seed", "filters"} <= names["vecalign"]
    assert "encoder" not in names["auto"]
    dictionary = next(option for option in infos["lexical"].options if option.name == "dictionary")
    assert "en-ja.harbour" in dictionary.choices
    assert "de-fr" not in dictionary.choices
    encoder = next(option for option in infos["vecalign"].options if option.name == "encoder")
    assert encoder.default in encoder.choices


def test_the_lexical_engine_can_do_without_the_common_words(bitext: Pair) -> None:
    texts = [list(document.units.values_list("text", flat=True)) for document in (bitext.source, bitext.target)]
    made = {wanted: run(bitext, common_words=wanted) for wanted in (True, False)}
    assert made[True].info["common_words"] == "en-ja"
    assert "common_words" not in made[False].info
    assert [f"|common_words:{wanted}|" in made[wanted].signature for wanted in made] == [True, True]
    assert made[True].signature == run(bitext).signature
    # What a reviewer's realigning learns anew is learned as the run was told to.
    learned = {wanted: learn_words(bitext, made[wanted].options, *texts).align() for wanted in made}
    assert ["common_words" in found.info for found in learned.values()] == [True, False]
    names = {info.name: {option.name for option in info.options} for info in engines_for(bitext)}
    assert {name for name, own in names.items() if "common_words" in own} == {"lexical"}


def test_a_dictionary_of_the_site_is_used_in_both_directions(
    project: Project, make_document: Any, settings: Any, tmp_path: Path
) -> None:
    settings.DICTIONARIES_DIR = tmp_path
    (tmp_path / "en-ja.harbour.tsv").write_text("lamp\t灯\nharbour\t港\nboat\t船\n")
    english, japanese = ["A lamp.", "The harbour.", "A boat."], ["灯。", "港です。", "船。"]
    for first, second in (("en", "ja"), ("ja", "en")):
        texts = {"en": english, "ja": japanese}
        pair = Pair.objects.create(
            project=project,
            kind=PairKind.BITEXT,
            title=first,
            source=make_document(f"{first} side", texts[first], language=first),
            target=make_document(f"{second} other side", texts[second], language=second),
        )
        found = run(pair, dictionary="en-ja.harbour")
        assert found.info["dictionary"] == "en-ja.harbour.tsv"
        assert found.info["dictionary_pairs"] == 3
        assert "dictionary:" in found.signature
        assert "dictionary" not in run(pair, dictionary="none").info


def test_tbx_and_freedict_of_the_site_are_offered_by_their_languages(demo: Pair, settings: Any, tmp_path: Path) -> None:
    settings.DICTIONARIES_DIR = tmp_path
    for name in ("en-ja.terms.tbx", "freedict-jpn-eng.dict.dz", "freedict-deu-fra.dict.dz", "notes.txt", "any.tsv"):
        (tmp_path / name).write_text("")
    choices = dictionary_choices(demo)
    assert choices[:2] == ("auto", "none")
    assert set(choices) - {"auto", "none", "jmdict"} == {"en-ja.terms", "freedict-jpn-eng", "any"}


def test_the_glossary_of_the_project_is_used_unless_the_run_leaves_it_out(
    project: Project, bitext: Pair, admin: User, settings: Any, tmp_path: Path
) -> None:
    settings.DICTIONARIES_DIR = tmp_path
    recipes = [plan_one(bitext, "lexical", {"dictionary": "none"}).recipe]
    assert "dictionary" not in run(bitext, dictionary="none").info
    languages = {"source_language": "en", "target_language": "ja"}
    glossary.add_term(
        project=project, user=admin, source="harbour*", targets=["港", "港湾"], forbidden=["海"], **languages
    )
    glossary.add_term(
        project=project, user=admin, source="lamp", targets=["Lampe"], source_language="en", target_language="de"
    )
    recipes.append(plan_one(bitext, "lexical", {"dictionary": "none"}).recipe)
    found = run(bitext, dictionary="none")
    assert found.info["dictionary"] == "glossary"
    assert found.info["dictionary_pairs"] == 2
    assert "dictionary" not in run(bitext, dictionary="none", glossary=False).info
    glossary.add_term(project=project, user=admin, source="boat", targets=["船"], **languages)
    recipes.append(plan_one(bitext, "lexical", {"dictionary": "none"}).recipe)
    assert len(set(recipes)) == 3


def test_a_dictionary_that_went_away_fails_the_run_with_a_reason(demo: Pair, settings: Any, tmp_path: Path) -> None:
    settings.DICTIONARIES_DIR = tmp_path
    table = tmp_path / "glossary.tsv"
    table.write_text("lamp 灯\n")
    engine, options = check_options(demo, "lexical", {"dictionary": "glossary"})
    for said in ("glossary.tsv line 1", "The dictionary glossary is gone"):
        made = AlignmentRun.objects.create(pair=demo, number=demo.runs.count() + 1, engine=engine, options=options)
        aligning.execute(made.pk)
        made.refresh_from_db()
        assert made.state == RunState.FAILED
        assert said in made.error
        table.unlink(missing_ok=True)
    assert not Link.objects.filter(run__pair=demo, run__state=RunState.FAILED).exists()


def test_confidences_of_a_talk_follow_the_sharpness(talk: Pair) -> None:
    humble, sharp = (run(talk, "talksumm", sharpness=value) for value in (1, 20))
    means = [sum(link.confidence for link in found.links.all()) / found.links.count() for found in (humble, sharp)]
    assert means[0] < means[1]
    assert [link.source for link in humble.links.all()] == [link.source for link in sharp.links.all()]


class Letters:
    """An encoder of our own: a text is the letters it has. It counts the texts that it is asked for."""

    name = "letters"
    n_texts = 0

    def encode(self, texts: Sequence[str], *, progress: Any = None) -> Any:
        Letters.n_texts += len(texts)
        counts = np.zeros((len(texts), 64), dtype=np.float32)
        for row, text in enumerate(texts):
            for letter in text:
                counts[row, ord(letter) % 64] += 1
        return counts + 1e-3


def test_the_encoder_asked_for_is_used_and_realigning_embeds_nothing_again(
    demo: Pair,
    annotator: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    tmp_path: Path,
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(encoders, "available", lambda name: (name == "laser", f"{name} is not here"))
    monkeypatch.setattr(encoders, "encoder", lambda name, **_: Letters())
    info = next(info for info in engines_for(demo) if info.name == "vecalign")
    option = next(option for option in info.options if option.name == "encoder")
    assert (option.default, option.choices) == ("laser", ("laser",))
    assert "sentence-transformers is not here" in option.help
    found = run(demo, "vecalign", encoder="laser", seed=7)
    assert found.info["engine"] == "vecalign"
    links = list(found.links.all())
    for link in links:
        kept = bool(link.source) and bool(link.target) and link.cost <= 1.0
        assert link.verdicts["coarse"] is kept
    n_texts = Letters.n_texts
    client = client_of(annotator)
    review = client.post("/api/v1/reviews/", {"pair": demo.pk}).data["id"]
    answer = client.post(f"/api/v1/reviews/{review}/realign/").json()
    assert answer["proposals"] == []  # the same engine, the same vectors: the same links
    assert Letters.n_texts == n_texts


def test_a_run_is_realigned_by_the_encoder_that_made_it(
    demo: Pair, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    here, asked = {"laser"}, []

    def encoder(name: str, **_: Any) -> Letters:
        if name not in here:
            raise AlignmentError(f"{name} is not here")
        asked.append(name)
        return Letters()

    def realigned() -> str:
        texts = {"source": demo.source.texts(), "target": demo.target.texts()}
        return prepare_vecalign(found, demo, texts).align().signature.split("|")[0]

    monkeypatch.setattr(encoders, "available", lambda name: (name in here, f"{name} is not here"))
    monkeypatch.setattr(encoders, "encoder", encoder)
    found = run(demo, "auto")
    assert (found.engine, found.info["encoder"]) == ("vecalign", "laser")
    here.add("sentence-transformers")
    assert bitext.engines()[0].encoder == "sentence-transformers"  # what `auto` would take now
    asked.clear()
    assert (realigned(), asked) == ("engine:vecalign", ["laser"])
    monkeypatch.setattr("annotator.aligning.bitext.load_embeddings", lambda pair: pytest.fail("uploaded since"))
    assert realigned() == "engine:vecalign"
    here.remove("laser")
    asked.clear()
    assert (realigned(), asked) == ("engine:lexical", [])  # by the words, as where a unit cannot be embedded
    del found.info["encoder"]  # a run of an earlier version
    monkeypatch.setattr("annotator.aligning.bitext.load_embeddings", lambda pair: None)
    assert (realigned(), asked) == ("engine:vecalign", ["sentence-transformers"])


def test_accepted_rows_are_read_only_where_a_run_says_so(bitext: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The filters learn words too, whatever the engine: in a project of much gold that would take most of a run."""
    read: list[Pair] = []
    monkeypatch.setattr("annotator.aligning.bitext.accepted_words", lambda pair, options: read.append(pair))
    for engine in ("lengths", "lexical", "auto"):
        run(bitext, engine, filters="judge")
    assert not read
    run(bitext, "lexical", learn_from_accepted=True)
    assert len(read) == 1
