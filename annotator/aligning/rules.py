"""Who may do what with engines and runs."""

from __future__ import annotations

from annotator.people.roles import ADMINS, EVERY_ROLE, SIGNED_IN, SITE_ADMIN, Rules, resource

RULES: Rules = {
    "engines": {"list": SIGNED_IN},
    "runs": resource(
        EVERY_ROLE,
        ADMINS,
        cancel=ADMINS,
        filter=ADMINS,
        links=EVERY_ROLE,
    ),
    "bulk-alignments": resource(EVERY_ROLE, ADMINS, preview=ADMINS, cancel=ADMINS),
    "presets": resource(EVERY_ROLE, ADMINS),
    "vectors": resource(SIGNED_IN, SITE_ADMIN),
}
