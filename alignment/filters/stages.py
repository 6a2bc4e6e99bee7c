"""The three filters of Zhao et al. 2024: coarse (section 4.1.1), intra-sentence and inter-sentence (section 4.1.2).

A filter never deletes anything. It writes its figures into a bead's features and its verdict into the bead's verdicts
(True keeps). Intra-sentence filtering makes a stripped unit a null bead of its own, so that every unit still belongs to
exactly one bead and people can restore it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from alignment.filters.combined import FIT, Evidence, length, share_rendered, surpluses
from alignment.filters.combined import score as score_of
from alignment.filters.similarity import Similarity
from alignment.filters.tagging import INTER_CONTENT, INTRA_CONTENT, Tagger
from alignment.filters.thresholds import Thresholds
from alignment.types import Alignment, AlignmentError, Bead, Progress

#: The probability that a target text covers each of some source words: (words, target text) -> probabilities.
Coverage = Callable[[Sequence[str], str], Sequence[float]]


def coarse(beads: Sequence[Bead], *, cost_most: float = 1.0) -> list[Bead]:
    """Drop pairs with an empty side or a cost above `cost_most`; verdict ``coarse``.

    A bead without a cost (from an engine that has none) is judged only by its sides.
    """
    return [
        replace(
            bead,
            verdicts={**bead.verdicts, "coarse": not bead.is_null and (bead.cost is None or bead.cost <= cost_most)},
        )
        for bead in beads
    ]


def intra(beads: Sequence[Bead], target: Sequence[str], tagger: Tagger, *, strip: bool = True) -> list[Bead]:
    """Strip the first and the last target unit of a bead if it has no content word; verdict ``intra``.

    A stripped unit becomes a null bead with verdict False next to its bead, and the bead's feature ``intra_stripped``
    counts them. A bead with nothing left becomes a source null with verdict False. A stripped bead keeps its confidence
    and cost, although these refer to the bead that the engine returned; the feature marks such beads.
    Features ``intra_first`` and ``intra_last``: content words of the first and the last unit.

    strip : False leaves every bead as it is, with the same verdict, and sets ``intra_strippable`` instead of
        ``intra_stripped``, so that people decide.
    """
    result: list[Bead] = []
    for bead in beads:
        if bead.is_null:
            result.append(bead)
            continue
        chunks = list(bead.target)
        counts = {
            position: len(tagger.content_words(target[position], INTRA_CONTENT)) for position in {chunks[0], chunks[-1]}
        }
        stripped = sorted(position for position, count in counts.items() if count == 0)
        kept = tuple(position for position in chunks if position not in stripped)
        numbers = {"intra_first": float(counts[chunks[0]]), "intra_last": float(counts[chunks[-1]])}
        numbers["intra_stripped" if strip else "intra_strippable"] = float(len(stripped))
        changed = replace(
            bead,
            target=kept if strip else bead.target,
            features={**bead.features, **numbers},
            verdicts={**bead.verdicts, "intra": bool(kept)},
        )
        nulls = [Bead((), (p,), features={"intra_stripped": 1.0}, verdicts={"intra": False}) for p in stripped if strip]
        before = [null for null in nulls if null.target[0] == chunks[0]]
        result += [*before, changed, *(null for null in nulls if null not in before)]
    return result


def inter(
    beads: Sequence[Bead],
    source: Sequence[str],
    target: Sequence[str],
    *,
    thresholds: Thresholds,
    tagger: Tagger | None = None,
    coverage: Coverage | None = None,
    translations: Sequence[str] | None = None,
    similarity: Similarity | None = None,
    joiner: str = "",
    combined: bool = False,
    proportion: float | None = None,
) -> list[Bead]:
    """Judge pairs by alpha, gamma and eta, each only if its inputs are given; verdicts ``inter_alpha`` and so on.

    alpha : share of the source's content words (NOUN, PROPN, NUM by `tagger`) that the target covers, from `coverage`;
        a source without content words is covered.
    gamma : characters of the target divided by those of its offline translation (from `translations`), without spaces.
    eta : `similarity` of the two. translations : one for each source unit, "" if there is none.
    joiner : goes between the units of the target; empty for Japanese and Chinese, otherwise a space.
    combined : also compute the combined score from what there is, and judge by it; verdict ``inter_score``.
    proportion : of lengths, see `combined.surpluses`.
    Null beads are not judged.
    """
    if translations is not None and len(translations) != len(source):
        raise AlignmentError(f"{len(translations)} translations for {len(source)} source units, expected one for each")
    judged: list[tuple[Bead, dict[str, float]]] = []
    texts: list[tuple[dict[str, float], str, str, str]] = []
    rendered: list[float] = []
    for bead in beads:
        numbers: dict[str, float] = {}
        judged.append((bead, numbers))
        if bead.is_null:
            continue
        spoken = joiner.join(target[p] for p in bead.target)
        offline = [translations[p] for p in bead.source] if translations is not None else [""]
        translated = joiner.join(offline) if all(offline) else ""
        texts.append((numbers, spoken, translated, " ".join(source[p] for p in bead.source)))
        rendered.append(math.nan)
        if tagger is not None and coverage is not None:
            words = [word for p in bead.source for word in tagger.content_words(source[p], INTER_CONTENT)]
            shares = coverage(words, spoken) if words else [1.0]
            numbers["alpha"] = round(sum(share >= 0.5 for share in shares) / len(shares), 6)
            numbers["content_words"] = float(len(words))
            if combined and translated and words:
                rendered[-1] = share_rendered(shares, coverage(words, translated))
        if translated:
            numbers["gamma"] = round(length(spoken) / max(1, length(translated)), 6)
    pending = [each for each in texts if "gamma" in each[0]]
    if similarity is not None and pending:
        scores = similarity.score([p[1] for p in pending], [p[2] for p in pending], [p[3] for p in pending])
        for (numbers, *_), score in zip(pending, scores, strict=True):
            numbers["eta"] = round(float(score), 6)
    if combined:
        _combine(texts, rendered, similarity is not None and similarity.name == "chrf", proportion)
    return [
        replace(
            bead,
            features={**bead.features, **numbers},
            verdicts={**bead.verdicts, **thresholds.verdicts(numbers)},
        )
        for bead, numbers in judged
    ]


def _combine(
    texts: Sequence[tuple[dict[str, float], str, str, str]],
    rendered: Sequence[float],
    has_eta: bool,
    proportion: float | None,
) -> None:
    """Add the combined score to the figures of each pair. has_eta : eta is in the scale that was fitted."""
    _, spoken, translated, sources = zip(*texts, strict=True) if texts else ((), (), (), ())
    lengths = surpluses(sources, spoken, translated, proportion=proportion)
    for (numbers, *_), surplus, share in zip(texts, lengths, rendered, strict=True):
        eta = numbers.get("eta", math.nan) if has_eta else math.nan
        numbers["score"] = round(score_of(Evidence(surplus, share, eta)), 6)


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """Which filters run, and with which tools; None or False turns a filter off.

    source_tagger, target_tagger : see `tagging.tagger`. target_joiner, combined, proportion : see `inter`.
    strip : see `intra`.
    """

    thresholds: Thresholds = field(default_factory=Thresholds)
    coarse: bool = True
    source_tagger: Tagger | None = None
    target_tagger: Tagger | None = None
    coverage: Coverage | None = None
    translations: Sequence[str] | None = None
    similarity: Similarity | None = None
    target_joiner: str = ""
    strip: bool = True
    combined: bool = False
    proportion: float | None = None

    def signature(self) -> str:
        """The stages that ran, in one line, without the texts."""
        parts = [self.thresholds.signature()]
        parts += ["coarse"] if self.coarse else []
        if self.target_tagger:
            parts.append(f"intra({self.target_tagger.name}{'' if self.strip else ',judge'})")
        if self.source_tagger and self.coverage:
            parts.append(f"alpha({self.source_tagger.name},{getattr(self.coverage, 'name', 'coverage')})")
        if self.translations is not None:
            parts.append("gamma")
            parts += [f"eta({self.similarity.name})"] if self.similarity else []
        parts += [f"score({FIT},{self.proportion or 'document'})"] if self.combined else []
        return "+".join(parts)


#: What the filters write on beads, besides verdicts that begin with ``inter_``.
_FIGURES = frozenset(
    ("alpha", "gamma", "eta", "score", "content_words", "intra_first", "intra_last", "intra_strippable")
)


def before_filters(alignment: Alignment) -> Alignment:
    """The alignment without what filters said of it before, to be judged anew.

    What `intra` stripped stays stripped, with the feature and the verdict that say so.
    """

    def bare(bead: Bead) -> Bead:
        stripped = "intra_stripped" in bead.features and not bead.source
        return replace(
            bead,
            features={name: value for name, value in bead.features.items() if name not in _FIGURES},
            verdicts={
                name: kept
                for name, kept in bead.verdicts.items()
                if not (name == "coarse" or name.startswith("inter_") or (name == "intra" and not stripped))
            },
        )

    return replace(
        alignment,
        beads=tuple(map(bare, alignment.beads)),
        signature=alignment.signature.split("|filters:")[0],
        info={name: value for name, value in alignment.info.items() if name != "filters"},
    )


def run_filters(
    alignment: Alignment,
    source: Sequence[str],
    target: Sequence[str],
    options: FilterOptions,
    *,
    progress: Progress | None = None,
) -> Alignment:
    """Judge the beads of an alignment by the coarse, the intra-sentence and the inter-sentence filters.

    Parameters
    ----------
    alignment, source, target
        The alignment and the texts that it aligns.
    options
        Thresholds, taggers and the filters' other tools; see `FilterOptions`.

    Returns
    -------
    Alignment
        The same alignment with figures and verdicts on its beads, stripped units as nulls, the filters in its
        signature, and in ``info["filters"]`` how many beads each verdict drops and whether a tagger was a rule.

    Notes
    -----
    Source: Zhao et al. 2024, section 4.1.
    """
    report = progress or (lambda done, what: None)
    beads = list(alignment.beads)
    if options.coarse:
        report(0.0, "coarse filter")
        beads = coarse(beads, cost_most=options.thresholds.cost_most)
    if options.target_tagger is not None:
        report(0.1, "intra-sentence filter")
        beads = intra(beads, target, options.target_tagger, strip=options.strip)
    report(0.5, "inter-sentence filter")
    beads = inter(
        beads,
        source,
        target,
        thresholds=options.thresholds,
        tagger=options.source_tagger,
        coverage=options.coverage,
        translations=options.translations,
        similarity=options.similarity,
        joiner=options.target_joiner,
        combined=options.combined,
        proportion=options.proportion,
    )
    report(1.0, "filtered")
    names = sorted({name for bead in beads for name in bead.verdicts})
    taggers = [tagger for tagger in (options.source_tagger, options.target_tagger) if tagger is not None]
    summary = {
        "dropped": {name: sum(bead.verdicts.get(name) is False for bead in beads) for name in names},
        "kept": sum(all(bead.verdicts.values()) for bead in beads if not bead.is_null),
        "stripped": sum(int(bead.features.get("intra_stripped", 0)) for bead in beads if bead.source),
        "strippable": sum(int(bead.features.get("intra_strippable", 0)) for bead in beads),
        "taggers": [tagger.name for tagger in taggers],
        "rule_taggers": [tagger.name for tagger in taggers if tagger.is_rule],
    }
    return replace(
        alignment,
        beads=tuple(beads),
        signature=f"{alignment.signature}|filters:{options.signature()}",
        info={**alignment.info, "filters": summary},
    )
