"""Synthesised speech against a recording of the same text: F0 frame error (FFE) and mel cepstral distance (MCD).

Needs the extra `speech`: pyworld for F0, mel-cepstral-distance for MCD and the spectra by which both are aligned.

Conventions: sound is one channel of float64 samples at one rate. Frames begin every 8 ms and are 32 ms long. A
synthetic voice speaks at a pace of its own, so frames are paired by dynamic time warping of their mel spectra, as
mel-cepstral-distance does it. A pair of frames has a pitch error where both are voiced and the synthetic F0 is more
than 20 % off, and a voicing error where one of them is voiced. FFE is the share of pairs with either.

MCD is of 13 coefficients without the 0th, as mel-cepstral-distance counts it: of log10 energies of 20 mel bands. Other
programs scale theirs otherwise; compare only figures of one program.

Sources: Chu and Alwan 2009, Reducing F0 Frame Error of F0 Tracking Algorithms Under Noisy Conditions (FFE); Kubichek
1993, Mel-cepstral Distance Measure for Objective Speech Quality Assessment; Morise et al. 2016 (WORLD: DIO, StoneMask).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]

MISSING = "Comparing speech needs pyworld and mel-cepstral-distance. Install the extra speech: LECTERN_EXTRAS=speech."
#: A pitch that is further off is an error.
TOLERANCE = 0.2
N_COEFFICIENTS, _N_BANDS = 13, 20
_HOP_MS, _FRAME_MS = 8, 32
#: Dynamic time warping keeps a table of this many frames beside the coarser path.
_RADIUS = 10
#: Of one clip, in seconds; warping and F0 take about as long as the sound.
MOST_SECONDS = 120
_FEWEST_SECONDS = 0.1
#: Of the clips; a system that made fewer has no mean, since it may have left out what was hard.
FEWEST_SHARE = 0.95
#: WORLD's spectra need some room above the voice.
_LOWEST_RATE = 8_000


@dataclass(frozen=True, slots=True)
class FrameErrors:
    """Pairs of frames, and how many of them have a wrong voicing or a wrong pitch."""

    frames: int = 0
    voicing: int = 0
    pitch: int = 0

    @property
    def rate(self) -> float:
        """FFE, in [0, 1]; nan without frames."""
        return (self.voicing + self.pitch) / self.frames if self.frames else float("nan")


@dataclass(frozen=True, slots=True)
class SpeechDistance:
    """Of a synthetic clip from the recorded one. mcd : from 0, less is nearer."""

    errors: FrameErrors
    mcd: float


def missing_extra() -> str:
    """Empty where speech can be compared here; else what to install."""
    return "" if find_spec("pyworld") and find_spec("mel_cepstral_distance") else MISSING


def frame_errors(recorded: npt.ArrayLike, synthetic: npt.ArrayLike) -> FrameErrors:
    """The errors of paired frames. recorded, synthetic : F0 in Hz of each, shape (n_frames,), in pairs; 0 is unvoiced.

    Examples
    --------
    >>> frame_errors([100, 100, 100, 0, 0], [119, 121, 0, 90, 0])
    FrameErrors(frames=5, voicing=2, pitch=1)
    """
    ours, theirs = np.asarray(recorded, dtype=np.float64), np.asarray(synthetic, dtype=np.float64)
    if ours.shape != theirs.shape or ours.ndim != 1:
        raise AlignmentError(f"F0 of shapes {ours.shape} and {theirs.shape}; expected one value a pair of frames")
    are_voiced = (ours > 0) & (theirs > 0)
    is_off = are_voiced & (np.abs(theirs - ours) > TOLERANCE * ours)
    return FrameErrors(len(ours), int(((ours > 0) != (theirs > 0)).sum()), int(is_off.sum()))


def compare_speech(recorded: npt.ArrayLike, synthetic: npt.ArrayLike, rate: int) -> SpeechDistance:
    """How far a synthetic clip is from the recorded one.

    Parameters
    ----------
    recorded, synthetic
        Samples of one channel between -1 and 1, shape (n_samples,); each from .1 to 120 s.
    rate
        Samples a second of both, 8,000 or more.

    Raises
    ------
    AlignmentError
        If the extra is not installed, a clip is too short, too long or not finite, or is silent throughout.
    """
    if missing := missing_extra():
        raise AlignmentError(missing)
    if rate < _LOWEST_RATE:
        raise AlignmentError(f"{rate:,} samples a second; expected {_LOWEST_RATE:,} or more")
    ours = _checked(recorded, rate, "the recorded clip")
    theirs = _checked(synthetic, rate, "the synthetic clip")
    spectra = _mel_spectra(ours, rate), _mel_spectra(theirs, rate)
    path = _path(*spectra)
    f0 = [_f0(sound, rate, len(frames)) for sound, frames in zip((ours, theirs), spectra, strict=True)]
    errors = frame_errors(f0[0][path[:, 0]], f0[1][path[:, 1]])
    return SpeechDistance(errors, _mcd(spectra[0][path[:, 0]], spectra[1][path[:, 1]]))


def _checked(sound: npt.ArrayLike, rate: int, name: str) -> Floats:
    samples = np.ascontiguousarray(sound, dtype=np.float64)
    if samples.ndim != 1 or not np.isfinite(samples).all():
        raise AlignmentError(f"{name}: expected finite samples of one channel")
    seconds = len(samples) / rate
    if not _FEWEST_SECONDS <= seconds <= MOST_SECONDS:
        raise AlignmentError(f"{name} is {seconds:.2f} s long; expected {_FEWEST_SECONDS} to {MOST_SECONDS} s")
    if not np.ptp(samples):  # also where a synthesiser gave one value throughout
        raise AlignmentError(f"{name} is silent")
    return samples / float(np.abs(samples).max())


def _mel_spectra(sound: Floats, rate: int) -> Floats:
    """log10 energies of the mel bands of each frame, shape (n_frames, 20)."""
    import mel_cepstral_distance.computation as theirs

    size = round(rate * _FRAME_MS / 1000)
    amplitudes = theirs.get_X_km(sound, size, size, round(rate * _HOP_MS / 1000), "hanning")
    filters = theirs.get_w_n_m(rate, size, _N_BANDS, 0, rate // 2)
    return np.asarray(theirs.get_X_kn(amplitudes, filters), dtype=np.float64)


def _path(ours: Floats, theirs: Floats) -> npt.NDArray[np.int64]:
    """Paired frames, in order; shape (n_pairs, 2)."""
    from fastdtw.fastdtw import fastdtw
    from scipy.linalg.blas import dnrm2

    # What scipy's `euclidean` comes to, without its checks, which take more than half of the time.
    _, path = fastdtw(ours, theirs, radius=_RADIUS, dist=lambda one, other: dnrm2(one - other))
    return np.array(path, dtype=np.int64)


def _mcd(ours: Floats, theirs: Floats) -> float:
    import mel_cepstral_distance.computation as computation

    # Its coefficients begin with the first: there is no 0th to leave out.
    first, second = computation.get_MC_X_ik(ours, _N_BANDS), computation.get_MC_X_ik(theirs, _N_BANDS)
    return float(computation.get_MCD_k(first, second, 0, N_COEFFICIENTS).mean())


def _f0(sound: Floats, rate: int, n_frames: int) -> Floats:
    """F0 in the middle of each frame, in Hz; 0 where it is unvoiced."""
    import pyworld

    rough, times = pyworld.dio(sound, rate, frame_period=_HOP_MS)
    f0 = pyworld.stonemask(sound, rough, times, rate)
    middle = _FRAME_MS // 2 // _HOP_MS
    return np.asarray(f0[middle : middle + n_frames], dtype=np.float64)
