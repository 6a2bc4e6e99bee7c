"""Tables of teams."""
