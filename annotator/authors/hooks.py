"""What authors add to the domains below."""

from __future__ import annotations

from annotator.authors.rating_tasks.freezing import check_frozen, frozen
from annotator.releases.ratings import gives_ratings

gives_ratings(check_frozen, frozen)
