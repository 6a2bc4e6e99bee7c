"""What we claim about vecAlign's speed and memory: python benchmarks/vecalign.py [core|memory|linear|rerun]

Made-up documents: every source sentence has a random vector, its translation the same with noise; now and then a
sentence is split in two or has no translation. The embedding of a block is the mean of its sentences with noise.

All on one core, in seconds of processor time, so that what else the machine does counts little.
"""

# ruff: noqa: E402  (threads are set before numpy is imported)
from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

for _library in ("OPENBLAS", "MKL", "OMP", "VECLIB"):
    os.environ.setdefault(f"{_library}_{'MAXIMUM' if _library == 'VECLIB' else 'NUM'}_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from alignment.types import Constraints
from alignment.vecalign import Embeddings, Prepared, VecalignOptions, prepare
from alignment.vecalign.costs import BLOCK
from alignment.vecalign.overlaps import blocks

DIMENSION = 1024
OPTIONS = VecalignOptions(alignment_max_size=8)


def made_up(n: int, folder: Path, rng: np.random.Generator) -> tuple[list[list[str]], list[Embeddings]]:
    """Return the lines of both sides and their memory-mapped embeddings, both about n lines long."""
    source = rng.standard_normal((n, DIMENSION), dtype=np.float32)
    kinds = rng.choice(3, size=n, p=[0.9, 0.05, 0.05])  # translated whole, in two sentences, not at all
    target_of = np.repeat(np.arange(n), np.array([1, 2, 0])[kinds])[:n]
    target = source[target_of] + 0.7 * rng.standard_normal((len(target_of), DIMENSION), dtype=np.float32)
    texts, embeddings = [], []
    for side, vectors in (("source", source), ("target", target)):
        lines = [f"{side} sentence {i}" for i in range(len(vectors))]
        path = folder / f"{side}.f32"
        overlaps: list[str] = []
        with path.open("wb") as file:
            for size in range(1, OPTIONS.source_layers + 1):
                overlaps += blocks(lines, size)
                for start in range(0, len(lines) - size + 1, 1024):
                    stop = min(start + 1024, len(lines) - size + 1)
                    mean = sum(vectors[start + k : stop + k] for k in range(size)) / np.float32(size)
                    file.write((mean + 0.1 * rng.standard_normal(mean.shape, dtype=np.float32)).tobytes())
        (folder / f"{side}.overlaps").write_text("\n".join(overlaps) + "\n", encoding="utf-8")
        texts.append(lines)
        embeddings.append(Embeddings.from_files(folder / f"{side}.overlaps", path))
    return texts, embeddings


def ready(texts: list[list[str]], embeddings: list[Embeddings]) -> Prepared:
    return prepare(*texts, source_embeddings=embeddings[0], target_embeddings=embeddings[1], options=OPTIONS)


def timed(function: Callable[[], object], repeats: int = 1) -> float:
    """Return the least processor seconds of some repeats: what disturbs a measurement only adds."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    return best


def batched_products(prepared: Prepared) -> float:
    """Seconds for one dot product a bead of the final band, batched: vectors already gathered, in float32."""
    band, total = prepared.costs.band, 0.0
    for k in range(0, len(band.offsets), 32):
        j = band.offsets[k : k + 32, None] + np.arange(band.width)
        i = np.arange(k, k + j.shape[0])[:, None] - j
        real = (i >= 1) & (j >= 1) & (i <= prepared.source.n) & (j <= prepared.target.n)
        i, j = i[real] - 1, j[real] - 1
        for x, y in OPTIONS.bead_types:
            sources = prepared.source.embeddings.take(np.maximum(prepared.source.rows[x - 1, i], 0))
            targets = prepared.target.embeddings.take(np.maximum(prepared.target.rows[y - 1, j], 0))
            begin = time.process_time()
            np.einsum("ij,ij->i", sources, targets)
            total += time.process_time() - begin
    return total


def block_products(prepared: Prepared) -> float:
    """Seconds for the same by products of matrices that hold the band's vectors, as the engine does it."""
    offsets, width = prepared.costs.band.offsets, prepared.costs.band.width
    n, m, total = prepared.source.n, prepared.target.n, 0.0
    for start in range(0, len(offsets), BLOCK):
        stop = min(start + BLOCK, len(offsets))
        j0, j1 = max(int(offsets[start]) - 1, 0), min(int(offsets[stop - 1]) + width - 1, m)
        i0 = max(start - int(offsets[start]) - width, 0)
        i1 = min(stop - 1 - int(offsets[stop - 1]), n)
        sources = prepared.source.vectors(OPTIONS.source_layers, i0, i1)
        targets = prepared.target.vectors(OPTIONS.target_layers, j0, j1)
        begin = time.process_time()
        for x in range(1, OPTIONS.source_layers + 1):
            sources[(x - 1) * (i1 - i0) : x * (i1 - i0)] @ targets[: (OPTIONS.alignment_max_size - x) * (j1 - j0)].T
        total += time.process_time() - begin
    return total


def core(n: int = 5000) -> None:
    """Everything from lines and mapped embeddings to beads with probabilities, against the dot products alone."""
    with tempfile.TemporaryDirectory() as folder:
        texts, embeddings = made_up(n, Path(folder), np.random.default_rng(1))
        prepared = ready(texts, embeddings)
        dots = min(block_products(prepared) for _ in range(3))
        batched = batched_products(prepared)
        whole = timed(lambda: ready(texts, embeddings).align(), repeats=3)
        again = timed(prepared.align, repeats=3)
    print(
        f"core: {len(texts[0])} x {len(texts[1])} lines, {DIMENSION}-d, A = 8: whole {whole:.2f} s, "
        f"search and probabilities alone {again:.2f} s\n"
        f"  dot products, a batch for each bead type: {batched:.2f} s, ratio {whole / batched:.1f}x (claim: 4x)\n"
        f"  the same by blocks of matrices: {dots:.2f} s, ratio {whole / dots:.1f}x"
    )


def memory(n: int = 20000) -> None:
    """Peak resident memory of the whole process, mapped pages included."""
    with tempfile.TemporaryDirectory() as folder:
        texts, embeddings = made_up(n, Path(folder), np.random.default_rng(1))
        _reset_peak()
        seconds = timed(lambda: ready(texts, embeddings).align())
    print(f"memory: {n} lines, A = 8: peak {_peak_gb():.2f} GB (claim: at most 1.5), {seconds:.1f} s")


def linear() -> None:
    """Time against length, and how well a line through the origin explains it."""
    lengths, seconds = np.array([1000, 2000, 4000, 8000]), []
    for n in lengths:
        with tempfile.TemporaryDirectory() as folder:
            texts, embeddings = made_up(int(n), Path(folder), np.random.default_rng(1))
            seconds.append(timed(lambda t=texts, e=embeddings: ready(t, e).align(), repeats=2))
    times = np.array(seconds)
    exponent = np.polyfit(np.log(lengths), np.log(times), 1)[0]
    slope, intercept = np.polyfit(lengths, times, 1)
    explained = 1 - ((times - slope * lengths - intercept) ** 2).sum() / ((times - times.mean()) ** 2).sum()
    shown = ", ".join(f"{n}: {t:.2f} s" for n, t in zip(lengths, times, strict=True))
    print(
        f"linear: {shown}; seconds = {1000 * slope:.3f} per 1000 lines {intercept:+.3f}, R2 {explained:.4f}; "
        f"time grows as length^{exponent:.2f}"
    )


def rerun(n: int = 2000) -> None:
    """One more fixed bead in a pair that has been prepared: on the path, and far off it."""
    with tempfile.TemporaryDirectory() as folder:
        texts, embeddings = made_up(n, Path(folder), np.random.default_rng(1))
        prepared = ready(texts, embeddings)
        first = timed(prepared.align)
        middle = next(b for b in prepared.align().beads[n // 2 :] if len(b.source) == len(b.target) == 1)
        s, t = middle.source[0], middle.target[0]
        for what, shift in (("on the path", 0), ("3 lines off", 3), ("100 lines off", 100)):
            fixed = Constraints(fixed=[((s,), (t + shift,))])
            seconds = timed(lambda c=fixed: prepared.align(c))
            print(
                f"rerun: {n} lines, one fixed bead {what}: {1000 * seconds:.0f} ms (claim: under 300); "
                f"nothing fixed {1000 * first:.0f} ms"
            )


def _reset_peak() -> None:
    """Forget the peak of making the data, where the system can (Linux)."""
    refs = Path("/proc/self/clear_refs")
    if refs.exists():
        refs.write_text("5")


def _peak_gb() -> float:
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024 / 1e9
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e9


def main() -> None:
    measures = {"core": core, "memory": memory, "linear": linear, "rerun": rerun}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*measures, []], help="which to measure; all when not given")
    for name in parser.parse_args().what or measures:
        measures[name]()


if __name__ == "__main__":
    main()
