"""BERTScore and BARTScore: how close texts are to references, by a language model whose folder is named.

Needs the extra `bertscore` (transformers and PyTorch). Nothing is fetched: the folder has to hold the model and its
tokenizer, as `save_pretrained` writes them.

Conventions: as the authors' programs count, so that figures with the same model can be put beside published ones.
BERTScore is without idf and not rescaled; a special token (``[CLS]``) can be the partner of a word, but does not count
itself. A text without a token has 0. BARTScore is in natural logarithms and includes the tokens that begin and end a
text; F is the mean of both directions. Texts longer than the model are cut.

Sources: Zhang, Kishore, Wu, Weinberger, Artzi 2020, BERTScore: Evaluating Text Generation with BERT, section 3; Yuan,
Neubig, Liu 2021, BARTScore: Evaluating Generated Text as Text Generation, section 3.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError

T = TypeVar("T")
Floats = npt.NDArray[np.floating[Any]]
Booleans = npt.NDArray[np.bool_]
#: A text's token vectors, shape (n_tokens, n_dimensions), and which of its tokens count, shape (n_tokens,).
Vectors = tuple[Floats, Booleans]
#: Candidates and references, as many of each -> a score of each.
Scorer = Callable[[Sequence[str], Sequence[str]], list[float]]

#: The layers that agreed best with people in the paper's appendix, by architecture and number of layers.
BEST_LAYERS = {
    ("bert", 12): 9,
    ("bert", 24): 18,
    ("roberta", 12): 10,
    ("roberta", 24): 17,
    ("xlm-roberta", 12): 9,
    ("xlm-roberta", 24): 17,
}
#: What both scores need.
PACKAGES = ("torch", "transformers")
#: Texts that pass through a model at once.
_BATCH = 16
#: What decides a model's figures. Files of other frameworks may lie beside these.
_OF_A_MODEL = ("*.json", "*.txt", "*.model", "*.safetensors", "*.bin")


def greedy_matching(candidate: Vectors, reference: Vectors) -> tuple[float, float, float]:
    """Precision, recall and F1 of token vectors of one text beside those of another. Zhang et al., section 3.

    Each token is matched with the most similar one of the other text, by cosine. (0, 0, 0) if no token of one counts.
    """
    ours, theirs = (_unit(vectors) for vectors, _ in (candidate, reference))
    if not candidate[1].any() or not reference[1].any():
        return 0.0, 0.0, 0.0
    cosines = ours @ theirs.T
    precision = float(cosines.max(axis=1)[candidate[1]].mean())
    recall = float(cosines.max(axis=0)[reference[1]].mean())
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def bert_scorer(vectors_of: Callable[[Sequence[str]], list[Vectors]]) -> Scorer:
    """F1 of BERTScore by whatever gives vectors. A text that stands twice in a call is encoded once."""

    def score(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
        texts = list(dict.fromkeys([*candidates, *references]))
        vectors = dict(zip(texts, vectors_of(texts), strict=True))
        pairs = zip(candidates, references, strict=True)
        return [greedy_matching(vectors[ours], vectors[theirs])[2] for ours, theirs in pairs]

    return score


def bart_scorer(log_likelihoods: Scorer) -> Scorer:
    """F of BARTScore: the mean of both directions. log_likelihoods : sources, targets -> of each target, its mean over
    tokens, given its source."""

    def score(candidates: Sequence[str], references: Sequence[str]) -> list[float]:
        precision = log_likelihoods(references, candidates)
        recall = log_likelihoods(candidates, references)
        return [(one + other) / 2 for one, other in zip(precision, recall, strict=True)]

    return score


def load_bert_score(folder: str | None, *, layer: int | None = None) -> tuple[str, Scorer]:
    """BERTScore's F1 by an encoder such as roberta-large: its signature, and the function that scores.

    layer : whose vectors are compared, 0 for the embeddings; by default the one in `BEST_LAYERS`, else the last.

    Raises AlignmentError if packages are missing, the folder has no such model, or it has fewer layers.
    """
    torch, transformers, path = _needs("bertscore", folder, "an encoder, such as roberta-large")
    with _reading(path):
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(path), local_files_only=True)
        model = transformers.AutoModel.from_pretrained(str(path), local_files_only=True).eval()
    n_layers = model.config.num_hidden_layers
    if layer is None:
        layer = BEST_LAYERS.get((model.config.model_type, n_layers), n_layers)
    if not 0 <= layer <= n_layers:
        raise AlignmentError(f"{path} has no layer {layer}, expected 0 to {n_layers}")
    # RoBERTa has other tokens for the first word of a text unless a space stands before it.
    before = " " if model.config.model_type == "roberta" else ""

    def vectors_of(texts: Sequence[str]) -> list[Vectors]:
        found: list[Vectors] = []
        for part in _in_batches([text.strip() for text in texts]):
            tokens = _tokens(tokenizer, [text and before + text for text in part], model.config)
            with torch.inference_mode():
                of_layer = model(**tokens, output_hidden_states=True).hidden_states[layer].float().numpy()
            ids, used = tokens["input_ids"].numpy(), tokens["attention_mask"].numpy().astype(bool)
            special = np.isin(ids, [i for i in (tokenizer.cls_token_id, tokenizer.sep_token_id) if i is not None])
            for vectors, is_used, counts in zip(of_layer, used, used & ~special, strict=True):
                found.append((vectors[is_used], counts[is_used]))
        return found

    return f"{_signature('bertscore', path)}|layer:{layer}|idf:no|rescaled:no|f1", bert_scorer(vectors_of)


def load_bart_score(folder: str | None) -> tuple[str, Scorer]:
    """BARTScore's F by a model from text to text such as bart-large-cnn: its signature, and the function that scores.

    Raises AlignmentError if packages are missing, or the folder has no such model.
    """
    torch, transformers, path = _needs("bartscore", folder, "a model from text to text, such as bart-large-cnn")
    with _reading(path):
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(path), local_files_only=True)
        model = transformers.AutoModelForSeq2SeqLM.from_pretrained(str(path), local_files_only=True).eval()

    def log_likelihoods(sources: Sequence[str], targets: Sequence[str]) -> list[float]:
        found: list[float] = []
        for part in _in_batches(list(zip(sources, targets, strict=True))):
            given = _tokens(tokenizer, [source for source, _ in part], model.config)
            wanted = _tokens(tokenizer, [target for _, target in part], model.config)
            labels = wanted["input_ids"]
            with torch.inference_mode():
                logits = model(
                    input_ids=given["input_ids"], attention_mask=given["attention_mask"], labels=labels
                ).logits
            of_tokens = torch.log_softmax(logits.float(), dim=-1).gather(2, labels.unsqueeze(2)).squeeze(2)
            used = wanted["attention_mask"]
            found += ((of_tokens * used).sum(dim=1) / used.sum(dim=1).clamp(min=1)).tolist()
        return found

    return f"{_signature('bartscore', path)}|f", bart_scorer(log_likelihoods)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Whatever a folder without a readable model raises becomes an AlignmentError that names it."""
    try:
        yield
    except Exception as error:
        reason = str(error).strip().split("\n")[0][:200]
        raise AlignmentError(f"{path} cannot be read as a model: {reason}") from error


def is_installed() -> bool:
    return all(find_spec(name) is not None for name in PACKAGES)


def _needs(name: str, folder: str | None, what: str) -> tuple[Any, Any, Path]:
    """PyTorch, transformers, and the folder. Raises AlignmentError for what is missing."""
    if not is_installed():
        raise AlignmentError(f"{name} needs transformers and PyTorch. Install the extra bertscore.")
    if not folder or not Path(folder).is_dir():
        raise AlignmentError(f"{name} needs the folder of {what}; {folder!r} is none")
    import torch
    import transformers

    return torch, transformers, Path(folder)


def _in_batches(texts: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(texts), _BATCH):
        yield texts[start : start + _BATCH]


def _tokens(tokenizer: Any, texts: Sequence[str], config: Any) -> Any:
    """As tensors, padded, cut to what the tokenizer and the model take. RoBERTa keeps two places for itself."""
    places = getattr(config, "max_position_embeddings", None) or tokenizer.model_max_length
    kept = 2 if "roberta" in config.model_type else 0
    longest = min(tokenizer.model_max_length, places - kept)
    # A tokenizer that does not know the model's length has an enormous one.
    return tokenizer(list(texts), return_tensors="pt", padding=True, truncation=True, max_length=int(longest))


def _signature(name: str, path: Path) -> str:
    """With the folder's name, which people know, and a digest of its files: two models may have one name."""
    digest = hashlib.blake2b(digest_size=6)
    with _reading(path):
        for each in sorted({file for pattern in _OF_A_MODEL for file in path.glob(pattern) if file.is_file()}):
            digest.update(each.name.encode())
            with each.open("rb") as file:
                while chunk := file.read(2**20):
                    digest.update(chunk)
    return f"{name}:{path.name}:{digest.hexdigest()}|transformers:{version('transformers')}"
