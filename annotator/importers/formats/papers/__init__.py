"""Papers: sections and sentences."""
