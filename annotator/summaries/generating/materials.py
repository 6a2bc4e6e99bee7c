"""What texts are generated from, and what they are compared with: each page of a deck and what was said on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from annotator.decks.pages import Page, pages_of_decks
from annotator.models import Direction, Pair, PairKind, Passages, Project, Unit
from annotator.platform.errors import ServiceError
from annotator.recordings.pieces import spoken_in, units_of
from annotator.summaries.passages import sentences_by_page

#: Of one run.
MOST_PAGES = 5_000
_PAIRS_AT_ONCE = 50
NOTHING = (
    "No slide with text and with something said on it yet. A talk needs a deck, a transcript with times, and a "
    "timeline that says when each page was shown."
)
_HEADS = {Direction.SCRIPT: "Slide", Direction.SLIDE: "Spoken on the slide"}


@dataclass(frozen=True, slots=True)
class Material:
    """material : what the text is made from; reference : what it is compared with. paper : sentences that go along."""

    pair: int
    page: int
    start: float
    material: str
    reference: str
    paper: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """As files name it."""
        return id_of(self.pair, self.page)

    def sent(self, direction: str) -> str:
        return as_sent(direction, self.material, self.paper)


def id_of(pair: int, page: int) -> str:
    return f"{pair}-{page}"


def as_sent(direction: str, material: str, paper: Iterable[str]) -> str:
    """What goes along with the prompt."""
    text = f"{_HEADS[Direction(direction)]}:\n{material}"
    if sentences := "\n".join(f"- {sentence}" for sentence in paper):
        text += f"\n\nSentences of the paper:\n{sentences}"
    return text


def materials_of(project: Project, direction: str, *, with_paper: bool) -> list[Material]:
    """Of every talk that has a deck with a timeline, by title. Raises ServiceError where there is too much."""
    pairs = Pair.objects.filter(project=project, kind=PairKind.SLIDES_TALK, timeline__isnull=False)
    rest = pairs.select_related("source", "target", "timeline").order_by("title", "pk").iterator(_PAIRS_AT_ONCE)
    found: list[Material] = []
    while talks := list(islice(rest, _PAIRS_AT_ONCE)):
        lines, pages = units_of(pair.target for pair in talks), pages_of_decks({pair.source_id for pair in talks})
        papers = _papers_beside(talks) if with_paper else {}
        for pair in talks:
            paper = papers.get(pair.target_id, {})
            found += _of_pair(pair, direction, lines[pair.target_id], pages[pair.source_id], paper)
            if len(found) > MOST_PAGES:
                raise ServiceError(f"There are more than {MOST_PAGES:,} slides; that is the most of one run.")
    return found


def _of_pair(
    pair: Pair, direction: str, lines: Sequence[Unit], pages: Iterable[Page], paper: Mapping[int, list[str]]
) -> Iterator[Material]:
    stretches = [(page, start, end) for page, start, end, *_ in pair.timeline.stretches]
    spoken: dict[int, list[str]] = {}
    begins: dict[int, float] = {}
    texts = spoken_in(pair.target, [(start, end) for _, start, end in stretches], lines)
    for (page, start, _), text in zip(stretches, texts, strict=True):
        begins.setdefault(page, start)
        if text:
            spoken.setdefault(page, []).append(text)
    for page in pages:
        slide = page.text.strip()
        script = " ".join(spoken.get(page.number, []))
        if slide and script:
            is_script = direction == Direction.SCRIPT
            material, reference = (slide, script) if is_script else (script, slide)
            yield Material(
                pair.pk, page.number, begins[page.number], material, reference, tuple(paper.get(page.number, ()))
            )  # fmt: skip


def _papers_beside(pairs: Iterable[Pair]) -> dict[int, dict[int, list[str]]]:
    """The sentences of each talk's paper that belong to each page, by transcript."""
    of_talks = Passages.objects.filter(pair__target__in=[pair.target_id for pair in pairs])
    newest = of_talks.order_by("pair__target_id", "-pk").distinct("pair__target_id").select_related("pair__source")
    papers: dict[int, dict[int, list[str]]] = {}
    for passages in newest:
        texts = passages.pair.source.texts()
        papers[passages.pair.target_id] = {
            page: [texts[at] for at in places] for page, places in sentences_by_page(passages).items()
        }
    return papers
