"""Rows to bytes, one file per format. To add one: write `header()` and `line(record)`, and a line in `registry`."""
