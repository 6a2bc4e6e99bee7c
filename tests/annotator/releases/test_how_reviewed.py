"""What a release says of its reviewing: people, reviews a row, guidelines, agreement, and engines by their options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import orjson
import pytest

from alignment import encoders
from annotator.aligning.engines import AUTO, ENGINES, check_options, run_engine
from annotator.models import AgreementFigure, GuidelinesVersion, Pair, Project, Review, Taken, TestSet, Timeline
from annotator.releases.forms.documents import agreement_in_words
from annotator.releases.pages import address_of, open_page
from annotator.releases.reviewing import engine_groups
from tests.alignment.encoder_samples import Meanings
from tests.annotator.releases.curation.talks import LABELLED, reviewed
from tests.annotator.releases.curation.talks import talk as talk_of
from tests.annotator.releases.releasing import make_release


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


LASER = "laser2+0123456789ab,laser2+ba9876543210"


def lexical(digest: str, search: str = "auto") -> str:
    return f"engine:lexical|max_source:{search}|source:{digest}|target:{digest[::-1]}|dictionary:0badcafe0001|v:1.3.0"


def test_engines_are_grouped_by_their_options() -> None:
    engines = [
        {"signature": lexical("0123456789ab"), "encoder": None, "rows": 10, "proposal_hidden": 4},
        {"signature": lexical("ba9876543210"), "encoder": None, "talks": 3, "rows": 5, "proposal_hidden": 3},
        {"signature": lexical("0123456789ab", "3"), "encoder": None, "rows": 40},
        {
            "signature": f"engine:vecalign|encoder:{LASER}|seed:20261129|source:0123456789ab",
            "encoder": LASER,
            "rows": 1,
        },
    ]
    told = [
        (one["engine"], one["options"], one["n_talks"], one["rows"], one["proposal_hidden"])
        for one in engine_groups(engines)
    ]
    assert told == [
        ("lexical", "max_source:3|dictionary:0badcafe0001|v:1.3.0", 1, 40, 0),
        ("lexical", "max_source:auto|dictionary:0badcafe0001|v:1.3.0", 4, 15, 7),
        ("vecalign", "encoder:laser2,laser2|seed:20261129", 1, 1, 0),
    ]
    assert engine_groups(engines)[2]["encoder"] == "laser2,laser2"


#: By engine, an option that makes it another one to readers.
OTHERWISE: dict[str, dict[str, Any]] = {
    "talksumm": {"delta": 0.3},
    "timeline": {"key_sentences": 50},
    "slides": {"share": 0.7},
    "vecalign": {"seed": 7},
    "lexical": {"common_words": False},
    "lengths": {"filters": "off"},
}


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != AUTO])
def test_talks_that_an_engine_aligned_alike_are_one_group(
    engine: str, talk: Pair, slides: Pair, bitext: Pair, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the signatures that it makes, of two pairs that have nothing in common."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(encoders, "available", lambda name: (name == "laser", f"{name} is not here"))
    monkeypatch.setattr(encoders, "encoder", lambda name, **_: Meanings())
    (pair,) = (pair for pair in (talk, slides, bitext) if pair.kind == ENGINES[engine].kind)

    def aligned(**given: Any) -> dict[str, Any]:
        name, options = check_options(pair, engine, given)
        return {"signature": run_engine(pair, name, options, progress=lambda *_: None).signature, "rows": 4}

    first = aligned()
    for unit in [*pair.source.units.all(), *pair.target.units.all()]:
        unit.text, unit.start_seconds = f"{unit.text} Now.", None if unit.start_seconds is None else 3 * unit.position
        unit.save()
    Timeline.objects.update(stretches=[[1, 0.0, 5.0], [2, 5.0, None]])
    second, third = aligned(), aligned(**OTHERWISE[engine])
    assert first["signature"] != second["signature"]
    assert [one["n_talks"] for one in engine_groups([first, second])] == [2]
    assert [one["n_talks"] for one in engine_groups([first, second, third])] == [2, 1]


def test_agreement_in_words() -> None:
    figure = {"name": "Links", "statistic": "F1", "value": 0.931, "low": 0.92, "high": 1.0, "n_talks": 19}
    assert agreement_in_words(figure) == "Links F1 .93 (.92 to 1.00), 19 talks"
    few = {"name": "Good alignment", "statistic": "alpha", "value": -0.05, "low": None, "high": None, "n_talks": 1}
    assert agreement_in_words(few) == "Good alignment α -.05, 1 talk"


def test_a_release_says_how_it_was_reviewed(project: Project, client: Any) -> None:
    tides, bees = talk_of(project, "Tides"), talk_of(project, "Bees")
    Pair.objects.filter(pk=bees.pk).update(reviews_needed=2)
    reviewed(tides, "ann", fields=LABELLED)
    for name in ("ann", "dan"):
        reviewed(bees, name, fields=LABELLED)
    version = GuidelinesVersion.objects.create(project=project, number=2, text="Link all.", labels=[])
    Review.objects.update(guidelines=version)
    AgreementFigure.objects.create(
        project=project, measure="links", n_talks=19, n_units=700, n_differing=49, value=0.93, low=0.92, high=0.94
    )
    test_set = TestSet.objects.create(project=project, name="Harbour", takes=Taken.ALL)
    release = make_release(test_set, ("card", "croissant"))
    manifest = orjson.loads(release.manifest)
    assert manifest["reviewing"] == {"reviewers": 2, "judges": 0, "reviews_per_row": 1.5}
    assert manifest["guidelines_versions"] == {"2": 10}
    assert [(one["key"], one["value"], one["low"], one["high"]) for one in manifest["agreement"]] == [
        ("links", 0.93, 0.92, 0.94)
    ]
    card = release.files.get(form="card").file.read().decode()
    assert "- Reviewed by: 2 annotators; 1.5 reviews a row on average." in card
    assert "- Guidelines: version 2 (10 rows)." in card
    assert "- Agreement of annotators in the project: Links F1 .93 (.92 to .94), 19 talks." in card
    assert "- Proposed by: lexical, 2 talks, 10 rows." in card
    croissant = json.loads(release.files.get(form="croissant").file.read())
    assert croissant["datePublished"] == release.finished_at.date().isoformat()
    page = open_page(release=release, user=None, address="spring", shows_rows=False, shows_files=False)
    shown = client.get(f"/api/v1/release-pages/{address_of(page)}/").json()
    assert shown["reviewing"] == manifest["reviewing"]
    assert shown["engine_groups"] == [
        {"engine": "lexical", "options": "", "encoder": None, "n_talks": 2, "rows": 10, "proposal_hidden": 0}
    ]
