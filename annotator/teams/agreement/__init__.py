"""How far people agree: compared pair by pair when reviews are submitted, added up for the project, and looked up.

The statistics are `alignment.agreement`.
"""
