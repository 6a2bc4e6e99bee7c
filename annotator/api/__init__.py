"""REST under /api/v1/, one file a resource: what it looks like and which service it calls."""
