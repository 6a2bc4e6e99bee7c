"""Reviews: opening one, reading it, and editing it by operations.

`state` and `steps` are pure; `operate` is the only writer of rows, chips and the log.
"""

from annotator.reviewing.commenting import add_comment, comments_json
from annotator.reviewing.content import changes_since, history_of_row, review_content, review_counts
from annotator.reviewing.next_pair import next_pair
from annotator.reviewing.opening import open_review, return_review
from annotator.reviewing.operate import operate
from annotator.reviewing.storage import find_review

__all__ = [
    "add_comment",
    "changes_since",
    "comments_json",
    "find_review",
    "history_of_row",
    "next_pair",
    "open_review",
    "operate",
    "return_review",
    "review_content",
    "review_counts",
]
