"""TalkSumm's hidden Markov model: find the sentence of a paper that each word of a talk is about.

>>> from alignment.hmm import PaperSentence, align_talk
>>> paper = ["Long sentences are hard to read.", "We split each sentence into short ones.",
...          "The model copies words from its input.", "It was trained on news in five languages.",
...          "Readers preferred the short sentences.", "Future work will look at speech."]
>>> talk = ("Hello. Today I show how we split sentences into short ones. The model, it copies words,"
...         " copies words a lot, from the input. And the readers, the readers we asked, preferred short sentences.")
>>> result = align_talk([PaperSentence(text) for text in paper], talk.split())
>>> [(span.start_word, span.end_word, span.sentence) for span in result.spans][:3]
[(0, 4, 0), (4, 11, 1), (11, 18, 2)]
>>> result.durations
(3, 4, 5, 2, 5, 1)

Source: Guy Lev et al. 2019, TalkSumm: A Dataset and Scalable Annotation Method for Scientific Paper
Summarization Based on Conference Talks, section 3.2. `HmmOptions` says what each preset does.
"""

from alignment.hmm.align import align_talk
from alignment.hmm.options import EXCLUDED_KINDS, HmmOptions
from alignment.hmm.types import FixedSpan, PaperSentence, Span, TalkAlignment

__all__ = ["EXCLUDED_KINDS", "FixedSpan", "HmmOptions", "PaperSentence", "Span", "TalkAlignment", "align_talk"]
