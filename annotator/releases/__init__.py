"""Test sets as rules, their releases and pages, leaks, and systems scored on them."""
