"""The options of a run, in plain words: the pages show labels and help texts as they are written here."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, get_args

from django.conf import settings

from alignment import encoders
from alignment.bitext import ENCODERS, vector_encoder
from alignment.hmm.options import PRESETS, Parameters, Preset
from alignment.metrics.model_scores import PACKAGES as MODEL_PACKAGES
from alignment.slides.align import SlidesOptions
from alignment.slides.key_sentences import KeyOptions
from alignment.types import ENCODERS_OF_UNITS
from annotator.aligning.dictionaries import dictionary_choices
from annotator.aligning.learned.word_pairs import MOST_ROWS
from annotator.models import Pair, VectorSet, VectorSetState
from annotator.platform.errors import ServiceError

#: Filters: not at all; numbers and verdicts on links that stay as proposed; chunks without content become nulls too.
OFF, JUDGE, STRIP = "off", "judge", "strip"
UPLOADED = "uploaded"
NO_VECTORS = "none"
NO_TRANSLATION, CHRF = "none", "chrf"
#: Instead of word vectors: words are compared by their letters, or only the same word is alike. And those of the
#: setting of this name.
LETTERS, EXACT, OF_SETTING = "none", "exact", "WORD_VECTORS"
#: What a parameter of the talk model may be: between 0 and 1, both excluded.
_LEAST, _MOST = 0.001, 0.999
#: Sentences of a link of vecAlign, at most, where nothing else is chosen.
LINK_SIZE = 8

#: Of processor time, for each unit that the encoder `use` embeds.
SECONDS_OF_VECTORS = 2e-3


@dataclass(frozen=True, slots=True)
class Option:
    """by_preset : where the default depends on the option ``preset``, the one for each of its values."""

    name: str
    type: str
    default: Any
    label: str
    help: str = ""
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    by_preset: Mapping[str, Any] = field(default_factory=dict)

    def check(self, value: Any) -> Any:
        """Return the value in its type; raises ServiceError naming what is allowed."""
        try:
            if self.type == "choice":
                if value not in self.choices:
                    raise ValueError
                return value
            if self.type == "boolean":
                if not isinstance(value, bool):
                    raise ValueError
                return value
            if isinstance(value, bool):
                raise ValueError
            number = int(value) if self.type == "integer" else float(value)
            if self.type == "integer" and float(value) != number:
                raise ValueError
            if not (self.minimum is None or number >= self.minimum) or not (
                self.maximum is None or number <= self.maximum
            ):
                raise ValueError
            return number
        except (TypeError, ValueError, OverflowError):
            raise ServiceError(
                f"The option {self.name} is {value!r}; allowed: {self.allowed()}.",
                errors=[{"field": f"options.{self.name}", "message": f"allowed: {self.allowed()}"}],
            ) from None

    def allowed(self) -> str:
        if self.type == "choice":
            return ", ".join(self.choices)
        if self.type == "boolean":
            return "true or false"
        kind = "a whole number" if self.type == "integer" else "a number"
        return f"{kind} from {self.minimum:g} to {self.maximum:g}"


def with_defaults(known: Sequence[Option], options: Mapping[str, Any]) -> dict[str, Any]:
    """What is given, and the defaults of all other options."""
    merged = {option.name: option.default for option in known} | dict(options)
    preset = str(merged.get("preset"))
    return merged | {
        option.name: option.by_preset[preset]
        for option in known
        if preset in option.by_preset and option.name not in options
    }


def _choice(name: str, label: str, help: str, choices: Sequence[str], default: str | None = None) -> Option:
    """default : the first choice where none is named."""
    return Option(name, "choice", default or choices[0], label, help, choices=tuple(choices))


def _switch(name: str, default: bool, label: str, help: str) -> Option:
    return Option(name, "boolean", default, label, help)


def _number(name: str, default: float, label: str, help: str, minimum: float, maximum: float) -> Option:
    """A whole number where the default is one."""
    kind = "integer" if isinstance(default, int) else "number"
    return Option(name, kind, default, label, help, minimum=minimum, maximum=maximum)


def talk_options() -> tuple[Option, ...]:
    ready = VectorSet.objects.filter(state=VectorSetState.READY)
    default = ready.filter(is_default=True).values_list("name", flat=True).first()
    names = (LETTERS, EXACT, *ready.values_list("name", flat=True))
    if settings.WORD_VECTORS:
        names, default = (*names, OF_SETTING), default or OF_SETTING
    return (
        _choice(
            "preset",
            "Parameters",
            "As published in the paper, or as in the program that its authors released",
            get_args(Preset),
            "paper",
        ),
        _choice(
            "vectors",
            "Word vectors",
            "Used to compare words by meaning; with none, words are compared by their letters; with exact, only the "
            "same word is alike",
            names,
            default or LETTERS,
        ),
        *_parameters(),
        _switch(
            "background",
            False,
            "Allow words without a sentence",
            "For talks with much content that is not in the paper",
        ),
        replace(
            _switch(
                "greetings",
                True,
                "Lay greetings aside",
                "Words that greet, thank or keep house (can everybody see the slide?) are about no sentence",
            ),
            by_preset={"paper": True, "released": False},
        ),
        _number(
            "sharpness",
            0.0,
            "Sharpness of the confidences",
            "1 is the model's own posterior, which is underconfident; higher values sharpen it; 0 uses the default of "
            "the parameters. The alignment itself does not change",
            0,
            100,
        ),
    )


def _parameters() -> Iterator[Option]:
    """The parameters of the talk model that `summaries.tuning` searches, as Lev et al. 2019, section 3.2, name them."""
    words = {
        "lambda_": ("Jumps (λ)", "Each sentence further away is less likely by this factor"),
        "gamma": ("Going back (γ)", "An earlier sentence is less likely than a later one by this factor"),
        "delta": ("Staying (δ)", "How likely a word is about the same sentence as the one before"),
        "epsilon": ("Least staying (ε)", "And how likely at least, in talks that are short for their paper"),
    }
    for name in Parameters._fields:
        by_preset: dict[str, Any] = {preset: getattr(values, name) for preset, values in PRESETS.items()}
        option = _number(name.rstrip("_"), float(by_preset["paper"]), *words[name], _LEAST, _MOST)
        yield replace(option, by_preset=by_preset)


def slides_options() -> tuple[Option, ...]:
    """The parameters of the words of slides, as `SlidesOptions` describes them; the defaults are its own."""
    words = {
        "share": ("Words from the page", "The share of a talk’s content words that come from the page shown"),
        "leave": ("Leaving the slides", "How likely a sentence is the first of a while without a slide"),
        "remain": ("Staying without a slide", "How likely the next sentence is without one too"),
        "skip": ("Skipping pages", "Of the moves to another page, how many go to a later one than the next"),
        "back": ("Going back", "Of the moves to another page, how many go to an earlier one"),
    }
    defaults = SlidesOptions()
    return (
        *(_number(name, getattr(defaults, name), *texts, _LEAST, _MOST) for name, texts in words.items()),
        _number(
            "sharpness",
            defaults.sharpness,
            "Sharpness of the confidences",
            "How far the words are believed: with 1 as if each were said independently of the others",
            0.01,
            100,
        ),
    )


#: Options of the run by the fields of `KeyOptions`.
KEY_OPTIONS = {
    "key_sentences": "max_sentences", "key_page_words": "min_page_words", "key_rouge": "min_rouge",
    "key_sentence_words": "min_sentence_words",
}  # fmt: skip


def key_sentence_options() -> tuple[Option, ...]:
    """What is proposed as key sentences; a finished run says how much each of the thresholds left out."""
    words = {
        "key_sentences": (
            "Key sentences per stretch",
            "At most so many that resemble the page’s text most, by ROUGE; a high number takes all that raise it, "
            "and 0 none",
        ),
        "key_page_words": ("Words of a page", "A page with fewer words has no key sentences"),
        "key_rouge": ("Least ROUGE", "A stretch whose key sentences resemble the page less has none"),
        "key_sentence_words": ("Words of a sentence", "A sentence with fewer words is no key sentence"),
    }
    defaults = KeyOptions()
    return tuple(
        _number(option, getattr(defaults, name), *words[option], 0, 1 if option == "key_rouge" else 100)
        for option, name in KEY_OPTIONS.items()
    )


def encoder_options(has_uploaded: bool) -> tuple[Option, ...]:
    """vecAlign's options by their names in `VecalignOptions`; `has_uploaded` says whether embeddings of the pair were
    uploaded."""
    from alignment.vecalign import VecalignOptions

    defaults = VecalignOptions()
    available = {name: encoders.available(name) for name in ENCODERS}
    ready = [name for name, (is_there, _) in available.items() if is_there]
    missing = "; ".join(reason for is_there, reason in available.values() if not is_there)
    return (
        _choice(
            "encoder",
            "Sentence vectors",
            f"The encoder that turns sentences into vectors.{f' Not installed: {missing}.' if missing else ''}",
            [*([UPLOADED] if has_uploaded else []), *ready] or [UPLOADED],
        ),
        _number(
            "alignment_max_size", LINK_SIZE, "Maximum sentences per link", "Source and target counted together", 2, 16
        ),
        _number(
            "del_percentile_frac",
            defaults.del_percentile_frac,
            "Deletion threshold (percentile)",
            "A sentence stays unaligned unless it fits better than this share of random pairs; "
            "lower values leave more sentences out",
            0,
            1,
        ),
        _number(
            "num_samps_for_norm",
            defaults.num_samps_for_norm,
            "Samples per sentence",
            "Random sentences that each one is compared with, so that sentences which resemble everything count less",
            1,
            10_000,
        ),
        _number(
            "search_buffer_size",
            defaults.search_buffer_size,
            "Search width",
            "How far the search may stray from the rough alignment, in sentences; wider is slower",
            1,
            200,
        ),
        _number(
            "seed",
            defaults.seed,
            "Seed",
            "For the random samples: the same seed gives the same links",
            0,
            2**31 - 1,
        ),
    )


def lexical_options(pair: Pair) -> tuple[Option, ...]:
    return (
        _choice(
            "dictionary",
            "Dictionary",
            "Used in addition to the built-in common words. auto takes JMdict for English and Japanese, CC-CEDICT for "
            "English and Chinese, if they are installed; others come from the dictionaries folder. How far one is "
            "believed is learned from the text",
            dictionary_choices(pair),
        ),
        _switch(
            "glossary",
            True,
            "Use the project’s glossary",
            "Its terms in the languages of the pair, with the translations they are to have, beside the dictionary",
        ),
        _switch(
            "learn_from_accepted",
            False,
            "Learn words from accepted rows",
            "From submitted reviews of other pairs in this project with the same languages, "
            f"the newest {MOST_ROWS:,} rows. "
            "Measured to gain next to nothing. They are learned from once, not in every run",
        ),
        _unit_vectors_option(pair),
    )


def _unit_vectors_option(pair: Pair) -> Option:
    """Encoders that are installed and know both languages; on where the quick one is among them."""
    languages = pair.source.language, pair.target.language
    known = [name for name in ENCODERS_OF_UNITS if all(encoders.knows(name, tag) for tag in languages)]
    ready = [name for name in known if encoders.available(name)[0]]
    return _choice(
        "unit_vectors",
        "Sentence vectors",
        "Used to compare sentences by meaning, in addition to their words. use takes some "
        f"{round(SECONDS_OF_VECTORS * 1000)} seconds for each 1,000 lines of either text, once; other encoders take "
        "many times as long",
        (NO_VECTORS, *ready),
        vector_encoder(*languages) or NO_VECTORS,
    )


def common_words_option() -> Option:
    """For the lexical engine alone: to measure what the list contributes."""
    return _switch(
        "common_words",
        True,
        "Use the built-in common words",
        "Everyday words in six languages; without them, only the dictionary and what the engine learns are used",
    )


#: The settings that name the checkpoints of neural metrics.
CHECKPOINTS = {
    "bleurt": "BLEURT_CHECKPOINT",
    "comet": "COMET_CHECKPOINT",
    "bertscore": "BERTSCORE_MODEL",
    "bartscore": "BARTSCORE_MODEL",
}
#: Those that may say how like a target is to its offline translation.
LIKENESSES = ("bleurt", "comet")
#: What they need where it is not a package of their name.
_PACKAGES = dict.fromkeys(("bertscore", "bartscore"), MODEL_PACKAGES)


def filter_options(pair: Pair) -> tuple[Option, ...]:
    """Which of NAIST's filters judge the links of a bitext."""
    translations = ["document", NO_TRANSLATION] if pair.offline_id else [NO_TRANSLATION]
    if settings.TRANSLATION_MODEL and importlib.util.find_spec("transformers"):
        translations.append("model")
    return (
        _choice(
            "filters",
            "Filters",
            "judge records each filter's verdict and changes nothing; strip also moves first and last chunks without a "
            "content word to rows of their own",
            (JUDGE, STRIP, OFF),
        ),
        _choice(
            "offline",
            "Offline translation for the filters",
            "The pair's own document, or a machine translation; with none, the filters for length and meaning are "
            "skipped",
            translations,
        ),
        _choice(
            "similarity",
            "Similarity to the offline translation",
            "chrf compares characters; bleurt and comet, if installed, compare meaning",
            similarity_choices(),
        ),
    )


def similarity_choices() -> tuple[str, ...]:
    """``chrf``, and the metrics that are installed with a checkpoint that this site names."""
    return (CHRF, *filter(neural_model, LIKENESSES))


def neural_model(name: str) -> str | None:
    """The checkpoint of a neural metric; None where it or its package is not installed here."""
    path = getattr(settings, CHECKPOINTS[name])
    is_there = path and Path(path).exists()
    return str(path) if is_there and all(map(importlib.util.find_spec, _PACKAGES.get(name, (name,)))) else None
