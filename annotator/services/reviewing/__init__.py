"""Reviews: opening one, reading it, and editing it by operations.

`state` and `steps` are pure; `operate` is the only writer of rows, chips and the log.
"""

from annotator.services.reviewing.access import find_review
from annotator.services.reviewing.commenting import add_comment, comments_json
from annotator.services.reviewing.content import changes_since, history_of_row, review_content, review_counts
from annotator.services.reviewing.next_pair import next_pair
from annotator.services.reviewing.opening import open_review, return_review
from annotator.services.reviewing.operate import operate

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
