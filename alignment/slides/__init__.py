"""Slides and their talk: which page of a deck each sentence of a talk belongs to, and which sentences carry it.

`vtssum` the corpus's JSON · `timeline` when each page was shown, and the exact engine `align_timeline` · `align` the
`align_slides` engine, by words · `watching` which page a recording shows · `matching` how well its frames fit
pages, and `frames` what these are read from · `chain` the Markov chain of both ·
`segmentation` baselines that need no deck · `key_sentences` labels by ROUGE · `ranking` key sentences without a deck ·
`words` what is compared · `predictions` and `evaluation` scores of all of these.

Conventions: pages and sentences are 0-based positions, and None is no slide. Only the timeline's CSV counts pages from
1, and has 0 for no slide. A boundary is the position of the first sentence of a stretch; a page may come back.

Source: Lv, Cui, Vasiljevic and Wei 2021, VT-SSum: A Benchmark Dataset for Video Transcript Segmentation and
Summarization (CIKM).
"""
