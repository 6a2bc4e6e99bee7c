"""A database of an earlier version, and what is read from it once it has been migrated.

``before_first_release.sql.gz`` was left by the last version whose migrations were steps, up to
0057_scores_of_release_pages, and was begun by a version fifty steps older, from texts of our own: a bitext and a talk
with runs and reviews (edits, an undo, a split, a comment), a rating, a test set, a staged and a finished import, word
vectors, and an API token. `pg_dump --column-inserts`, without comments.
"""
