"""A whole project as one archive, and a project made of one again, on this Lectern or another."""
