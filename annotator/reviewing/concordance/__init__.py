"""Concordance and memory: rows that people accepted, found again by their texts.

Why so, and who finds what: docs/decisions/concordance.md.
"""

from annotator.reviewing.concordance.index import ask_for_index, ask_for_pending, fill_index, n_pending
from annotator.reviewing.concordance.recall import Place, remembered, search

__all__ = ["Place", "ask_for_index", "ask_for_pending", "fill_index", "n_pending", "remembered", "search"]
