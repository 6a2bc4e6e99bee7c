"""What puts the domains together: addresses, first page, digests, housekeeping, the demo."""
