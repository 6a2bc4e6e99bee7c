"""Tables of aligning."""
