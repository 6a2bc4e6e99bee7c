"""The API of site: serializers beside their views."""
