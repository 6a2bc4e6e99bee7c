"""What a person can choose about a run, in plain words: the pages show labels and help as they stand here."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from alignment import encoders
from alignment.bitext import ENCODERS
from annotator.models import Pair, VectorSet, VectorSetState
from annotator.services.dictionaries import AUTOMATIC, dictionary_choices
from annotator.services.errors import ServiceError

#: Filters: not at all; numbers and verdicts on links that stay as proposed; chunks without content become nulls too.
OFF, JUDGE, STRIP = "off", "judge", "strip"
UPLOADED = "uploaded"
NO_TRANSLATION, CHRF = "none", "chrf"


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    type: str
    default: Any
    label: str
    help: str = ""
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def check(self, value: Any) -> Any:
        """The value in its type; raises ServiceError saying what is allowed."""
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


def talk_options() -> tuple[Option, ...]:
    ready = VectorSet.objects.filter(state=VectorSetState.READY)
    default = ready.filter(is_default=True).values_list("name", flat=True).first()
    names = ("none", *ready.values_list("name", flat=True))
    if settings.WORD_VECTORS:
        names, default = (*names, "WORD_VECTORS"), default or "WORD_VECTORS"
    return (
        Option(
            "preset",
            "choice",
            "paper",
            "Parameters",
            "Those of the paper, or those of the program that its authors released",
            choices=("paper", "released"),
        ),
        Option(
            "vectors",
            "choice",
            default or "none",
            "Word vectors",
            "They tell how alike two words are; with none, words are compared by their letters",
            choices=names,
        ),
        Option(
            "background",
            "boolean",
            False,
            "Let words belong to no sentence",
            "For talks that say much that is not in the paper",
        ),
        Option(
            "sharpness",
            "number",
            0.0,
            "Sharpness of the confidences",
            "1 is the model's own posterior, which is far too humble; higher is surer; 0 takes what the parameters "
            "come with. The alignment itself does not depend on it",
            minimum=0,
            maximum=100,
        ),
    )


def encoder_options(has_uploaded: bool) -> tuple[Option, ...]:
    """vecAlign's options; `has_uploaded` says whether embeddings of the pair were uploaded."""
    found = {name: encoders.available(name) for name in ENCODERS}
    ready = [name for name, (is_there, _) in found.items() if is_there]
    missing = "; ".join(reason for is_there, reason in found.values() if not is_there)
    return _vecalign_options(
        (*([UPLOADED] if has_uploaded else []), *ready), f"Not installed: {missing}." if missing else ""
    )


def _vecalign_options(encoders: tuple[str, ...], missing: str) -> tuple[Option, ...]:
    """encoders : what can embed here, the best first. missing : why the others cannot, or nothing."""
    return (
        Option(
            "encoder",
            "choice",
            encoders[0] if encoders else UPLOADED,
            "Sentence vectors",
            f"What turns sentences into vectors. {missing}".strip(),
            choices=encoders or (UPLOADED,),
        ),
        Option(
            "alignment_max_size",
            "integer",
            8,
            "Most sentences in one link",
            "Both sides counted together",
            minimum=2,
            maximum=16,
        ),
        Option(
            "del_percentile_frac",
            "number",
            0.2,
            "Readiness to leave sentences out",
            "A sentence stays alone unless it fits better than this share of pairs drawn at random; "
            "lower leaves more out",
            minimum=0,
            maximum=1,
        ),
        Option(
            "num_samps_for_norm",
            "integer",
            100,
            "Comparisons for each sentence",
            "Random sentences that each is compared with, so that those which resemble everything count less",
            minimum=1,
            maximum=10_000,
        ),
        Option(
            "search_buffer_size",
            "integer",
            5,
            "Width of the search",
            "How far, in sentences, the search strays from the rough alignment; wider is slower",
            minimum=1,
            maximum=200,
        ),
        Option(
            "seed",
            "integer",
            42,
            "Seed",
            "Of the random samples: the same seed gives the same links",
            minimum=0,
            maximum=2**31 - 1,
        ),
    )


def lexical_options(pair: Pair) -> tuple[Option, ...]:
    return (
        Option(
            "dictionary",
            "choice",
            AUTOMATIC,
            "Dictionary",
            "Beside the built-in common words: auto takes JMdict for English and Japanese where it is installed; "
            "tables come from the folder of dictionaries",
            choices=dictionary_choices(pair),
        ),
        Option(
            "learn_from_accepted",
            "boolean",
            True,
            "Learn words from accepted rows",
            "From submitted reviews of this project's other pairs in the same languages",
        ),
    )


def common_words_option() -> Option:
    """Of the lexical engine alone: to measure what the list does, and what a pair is without it."""
    return Option(
        "common_words",
        "boolean",
        True,
        "Use the built-in common words",
        "Everyday words in six languages; without them the engine knows only the dictionary and what it learns",
    )


def filter_options(pair: Pair) -> tuple[Option, ...]:
    """Which of NAIST's filters look at the links of a bitext."""
    translations = ("document", NO_TRANSLATION) if pair.offline_id else (NO_TRANSLATION,)
    if settings.TRANSLATION_MODEL and importlib.util.find_spec("transformers"):
        translations = (*translations, "model")
    return (
        Option(
            "filters",
            "choice",
            JUDGE,
            "Filters",
            "judge writes what each filter says on the links and leaves them as they are; strip also puts first and "
            "last chunks without a content word on lines of their own",
            choices=(JUDGE, STRIP, OFF),
        ),
        Option(
            "offline",
            "choice",
            translations[0],
            "Offline translation for the filters",
            "The pair's own document, or one made by the translation model; with none, length and meaning are not "
            "judged against one",
            choices=translations,
        ),
        Option(
            "similarity",
            "choice",
            CHRF,
            "Likeness to the offline translation",
            "chrf compares characters; bleurt and comet, where they are installed, compare meaning",
            choices=similarity_choices(),
        ),
    )


def similarity_choices() -> tuple[str, ...]:
    found = [CHRF]
    if importlib.util.find_spec("bleurt") and settings.BLEURT_CHECKPOINT and Path(settings.BLEURT_CHECKPOINT).is_dir():
        found.append("bleurt")
    if importlib.util.find_spec("comet"):
        found.append("comet")
    return tuple(found)
