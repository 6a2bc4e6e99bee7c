"""Test sets as rules and rows picked by hand (docs/decisions/curation.md)."""
