"""What a system made of a test set: translations or alignments."""
