"""Talks taken out of a project for good, because somebody asked for it (docs/decisions/erasure.md).

scope.py      which texts and pairs go, what stays, and both in numbers
traces.py     what is deleted, in one transaction
erasure.py    asking for it, doing it in a worker, and what a lost worker has left
"""
