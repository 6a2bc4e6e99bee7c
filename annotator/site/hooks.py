"""Which files go with rows that go."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from annotator.models import ProjectExport
from annotator.site.moving import transfers


@receiver(pre_delete, sender=ProjectExport)
def _delete_archive(instance: ProjectExport, **_: Any) -> None:
    transfers.delete_files(instance)
