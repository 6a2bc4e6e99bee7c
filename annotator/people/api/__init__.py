"""The API of people: serializers beside their views."""
