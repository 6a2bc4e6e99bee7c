"""The API of aligning: serializers beside their views."""
