"""Tables of corpus."""
