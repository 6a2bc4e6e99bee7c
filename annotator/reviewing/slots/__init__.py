"""Slots: how many reviews each pair needs, who has which of them, and what the queue offers next."""
