"""The API of releases: serializers beside their views."""
