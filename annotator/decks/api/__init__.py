"""The API of decks: serializers beside their views."""
