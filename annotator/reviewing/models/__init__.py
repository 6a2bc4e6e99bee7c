"""Tables of reviewing."""
