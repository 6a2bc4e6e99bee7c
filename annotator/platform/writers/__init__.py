"""Writers of platform."""
