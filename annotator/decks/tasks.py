"""What workers do for this domain."""

from __future__ import annotations

from annotator.decks import pictures, searches
from annotator.decks.slide_text import reading
from annotator.models import DeckPictures, PageSearch, SlideText
from annotator.platform.work import does

does(DeckPictures.TASK, pictures.execute)
does(PageSearch.TASK, searches.execute)
does(SlideText.TASK, reading.execute)
