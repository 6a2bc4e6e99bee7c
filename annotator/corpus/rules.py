"""Who may do what with texts."""

from __future__ import annotations

from annotator.people.roles import ADMINS, EVERY_ROLE, SIGNED_IN, Rules, resource

RULES: Rules = {
    "documents": resource(
        EVERY_ROLE,
        ADMINS,
        units=EVERY_ROLE,
        source=EVERY_ROLE,
        media=EVERY_ROLE,
        store_media=ADMINS,
        remove_media=ADMINS,
        embeddings=ADMINS,
    ),
    "imports": resource(
        ADMINS, ADMINS, files=ADMINS, file=ADMINS, pairings=ADMINS, progress=ADMINS, commit=ADMINS, formats=SIGNED_IN
    ),
    "glossary": resource(EVERY_ROLE, ADMINS, terms=EVERY_ROLE, export=EVERY_ROLE, import_file=ADMINS, clear=ADMINS),
}
