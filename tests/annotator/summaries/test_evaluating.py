"""Summaries from files, the systems compared with them, and the table of their scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from alignment.metrics.paired import compare
from alignment.summarize import Length, summarise
from annotator.models import (
    Document,
    DocumentKind,
    GivenSummary,
    Project,
    RougeRow,
    RougeTable,
    RunState,
    SummarySet,
)
from annotator.platform.errors import Conflict, ServiceError
from annotator.summaries.evaluating import cancel_table, execute, import_summaries, read_summaries, request_table
from tests import world

ClientOf = Callable[[User], APIClient]

pytestmark = pytest.mark.usefixtures("in_process")


@pytest.fixture
def papers(project: Project) -> list[Document]:
    """Six papers of 12 sentences, the first two of them the abstract; each with a run of its talk."""
    made = []
    for n in range(6):
        sentences = [f"Sentence {k} of paper{n} says that tide{k} rose by {k * (n + 2)} feet." for k in range(12)]
        paper = world.make_document(
            project, f"Paper {n}", sentences, kind=DocumentKind.PAPER,
            sections=[("", "Abstract", 2), ("1", "Introduction", 10)],
        )  # fmt: skip
        speech = world.make_document(project, f"Talk {n}", ["so the tide rose"], kind=DocumentKind.TRANSCRIPT)
        pair = world.make_pair(project, f"Talk {n}", paper, speech)
        world.make_run(pair, [], engine="talksumm", info={"durations": [(k * 5 + n) % 12 for k in range(12)]})
        made.append(paper)
    return made


def read(project: Project, data: str, name: str = "a.jsonl", kind: str = "references") -> Any:
    return read_summaries(project, [(name, data.encode())], kind=kind)


def stored(
    project: Project, data: str, name: str = "Workshop reviewers", kind: str = "references", **more: Any
) -> SummarySet:
    return import_summaries(
        project=project, name=name, kind=kind, summaries=read(project, data, kind=kind, **more), user=None
    )


def json_lines(*rows: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def references(papers: list[Document]) -> str:
    return json_lines(
        *(
            {"paper": paper.title, "summary": f"tide{n} rose and tide3 of paper{n} too", "author": "R1"}
            for n, paper in enumerate(papers)
        ),
        *({"paper": paper.title, "sentences": [4, 2], "author": "R2"} for paper in papers),
    )  # fmt: skip


def test_summaries_are_read_from_a_table_json_lines_and_texts(papers: list[Document], project: Project) -> None:
    table = 'paper,sentences,summary,author\nPaper 0,"2 4,1",,Ines\npaper 1,,"Two, with a comma.",\n'
    found = [*read(project, table, "a.csv"), *read(project, "Plain text.\nOf two lines.", "Paper 2.txt")]
    found += read(project, json_lines({"title": str(papers[3].pk), "text": "By its id."}))
    assert [(one.document, one.given.text, one.given.sentences, one.given.author) for one in found] == [
        (papers[0].pk, "", (1, 2, 4), "Ines"),
        (papers[1].pk, "Two, with a comma.", (), ""),
        (papers[2].pk, "Plain text.\nOf two lines.", (), ""),
        (papers[3].pk, "By its id.", (), ""),
    ]


@pytest.mark.parametrize(
    ("name", "data", "place", "message"),
    [
        ("a.csv", "paper,summary\nPaper 0,x\nPapr 1,y\n", 3, "there is no paper 'Papr 1'; expected a paper of this"),
        ("a.csv", "paper,sentences\nPaper 0,1 two\n", 2, "'two' is no position"),
        ("a.csv", "paper,sentences\nPaper 0,1 12\n", 2, "sentence 12 of 'Paper 0' is not there; expected 0 to 11"),
        ("a.csv", "title,words\nPaper 0,x\n", 1, "the headings are not known"),
        ("a.csv", "paper,summary\nPaper 0,\n", 2, "neither a summary nor sentences"),
        ("a.jsonl", '{"paper": "Paper 0", "summary": "x", "sentences": [1]}\n', 1, "both a summary and sentences"),
        ("a.jsonl", '{"paper": "Paper 0", "summary": "x"}\n{"paper"\n', 2, "this line is not JSON"),
        ("a.jsonl", '{"paper": "Paper 0", "sentences": [true]}\n', 1, "no list of positions"),
        ("a.jsonl", '{"paper": "Paper 0", "summary": "a\\u0000"}\n', 1, "there is "),
        ("a.jsonl", '{"paper": "Paper 0", "summary": "a\\ud800"}\n', 1, "there is "),
        ("a.jsonl", '{"paper": 5, "summary": "x"}\n', 1, "the paper is int"),
        ("Nothing.txt", "x", 1, "there is no paper 'Nothing'"),
        ("Paper 0.txt", "", None, "empty"),
        ("a.csv", "paper summary\n", 1, "not divided into columns"),
    ],
)  # fmt: skip
def test_faults_name_file_line_and_what_was_expected(
    papers: list[Document], project: Project, name: str, data: str, place: int | None, message: str
) -> None:
    with pytest.raises(ServiceError) as raised:
        read(project, data, name)
    fault = raised.value.errors[0]
    assert (fault["file"], fault["line"]) == (name, place)
    assert message in fault["message"]
    assert "Nothing was stored." in raised.value.detail
    assert not SummarySet.objects.exists()


def test_a_system_has_one_summary_of_a_paper(papers: list[Document], project: Project) -> None:
    twice = json_lines(*({"paper": "Paper 0", "summary": text} for text in "ab"))
    assert len(read(project, twice)) == 2
    with pytest.raises(ServiceError, match="2 summaries of Paper 0; expected one of each paper"):
        read(project, twice, kind="system")


def test_papers_of_other_projects_are_not_found(papers: list[Document]) -> None:
    other = Project.objects.create(slug="other", name="Other")
    with pytest.raises(ServiceError, match="there is no paper 'Paper 0'"):
        read(other, json_lines({"paper": "Paper 0", "summary": "x"}))


def scored(references: SummarySet, *, stem: bool = False) -> RougeTable:
    table = request_table(references=references, stem=stem, user=None)
    execute(table.pk)
    table.refresh_from_db()
    assert table.error == ""
    return table


def test_the_table_is_what_rouge_score_says_of_the_same_summaries(papers: list[Document], project: Project) -> None:
    from rouge_score import rouge_scorer

    reviewers = stored(project, references(papers))
    stored(
        project,
        json_lines({"paper": "Paper 1", "summary": "tide1 rose"}, {"paper": "Paper 2", "sentences": [4, 2]}),
        "Ours",
        "system",
    )
    table = scored(reviewers, stem=True)
    assert (table.state, table.n_papers) == (RunState.SUCCEEDED, 6)
    assert table.signature.startswith("rouge|stem:true")
    rows = {row.label: row for row in table.rows.all()}
    assert list(rows) == [
        "From the talk, 150 words", "From the talk, 250 words", "From the talk, ratio .3", "From the talk, ratio .4",
        "From the talk, 30 sentences", "Abstract and talk, 150 words", "Abstract and talk, 250 words",
        "Abstract", "Lead, 150 words",
        "Lead, 250 words", "Random, 150 words", "Random, 250 words", "Ours",
    ]  # fmt: skip
    assert rows["Ours"].n_papers == 2
    assert rows["Ours"].scores[1]["rouge_2_r"] == 1.0

    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rouge3", "rougeL"], use_stemmer=True)
    for n, paper in enumerate(papers):
        sentences = paper.texts()
        durations = paper.pairs_as_source.get().runs.get().info["durations"]
        chosen = summarise(sentences, durations, Length("ratio", 0.3))
        expected = [f"tide{n} rose and tide3 of paper{n} too", f"{sentences[2]} {sentences[4]}"]
        theirs = scorer.score_multi(expected, " ".join(sentences[k] for k in chosen))
        ours = rows["From the talk, ratio .3"].scores[n]
        assert ours["document"] == paper.pk
        for column, metric in (
            ("rouge_1_f", "rouge1"),
            ("rouge_2_f", "rouge2"),
            ("rouge_3_f", "rouge3"),
            ("rouge_l_f", "rougeL"),
        ):
            assert ours[column] == pytest.approx(theirs[metric].fmeasure, abs=1e-6)
        assert ours["rouge_2_r"] == pytest.approx(theirs["rouge2"].recall, abs=1e-6)


def test_each_system_is_compared_with_the_best_of_the_column(papers: list[Document], project: Project) -> None:
    table = scored(stored(project, references(papers)))
    rows = list(table.rows.all())
    for column in ("rouge_2_f", "rouge_su4_f"):
        best = max(rows, key=lambda row: row.figures[column]["mean"])
        assert best.figures[column]["p"] is None
        for row in rows:
            figure = row.figures[column]
            assert figure["low"] - 1e-6 <= figure["mean"] <= figure["high"] + 1e-6
            if row.label != best.label and figure["p"] is not None:
                expected = compare([one[column] for one in row.scores], [one[column] for one in best.scores]).p
                assert figure["p"] == pytest.approx(expected)


def test_papers_without_a_run_have_no_summary_of_their_talk(papers: list[Document], project: Project) -> None:
    papers[0].pairs_as_source.get().runs.all().delete()
    rows = {row.label: row.n_papers for row in scored(stored(project, references(papers))).rows.all()}
    assert (rows["From the talk, 150 words"], rows["Abstract and talk, 150 words"], rows["Lead, 150 words"]) == (
        5,
        5,
        6,
    )


def test_the_same_papers_have_the_same_scores_again(papers: list[Document], project: Project) -> None:
    reviewers = stored(project, references(papers))
    first = list(scored(reviewers).rows.values_list("label", "figures", "scores"))
    again = scored(reviewers)
    assert list(again.rows.values_list("label", "figures", "scores")) == first
    assert RougeTable.objects.get() == again  # the one before it has gone


def test_one_computation_at_a_time_and_cancelling_it(papers: list[Document], project: Project) -> None:
    reviewers = stored(project, references(papers))
    done = scored(reviewers)
    table = request_table(references=reviewers, stem=False, user=None)
    with pytest.raises(Conflict, match="being computed"):
        request_table(references=reviewers, stem=False, user=None)
    assert cancel_table(table).state == RunState.CANCELLED
    execute(table.pk)
    assert not RougeRow.objects.filter(table=table).exists()
    assert RougeRow.objects.filter(table=done).exists()
    with pytest.raises(Conflict, match="already cancelled"):
        cancel_table(table)
    ours = stored(project, json_lines({"paper": "Paper 1", "summary": "x"}), "Ours", "system")
    with pytest.raises(ServiceError, match="Ours is a system"):
        request_table(references=ours, stem=False, user=None)


def test_by_the_api(
    papers: list[Document], project: Project, client_of: ClientOf, admin: User, annotator: User, outsider: User
) -> None:
    client = client_of(admin)
    file = SimpleUploadedFile("refs.jsonl", references(papers).encode())
    body = {"project": project.slug, "name": "Workshop reviewers", "files": [file]}
    made = client.post("/api/v1/summary-sets/", body, format="multipart")
    assert made.status_code == 201, made.content
    assert (made.json()["n_summaries"], made.json()["n_papers"]) == (12, 6)
    again = client.post(
        "/api/v1/summary-sets/", {**body, "files": [SimpleUploadedFile("a.txt", b"x")]}, format="multipart"
    )
    assert again.status_code == 400
    assert again.json()["errors"][0]["file"] == "a.txt"
    table = client.post("/api/v1/rouge-tables/", {"references": made.json()["id"]}, format="json")
    assert table.status_code == 201, table.content
    execute(table.json()["id"])
    address = f"/api/v1/rouge-tables/{table.json()['id']}/"
    found = client.get(address).json()
    assert found["state"] == "succeeded"
    row = found["rows"][0]
    assert set(row["figures"]["rouge_2_f"]) == {"mean", "low", "high", "p", "least_p"}
    papers_of = client.get(f"{address}papers/?row={row['id']}").json()
    assert [one["title"] for one in papers_of["scores"]] == [f"Paper {n}" for n in range(6)]
    csv = client.get(f"{address}export/").content.decode().splitlines()
    assert csv[0].startswith("system,n_papers,n_words,rouge_1_f_mean")
    assert len(csv) == 1 + len(found["rows"])
    assert client_of(annotator).get(address).status_code == 403
    assert client_of(outsider).get(address).status_code == 404
    assert client.delete(f"/api/v1/summary-sets/{made.json()['id']}/").status_code == 204
    assert not GivenSummary.objects.exists()
    assert not RougeTable.objects.exists()


def test_tables_to_paste_are_rounded_and_say_how_they_were_computed(
    papers: list[Document], project: Project, admin: Any, client_of: Any
) -> None:
    stored(project, json_lines({"paper": "Paper 1", "summary": "tide1 rose"}), "Ours & yours_50%", "system")
    table = scored(stored(project, references(papers)))
    rows = {row.label: row for row in table.rows.all()}
    best = max(rows.values(), key=lambda row: row.figures["rouge_2_f"]["mean"])
    client, address = client_of(admin), f"/api/v1/rouge-tables/{table.pk}/export/"
    latex = client.get(f"{address}?form=latex").content.decode()
    lines = latex.splitlines()
    assert lines[0] == "\\begin{tabular}{lrrrrrrrr}"
    assert lines[2] == "System & Papers & Words & R-1-F & R-2-R & R-2-F & R-3-F & R-L-F & R-SU4-F \\\\"
    assert any(line.startswith("Ours \\& yours\\_50\\% & 1 & ") for line in lines)
    (of_best,) = [line for line in lines if line.startswith(f"{best.label} & ")]
    assert f"\\textbf{{{100 * best.figures['rouge_2_f']['mean']:.1f}}}" in of_best
    assert "rouge|stem:false" in lines[-1]
    assert lines[-1].startswith("% ROUGE in per cent against")
    markdown = client.get(f"{address}?form=markdown").content.decode().splitlines()
    assert markdown[1] == "| --- |" + " ---: |" * 8
    assert len(markdown) == 2 + len(rows) + 2
    starred = {row.label for row in rows.values() if (row.figures["rouge_1_f"]["p"] or 0) >= 0.05}
    assert {
        line.split(" | ")[0][2:].replace("\\_", "_") for line in markdown[2:-2] if "\\*" in line.split(" | ")[3]
    } == starred
    header, first, *_ = client.get(address).content.decode().splitlines()
    assert header.endswith(",rouge_su4_f_p,rouge_su4_f_least_p,signature")
    assert first.endswith(table.signature) or table.signature in first
    assert client.get(f"{address}?form=docx").status_code == 400


def test_the_least_p_of_so_few_papers_is_in_the_table(papers: list[Document], project: Project) -> None:
    rows = scored(stored(project, references(papers))).rows.all()
    tested = [row.figures["rouge_2_f"] for row in rows if row.figures["rouge_2_f"]["p"] is not None]
    assert tested
    assert {figure["least_p"] for figure in tested} == {2.0 ** (1 - len(papers))}
