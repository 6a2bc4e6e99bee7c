"""Recordings of talks: their sound, what recognisers make of it, segments, and corpora of them.

`segments` where a recording is cut, and splits of a corpus by duration · `audio` sound read, peaks, clips · `manifests`
what describes clips to training programs · `recognisers` transcripts by programs and services · `m3av` the folders of
the M3AV corpus.

Source: Chen et al. 2024, M3AV: A Multimodal, Multigenre, and Multipurpose Audio-Visual Academic Lecture Dataset (ACL).
"""
