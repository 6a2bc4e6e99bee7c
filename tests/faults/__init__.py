"""Damage done on purpose to a running Lectern, and the check that nothing was lost. Scripts, run by hand."""
