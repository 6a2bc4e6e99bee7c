"""Archives of talks, made up and imported by the service."""

from __future__ import annotations

import io
import zipfile

from annotator.corpus import importing
from annotator.corpus.importing import Upload
from annotator.models import ImportBatch, Project

PAPER = "# {title}\n\n## 1 Introduction\n\nTides turn twice a day. We measure talk {n}.\n"
VTT = "WEBVTT\n\n00:01.000 --> 00:04.000\nwelcome to talk {n}\n\n00:05.000 --> 00:07.500\nthe tide turns\n"


def zip_of(files: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def talks(count: int) -> dict[str, str]:
    rows = ["id,title,speaker,event,split,paper,transcript"]
    files: dict[str, str] = {}
    for n in range(count):
        rows.append(f"t{n},Tides {n},Speaker {n},Spring 2026,train,papers/{n}.md,talks/{n}.vtt")
        files[f"papers/{n}.md"] = PAPER.format(title=f"Tides of harbour {n}", n=n)
        files[f"talks/{n}.vtt"] = VTT.format(n=n)
    return {"manifest.csv": "\n".join(rows) + "\n", **files}


def stage(project: Project, files: dict[str, str], trusted: bool = True) -> ImportBatch:
    upload = Upload.of("spring.zip", zip_of(files))
    return importing.create_batch(project=project, uploads=[upload], user=None, trusted=trusted)


def bring(project: Project, files: dict[str, str]) -> ImportBatch:
    batch = stage(project, files)
    return importing.commit_batch(batch, in_background=False, trusted=True)
