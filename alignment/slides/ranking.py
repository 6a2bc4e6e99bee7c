"""Key sentences without a deck: orders of a clip's sentences that know nothing of the slide, and one that is learnt.

A ranking gives each sentence of a clip a score; the best three or five are its key sentences, the earlier one of equal
ones first. `Ranker` is a linear model over features of a sentence in its clip and its talk, trained so that the
labelled sentences of a clip are the likeliest under a softmax over the clip. It is fitted by Newton's method, numpy
only, once for each of several strengths of the regularisation, and the mean is taken: a few talks cannot tell which
strength is right. With the extra `wordfreq` it also knows how rare words are in the language at large.

Sources: Lv et al. 2021, section 3.3 (the task). TextRank: Mihalcea and Tarau 2004, section 4. The softmax over a list:
Cao et al. 2007, Learning to Rank: From Pairwise Approach to Listwise Approach (ListNet, top one).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from alignment.slides.general_words import Frequency, general_features, general_frequency, within_clip
from alignment.slides.vtssum import Clip, Video
from alignment.slides.words import content_words
from alignment.text import STOP_WORDS
from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]
#: A score for each sentence of each clip that has sentences, by the clip's name.
Scores = Mapping[str, Sequence[float]]
Ranking = Callable[[Video], Scores]

#: Strengths of the regularisation of `train_ranker`.
STRENGTHS = (10.0, 30.0, 100.0, 300.0)
#: Of the talks, where it is not said.
LANGUAGE = "en"
_DAMPING = 0.85
_ROUNDS = 50
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def first_scores(video: Video) -> Scores:
    """The first sentences of the clip."""
    return {clip.name: [-float(index) for index in range(len(clip.sentences))] for clip in video.segments}


def longest_scores(video: Video) -> Scores:
    """The sentences with most words, separated by white space."""
    return {clip.name: [float(len(text.split())) for text in clip.sentences] for clip in video.segments}


def tfidf_scores(video: Video) -> Scores:
    """The sentences with most tf-idf mass: the sum over their different words of how often the clip has the word, times
    ``log(1 + N / n)`` for a word in n of the video's N clips. Function words count too."""
    return _masses({clip.name: [_plain(text) for text in clip.sentences] for clip in video.segments})


def textrank_scores(video: Video) -> Scores:
    """TextRank in the clip: sentences are neighbours by the content words they share, over the sum of the logarithms of
    their lengths. O(n^2) for the n sentences of a clip."""
    return {clip.name: _textrank([content_words(text) for text in clip.sentences]) for clip in video.segments}


#: Rankings that nothing was learnt for, by name.
UNTRAINED: Mapping[str, Ranking] = {
    "first": first_scores,
    "longest": longest_scores,
    "textrank": textrank_scores,
    "tfidf": tfidf_scores,
}


@dataclass(frozen=True, slots=True)
class SplitVideo:
    """A video with the words of each sentence, by clip: all of them, and the content words' stems.

    general : the features of `general_words.GENERAL`, by clip; no columns without frequencies of words.
    """

    video: Video
    plain: Mapping[str, Sequence[Sequence[str]]]
    content: Mapping[str, Sequence[Sequence[str]]]
    general: Mapping[str, Floats]

    @classmethod
    def of(cls, video: Video, frequency: Frequency | None = None) -> SplitVideo:
        plain = {clip.name: [_plain(text) for text in clip.sentences] for clip in video.segments}
        return cls(
            video,
            plain,
            {clip.name: [content_words(text) for text in clip.sentences] for clip in video.segments},
            general_features(plain, _plain(video.title), frequency)
            if frequency
            else {name: np.zeros((len(texts), 0)) for name, texts in plain.items()},
        )


@dataclass(frozen=True, slots=True)
class Commonness:
    """In how many clips of the training videos a word is. n_clips : of them in all."""

    n_clips: int
    clips_with: Mapping[str, int]

    @classmethod
    def of(cls, videos: Iterable[SplitVideo]) -> Commonness:
        counted: Counter[str] = Counter()
        n = 0
        for video in videos:
            for texts in video.content.values():
                n += 1
                counted.update({word for text in texts for word in text})
        return cls(n, counted)

    def rarity(self, word: str) -> float:
        return math.log((1 + self.n_clips) / (1 + self.clips_with.get(word, 0)))


@dataclass(frozen=True, slots=True)
class Ranker:
    """A trained ranking; call it with a video.

    mean, scale, weights : shape (n_features,), as in `FEATURES`, then of `general_words.GENERAL` if it has `frequency`.
    """

    commonness: Commonness
    mean: Floats
    scale: Floats
    weights: Floats
    frequency: Frequency | None = None

    def __call__(self, video: Video) -> Scores:
        return self.scores(SplitVideo.of(video, self.frequency))

    def scores(self, split: SplitVideo) -> Scores:
        return {
            name: [float(score) for score in (rows - self.mean) / self.scale @ self.weights]
            for name, rows in features_of(split, self.commonness).items()
        }


#: Those that are compared within the clip: less its mean, over its standard deviation.
RELATIVE = (
    "tfidf_mass", "words", "content_words", "rarity", "rarity_here", "repeated", "repeated_here", "new", "topical",
)  # fmt: skip
FEATURES = (
    *RELATIVE, "position", "beginning", "first", "last", "off_middle", "density", "function_words", "title", "numbers",
    "names", "acronyms", "question", "we", "i_and_you", "commas", "rarest_word", "word_length",
)  # fmt: skip


def features_of(split: SplitVideo, commonness: Commonness) -> dict[str, Floats]:
    """The features of each sentence, by clip: those of `FEATURES`, then what the video has in `general`; labels are not
    looked at."""
    clips, plain, content = split.video.segments, split.plain, split.content
    masses = _masses(plain)
    n_clips_with = Counter(word for texts in content.values() for word in {w for text in texts for w in text})
    n_said = Counter(word for texts in content.values() for text in texts for word in text)
    title = set(content_words(split.video.title))
    seen: set[str] = set()
    found = {}
    for clip in clips:
        texts = content[clip.name]
        in_clip = Counter(word for text in texts for word in text)
        rows = []
        for index, (sentence, text) in enumerate(zip(clip.sentences, texts, strict=True)):
            own, words = Counter(text), plain[clip.name][index]
            rarity = {word: commonness.rarity(word) for word in own}
            here = {word: math.log(1 + len(clips) / n_clips_with[word]) * rarity[word] for word in own}
            again = [word for word, count in own.items() if in_clip[word] > count]
            rows.append(
                [
                    masses[clip.name][index], len(words), len(own), sum(rarity.values()), sum(here.values()),
                    sum(rarity[word] for word in again), sum(here[word] for word in again),
                    sum(rarity[word] for word in own if word not in seen),
                    sum(math.log1p(n_said[word]) * rarity[word] for word in own),
                    *_place(index, len(texts)),
                    sum(rarity.values()) / max(len(words), 1),
                    sum(word in STOP_WORDS for word in words) / max(len(words), 1),
                    len(title & own.keys()),
                    *_looks(sentence, words),
                    max(rarity.values(), default=0.0),
                    sum(map(len, words)) / max(len(words), 1),
                ]
            )  # fmt: skip
        seen.update(in_clip)
        table = np.array(rows, dtype=np.float64)
        table[:, : len(RELATIVE)] = within_clip(table[:, : len(RELATIVE)])
        found[clip.name] = np.concatenate([table, split.general[clip.name]], axis=1)
    return found


def train_ranker(
    videos: Sequence[Video], *, language: str | None = LANGUAGE, strengths: Sequence[float] = STRENGTHS
) -> Ranker:
    """Learn to rank from the samples of these videos.

    Parameters
    ----------
    videos
        For training; what is measured must not be among them.
    language
        A BCP 47 tag of what is said in them; None if they differ. See `general_frequency`.
    strengths
        Of the L2 regularisation, each above 0.

    Returns
    -------
    Ranker
        The same videos give the same one.

    Raises
    ------
    AlignmentError
        If no sample has a labelled sentence, or a strength is not above 0.
    """
    if not strengths or not min(strengths) > 0:
        raise AlignmentError(f"strengths are {tuple(strengths)}; expected one or more numbers above 0")
    frequency = general_frequency(language)
    return _train([SplitVideo.of(video, frequency) for video in videos], strengths, frequency)


def _train(videos: Sequence[SplitVideo], strengths: Sequence[float], frequency: Frequency | None) -> Ranker:
    commonness = Commonness.of(videos)
    tables, targets = [], []
    for split in videos:
        rows = features_of(split, commonness)
        for clip in split.video.samples:
            if any(clip.labels):
                tables.append(rows[clip.name])
                targets.append(np.array(clip.labels, dtype=np.float64) / sum(clip.labels))
    if not tables:
        of = "1 video" if len(videos) == 1 else f"{len(videos)} videos"
        raise AlignmentError(f"no sample with a key sentence in {of}; nothing can be learnt")
    every = np.concatenate(tables)
    mean, scale = every.mean(axis=0), every.std(axis=0)
    scale[scale < 1e-9] = 1.0
    lists = [(table - mean) / scale for table in tables]
    # Orders of the mean weights are those of the mean logarithms of the likelihoods: scores are linear in the weights.
    weights = np.mean([_fit(lists, targets, strength) for strength in strengths], axis=0)
    return Ranker(commonness, mean, scale, weights, frequency)


def train_without(videos: Sequence[Video], *, language: str | None = LANGUAGE) -> dict[str, Scores]:
    """The scores of each video by a ranker that learnt from all the others only; by the video's id. See
    `train_ranker`."""
    frequency = general_frequency(language)
    splits = [SplitVideo.of(video, frequency) for video in videos]
    return {
        held.video.id: _train([other for other in splits if other is not held], STRENGTHS, frequency).scores(held)
        for held in splits
    }


def _fit(lists: Sequence[Floats], targets: Sequence[Floats], strength: float) -> Floats:
    """Minimise the cross-entropy of targets and softmax, plus the penalty: convex, by Newton's steps."""
    n = lists[0].shape[1]
    weights = np.zeros(n)
    for _ in range(_ROUNDS):
        gradient, curvature = strength * weights, strength * np.eye(n)
        for rows, target in zip(lists, targets, strict=True):
            scores = rows @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            mean = shares @ rows
            gradient += rows.T @ (shares - target)
            curvature += rows.T @ (shares[:, None] * rows) - np.outer(mean, mean)
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def _place(index: int, n: int) -> tuple[float, ...]:
    share = index / max(n - 1, 1)
    return share, 1 / (1 + index), float(index == 0), float(index == n - 1), abs(share - 0.5)


def _looks(sentence: str, words: Sequence[str]) -> tuple[float, ...]:
    pieces = sentence.split()
    bare = [piece.strip(".,;:?!\"'") for piece in pieces]
    speaker = {"i", "i'm", "i'll", "i've", "i'd"}
    return (
        float(sum(any(letter.isdigit() for letter in piece) for piece in pieces)),
        float(sum(piece[:1].isupper() and piece.lower() not in speaker for piece in bare[1:])),
        float(sum(len(piece) > 1 and piece.isupper() for piece in bare)),
        float(sentence.rstrip().endswith(("?", "？"))),
        float(not {"we", "our", "us"}.isdisjoint(words)),
        sum(word in ("i", "you", "me", "my") for word in words) / max(len(words), 1),
        float(sentence.count(",")),
    )


def _plain(text: str) -> list[str]:
    """All words in lower case, as they stand."""
    return _WORD.findall(text.lower().replace("’", "'"))


def _masses(clips: Mapping[str, Sequence[Sequence[str]]]) -> dict[str, list[float]]:
    n_with = Counter(word for texts in clips.values() for word in {word for text in texts for word in text})
    found = {}
    for name, texts in clips.items():
        counts = Counter(word for text in texts for word in text)
        weight = {word: count * math.log(1 + len(clips) / n_with[word]) for word, count in counts.items()}
        found[name] = [math.fsum(weight[word] for word in set(text)) for text in texts]
    return found


def _textrank(texts: Sequence[Sequence[str]]) -> list[float]:
    n = len(texts)
    own = [set(text) for text in texts]
    alike = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            shared = len(own[i] & own[j])
            if shared:
                alike[i, j] = alike[j, i] = shared / (math.log1p(len(texts[i])) + math.log1p(len(texts[j])))
    out = alike.sum(axis=1)
    moves = alike / np.where(out > 0, out, 1.0)[:, None]
    ranks = np.ones(n)
    for _ in range(_ROUNDS):
        ranks = (1 - _DAMPING) + _DAMPING * moves.T @ ranks
    return [float(rank) for rank in np.round(ranks, 9)]  # so that equal sentences tie


def top(scores: Sequence[float], n: int) -> list[int]:
    """Positions of the best n, the best first; of equal ones the earlier."""
    return sorted(range(len(scores)), key=lambda index: (-scores[index], index))[:n]


def labels_of(clip: Clip) -> tuple[int, ...]:
    """The labels of a clip that counts; raises AlignmentError where it has none, as its recall is undefined."""
    if not any(clip.labels):
        raise AlignmentError(f"{clip.name} is a sample without a key sentence; expected one or more")
    return clip.labels
