"""Importers: bytes to dataclasses, one file a format. See `registry` for what is read and `base` for what comes out."""
