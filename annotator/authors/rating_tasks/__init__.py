"""Rating tasks: people rate samples of what systems made."""
