"""Transcripts: captions, plain text and the output of speech recognisers."""
