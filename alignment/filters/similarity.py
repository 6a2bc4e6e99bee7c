"""Similarity of an interpretation to its offline translation, and the sources of offline translations.

The paper uses BLEURT; BLEURT and COMET are plug-ins, loaded on request. chrF needs no package; it is a surface measure,
and marked as one. Translations come from a file with one line for each source unit, or from a plug-in.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from alignment.metrics.model_scores import load_bart_score, load_bert_score
from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class Similarity:
    """name : for signatures. is_semantic : whether it compares more than the characters.

    score : candidates, references -> one number each, higher is more similar. sources : whether it takes the source
        texts as a third argument.
    """

    name: str
    is_semantic: bool
    score: Callable[[Sequence[str], Sequence[str], Sequence[str]], list[float]]


def chrf(candidate: str, reference: str, *, longest: int = 6, beta: float = 2.0) -> float:
    """Character n-gram F-score in [0, 1], n = 1..longest, spaces left out. Source: Popović 2015.

    Orders that neither text is long enough for are left out; 1 for two empty texts, 0 where one is empty.
    """
    first, second = "".join(candidate.split()), "".join(reference.split())
    if not first or not second:
        return float(first == second)
    precision = recall = 0.0
    orders = min(longest, max(len(first), len(second)))
    for n in range(1, orders + 1):
        ours = Counter(first[k : k + n] for k in range(len(first) - n + 1))
        theirs = Counter(second[k : k + n] for k in range(len(second) - n + 1))
        shared = (ours & theirs).total()
        precision += shared / max(ours.total(), 1)
        recall += shared / max(theirs.total(), 1)
    precision, recall = precision / orders, recall / orders
    below = beta**2 * precision + recall
    return (1.0 + beta**2) * precision * recall / below if below else 0.0


def similarity(name: str = "chrf", *, model: str | None = None) -> Similarity:
    """``chrf``, ``bleurt`` (model: folder of a checkpoint), ``comet`` (a checkpoint, or the folder of one),
    ``bertscore`` or ``bartscore`` (folder of a model of transformers).

    Nothing is fetched: what is named has to be there. Raises AlignmentError with what to install.
    """
    if name == "chrf":
        return Similarity(
            "chrf", False, lambda ours, theirs, _: [chrf(a, b) for a, b in zip(ours, theirs, strict=True)]
        )
    if name == "bleurt":
        if importlib.util.find_spec("bleurt") is None:
            raise AlignmentError("bleurt is not installed: pip install git+https://github.com/google-research/bleurt")
        if model is None or not Path(model).is_dir():
            raise AlignmentError(f"bleurt needs the folder of a checkpoint, such as BLEURT-20; {model!r} is none")
        from bleurt import score as bleurt_score  # type: ignore[import-not-found,unused-ignore]

        scorer = bleurt_score.BleurtScorer(model)
        return Similarity(
            f"bleurt:{Path(model).name}",
            True,
            lambda ours, theirs, _: [float(v) for v in scorer.score(references=list(theirs), candidates=list(ours))],
        )
    if name == "comet":
        if importlib.util.find_spec("comet") is None:
            raise AlignmentError("comet is not installed: pip install unbabel-comet")
        checkpoint = comet_checkpoint(model)
        import comet  # type: ignore[import-not-found,unused-ignore]

        loaded = comet.load_from_checkpoint(str(checkpoint))

        def score(ours: Sequence[str], theirs: Sequence[str], sources: Sequence[str]) -> list[float]:
            data = [{"src": s, "mt": o, "ref": t} for o, t, s in zip(ours, theirs, sources, strict=True)]
            return [float(v) for v in loaded.predict(data, batch_size=16, gpus=0, progress_bar=False).scores]

        return Similarity(f"comet:{_comet_name(checkpoint)}", True, score)
    if name in ("bertscore", "bartscore"):
        signature, of_pairs = load_bert_score(model) if name == "bertscore" else load_bart_score(model)
        return Similarity(signature, True, lambda ours, theirs, _: of_pairs(ours, theirs))
    raise AlignmentError(f"similarity {name!r} is not known, expected chrf, bleurt, comet, bertscore or bartscore")


def comet_checkpoint(model: str | None) -> Path:
    """The ``.ckpt`` that `model` is, or that lies in it (as unpacked, under ``checkpoints``).

    Raises AlignmentError, saying what was expected, where there is none or more than one.
    """
    path = Path(model) if model else None
    if path is not None and path.is_file():
        return path
    files = sorted(path.rglob("*.ckpt")) if path is not None and path.is_dir() else []
    if len(files) != 1:
        what = f"{len(files)} checkpoints are in {model!r}" if len(files) > 1 else f"{model!r} is none"
        raise AlignmentError(f"comet needs a checkpoint (.ckpt) or the folder of one, such as wmt22-comet-da; {what}")
    return files[0]


def _comet_name(checkpoint: Path) -> str:
    """As people call the model: the folder that was unpacked, ``wmt22-comet-da``, or the file."""
    folder = checkpoint.parent.parent if checkpoint.parent.name == "checkpoints" else checkpoint.parent
    return folder.name if checkpoint.stem == "model" and folder.name else checkpoint.stem


def read_translations(path: str | Path, n_source: int) -> list[str]:
    """Offline translations, one line for each source unit; an empty line means that there is none.

    Raises AlignmentError, naming the file, if it is not UTF-8 or has another number of lines.
    """
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise AlignmentError(f"{path}: cannot be read as UTF-8 text: {error}") from error
    if lines and lines[-1] == "":
        lines.pop()
    if len(lines) != n_source:
        raise AlignmentError(f"{path}: {len(lines)} lines, expected {n_source}, one for each source unit")
    return [line.strip() for line in lines]


def translator(model: str) -> Callable[[Sequence[str]], list[str]]:
    """A translation model of the `transformers` extra, such as ``Helsinki-NLP/opus-mt-en-jap``: texts -> translations.

    Raises AlignmentError if the extra is not installed.
    """
    if importlib.util.find_spec("transformers") is None:
        raise AlignmentError("transformers is not installed: pip install transformers sentencepiece torch")
    from transformers import pipeline

    translate = pipeline("translation", model=model)
    return lambda texts: [str(translation["translation_text"]) for translation in translate(list(texts), batch_size=16)]
