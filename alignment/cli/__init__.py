"""The engines from the shell: ``python -m alignment COMMAND ...``, or ``lectern-alignment COMMAND ...`` if installed.

A command is a module with ``add_arguments(parser)``, ``run(args) -> int`` and an ``EXAMPLE`` of its arguments for its
help; it is imported only when it is called, and imports where it is used what takes long to load. To add one, write the
module and give it a line in `COMMANDS`; ``ALLOW_ABBREVIATIONS = True`` lets its flags be shortened. An error in the
input is reported in one line on stderr, ``python -m alignment COMMAND: error: FILE line N: what was found and what was
expected``, and exit code 2.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from alignment import __version__
from alignment.types import AlignmentError, Cancelled, Progress

PROGRAM = "python -m alignment"
#: The same, as it is called where the package is installed.
INSTALLED = "lectern-alignment"

#: name -> (one line of help, module)
COMMANDS: dict[str, tuple[str, str]] = {
    "vecalign": ("align two texts by the embeddings of their sentences", "alignment.cli.vecalign"),
    "overlap": ("write the blocks of consecutive sentences that vecalign needs embedded", "alignment.cli.overlap"),
    "score": ("strict and lax precision, recall and F1 of alignments against gold", "alignment.cli.score"),
    "bitext": ("align two texts with the best available engine; no download is needed", "alignment.cli.bitext"),
    "filter": ("judge the beads of any alignment by the filters of NAIST-SIC-Aligned", "alignment.cli.filter"),
    "hmm": ("align the transcript of a talk with the sentences of its paper", "alignment.cli.hmm"),
    "vectors": ("train word vectors on texts, or describe a file of vectors", "alignment.cli.vectors"),
    "train": ("train a summariser on papers whose talks say what matters", "alignment.cli.train"),
    "summarise": ("summarise a paper by a trained model", "alignment.cli.summarise"),
    "slides": ("pages of a deck and sentences of a talk; scores on VT-SSum", "alignment.cli.slides"),
    "transcripts": ("two transcripts of a recording: compare, mask, fill, write", "alignment.cli.transcripts"),
    "recordings": ("recognise, segment and cut recordings; slide text; M3AV", "alignment.cli.recordings"),
    "rouge": ("ROUGE-N and ROUGE-SU4 of summaries against references", "alignment.cli.rouge"),
    "latency": ("how far an interpretation lags behind: AL and LAAL by times", "alignment.cli.latency"),
    "wer": ("character, word and biased word error rates of transcripts", "alignment.cli.wer"),
    "recognition": ("what recognisers heard by segment: WER, CER, BWER, intervals", "alignment.cli.recognition"),
    "synthesis": ("synthesised clips against recorded ones: FFE and MCD", "alignment.cli.synthesis"),
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}\n")


def command() -> int:
    """What the installed command runs."""
    return main(sys.argv[1:], program=INSTALLED)


def main(argv: Sequence[str], *, program: str = PROGRAM) -> int:
    """Run one command; return its exit code (0 done, 2 wrong input, 130 interrupted).

    program : how it was called, for help and errors.
    """
    if list(argv) == ["--version"]:
        print(f"{INSTALLED} {__version__}")
        return 0
    if not argv or argv[0] in ("-h", "--help"):
        print(_overview(program))
        return 0 if argv else 2
    name, *rest = argv
    if name not in COMMANDS:
        print(f"{program}: error: no command {name!r}; there are {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    summary, module_name = COMMANDS[name]
    module = importlib.import_module(module_name)
    parser = parser_of(name, summary, module, program=program)
    try:
        code = int(module.run(parser.parse_args(rest)))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (AlignmentError, OSError, UnicodeError) as error:
        print(f"{parser.prog}: error: {_one_line(error)}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, Cancelled):
        print(f"{parser.prog}: stopped", file=sys.stderr)
        return 130


def parser_of(name: str, summary: str, module: Any, *, program: str = PROGRAM) -> argparse.ArgumentParser:
    """The parser of a command, whose help ends with its example."""
    parser = _Parser(
        prog=f"{program} {name}",
        description=summary[0].upper() + summary[1:] + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=getattr(module, "ALLOW_ABBREVIATIONS", False),
    )
    module.add_arguments(parser)
    example = f"example:\n  {program} {name} {module.EXAMPLE}"
    parser.epilog = f"{parser.epilog}\n\n{example}" if parser.epilog else example
    return parser


def read_lines(path: str | Path) -> list[str]:
    """The lines of a UTF-8 file without their line ends; ``-`` is standard input.

    Only LF and CRLF end a line (not U+2028, form feed and the like), so that line numbers match those of editors.
    A byte order mark is dropped. Raises AlignmentError, with file and line, where the bytes are not UTF-8.
    """
    name = "standard input" if str(path) == "-" else str(path)
    data = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise AlignmentError(f"{name} line {line}: byte 0x{byte:02x} is not UTF-8; save the file as UTF-8") from error
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def print_report(text: str, report: Any, out: str | None) -> None:
    """Print what people read; for `--json OUT`, write the report there, or print it instead where OUT is -."""
    written = json.dumps(report, ensure_ascii=False, indent=1) if out else ""
    if out and out != "-":
        Path(out).write_text(f"{written}\n", encoding="utf-8")
    print(written if out == "-" else text)


def read_json(path: str | Path, expected: str) -> Any:
    """The content of a JSON file; ``-`` is standard input.

    expected : what should be in it, for the error. Raises AlignmentError with file, line and column where it is not
    JSON, in the same words and at the same place whatever the version of Python.
    """
    text = "\n".join(read_lines(path))
    try:
        return json.loads(text)
    except RecursionError as error:
        raise AlignmentError(f"{path}: nested too deeply; expected {expected}") from error
    except json.JSONDecodeError as error:
        position = error.pos
        if error.msg.startswith("Illegal trailing comma"):  # from Python 3.13 on; before, it was what follows the comma
            position += 1 + len(text[position + 1 :]) - len(text[position + 1 :].lstrip())
        line = text.count("\n", 0, position) + 1
        column = position - (text.rfind("\n", 0, position) + 1) + 1
        found = f"found {text[position]!r}" if position < len(text) else "found the end of the file"
        raise AlignmentError(f"{path} line {line} column {column}: not JSON, {found}; expected {expected}") from error
    except ValueError as error:  # more digits than Python reads
        raise AlignmentError(f"{path}: {error}; expected {expected}") from error


@contextmanager
def terminal_progress() -> Iterator[Progress]:
    """A progress bar on stderr where that is a terminal, and nothing where it is a pipe or a file.

    >>> with terminal_progress() as progress:
    ...     progress(0.5, "reading")
    """
    stream = sys.stderr
    if not stream.isatty():
        yield lambda share, what: None
        return

    shown = ""

    def show(share: float, what: str) -> None:
        nonlocal shown
        share = min(max(share, 0.0), 1.0)
        line = f"{'█' * round(30 * share):·<30} {share:4.0%} {what}"[:100]
        if line != shown:
            stream.write(f"\r\x1b[K{line}")
            stream.flush()
            shown = line

    try:
        yield show
    finally:
        if shown:
            stream.write("\r\x1b[K")
            stream.flush()


def _overview(program: str) -> str:
    lines = [f"usage: {program} COMMAND ...", "", "Align talks with what they are about. Commands:", ""]
    lines += [f"  {name:<11} {summary}" for name, (summary, _) in COMMANDS.items()]
    lines += ["", f"{program} COMMAND --help says what a command takes."]
    return "\n".join(lines)


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())
