"""Learned models as files: arrays and JSON in a ``.npz``, so that reading a file never executes code from it."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.band import Band
from alignment.lexical.model1 import Table
from alignment.lexical.options import VERSION, LexicalOptions
from alignment.lexical.prepared import Prepared
from alignment.lexical.scores import Model, lattice
from alignment.lexical.sentence_vectors import VectorTerm
from alignment.lexical.tokens import Units
from alignment.types import AlignmentError

Arrays = dict[str, NDArray[Any]]

_UNITS = ("ids", "weights", "offsets", "lengths", "boundaries", "unigram")
_TABLE = ("starts", "columns", "values", "rest")
#: Of what sentence vectors add: numbers, and arrays.
_NUMBERS, _TERM = ("name", "weight", "middle", "exponent"), ("x", "y", "node", "values", "source_null", "target_null")
_MODEL = ("types", "together", "inner_source", "inner_target")


def save(prepared: Prepared, path: str | Path) -> None:
    """Write the learned model of a pair.

    The scores of the beads are not saved: they are many times the size, and `load` computes them again.

    Parameters
    ----------
    prepared
        A result of `prepare_lexical`, `prepare_lengths` or `recut`.
    path
        The file. It is replaced atomically, so that nobody reads half of it.
    """
    arrays: Arrays = {}
    about: dict[str, Any] = {
        "version": VERSION,
        "options": asdict(prepared.options),
        "signature": prepared.signature,
        "info": prepared.info,
        "forms": [sorted(forms) for forms in prepared.forms],
        "vocabulary": [prepared.source.vocabulary, prepared.target.vocabulary],
        "texts": [prepared.source.texts, prepared.target.texts],
    }
    for side, units in (("source", prepared.source), ("target", prepared.target)):
        arrays |= {f"{side}_{name}": getattr(units, name) for name in _UNITS}
    if prepared.model is not None and prepared.lattice is not None:
        model = prepared.model
        about |= {"ratio": model.ratio, "spread": model.spread, "of_target": model.of_target}
        arrays |= {name: getattr(model, name) for name in _MODEL}
        arrays |= {"low": prepared.lattice.band.low, "high": prepared.lattice.band.high}
        if term := prepared.term:
            about["term"] = {name: getattr(term, name) for name in _NUMBERS}
            arrays |= {f"term_{name}": getattr(term, name) for name in _TERM}
        for name, table in (("forward", model.forward), ("backward", model.backward)):
            if table is not None:
                arrays |= {f"{name}_{part}": getattr(table, part) for part in _TABLE}
                about[f"{name}_columns"] = table.n_columns
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    path = Path(path)
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with partial.open("wb") as out:
            np.savez_compressed(out, allow_pickle=False, **arrays)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def load(path: str | Path, *, scored: bool = True) -> Prepared:
    """Read what `save` wrote; the result aligns as the original does.

    Parameters
    ----------
    path
        The file.
    scored
        Whether to compute the scores of the beads, which takes most of the time. Without them the result is good for
        its words alone, as `MatchedWords` asks for.

    Raises
    ------
    AlignmentError
        If the file is damaged, or was written by another version of the engine.
    FileNotFoundError
        If there is no such file.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays["about"].tobytes())
        if about["version"] != VERSION:
            raise AlignmentError(f"{path}: written by version {about['version']} of the engine, expected {VERSION}")
        return _prepared(arrays, about, scored=scored)
    except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, AlignmentError):
            raise
        raise AlignmentError(f"{path}: not a learned model, or a damaged one ({error})") from error


def _prepared(arrays: Arrays, about: dict[str, Any], *, scored: bool) -> Prepared:
    source, target = (
        Units(vocabulary, texts, **{name: arrays[f"{side}_{name}"] for name in _UNITS})
        for side, vocabulary, texts in zip(("source", "target"), about["vocabulary"], about["texts"], strict=True)
    )
    options = LexicalOptions(**about["options"])
    first, second = (frozenset(forms) for forms in about["forms"])
    prepared = Prepared(source, target, options, about["signature"], about["info"], forms=(first, second))
    if "low" not in arrays:
        return prepared
    forward, backward = (_table(arrays, about, name) for name in ("forward", "backward"))
    prepared.model = Model(
        ratio=about["ratio"],
        spread=about["spread"],
        of_target=about["of_target"],
        forward=forward,
        backward=backward,
        **{name: arrays[name] for name in _MODEL},
    )
    if not scored:
        return prepared
    band = Band(arrays["low"], arrays["high"], len(source), len(target))
    prepared.lattice = lattice(source, target, band, prepared.model, options.null_share)
    if "term" in about:
        parts: dict[str, Any] = {name: arrays[f"term_{name}"] for name in _TERM}
        prepared.term = VectorTerm(**about["term"], **parts)
        prepared.lattice = prepared.term.added_to(prepared.lattice)
    return prepared


def _table(arrays: Arrays, about: dict[str, Any], name: str) -> Table | None:
    if f"{name}_columns" not in about:
        return None
    return Table(**{part: arrays[f"{name}_{part}"] for part in _TABLE}, n_columns=about[f"{name}_columns"])
