"""Tests of the web server's front."""
