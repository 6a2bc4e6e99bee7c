"""Telling other programs of events in a project, signed as by Standard Webhooks (standardwebhooks.com)."""
