"""The release that the tests of a module share, which each module makes in its own way as `shared_release`."""

from __future__ import annotations

import pytest

from annotator.models import Release


@pytest.fixture
def release(db: None, shared_release: Release) -> Release:
    return Release.objects.get(pk=shared_release.pk)
