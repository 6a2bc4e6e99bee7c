"""The repository keeps the pictures that its guides show, and no others."""

from __future__ import annotations

from docs.pictures_of.camera import PICTURES, pictures_of_guides


def test_the_pictures_are_those_that_guides_show() -> None:
    assert {path.stem for path in PICTURES.glob("*.png")} == pictures_of_guides()


def test_the_pictures_stay_few_and_small() -> None:
    sizes = {path.name: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert len(sizes) <= 20
    assert sum(sizes.values()) < 1_500_000
    assert max(sizes.values()) < 250_000, max(sizes, key=lambda name: sizes[name])
