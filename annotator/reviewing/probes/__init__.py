"""Probes: places in a review that show something else than its run proposed (docs/decisions/probes.md).

`planning` chooses the places, `standing` finds what became of them, `measuring` counts that for admins. The rows of a
review are changed when it is opened, by `reviewing.planting`.
"""
