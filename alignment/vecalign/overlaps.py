"""Overlaps: the blocks of consecutive sentences whose embeddings vecAlign compares.

Source: Thompson and Koehn 2019, section 3.1; cleaning and truncation follow the released program, so that overlap files
and embeddings made for it work here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alignment.types import AlignmentError

#: Stands for a line without text.
BLANK_LINE = "BLANK_LINE"

#: Stands, in overlap files, for a block that would start before the first line.
PAD = "PAD"

#: Blocks are truncated to this many code points, so that nobody encodes a book by accident.
MAX_BLOCK_CHARACTERS = 10_000


def clean_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines without outer white space, empty ones as `BLANK_LINE`."""
    return [line.strip() or BLANK_LINE for line in lines]


def blocks(cleaned: Sequence[str], size: int) -> Iterator[str]:
    """Yield the texts of `size` consecutive cleaned lines, in order of their first line."""
    if size == 1:
        yield from (line[:MAX_BLOCK_CHARACTERS] for line in cleaned)
        return
    for start in range(len(cleaned) - size + 1):
        yield " ".join(cleaned[start : start + size])[:MAX_BLOCK_CHARACTERS]


def overlap_lines(lines: Sequence[str], max_size: int) -> list[str]:
    """List the blocks of lines that vecAlign needs embedded.

    Parameters
    ----------
    lines
        A document, one sentence per line.
    max_size
        Lines in a block, at least 1.

    Returns
    -------
    list of str
        The distinct blocks of 1 to `max_size` consecutive lines, sorted. `PAD` is among them when `max_size` is 2 or
        more and there are lines, as the released program expects it.

    Examples
    --------
    >>> from alignment.vecalign import overlap_lines
    >>> overlap_lines(["One.", "Two."], 2)
    ['One.', 'One. Two.', 'PAD', 'Two.']
    """
    if max_size < 1:
        raise AlignmentError(f"overlaps of up to {max_size} lines were asked for; it must be at least 1")
    cleaned = clean_lines(lines)
    distinct = {block for size in range(1, max_size + 1) for block in blocks(cleaned, size)}
    if max_size > 1 and cleaned:
        distinct.add(PAD)
    return sorted(distinct)
