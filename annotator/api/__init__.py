"""REST under /api/v1/, one file for each resource: its serializers, its viewset, and the services it calls.

Serializers that would crowd out their viewset are in ``<resource>_serializers.py``; those that several resources use
are in ``shared_serializers.py``.
"""
