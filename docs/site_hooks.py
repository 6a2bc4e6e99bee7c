"""What the site of the guides does beyond its options (mkdocs.yml)."""

from __future__ import annotations

from typing import Any

#: Decisions are for who changes Lectern; whoever searches wants to use it.
_INSIDE = ("decisions/", "design.md", "security.md")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Guides stand before decisions among what a search finds."""
    if page.file.src_uri.startswith(_INSIDE):
        page.meta.setdefault("search", {"boost": 0.2})
    return markdown
