"""Who may do what with decks."""

from __future__ import annotations

from annotator.people.roles import ADMINS, EVERY_ROLE, WORKERS, Rules

RULES: Rules = {
    "pairs": {
        "timeline": EVERY_ROLE,
        "set_timeline": ADMINS,
        "remove_timeline": ADMINS,
        "page_search": EVERY_ROLE,
        "seen": EVERY_ROLE,
        "seen_frame": EVERY_ROLE,
        "search_pages": ADMINS,
        "remove_search": ADMINS,
    },
    "documents": {
        "pages": EVERY_ROLE,
        "picture": EVERY_ROLE,
        "thumbnail": EVERY_ROLE,
        "make_pictures": ADMINS,
        "remove_pictures": ADMINS,
        "slide_text": EVERY_ROLE,
        "read_slide_text": ADMINS,
        "remove_slide_text": ADMINS,
        "store_slide_text": ADMINS,
        "slide_page": EVERY_ROLE,
        "save_slide_page": WORKERS,
    },
}
