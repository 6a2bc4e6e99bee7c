"""The forms of a training set. They are given what forms of releases are (`releases/forms/base.py`)."""
