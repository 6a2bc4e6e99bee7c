"""What people think of what systems made: pure functions, no database.

`scores` mean opinion scores, their intervals and differences · `screening` whose ratings are not counted, and why ·
`reliability` how far raters agree on samples · `drawing` who rates what, and in which order. Import the module that you
need.

Conventions: a *set* is one sentence (or page, or talk) as all systems made it; a *sample* is one of a set, by one
system; a *trap* is a sample whose right answer is known. Raters and sets are numbered from 0.
"""
