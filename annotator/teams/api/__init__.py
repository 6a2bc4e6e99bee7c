"""The API of teams: serializers beside their views."""
