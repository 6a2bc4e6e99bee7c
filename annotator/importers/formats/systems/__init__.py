"""Outputs of systems on a test set: translations or alignments."""
