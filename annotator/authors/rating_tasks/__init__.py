"""Rating tasks: people rate samples of what systems made.

`tasks` their making, their samples and sounds · `pictures` what sets stand beside · `sources` what the project has to
be rated, `drawing` which of it a task takes · `questions` what is asked · `raters` links, who rates what, the rater's
page · `results` figures and records.
"""
