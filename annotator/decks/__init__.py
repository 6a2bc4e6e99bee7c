"""Decks of slides: when each page was on the screen of the talk."""
