"""The API of summaries: serializers beside their views."""
