"""Tables of summaries."""
