"""Tables of recordings."""
