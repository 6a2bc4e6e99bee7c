"""The API of corpus: serializers beside their views."""
