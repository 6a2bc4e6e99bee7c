"""Reviews and what is read from them: edits, comments, guidelines, adjudication, gold, concordance."""
