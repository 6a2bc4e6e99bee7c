"""Scores, one module per task; each function validates its input, then computes.

`rouge` summaries · `error_rates` transcripts · `boundaries` segmentations · `hmm` talks aligned with papers ·
`beads` bitexts. Import the module that you need.
"""
