"""Agreement of people who judged the same text: pure functions, no database.

`ratings` labels of any kind: Krippendorff's alpha, Cohen's and Fleiss' kappa · `distances` how unlike two values are ·
`alignments` links, boundaries and nulls of alignments. Import the module that you need.

Every figure is computed from sums, so that those of a project are added up from those of its talks: see `Figure`.
"""
