/** The wave on a canvas, and which masks stand beside it. */

import type { Mask } from './requests';

export function levelsOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The masks whose span touches these seconds. They are in the order of their starts. */
export function marksBetween(masks: readonly Mask[], from: number, to: number) {
  return masks.flatMap(({ code, start, end }, number) =>
    end >= from && start <= to ? [{ code, start, end, number }] : [],
  );
}

interface WaveOf {
  levels: Uint8Array;
  perSecond: number;
  from: number;
  seconds: number;
  /** In pixels of the page. */
  width: number;
}

const height = 88;
const bar = 4;
const gap = 2;

export function drawWave(canvas: HTMLCanvasElement, { levels, perSecond, from, seconds, width }: WaveOf): void {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (!context || perSecond === 0) return;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(canvas).color;
  const step = bar + gap;
  for (let x = 0; x < width; x += step) {
    const first = Math.floor((from + (seconds * x) / width) * perSecond);
    const last = Math.max(first + 1, Math.floor((from + (seconds * (x + step)) / width) * perSecond));
    let level = 0;
    for (let at = first; at < last; at += 1) level = Math.max(level, levels[at] ?? 0);
    const tall = Math.max(2, (level / 255) * (height - 8));
    context.fillRect(x, (height - tall) / 2, bar, tall);
  }
}
