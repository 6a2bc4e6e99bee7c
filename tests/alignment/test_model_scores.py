from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alignment.filters import similarity
from alignment.metrics import model_scores
from alignment.metrics.model_scores import Vectors, bart_scorer, bert_scorer, greedy_matching
from alignment.types import AlignmentError

needs_models = pytest.mark.skipif(not model_scores.is_installed(), reason="needs the extra bertscore")

#: Unit vectors at these angles, so that cosines can be seen.
EAST, NORTH, BETWEEN = (1.0, 0.0), (0.0, 2.0), (3.0, 3.0)


def text(*vectors: tuple[float, float], special: Sequence[int] = ()) -> Vectors:
    counts = np.ones(len(vectors), dtype=bool)
    counts[list(special)] = False
    return np.array(vectors, dtype=np.float32), counts


def test_each_token_is_matched_with_the_most_similar_of_the_other_text() -> None:
    half = math.sqrt(0.5)
    precision, recall, f1 = greedy_matching(text(EAST, BETWEEN), text(EAST, NORTH))
    assert precision == pytest.approx((1 + half) / 2)
    assert recall == pytest.approx((1 + half) / 2)
    assert f1 == pytest.approx((1 + half) / 2)
    precision, recall, f1 = greedy_matching(text(EAST), text(EAST, NORTH))
    assert (precision, recall, f1) == (pytest.approx(1), pytest.approx(0.5), pytest.approx(2 / 3))


def test_a_special_token_can_be_a_partner_but_does_not_count() -> None:
    marked = text(EAST, NORTH, special=[1])
    assert greedy_matching(marked, text(EAST)) == pytest.approx((1, 1, 1))
    assert greedy_matching(text(NORTH), marked)[:2] == pytest.approx((1, 0))


def test_a_text_without_a_token_has_no_score() -> None:
    for nothing in (text(EAST, special=[0]), (np.zeros((0, 2), dtype=np.float32), np.zeros(0, dtype=bool))):
        assert greedy_matching(nothing, text(EAST)) == (0, 0, 0)
        assert greedy_matching(text(EAST), nothing) == (0, 0, 0)


def test_a_text_that_stands_twice_is_encoded_once() -> None:
    encoded: list[str] = []

    def vectors_of(texts: Sequence[str]) -> list[Vectors]:
        encoded.extend(texts)
        return [text(EAST if each == "tide" else NORTH) for each in texts]

    assert bert_scorer(vectors_of)(["tide", "tide"], ["tide", "ebb"]) == pytest.approx([1, 0])
    assert encoded == ["tide", "ebb"]


def test_bartscore_is_the_mean_of_both_directions() -> None:
    given = {("a", "b"): -1.0, ("b", "a"): -4.0}
    scorer = bart_scorer(lambda sources, targets: [given[pair] for pair in zip(sources, targets, strict=True)])
    assert scorer(["a"], ["b"]) == [-2.5]


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(model_scores, "is_installed", lambda: False)
    with pytest.raises(AlignmentError, match=r"bertscore needs transformers and PyTorch. Install the extra bertscore."):
        similarity("bertscore", model=str(tmp_path))
    monkeypatch.setattr(model_scores, "is_installed", lambda: True)
    with pytest.raises(AlignmentError, match=r"bartscore needs the folder of a model from.*'nowhere' is"):
        similarity("bartscore", model="nowhere")


def test_two_models_in_folders_of_one_name_have_different_signatures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(model_scores, "version", lambda _: "5")
    signatures = set()
    for weights in (b"one", b"other"):
        folder = tmp_path / weights.decode() / "roberta"
        folder.mkdir(parents=True)
        (folder / "model.safetensors").write_bytes(weights)
        signatures.add(model_scores._signature("bertscore", folder))
    assert len(signatures) == 2
    assert all(each.startswith("bertscore:roberta:") for each in signatures)


def test_what_is_no_readable_file_of_a_model_is_left_out_or_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(model_scores, "version", lambda name: "5.0")
    (tmp_path / "config.json").write_text("{}")
    plain = model_scores._signature("bertscore", tmp_path)
    (tmp_path / "shards.bin").mkdir()
    (tmp_path / "loop.bin").symlink_to(tmp_path / "loop.bin")
    assert model_scores._signature("bertscore", tmp_path) == plain

    def unreadable(path: Path, *how: str) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", unreadable)
    with pytest.raises(AlignmentError, match=r"cannot be read as a model: .*Permission denied"):
        model_scores._signature("bertscore", tmp_path)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Small models of random weights, by their class."""
    import torch
    import transformers
    from tokenizers import ByteLevelBPETokenizer

    torch.manual_seed(3)
    learned = ByteLevelBPETokenizer()
    learned.train_from_iterator(
        ["the harbour tides are slow", "a slow tide in the harbour"] * 5,
        vocab_size=320,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
    )
    layers = {"num_hidden_layers": 3, "num_attention_heads": 4, "hidden_size": 32, "intermediate_size": 64}
    halves = {f"{half}_{of}": n for half in ("encoder", "decoder") for of, n in
              (("layers", 2), ("attention_heads", 4), ("ffn_dim", 64))}  # fmt: skip
    n = learned.get_vocab_size()
    made = {
        "roberta": transformers.RobertaModel(
            transformers.RobertaConfig(vocab_size=n, max_position_embeddings=34, **layers)
        ),
        "bart": transformers.BartForConditionalGeneration(
            transformers.BartConfig(vocab_size=n, d_model=32, max_position_embeddings=32, **halves)
        ),
    }
    folders = {}
    for name, model in made.items():
        folders[name] = tmp_path_factory.mktemp(name)
        learned.save_model(str(folders[name]))
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(folders[name]), tokenizer_type=name)
        tokenizer.save_pretrained(folders[name])
        model.save_pretrained(folders[name])
    return folders


@needs_models
def test_bertscore_of_a_model_is_that_of_its_vectors(models: dict[str, Path]) -> None:
    import torch
    import transformers

    folder = str(models["roberta"])
    name, score = model_scores.load_bert_score(folder, layer=2)
    assert "|layer:2|" in name
    model = transformers.AutoModel.from_pretrained(folder).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)

    def vectors(words: str) -> Any:
        with torch.inference_mode():
            hidden = model(**tokenizer(" " + words, return_tensors="pt"), output_hidden_states=True).hidden_states[2]
        return (hidden / hidden.norm(dim=-1, keepdim=True))[0].numpy()

    ours, theirs = "a slow tide", "the harbour tides are slow"
    cosines = vectors(ours) @ vectors(theirs).T
    precision, recall = cosines.max(axis=1)[1:-1].mean(), cosines.max(axis=0)[1:-1].mean()
    # In a batch with shorter and longer ones, and beside one that is longer than the model.
    scores = score([ours, "tide", "", "tide " * 200], [theirs, "tide", "tide", "tide"])
    assert scores[0] == pytest.approx(2 * precision * recall / (precision + recall), abs=1e-5)
    assert scores[1] == pytest.approx(1, abs=1e-5)
    assert scores[2] == 0
    with pytest.raises(AlignmentError, match="no layer 4, expected 0 to 3"):
        model_scores.load_bert_score(folder, layer=4)


@needs_models
def test_bartscore_of_a_model_is_that_of_its_log_likelihoods(models: dict[str, Path]) -> None:
    import torch
    import transformers

    folder = str(models["bart"])
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)

    def direction(source: str, target: str) -> float:
        """The loss of transformers is the mean over tokens."""
        labels = tokenizer(target, return_tensors="pt").input_ids
        with torch.inference_mode():
            return -float(model(**tokenizer(source, return_tensors="pt"), labels=labels).loss)

    ours, theirs = ["a slow tide", "tide"], ["the harbour tides are slow", "the tide"]
    scores = similarity("bartscore", model=folder).score(ours, theirs, [])
    expected = [(direction(a, b) + direction(b, a)) / 2 for a, b in zip(ours, theirs, strict=True)]
    assert scores == pytest.approx(expected, abs=1e-4)
