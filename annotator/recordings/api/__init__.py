"""The API of recordings: serializers beside their views."""
