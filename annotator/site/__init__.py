"""Modules that put the domains together: addresses, first page, digests, housekeeping, the demo."""
