"""Glossaries: tables of terms, and TBX."""
