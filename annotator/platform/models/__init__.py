"""Tables of platform."""
