"""Tables of decks."""
