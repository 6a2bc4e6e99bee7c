"""Who reviews what, as admins see it and change it."""
