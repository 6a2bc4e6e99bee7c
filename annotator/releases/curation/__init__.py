"""Test sets as rules and rows picked by hand (docs/decisions/curation.md).

`rules` what can be asked of a row · `pool` the rows that there are to choose from, kept up to date · `choosing` which
of them are in, in one statement · `counting` the funnel, at once or by a worker · `splits` train, dev and test · `rows`
the rows that are in or out, and records of those that are in · `editing` what people change.
"""
