"""TalkSumm's hidden Markov model: which sentence of a paper each word of a talk speaks of.

>>> from alignment.hmm import PaperSentence, align_talk
>>> paper = [PaperSentence("We split long sentences."), PaperSentence("The parser is trained on news.")]
>>> result = align_talk(paper, "so we split a long sentence here and the parser it was trained on the news".split())
>>> [(span.start_word, span.end_word, span.sentence) for span in result.spans]
[(0, 7, 0), (7, 16, 1)]

Source: Guy Lev et al. 2019, TalkSumm: A Dataset and Scalable Annotation Method for Scientific Paper Summarization Based on
Conference Talks, section 3.2. `HmmOptions` says what each preset does.
"""

from alignment.hmm.align import align_talk
from alignment.hmm.types import EXCLUDED_KINDS, FixedSpan, HmmOptions, PaperSentence, Span, TalkAlignment

__all__ = ["EXCLUDED_KINDS", "FixedSpan", "HmmOptions", "PaperSentence", "Span", "TalkAlignment", "align_talk"]
