"""Default values and limits of this domain's forms."""

from __future__ import annotations

from annotator.authors.models.ratings import INVITATION_DAYS, MOST_RATED, REMINDER_DAYS
from annotator.platform.api.defaults import number

DEFAULTS = {
    "most_rated": number(MOST_RATED, "The most sentences that an author is asked to rate."),
    "invitation_days": number(INVITATION_DAYS, "Days that an author's link stays open."),
    "reminder_days": number(REMINDER_DAYS, "Days after which an author who has not answered is reminded."),
}
