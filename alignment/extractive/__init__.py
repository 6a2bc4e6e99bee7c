"""An extractive summariser for papers that no talk was given about, learnt from those that have one.

`papers` the training set as it is read, its variants · `features` what is looked at in a sentence · `model` its
coefficients as JSON, and scores · `training` learns them (scikit-learn) · `evaluation` beside what learns nothing.

Source: Lev et al. 2019, section 4: models trained on summaries that talks gave, and evaluated on those people wrote.
"""
