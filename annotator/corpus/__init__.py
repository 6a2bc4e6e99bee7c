"""Texts: imported, stored, paired and named; glossaries and media."""
