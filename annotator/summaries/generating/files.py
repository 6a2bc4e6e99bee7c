"""Files of texts that were made elsewhere: read by the ids of slides, and the materials that they are made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import orjson

from annotator.models import GenerationRun
from annotator.platform.errors import ServiceError, TooLarge
from annotator.storable import unstorable_in
from annotator.summaries.generating.materials import Material, id_of

MOST_BYTES = 8 * 2**20
MOST_CHARACTERS = 20_000


def read_texts(data: bytes, file_name: str) -> dict[str, str]:
    """Texts by the id of their slide: of each line of JSON its `id` and `text`, or two columns with a tab between,
    where ``\\n`` and ``\\t`` are a line break and a tab.

    Raises TooLarge, and ServiceError naming the line that is wrong.
    """
    if len(data) > MOST_BYTES:
        raise TooLarge(f"{file_name} is too large; expected {MOST_BYTES // 2**20} MB at most.", field="file")
    try:
        lines = data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise _wrong(file_name, data.count(b"\n", 0, error.start) + 1, "it is not UTF-8") from None
    texts: dict[str, str] = {}
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip("\r")
        if not line.strip() or (number == 1 and line.split("\t")[:2] == ["id", "text"]):
            continue
        read = _of_json if line.lstrip().startswith("{") else _of_tsv
        key, text = read(line, file_name, number)
        if key in texts:
            raise _wrong(file_name, number, f"slide {key[:40]} has a text already")
        if len(text) > MOST_CHARACTERS:
            raise _wrong(file_name, number, f"{len(text):,} characters; expected {MOST_CHARACTERS:,} at most")
        if unstorable_in(text) or unstorable_in(key):
            raise _wrong(file_name, number, "a character that no text has")
        if text.strip():  # an empty one is missing
            texts[key] = text.strip()
    if not texts:
        raise ServiceError(f"{file_name} has no texts. Nothing was stored.", code="unreadable", field="file")
    return texts


def _of_json(line: str, file_name: str, number: int) -> tuple[str, str]:
    try:
        fields = orjson.loads(line)
    except ValueError:
        raise _wrong(file_name, number, "no JSON") from None
    key, text = fields.get("id"), fields.get("text")
    if not isinstance(key, str) or not isinstance(text, str):
        raise _wrong(file_name, number, "expected an object with id and text, both of them strings")
    return key, text


def _of_tsv(line: str, file_name: str, number: int) -> tuple[str, str]:
    cells = line.split("\t")
    if len(cells) != 2:
        raise _wrong(file_name, number, f"{len(cells)} columns; expected an id, a tab and a text")
    return cells[0].strip(), cells[1].replace("\\n", "\n").replace("\\t", "\t")


def _wrong(file_name: str, line: int, message: str) -> ServiceError:
    words = f"{file_name}:{line}: {message}"
    return ServiceError(f"{words}. Nothing was stored.", code="unreadable", field="file")


def material_lines(materials: Sequence[Material]) -> Iterator[bytes]:
    """A line of JSON for each slide: what an own system makes a text of, and the id that it is imported by."""
    for one in materials:
        fields = {
            "id": one.id, "pair": one.pair, "page": one.page, "material": one.material, "paper": one.paper,
            "reference": one.reference,
        }  # fmt: skip
        yield orjson.dumps(fields) + b"\n"


def text_lines(run: GenerationRun) -> Iterator[bytes]:
    """A line of JSON for how the run was made, then one for each slide. The key of an endpoint is nowhere."""
    names = (
        "name", "direction", "host", "model", "prompt", "prompt_version", "with_paper", "temperature", "seed",
        "file_name",
    )  # fmt: skip
    yield orjson.dumps({"run": {name: getattr(run, name) for name in names}}) + b"\n"
    figures = ("rouge_1", "rouge_2", "rouge_l", "unsupported", "tokens_in", "tokens_out", "problem", "is_cut_off")
    for one in run.texts.iterator(chunk_size=200):
        fields = {"id": id_of(one.pair_id, one.page), "text": one.text, "reference": one.reference}
        yield orjson.dumps({**fields, **{name: getattr(one, name) for name in figures}}) + b"\n"
