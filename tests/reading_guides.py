"""Reads guides and READMEs: what stands in code style, their tables, and the places of the repository they name."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache

from annotator.launch.layout import HERE

DOCS = HERE.root / "docs"
#: Where the files are that CONTRIBUTING.md and the design name by the end of their path.
CODE = (".py", ".ts", ".tsx", ".css", ".yml", ".toml")


@cache
def tracked() -> frozenset[str]:
    """Files and folders of the repository; folders end in a slash."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HERE.root, capture_output=True, check=True).stdout
    files = [name for name in listed.decode().split("\0") if name]
    folders = {"/".join(name.split("/")[:depth]) + "/" for name in files for depth in range(1, name.count("/") + 1)}
    return frozenset(files) | folders


@cache
def code() -> frozenset[str]:
    """Every word of the code and of the tests."""
    places = [HERE.root / name for name in tracked() if name.endswith(CODE)]
    return frozenset(word for place in places for word in re.findall(r"\w+", place.read_text(encoding="utf-8")))


@cache
def by_last_part() -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for name in tracked():
        names.setdefault(name.rstrip("/").rpartition("/")[2], []).append(name)
    return names


@cache
def found_at(place: str) -> list[str]:
    """What it is the path of, or the end of one; `<name>` stands for any, and a folder may lack its slash."""
    pattern = re.sub(r"<\w+>", "?*", place)
    ends = (pattern, f"*/{pattern}", f"{pattern}/", f"*/{pattern}/")
    last = pattern.rstrip("/").rpartition("/")[2]
    # Without a wildcard at its end, it can only be one of few.
    names = tracked() if set(last) & set("*?[") else by_last_part().get(last, [])
    return [name for name in names if any(fnmatch(name, end) for end in ends)]


def is_there(place: str) -> bool:
    return bool(found_at(place))


def in_code_style(text: str) -> Iterator[str]:
    yield from re.findall(r"`([^`\n]+)`", text)


def is_place(word: str) -> bool:
    """Whether it names a place of the repository, rather than what is made under var and dist, or an address."""
    if word.startswith(("/", "var/", "dist/")):
        return False
    return bool(re.fullmatch(r"[\w<>./-]+", word)) and ("/" in word or word.endswith((*CODE, ".md", ".in")))


def table(guide: str, first_heading: str) -> list[list[str]]:
    """The rows of the table whose head begins with this heading."""
    lines = (DOCS / guide).read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first_heading} |"))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found
