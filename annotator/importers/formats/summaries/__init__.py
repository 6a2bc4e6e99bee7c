"""Summaries of papers: references by people, and what systems made."""
