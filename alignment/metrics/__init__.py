"""Scores, one module per task; each function validates its input, then computes.

`rouge` summaries · `error_rates` transcripts · `boundaries` segmentations · `hmm` talks aligned with papers ·
`beads`, `naist` bitexts · `translation` BLEU, chrF, TER · `significance` whether one is better. Import the module that
you need.
"""
