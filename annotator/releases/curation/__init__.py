"""Test sets as rules and rows picked by hand (docs/decisions/curation.md).

`rules` what can be asked of a row · `pool` the rows that there are to choose from, kept up to date · `choosing` which
of them are in, in one statement, their records, and pages of what is in or out · `counting` the funnel, at once or by a
worker · `splits` train, dev and test · `editing` what people change.
"""
