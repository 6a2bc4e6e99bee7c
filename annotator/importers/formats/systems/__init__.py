"""Outputs of systems on a test set: translations, alignments, or what recognisers heard."""
