"""How far people agree: compared pair by pair when reviews are submitted, added up for the project, and looked up.

`measures` what is measured · `tallies` what a figure is added up from · `comparing` the reviews of one pair · `folding`
bringing the figures up to date · `reading` looking them up. The statistics are `alignment.agreement`.
"""
