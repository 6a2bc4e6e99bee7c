"""Tables of authors."""
