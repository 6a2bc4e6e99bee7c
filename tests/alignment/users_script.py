"""What somebody who has installed the package might write: a table of two files, without a test or Django."""

import json
import sys
from pathlib import Path

import alignment
from alignment.bitext import align
from alignment.hmm import HmmOptions, PaperSentence, TalkAlignment, align_talk
from alignment.lexical import PriorKnowledge
from alignment.metrics.rouge import rouge
from alignment.summarize import top_sentences


def summarise(paper: list[PaperSentence], talk: list[str]) -> tuple[TalkAlignment, list[int]]:
    result = align_talk(paper, talk, options=HmmOptions())
    return result, top_sentences(result.durations, 2)


def main(folder: Path) -> None:
    paper = [PaperSentence(line) for line in (folder / "paper.txt").read_text(encoding="utf-8").splitlines()]
    talk = (folder / "talk.txt").read_text(encoding="utf-8").split()
    result, chosen = summarise(paper, talk)
    texts = [paper[index].text for index in chosen]
    beads = align([each.text for each in paper], texts, known=PriorKnowledge("en", "en")).beads
    report = {
        "package": alignment.__file__,
        "version": alignment.__version__,
        "durations": result.durations,
        "chosen": chosen,
        "rouge1": rouge("rouge1", [" ".join(talk)], " ".join(texts)).f1,
        "beads": [[*bead.source, *bead.target] for bead in beads],
    }
    print(json.dumps(report))  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]))
