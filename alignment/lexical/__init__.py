"""Bitext alignment from the two texts alone: no model, no download, any pair of languages.

It uses lengths in log space, similar words (identical, numbers, cognates, loan words in katakana), a small built-in
list of common words, an optional dictionary, and IBM Model 1 learned from the alignment itself, in rounds. Beads have
many sizes, nulls included, and exact probabilities. docs/lexical.md describes the method. Needs only numpy.
"""

from alignment.lexical.align import lengths, lexical, prepare_lengths, prepare_lexical, recut
from alignment.lexical.cedict import cedict
from alignment.lexical.dictionary import Dictionary
from alignment.lexical.dictionary_files import read_dictionary
from alignment.lexical.jmdict import jmdict
from alignment.lexical.learned_words import MatchedPair, MatchedWords, WordCost, WordCoverage
from alignment.lexical.options import VERSION, LexicalOptions
from alignment.lexical.prepared import Prepared
from alignment.lexical.prior_knowledge import PriorKnowledge
from alignment.lexical.sentence_vectors import SentenceVectors
from alignment.lexical.storage import load, save
from alignment.lexical.word_list import common_words, guess_language
from alignment.lexical.word_pairs import WordPairs, learn_word_pairs

__all__ = [
    "VERSION",
    "Dictionary",
    "LexicalOptions",
    "MatchedPair",
    "MatchedWords",
    "Prepared",
    "PriorKnowledge",
    "SentenceVectors",
    "WordCost",
    "WordCoverage",
    "WordPairs",
    "cedict",
    "common_words",
    "guess_language",
    "jmdict",
    "learn_word_pairs",
    "lengths",
    "lexical",
    "load",
    "prepare_lengths",
    "prepare_lexical",
    "read_dictionary",
    "recut",
    "save",
]
