"""A talk's folder in M3AV's form, of our own."""

from __future__ import annotations

import json
from typing import Any


def _block(paragraph: int, place: int, top: int, text: str) -> dict[str, Any]:
    points = [[10, top], [300, top], [300, top + 20], [10, top + 20]]
    return {"index_in_para": place, "index_para": paragraph, "points": points, "transcription": text}


def _words(*timed: tuple[str, float, float]) -> list[dict[str, Any]]:
    return [{"word": text, "start": start, "end": end} for text, start, end in timed]


def files() -> dict[str, bytes]:
    """Three slides: the middle of "next" is on the second one; the third says nothing in Latin letters."""
    ocr = [
        {
            "check": "paddleocr+check",
            "name": "OWN-00001-0002000.jpg",
            "ocr_data": [
                _block(0, 0, 10, "Tides in"),
                _block(0, 1, 34, "harbours"),
                _block(1, 0, 200, "2024 (36)"),
                _block(2, 0, 300, "PBS (N=9)"),
            ],
        },
        {"check": "", "name": "OWN-00001-0004500.jpg", "ocr_data": [_block(0, 0, 10, "Method “A”")]},
        {"check": "", "name": "OWN-00001-0006000.jpg", "ocr_data": [_block(0, 0, 10, "結果")]},
    ]
    speech = [
        {
            "timestr": "0000000_0007000",
            "final_spoken": "we model the tide next results after",
            "final_written": "We model the tide. Next results after.",
            "words_spoken": _words(("we", 0, 0.5)),
            "words_written": _words(
                ("We", 0, 0.5), ("model", 0.5, 1.0600000000000001), ("tide.", 1.2, 1.9), ("Next", 1.9, 2.2),
                ("results", 4.6, 5), ("after.", 6.5, 7),
            ),
        }
    ]  # fmt: skip
    speech_ocr = [
        {
            "check": "paddleocr+check",
            "name": "OWN-00001-0002000.jpg",
            "ocr_text": "Tides in harbours\nPBS (N=9)",
            "speech_text": "We model tide.",
            "start": 0,
            "end": 2.0,
        },
        {
            "check": "",
            "name": "OWN-00001-0004500.jpg",
            "ocr_text": "Method “A”",
            "speech_text": "Next",
            "start": 2.0,
            "end": 4.5,
        },
    ]
    related = [
        {"speech_text": "We model tide.", "related_sentences": [{"sentence": "We model.", "cos_similarity": 0.75}]}
    ]
    contents: dict[str, Any] = {
        "ocr/ocr_result.json": ocr,
        "ocr/seg_speech_ocr.json": speech_ocr,
        "speech/final+timestamps.json": speech,
        "paper/paper_sentences.json": ["We model.", "Tides “rise”."],
        "paper/related_sentences.json": related,
    }
    return {path: json.dumps(content, ensure_ascii=False, indent=2).encode() for path, content in contents.items()}
