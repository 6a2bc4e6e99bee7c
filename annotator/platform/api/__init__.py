"""The API of platform: serializers beside their views."""
