"""Who may do what with projects, and with the site itself."""

from __future__ import annotations

from annotator.people.roles import (
    ADMINS,
    ANYONE,
    CURATORS,
    EVERY_ROLE,
    PROJECT_CREATOR,
    SIGNED_IN,
    SITE_ADMIN,
    Rules,
    resource,
)

RULES: Rules = {
    "erasures": {"retrieve": ADMINS, "foreseen": SITE_ADMIN, "create": SITE_ADMIN},
    "health": {"retrieve": ANYONE},
    "schema": {"retrieve": ANYONE},
    "defaults": {"retrieve": SIGNED_IN},
    "project-exports": dict.fromkeys(("retrieve", "create", "destroy", "file", "raw_reviews"), ADMINS),
    "project-imports": {
        **dict.fromkeys(("list", "retrieve", "destroy"), SIGNED_IN),
        **dict.fromkeys(("create", "commit"), PROJECT_CREATOR),
    },
    "projects": resource(
        EVERY_ROLE,
        ADMINS,
        list=SIGNED_IN,
        create=PROJECT_CREATOR,
        demo=PROJECT_CREATOR,
        demo_progress=SIGNED_IN,
        gold=CURATORS,
        fit_thresholds=CURATORS,
    ),
}
