"""Tables of site."""
