"""What workers do for this domain."""

from __future__ import annotations

from annotator.decks import pictures
from annotator.models import DeckPictures
from annotator.platform.work import does

does(DeckPictures.TASK, pictures.execute)
