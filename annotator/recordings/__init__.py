"""Recordings made true: what recognisers heard, where they differ, and what people say was said (README.md)."""
