"""Training sets, and summarisers trained on them."""
