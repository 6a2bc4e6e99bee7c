"""The demo's files as they are committed, read without the application."""

from __future__ import annotations

from pathlib import Path

from annotator.demo import build as demo

DEMO = Path(demo.__file__).parent


def text(name: str) -> str:
    return (DEMO / name).read_bytes().decode("utf-8")


def rows(name: str) -> list[str]:
    return text(name).removesuffix("\n").split("\n")


def markdown_sentences() -> list[str]:
    body = text("paper-talk/paper.md").split("## Abstract")[1].split("## References")[0]
    return [line for line in body.splitlines() if line and not line.startswith("#")]
