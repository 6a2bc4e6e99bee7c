"""The forms of a release. To add one: a `Form`, and a line in `registry`.

A form is written from the rows alone, so that the same rows give the same bytes.
"""
