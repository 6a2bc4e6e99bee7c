"""Tables of releases."""
