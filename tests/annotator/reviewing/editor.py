"""One person at one review through the API, as the page does it, and the gestures they may make."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from rest_framework.test import APIClient

from annotator.models import Pair, Review, ReviewRow
from annotator.reviewing.opening import open_review


class Editor:
    """One person at one review, as the page does it."""

    def __init__(self, client: APIClient, pair: Pair, *, review: int | None = None) -> None:
        """`review`: somebody else's, to step in; by default the client's own is opened."""
        self.client = client
        self.id = review or opened(client, pair).pk

    @property
    def row_ids(self) -> list[str]:
        """In order. Not asked of the API, for which that is a hundred times the work, since nearly every test asks."""
        return [
            str(pk) for pk in ReviewRow.objects.filter(review=self.id).order_by("position").values_list("pk", flat=True)
        ]

    @property
    def versions(self) -> dict[str, int]:
        return {
            str(pk): version for pk, version in ReviewRow.objects.filter(review=self.id).values_list("pk", "version")
        }

    @property
    def rows(self) -> list[dict[str, Any]]:
        answer: Any = self.client.get(f"/api/v1/reviews/{self.id}/content/")  # streamed if it is long
        rows: list[dict[str, Any]] = json.loads(answer.getvalue())["rows"]
        return rows

    def bare(self) -> list[dict[str, Any]]:
        """The rows but for what an undo does not take back: version, by whom, when."""
        moving = ("version", "changed_at")
        return [{name: value for name, value in row.items() if name not in moving} for row in self.rows]

    def send(
        self, *steps: dict[str, Any], verb: str = "edit", versions: dict[str, int] | None = None, **given: Any
    ) -> Any:
        if versions is None:
            versions = self.versions
        operation = {"id": str(uuid4()), "verb": verb, "steps": list(steps), "versions": versions, **given}
        return self.client.post(f"/api/v1/reviews/{self.id}/operations/", {"operations": [operation]})

    def done(self, *steps: dict[str, Any], **given: Any) -> dict[str, Any]:
        answer = self.send(*steps, **given)
        assert answer.status_code == 200, answer.data
        result: dict[str, Any] = answer.json()
        return result

    def undo(self) -> dict[str, Any]:
        undo = self.client.get(f"/api/v1/reviews/{self.id}/").json()["undo"]
        return self.done({"type": "undo", "operation": undo["operation"]}, verb="undo", versions={})

    def redo(self) -> dict[str, Any]:
        redo = self.client.get(f"/api/v1/reviews/{self.id}/").json()["redo"]
        return self.done({"type": "redo", "operation": redo["operation"]}, verb="redo", versions={})


def opened(client: APIClient, pair: Pair) -> Review:
    """The review of the pair that the client's user has, or begins now."""
    user: Any = client.handler._force_user  # type: ignore[attr-defined]
    return open_review(pair=Pair.objects.get(pk=pair.pk), annotator=user)[0]


def accepted(editor: Editor, changes: dict[int, dict[str, Any]] | None = None) -> list[dict[str, Any]]:
    """The steps that accept all rows. changes : other fields of some, by their numbers from 0."""
    rows = editor.row_ids
    fields = [(rows, {"status": "accepted"}), *(([rows[number]], given) for number, given in (changes or {}).items())]
    return [{"type": "set", "rows": named, "fields": given} for named, given in fields]


def ids(chips: list[dict[str, Any]]) -> list[str]:
    return [chip["id"] for chip in chips]


def gestures(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    one, two, _, four = rows
    new_row, new_chip = str(uuid4()), str(uuid4())
    merged = {
        "type": "regroup",
        "groups": [
            {
                "row": one["id"],
                "source": ids(one["source"] + two["source"]),
                "target": ids(one["target"] + two["target"]),
            }
        ],
        "emptied": [two["id"]],
    }
    return {
        "accept": [{"type": "set", "rows": [one["id"]], "fields": {"status": "accepted"}}],
        "label": [{"type": "set", "rows": [one["id"]], "fields": {"good_align": True, "good_mt": False}}],
        "tag and flag": [
            {"type": "set", "rows": [two["id"]], "fields": {"tags": ["mis-translation"], "flagged": True}}
        ],
        "post-edit": [{"type": "set", "rows": [one["id"]], "fields": {"post_edit": "満潮を手で。👩‍👩‍👧 か\u3099"}}],
        "move a chunk to the next row": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
                    {"row": two["id"], "source": ids(two["source"]), "target": ids(one["target"][1:] + two["target"])},
                ],
            }
        ],
        "move a chunk far away": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
                    {
                        "row": four["id"],
                        "source": ids(four["source"]),
                        "target": ids(one["target"][1:] + four["target"]),
                    },
                ],
            }
        ],
        "merge": [merged],
        "merge and accept": [
            merged,
            {"type": "set", "rows": [one["id"]], "fields": {"status": "accepted"}},
        ],
        "split the row": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": ids(one["target"][:1])},
                    {"row": new_row, "position": 1.5, "source": [], "target": ids(one["target"][1:])},
                ],
            }
        ],
        "swap": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": ids(two["target"])},
                    {"row": two["id"], "source": ids(two["source"]), "target": ids(one["target"])},
                ],
            }
        ],
        "null": [
            {
                "type": "regroup",
                "groups": [
                    {"row": one["id"], "source": ids(one["source"]), "target": []},
                    {"row": new_row, "position": 1.5, "source": [], "target": ids(one["target"])},
                ],
            },
            {"type": "set", "rows": [one["id"]], "fields": {"null_reason": "omission"}},
        ],
        "split the text": [{"type": "split_chip", "chip": four["target"][1]["id"], "at": 3, "new_chip": new_chip}],
        "join the text": [{"type": "join_chips", "chips": ids(four["target"])}],
        "remove": [{"type": "set_chips", "chips": ids(one["target"][:1]), "removed": True}],
        "submit": [{"type": "submit", "leave_unreviewed": True}],
    }
