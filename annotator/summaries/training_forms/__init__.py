"""The forms of a training set: `lines` JSON lines, `highlights` the released program's files, `documents` what it says
of itself, `folder` all of it as a ZIP. What they are given is what forms of releases are (`releases/forms/base.py`).
"""
