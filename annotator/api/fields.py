"""Shapes that several resources show."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from rest_framework import serializers


class UserSerializer(serializers.ModelSerializer[Any]):
    name = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["id", "username", "name"]

    def get_name(self, user: User) -> str:
        return user.get_full_name() or user.get_username()


class ErrorPlaceSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(required=False)
    file = serializers.CharField(required=False)
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)
    message = serializers.CharField()
    expected = serializers.CharField(required=False)
    text = serializers.CharField(required=False)


class ErrorSerializer(serializers.Serializer[Any]):
    """Every error of the API."""

    code = serializers.CharField()
    detail = serializers.CharField()
    errors = ErrorPlaceSerializer(many=True)
