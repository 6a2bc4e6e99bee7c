"""Transcripts of one recording, compared word by word: what two recognisers heard differently, and how it is settled.

`words` timed words, and the normaliser that says which of them are equal · `comparison` two transcripts aligned, their
error rates, along the talk too · `disagreement` masks and how they are filled · `numbers` English numbers in words and
in digits · `inverse_normalisation` the written form of spoken words · `rare_words` the words that the biased error rate
counts · `related` sentences of a paper that belong to what was said.

Conventions: positions count words from 0, ranges leave their end out, times are seconds from the start of the
recording. The rates themselves are those of `alignment.metrics.error_rates`.

Source: Chen et al. 2024, M3AV: A Multimodal, Multigenre, and Multipurpose Audio-Visual Academic Lecture Dataset (ACL).
"""
