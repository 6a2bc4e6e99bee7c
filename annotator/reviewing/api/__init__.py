"""The API of reviewing: serializers beside their views."""
