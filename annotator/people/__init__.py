"""Projects, their members and who may do what; accounts, signing in, tokens; activity and webhooks."""
