"""Probes: places in a review that show something else than its run proposed (docs/decisions/probes.md).

The rows of a review are changed when it is opened, by `reviewing.planting`.
"""
