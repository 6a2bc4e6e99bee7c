"""What texts are generated from, and what they are compared with: each page of a deck and what was said on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from annotator.decks.pages import pages_of
from annotator.models import Direction, Pair, PairKind, Passages, Project
from annotator.platform.errors import ServiceError
from annotator.recordings.pieces import spoken_in
from annotator.summaries.passages import sentences_by_page

#: Of one run.
MOST_PAGES = 5_000
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
    pairs = pairs.select_related("source", "target", "timeline").order_by("title", "pk")
    found: list[Material] = []
    for pair in pairs:
        found += _of_pair(pair, direction, with_paper=with_paper)
        if len(found) > MOST_PAGES:
            raise ServiceError(f"There are more than {MOST_PAGES:,} slides; that is the most of one run.")
    return found


def _of_pair(pair: Pair, direction: str, *, with_paper: bool) -> Iterator[Material]:
    stretches = [(page, start, end) for page, start, end, *_ in pair.timeline.stretches]
    spoken: dict[int, list[str]] = {}
    begins: dict[int, float] = {}
    texts = spoken_in(pair.target, [(start, end) for _, start, end in stretches])
    for (page, start, _), text in zip(stretches, texts, strict=True):
        begins.setdefault(page, start)
        if text:
            spoken.setdefault(page, []).append(text)
    paper: Mapping[int, list[str]] = _paper_beside(pair) if with_paper else {}
    for page in pages_of(pair.source):
        slide = page.text.strip()
        script = " ".join(spoken.get(page.number, []))
        if slide and script:
            is_script = direction == Direction.SCRIPT
            material, reference = (slide, script) if is_script else (script, slide)
            yield Material(
                pair.pk, page.number, begins[page.number], material, reference, tuple(paper.get(page.number, ()))
            )  # fmt: skip


def _paper_beside(pair: Pair) -> dict[int, list[str]]:
    """The sentences of the talk's paper that belong to each page."""
    passages = Passages.objects.filter(pair__target=pair.target_id).select_related("pair__source").order_by("pk").last()
    if passages is None:
        return {}
    texts = passages.pair.source.texts()
    return {page: [texts[at] for at in places] for page, places in sentences_by_page(passages).items()}
