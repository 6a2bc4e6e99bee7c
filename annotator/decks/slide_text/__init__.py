"""The text of a deck's slides: read, merged and folded by rules, corrected by people, stored as the next version."""
