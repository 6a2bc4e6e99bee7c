"""Shared by importers: encodings, tables, JSON, XML and zip sources, cues, headings, sentences, languages."""
