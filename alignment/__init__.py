"""Align talks with what they are about. Usable without Django; needs numpy only.

>>> from alignment import bitext, hmm

Nothing heavy is imported here, so that ``import alignment`` stays quick; import the module you need.
"""

__version__ = "1.0.0"
