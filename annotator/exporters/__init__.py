"""Rows to bytes, one file a format. To add one: write `header()` and `line(record)`, and a line in `registry`."""
