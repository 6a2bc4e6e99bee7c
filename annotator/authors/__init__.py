"""Authors who judge the summary of their talk: inviting, wording, mail, answers."""
