"""The demo: texts of our own, and the script that derives their files (see README.md)."""
