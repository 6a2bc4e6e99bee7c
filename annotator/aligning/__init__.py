"""Engines, what they need, and their runs, one or many."""
