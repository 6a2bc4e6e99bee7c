"""Align talks with what they are about. Usable without Django; needs numpy only.

>>> from alignment import hmm, bitext   # doctest: +SKIP

Nothing heavy is imported here, so that ``import alignment`` stays quick; import the module you need.
"""

__version__ = "0.1.0"
