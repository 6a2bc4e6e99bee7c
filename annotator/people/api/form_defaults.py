"""Default values and limits of this domain's forms."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from annotator.people.accounts import MOST_TOKEN_DAYS, TOKEN_DAYS
from annotator.people.webhooks.delivering import KEPT, OFF_AFTER
from annotator.people.webhooks.signing import BOTH_SIGN
from annotator.platform.api.defaults import number, switch

HOUR = timedelta(hours=1)
DEFAULTS = {
    "password_characters": number(lambda: settings.PASSWORD_CHARACTERS, "The fewest characters of a new password."),
    "sends_email": switch(lambda: bool(settings.EMAIL_HOST), "If not, messages are printed to the log of the worker."),
    "token_days": number(TOKEN_DAYS, "Days that an API token lasts."),
    "most_token_days": number(MOST_TOKEN_DAYS, "The most days that an API token can last."),
    "webhook_off_hours": number(
        OFF_AFTER // HOUR, "Hours without a successful delivery after which a webhook is turned off."
    ),
    "webhook_secret_hours": number(
        BOTH_SIGN // HOUR, "Hours that the secret before goes on signing once it is replaced."
    ),
    "delivery_days": number(KEPT.days, "Days that deliveries to webhooks are kept."),
}
