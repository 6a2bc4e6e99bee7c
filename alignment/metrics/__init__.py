"""Scores, one module per task; each function validates its input, then computes.

`rouge` summaries · `error_rates` transcripts · `boundaries` segmentations · `hmm` talks aligned with papers ·
`beads`, `naist` bitexts · `translation` BLEU, chrF, TER · `significance` and `paired` whether one
is better · `intervals` of any figure that is computed from sums. Import the module that you need.
"""
