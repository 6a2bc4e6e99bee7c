"""Who reviews what: the board, what admins do there with many pairs at once, and each annotator's own work."""
