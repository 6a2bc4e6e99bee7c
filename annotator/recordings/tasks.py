"""What workers do for this domain."""

from __future__ import annotations

from annotator.models import ClipExport, Recognition, SoundPeaks, TranscriptCheck
from annotator.platform.work import does
from annotator.recordings import checks, clips, peaks, recognitions

does(ClipExport.TASK, clips.execute)
does(Recognition.TASK, recognitions.execute)
does(SoundPeaks.TASK, peaks.execute)
does(TranscriptCheck.TASK, checks.execute)
