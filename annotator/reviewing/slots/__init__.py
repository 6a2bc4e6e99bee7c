"""Slots of reviewing."""
