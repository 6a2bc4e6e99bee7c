"""A learned model for the same texts cut otherwise: nothing is learned again, so it takes a fifth of the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from alignment.lexical.engine import Prepared
from alignment.lexical.rounds import first_band
from alignment.lexical.scores import lattice
from alignment.lexical.signature import signature
from alignment.lexical.tokens import units


def recut(prepared: Prepared, source: Sequence[str], target: Sequence[str]) -> Prepared:
    """What was learned, ready to align these units: the pair's own after some were split, joined, or taken out.

    source, target : units in order. Words that the model has not seen, such as the halves of one that was cut, say
    nothing. `prepared` stays as it is. Sources and the method are those of `lexical`.
    """
    options, model = prepared.options, prepared.model
    s = units(source, prefix=options.prefix, forms=prepared.forms[0], like=prepared.source)
    t = units(target, prefix=options.prefix, forms=prepared.forms[1], like=prepared.target)
    grid = None
    if model is not None and len(s) and len(t):
        grid = lattice(s, t, first_band(s, t, model, options), model, options.null_share)
    name = f"{signature('recut', options, source, target)} of {prepared.signature}"
    return replace(
        prepared, source=s, target=t, signature=name, model=model if grid else None, lattice=grid, _solved={}
    )
