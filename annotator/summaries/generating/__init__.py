"""Texts made of slides, or of what was said on them, by a system whose texts are compared with the talk's own."""
