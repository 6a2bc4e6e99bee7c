"""Summaries that talks give: sheets, ROUGE, tuning, training sets and models."""
