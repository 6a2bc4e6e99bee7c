"""Training sets, and summarisers trained on them.

requests.py     what people do with sets: ask for one, delete one
collecting.py   the papers of a project with what their talks say of them; splitting.py divides them
making.py       freezing a set: numbered, hashed and written in every form
summarisers.py  training on a set, what a model is worth, and summaries by it
"""
