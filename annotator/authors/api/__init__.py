"""The API of authors: serializers beside their views."""
