"""Each command in the guides is one that a reader can type: it is run here, or read by its own parser.

A command stands in an indented or fenced block. What is ours is run on small files of our own, with the reader's names
replaced (`STANDS_FOR`). What cannot be run here is in `NOT_RUN`, with the reason; its options are read by the parser of
the command all the same. Programs that are not ours are in `OTHERS`. test_tutorial.py runs the commands of
docs/tutorial.md, test_package.py those of alignment/README.md; test_published_figures.py runs those of
docs/tutorial-published.md on the texts that it is about.
"""

from __future__ import annotations

import argparse
import glob
import importlib
import io
import json
import re
import shlex
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from django.contrib.auth.models import User
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from alignment.cli import COMMANDS, main, parser_of
from annotator.aligning.models.bulk_alignments import BULK_ENDED
from annotator.demo.collection import main as collection
from annotator.launch import up
from annotator.launch.layout import HERE
from annotator.management import shared
from annotator.models import AlignmentRun, BulkAlignment, Pair, Project, Release, RunState, Taken, TestSet
from annotator.reviewing.opening import open_review
from tests.alignment.recordings.m3av_samples import files as m3av_files
from tests.annotator.releases.releasing import silent
from tests.annotator.shared import do_task

GUIDES = [
    *(path for path in sorted((HERE.root / "docs").glob("*.md")) if path.name != "tutorial.md"),
    HERE.root / "README.md",
]
#: What begins a line that somebody types; words before it set variables.
PROGRAMS = re.compile(
    r"(?:[A-Z_]+=\S+ )*(?:python3?|\.venv/bin/\S+|docker|pip|git|curl|sha256sum|gunicorn|celery|lectern-alignment) "
)
#: Names in the guides, and what is here instead.
STANDS_FOR = {
    "/data/glove.6B.100d.txt": str(HERE.root / "tests" / "golden" / "talksumm" / "vec50.txt.gz"),
    "my-project": "harbour-talks",
}
#: How a command that is ours begins, and why it is only read by its parser.
NOT_RUN = {
    "manage.py up": "starts servers: tests/launch",
    "manage.py test": "is what runs this",
    "manage.py sweep": "runs until it is stopped: test_housekeeping.py",
    "manage.py backup": "needs a database of its own: test_backups.py",
    "manage.py restore": "needs a database of its own: test_backups.py",
    "manage.py vectors train": "needs texts to train on, and a worker",
    "manage.py release verify ID": "needs the files of a release: test_release_command.py",
    "manage.py release verify harbour-si": "needs a release of this name: test_release_command.py",
    "manage.py release repair": "needs a damaged release: test_release_m3av.py, test_release_clips.py",
    "manage.py release score": "needs a release with these lines: test_systems.py",
    "manage.py outputs": "needs a release with these files: test_recognisers_outputs.py, test_speech_outputs.py",
    "alignment recordings recognise talk.mp4": "needs a recogniser with its model: test_recognisers.py",
    "alignment recordings ocr": "needs a reader of pictures: tests/alignment/slide_text",
    "alignment slides score": "needs the videos of VT-SSum and predictions for them: test_slides_scores.py",
    "alignment slides match": "takes the extra video: test_slides_matching.py",
    "alignment recordings clips": "takes the extra video: test_audio.py",
    "alignment recordings peaks": "takes the extra video: test_audio.py",
    "alignment synthesis": "takes the extras speech and video: test_synthesis.py",
    "alignment train": "takes minutes on a real set: test_tutorial.py",
    "alignment summarise": "takes the model of train: test_tutorial.py",
    "alignment filter -s talk.en -t talk.ja -a talk.align --source-language en --target-language ja --offline talk.mt "
    "--similarity comet": "takes a model of COMET: test_cli_filter.py",
}
#: Options whose choices are what a site has installed.
OF_THE_SITE = ("--similarity",)
#: Programs that are not ours, and how what they are given is held.
OTHERS = {
    "docker compose": "no containers here; services are those of docker-compose.yml",
    "gunicorn": "tests/launch/test_containers.py holds it to docker-compose.yml",
    "celery": "tests/launch/test_containers.py holds it to docker-compose.yml",
    "git": "changes the checkout",
    "curl": "needs a token of another site; its address is one of the API",
    "sha256sum": "is the system's",
    "pip install": "downloads: test_package.py installs the wheel",
    ".venv/bin/uv pip install": "downloads",
    ".venv/bin/python -m spacy download": "downloads",
}


@dataclass(frozen=True, slots=True)
class Command:
    guide: str
    line: int
    text: str

    @property
    def words(self) -> list[str]:
        return [word for word in shlex.split(self.text, comments=True) if not re.match(r"[A-Z_]+=", word)]

    @property
    def ours(self) -> tuple[str, list[str]] | None:
        """`manage.py` or `alignment`, and its arguments."""
        match self.words:
            case ["python3" | "python" | ".venv/bin/python", "manage.py", *rest]:
                return "manage.py", rest
            case ["python3" | "python" | ".venv/bin/python", "-m", "alignment", *rest] | ["lectern-alignment", *rest]:
                return "alignment", rest
            case ["docker", "compose", *rest] if "manage.py" in rest:
                return "manage.py", rest[rest.index("manage.py") + 1 :]
        return None

    @property
    def makes_collection(self) -> bool:
        return self.words[:2] == ["python3", "annotator/demo/collection.py"]

    @property
    def is_synopsis(self) -> bool:
        """Whether it shows all that a command takes, with brackets, instead of a call."""
        return self.guide == "docs/commands.md" or bool(re.search(r" \[-|\.\.\.( |$)", self.text.split("  #")[0]))

    def not_run(self) -> str | None:
        assert self.ours
        called = " ".join([self.ours[0], *self.ours[1]])
        return next((reason for start, reason in NOT_RUN.items() if called.startswith(start)), None)


def read(path: Path) -> Iterator[Command]:
    lines = path.read_text(encoding="utf-8").splitlines()
    fenced, at = False, 0
    while at < len(lines):
        line, number = lines[at], at + 1
        at += 1
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        if not (fenced or line.startswith("    ")):
            continue
        text = line.strip().removeprefix("$ ")
        if PROGRAMS.match(text):
            while text.endswith("\\"):
                text = f"{text[:-1].rstrip()} {lines[at].strip()}"
                at += 1
            yield Command(str(path.relative_to(HERE.root)), number, text)


ALL = [command for path in GUIDES for command in read(path)]
OURS = [command for command in ALL if command.ours]
RUN = [
    command
    for command in ALL
    if command.makes_collection or (command.ours and not command.is_synopsis and not command.not_run())
]
#: How many talks are made where a guide makes 200.
N_TALKS = 6
#: The projects that guides make themselves, and how many pairs are in them.
OWN_PROJECTS = {"docs/tutorial-large.md": ("large", N_TALKS), "docs/tutorial-published.md": ("published", 1)}


def name_of(command: Command) -> str:
    return f"{command.guide}:{command.line}"


def is_of_pytest(command: Command) -> bool:
    """Whether pytest reads the arguments, or they only ask for help."""
    return command.ours is not None and command.ours[1][0] in ("test", "--help")


def parser_for(place: str, arguments: list[str]) -> tuple[argparse.ArgumentParser, list[str]]:
    """The parser of a command or of its verb, and what is left for it."""
    name, *rest = arguments
    if place == "alignment":
        if name not in COMMANDS:
            pytest.fail(f"no command {name} of alignment")
        summary, module = COMMANDS[name]
        parser: argparse.ArgumentParser = parser_of(name, summary, importlib.import_module(module))
    elif name == "up":
        parser = up.parser()
    else:
        if name not in get_commands():
            pytest.fail(f"no command {name} of manage.py")
        app = get_commands()[name]
        made: BaseCommand = app if isinstance(app, BaseCommand) else load_command_class(app, name)
        parser = made.create_parser("manage.py", name)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            if rest[0] not in action.choices:
                pytest.fail(f"{name} has no verb {rest[0]}")
            return action.choices[rest[0]], rest[1:]
    return parser, rest


def test_there_are_commands_to_hold() -> None:
    assert len(OURS) > 80
    assert len(RUN) > 20
    for start in NOT_RUN:
        assert any(" ".join([c.ours[0], *c.ours[1]]).startswith(start) for c in OURS if c.ours), (
            f"{start} is in no guide"
        )


@pytest.mark.parametrize(
    "command", [c for c in OURS if c.ours and c.ours[1][:1] not in (["test"], ["-k"], ["--help"])], ids=name_of
)
def test_options_are_those_of_the_command(command: Command) -> None:
    """Each option and choice that the guide writes exists, and a call in full has the arguments that it must have."""
    assert command.ours
    place, arguments = command.ours
    parser, rest = parser_for(place, arguments)
    known = {option: action for action in parser._actions for option in action.option_strings}
    for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", " ".join(rest)):
        assert option in known, f"{name_of(command)}: no option {option}; there are {', '.join(sorted(known))}"
    for option, choices in re.findall(r"(--[\w-]+) ([\w-]+(?:\|[\w-]+)+)", " ".join(rest)):
        if (allowed := known[option].choices) and option not in OF_THE_SITE:
            assert set(choices.split("|")) <= set(allowed), f"{name_of(command)}: {option}"
    if not command.is_synopsis and command not in RUN and "|" not in rest:
        rest = rest[: rest.index(">")] if ">" in rest else rest
        ids = ["1" if word in ("ID", "OLD", "NEW", "RELEASE") else word for word in rest]
        parser.exit_on_error = False
        try:
            parser.parse_args(ids)
        except (SystemExit, argparse.ArgumentError, CommandError) as error:
            pytest.fail(f"{name_of(command)}: {command.text}: {error}")


@pytest.mark.parametrize("command", [c for c in ALL if not c.ours and not c.makes_collection], ids=name_of)
def test_other_programs_are_known(command: Command) -> None:
    called = " ".join(command.words)
    start = next((start for start in OTHERS if called.startswith(start)), None)
    assert start, f"{name_of(command)}: {command.text}: no entry in OTHERS"
    if start == "docker compose":
        services = yaml.safe_load((HERE.root / "docker-compose.yml").read_text())["services"]
        named = [word for word in command.words[3:] if re.fullmatch(r"[a-z][a-z-]*", word) and word != "python"]
        assert set(named) <= services.keys(), f"{name_of(command)}: {named}"


# The world in which they run


VTT = "WEBVTT\n\n" + "\n".join(
    f"00:{2 * n:02}.000 --> 00:{2 * n + 2:02}.000\n{text}\n"
    for n, text in enumerate(["welcome to the harbour", "tides turn twice a day", "we measure both of them"])
)
PAPER = {
    "metadata": {
        "title": "Harbour tides", "abstractText": "We measure tides.",
        "sections": [{"heading": "1 Introduction", "text": "Tides turn twice a day. We measure both of them."}],
    },
}  # fmt: skip
WORDS = [["We", 0, 0.5], ["model", 0.5, 1], ["the", 1, 1.2], ["tide.", 1.2, 1.9], ["Next,", 4.6, 5], ["results.", 5, 6]]
GERMAN = ["Die Flut kommt zweimal am Tag.", "Wir messen beide.", "Danke."]
FRENCH = ["La marée vient deux fois par jour.", "Nous mesurons les deux.", "Merci."]
ENGLISH = ["The tide comes twice a day.", "We measure both.", "Thank you."]


def write_files() -> None:
    """Files by the names that the guides use."""

    def write(name: str, lines: list[str]) -> None:
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def timed(lines: list[str]) -> list[str]:
        return [f"{4 * n}\t{4 * n + 3}\t{line}" for n, line in enumerate(lines)]

    for folder in ("talks", "papers", "vtssum/dev"):
        Path(folder).mkdir(parents=True)
    for n in (1, 2):
        Path(f"talks/tides-{n}.vtt").write_text(VTT.replace("both", "both" if n == 1 else "all"))
        Path(f"papers/tides-{n}.json").write_text(json.dumps({"name": f"tides-{n}.pdf", **PAPER}))
    write("talk.de", GERMAN)
    write("talk.fr", FRENCH)
    write("talk.en", ENGLISH)
    Path("vecalign/bleualign_data").mkdir(parents=True)
    write("vecalign/bleualign_data/dev.de", GERMAN)
    write("vecalign/bleualign_data/dev.fr", FRENCH)
    write("vecalign/bleualign_data/dev.defr", ["[0]:[0]", "[1]:[1]", "[2]:[2]"])
    Path("table4").mkdir()
    write("table4/sentences.txt", ENGLISH)
    write("table4/talk.txt", ["tides come twice", "both are measured"])
    write("talk.ja", ["潮は一日に二度満ちる。", "両方を測る。", "ありがとう。"])
    write("talk.align", ["[0]:[0]:0.1", "[1]:[1]:0.1", "[2]:[2]:0.1"])
    write("talk.gold", ["[0]:[0]", "[1]:[1]", "[2]:[2]"])
    write("talk.en.tsv", timed(ENGLISH))
    write("talk.ja.tsv", timed(["潮は一日に二度満ちる。", "両方を測る。", "ありがとう。"]))
    write("paper.txt", ["Tides turn twice a day.", "We measure both of them.", "We thank NIAMS."])
    write("talk.txt", ["tides turn twice a day", "we measure both of them", "thanks"])
    for folder in ("json", "transcript"):
        Path("talksumm/example", folder).mkdir(parents=True)
    # The preset `released` leaves out sentences of fewer than 30 characters.
    text = "Tides turn twice a day in our harbour. We measure both of them with a model of our own."
    sections = [{"heading": "1 Introduction", "text": text}]
    Path("talksumm/example/json/Harbour tides.json").write_text(
        json.dumps({"title": "Harbour tides", "sections": sections})
    )
    shutil.copy("talk.txt", "talksumm/example/transcript/Harbour tides.txt")
    write("slides.txt", ["Tides of NIAMS"])
    write("talks.txt", ["we measure the day"])
    write("spoken.txt", ["we saw thirty six tides of niams"])
    write("rare.txt", ["tide"])
    write("timed.tsv", timed(ENGLISH))
    write("slides.csv", ["page,start", "1,0", "2,5"])
    Path("deck.txt").write_text("Tides turn twice a day\fWe measure both of them", encoding="utf-8")
    np.save("inliers.npy", np.array([[30, 2], [30, 2], [2, 30], [2, 30]]))
    reference = [{"word": word, "start": start, "end": end} for word, start, end in WORDS]
    Path("reference.json").write_text(json.dumps(reference))
    Path("words.json").write_text(json.dumps(reference))
    Path("a.json").write_text(json.dumps(reference))
    reference[3] = {**reference[3], "word": "tie."}
    Path("other.json").write_text(json.dumps(reference))
    Path("b.json").write_text(json.dumps(reference))
    write("answers.txt", ["a"])
    said = [{"id": f"s{n}", "talk": "t", "text": text} for n, text in enumerate(ENGLISH)]
    for name in ("said", "ours", "theirs"):
        write(f"{name}.jsonl", [json.dumps(each) for each in said])
    for path, data in m3av_files().items():
        (target := Path("CHI-003EC", path)).parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    shutil.copy("CHI-003EC/ocr/ocr_result.json", "ocr_result.json")
    for text, overlaps, vectors in (
        ("talk.de", "talk.overlaps.de", "talk.de.emb"),
        ("talk.fr", "talk.overlaps.fr", "talk.fr.emb"),
        ("a.txt", "a.overlaps", "a.emb"),
        ("b.txt", "b.overlaps", "b.emb"),
    ):
        if not Path(text).exists():
            write(text, GERMAN if text == "a.txt" else FRENCH)
        assert main(["overlap", "-i", text, "-o", overlaps, "-n", "8"]) == 0
        n_lines = len(Path(overlaps).read_text(encoding="utf-8").splitlines())
        # Any vectors do, as long as each overlap has one.
        np.random.default_rng(n_lines).normal(size=(n_lines, 1024)).astype(np.float32).tofile(vectors)


@pytest.fixture
def here(db: None, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shared, "sleep", work_meanwhile)
    write_files()
    return tmp_path


def newest_release() -> str:
    """What a guide calls ID in its commands; so itself where there is no release."""
    return str(Release.objects.order_by("-pk").values_list("pk", flat=True).first() or "ID")


def run(command: Command) -> str:
    """Do what a shell would, in this process; what was printed."""
    if command.makes_collection:
        *options, n_talks = command.words[2:]
        assert (options[-1], n_talks) == ("--talks", "200")
        assert collection([*options, str(N_TALKS)]) == 0
        return ""
    assert command.ours
    place, written = command.ours
    arguments: list[str] = []
    for word in (newest_release() if word == "ID" else STANDS_FOR.get(word, word) for word in written):
        found = sorted(glob.glob(word)) if "*" in word else []
        assert found or "*" not in word, f"{name_of(command)}: no files {word}"
        arguments += found or [word]
    to = None
    if ">" in arguments:
        at = arguments.index(">")
        arguments, to = arguments[:at], arguments[at + 1]
    out = io.StringIO()
    if place == "manage.py":
        with silent():
            call_command(*arguments, stdout=out, stderr=out)
    else:
        with redirect_stdout(out), redirect_stderr(out):
            code = main(arguments)
        assert code == 0, f"{name_of(command)}: {command.text}: {out.getvalue()}"
    if to:
        Path(to).write_text(out.getvalue(), encoding="utf-8")
    return out.getvalue()


@pytest.mark.parametrize("guide", sorted({command.guide for command in RUN}))
def test_commands_run_as_written(guide: str, here: Path) -> None:
    """One after the other, as somebody who follows the guide would type them."""
    User.objects.create_superuser("admin", password="a long enough one")
    project = Project.objects.create(slug="harbour-talks", name="Harbour Talks")
    for command in RUN:
        if command.guide == guide:
            if command.text.startswith("python3 manage.py release leaks large "):
                people_review(Project.objects.get(slug="large"))
            said = run(command)
            only_says = "--dry-run" in command.words
            slug, n_pairs = OWN_PROJECTS.get(guide, (project.slug, 2))
            if " import " in command.text:
                if only_says:
                    assert "nothing was imported" in said
                else:
                    assert Pair.objects.filter(project__slug=slug).count() == n_pairs
            if " align --project" in command.text and not only_says:
                assert f"{n_pairs} aligned, 0 skipped, 0 not succeeded" in said
            if " project export " in command.text:
                assert zipfile.is_zipfile(command.words[-1])
            if " release verify " in command.text:
                assert "rows as released" in said


def people_review(project: Project) -> None:
    """What the tutorial does in pages: all rows are accepted, and there is a test set of them."""
    for pair in project.pairs.all():
        review, _ = open_review(pair=pair, annotator=User.objects.get())
        review.rows.update(status="accepted")
        review.state, review.submitted_at, review.row_count = "submitted", timezone.now(), review.rows.count()
        review.save()
    TestSet.objects.create(project=project, name="Held out", takes=Taken.ALL)


def work_meanwhile(_seconds: float) -> None:
    for bulk in BulkAlignment.objects.exclude(state__in=BULK_ENDED):
        do_task("align_many", bulk.pk)
    for run in AlignmentRun.objects.filter(state=RunState.QUEUED):
        do_task("align_bulk", run.pk)
