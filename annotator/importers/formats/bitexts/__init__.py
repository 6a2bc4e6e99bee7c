"""Bitexts, single sides of a bitext, and ready alignments."""
