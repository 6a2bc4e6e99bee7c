"""Decks of slides: their pages, what these look like, and when each page was on the screen of the talk."""
