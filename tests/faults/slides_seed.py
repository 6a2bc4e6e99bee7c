"""A deck, its talk, and a run that links them, in a project that is there: what the benchmarks' corpora do not have.

Run in an application's environment: slides_seed.py PROJECT N_SENTENCES [NAME]. Prints the ids of both and the pair, and
how long each page is, as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

#: Sentences that are said on a page.
N_ON_A_PAGE = 3


def write(project: str, n_sentences: int, name: str = "Tides") -> dict[str, Any]:
    """A page in three is linked with nothing, so that rows can be given another page. The run is as if imported."""
    from annotator.models import Project
    from tests import world

    of = Project.objects.get(slug=project)
    n_pages = n_sentences // N_ON_A_PAGE * 3 // 2
    pages = [f"Tides 潮 {page}\nWhat page {page} says 👩‍👩‍👧 of water" for page in range(n_pages)]
    said = [f"on night {sentence} the e\u0301tale was measured 手で by hand" for sentence in range(n_sentences)]
    deck = world.make_document(of, f"{name}: deck", pages, kind="slides")
    talk = world.make_document(of, f"{name}: talk", said, kind="transcript", timed=True)
    pair = world.make_pair(of, name, deck, talk)
    links = [
        {
            "source": [page * 3 // 2], "target": [[at, 0, len(said[at])] for at in sentences], "confidence": 0.8,
            "key_sentences": [sentences[0]],
        }
        for page, sentences in enumerate(
            range(at, min(at + N_ON_A_PAGE, n_sentences)) for at in range(0, n_sentences, N_ON_A_PAGE)
        )
    ]  # fmt: skip
    world.make_run(pair, links, engine="imported")
    return {"deck": deck.pk, "talk": talk.pk, "pair": pair.pk, "pages": [len(text) for text in pages]}


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    django.setup()
    print(json.dumps(write(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])))
