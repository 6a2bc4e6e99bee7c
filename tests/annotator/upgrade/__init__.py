"""A database of an earlier version, and what is read from it once it has been migrated.

``before_superseded.sql.gz`` was made by the version whose last migration is 0007_comment_resolved, from texts of our
own: a bitext and a talk with runs and reviews (edits, an undo, a split, a comment), a rating, a test set, a staged and
a finished import, word vectors, and an API token. `pg_dump --inserts`, without comments.
"""
