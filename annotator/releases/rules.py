"""Who may do what with test sets, releases, leaks and systems."""

from __future__ import annotations

from annotator.people.roles import ADMINS, ANYONE, CURATORS, JUDGES_OF_GOLD, SITE_ADMIN, Rules, resource

RULES: Rules = {
    "test-sets": resource(JUDGES_OF_GOLD, CURATORS, change_rules=CURATORS, picks=CURATORS, choose=CURATORS)
    | dict.fromkeys(("funnel", "rows", "talks", "next_release"), JUDGES_OF_GOLD),
    "releases": resource(
        JUDGES_OF_GOLD, CURATORS, withdraw=CURATORS, remove=SITE_ADMIN, publish=ADMINS, unpublish=ADMINS
    )
    | dict.fromkeys(("rows", "file", "checksums", "differences", "page"), JUDGES_OF_GOLD),
    "release-pages": dict.fromkeys(("retrieve", "file", "checksums", "differences"), ANYONE),
    "data-cards": {"retrieve": JUDGES_OF_GOLD, "update": CURATORS},
    "systems": resource(JUDGES_OF_GOLD, CURATORS, score_engines=CURATORS, score_again=CURATORS)
    | dict.fromkeys(("comparison", "comparisons", "words"), JUDGES_OF_GOLD),
    "leak-checks": resource(JUDGES_OF_GOLD, CURATORS, leaks=JUDGES_OF_GOLD),
}
