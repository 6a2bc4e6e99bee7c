"""Training sets, and summarisers trained on them.

collecting.py   the papers of a project with what their talks say of them, divided into training, dev and test
making.py       asking for a set, freezing it, and deleting one
summarisers.py  training on a set, what a model is worth, and summaries by it
"""
