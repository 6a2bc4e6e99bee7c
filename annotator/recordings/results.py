"""What people settled as the next version of a transcript: lines with words and times, and each recogniser's errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from alignment.transcripts.comparison import compare
from alignment.transcripts.disagreement import MASK
from alignment.transcripts.words import Word, joined, normalise, spread
from annotator.corpus.importing.newer import store_newer
from annotator.importers.base import Unit
from annotator.importers.base import Word as PlacedWord
from annotator.models import Document, Mask, MaskAnswer, MaskChoice, Pass, PassKind, PassState, TranscriptCheck
from annotator.platform.errors import ServiceError
from annotator.recordings.hearing import timed
from annotator.recordings.masking import spoken_words

#: What stands where nobody could hear what was said, or nobody said so, as in the paper.
NOT_HEARD = MASK


def store_result(check: TranscriptCheck, progress: Callable[[float, str], None]) -> tuple[Document, dict[str, Any]]:
    """(the next version of the transcript, error rates of both recognitions against it).

    Within the caller's transaction. Raises ServiceError where the transcript has a newer version meanwhile, and where
    no second pass is accepted.
    """
    second = Pass.objects.filter(transcript_check=check, kind=PassKind.SECOND, state=PassState.ACCEPTED).first()
    if second is None:
        raise ServiceError("No second pass of this transcript is accepted any more.")
    if Document.objects.filter(previous=check.document_id).exists():
        raise ServiceError(f"{check.document.title} has a newer version meanwhile. Nothing was stored.")
    progress(0.1, "Putting the text together")
    settled = Settled(check, second)
    units = list(settled.units())
    if not units:
        raise ServiceError("Nothing was said in this recording, by these passes.")
    progress(0.3, "Storing the text")
    document = store_newer(
        check.document, units, user=check.created_by, origin="transcript check",
        metadata={"checked": {"recognisers": [check.a.name, check.b.name], "spoken": settled.spoken_lines}},
        progress=lambda share, message: progress(0.3 + 0.5 * share, message),
    )  # fmt: skip
    progress(0.9, "Counting errors")
    rare = check.figures.get("rare_words") or None
    rates: dict[str, Any] = {}
    for side, recognition in (("a", check.a), ("b", check.b)):
        compared = compare(settled.reference, timed(recognition.words), language=check.language, rare_words=rare)
        rates[side] = {
            "name": recognition.name,
            **{
                name: round(rate.rate, 4) if rate is not None and rate.units else None
                for name, rate in (("wer", compared.words), ("cer", compared.characters), ("bwer", compared.rare))
            },
        }
    return document, rates


class Settled:
    """The text that the passes of a check give: for each mask the second's answer, else the first's.

    reference : its spoken words with times, without what nobody could hear. spoken_lines : as texts, line by line.
    """

    def __init__(self, check: TranscriptCheck, second: Pass) -> None:
        self._check = check
        self._a, self._b = timed(check.a.words), timed(check.b.words)
        self._masks = {mask.position: mask for mask in check.masks.all()}
        first = second.first_id
        answers = MaskAnswer.objects.filter(of_pass__in=[pk for pk in (first, second.pk) if pk])
        self._answers: dict[int, MaskAnswer] = {}
        for answer in sorted(answers, key=lambda one: one.of_pass_id == second.pk):
            self._answers[answer.mask_id] = answer
        self.reference: list[Word] = []
        self.spoken_lines: list[str] = []

    def units(self) -> Iterator[Unit]:
        for line in self._check.lines:
            words: list[Word] = []  # as they are written
            spoken: list[str] = []
            for part, (first, last) in zip(line["parts"], line["words"], strict=True):
                if isinstance(part, int):
                    self._add_mask(self._masks[part], words, spoken)
                else:
                    words += self._a[first:last]
                    spoken.append(part)
                    self.reference += self._a[first:last]
            self.spoken_lines.append(joined(spoken))
            if words:
                yield _unit(words)

    def _add_mask(self, mask: Mask, words: list[Word], spoken: list[str]) -> None:
        answer = self._answers.get(mask.pk)
        if answer is not None and answer.choice == MaskChoice.NOTHING:
            return
        if answer is None or not answer.text:
            words.append(Word(NOT_HEARD, *self._span(mask)))
            spoken.append(NOT_HEARD)
            return
        words += self._as_spelled(mask, answer) or self._placed(mask, answer.written or answer.text)
        spoken.append(answer.text)
        self.reference += self._placed(mask, answer.text)

    def _placed(self, mask: Mask, text: str) -> list[Word]:
        """The words of a text with times: those of a recogniser that heard as many words there, else spread."""
        start, end = self._span(mask)
        placed = spread(text, start, end, self._check.language)
        for words in self._heard(mask):
            if len(words) == len(placed):
                return [Word(one.text, heard.start, heard.end) for one, heard in zip(placed, words, strict=True)]
        return placed

    def _as_spelled(self, mask: Mask, answer: MaskAnswer) -> Sequence[Word]:
        """The words of the recogniser that heard what was answered, where the written form has only its capitals and
        marks not; else none."""
        if answer.written_by_hand:
            return ()
        for words in self._heard(mask):
            if joined(spoken_words(words, self._check.language)) == answer.text:
                spelled = joined([word.text for word in words])
                return words if spelled != answer.text and _bare(spelled) == _bare(answer.written) else ()
        return ()

    def _heard(self, mask: Mask) -> tuple[Sequence[Word], Sequence[Word]]:
        return self._a[slice(*mask.words_a)], self._b[slice(*mask.words_b)]

    def _span(self, mask: Mask) -> tuple[float, float]:
        heard = [word for words in self._heard(mask) for word in words]
        return min(word.start for word in heard), max(word.end for word in heard)


def _bare(text: str) -> str:
    """Without capitals and marks; digits stay digits."""
    return "".join(token.text for token in normalise(text, None))


def _unit(words: list[Word]) -> Unit:
    """A line: its words in order, none starting before the one in front of it."""
    text = joined([word.text for word in words])
    placed: list[PlacedWord] = []
    at, floor = 0, words[0].start
    for word in words:
        at = text.index(word.text, at)
        floor = max(floor, word.start)
        end = round(max(floor, word.end), 3)
        placed.append(PlacedWord(word.text, at, at + len(word.text), round(floor, 3), end))
        at += len(word.text)
    return Unit(
        text, start_seconds=placed[0].start_seconds, end_seconds=max(word.end_seconds or 0.0 for word in placed),
        words=tuple(placed),
    )  # fmt: skip
