/** The segments of a recording as they are edited. They ascend and do not overlap; between two may be silence. */

import { spacedOnce } from '@/lib/blanks';
import { clock } from '@/lib/format';
import type { Piece, Segment } from './requests';

export type { Piece, Segment };

export type Edge = 'start' | 'end';

/** What an act makes, and the segment that is active then; or why it cannot be done. */
export type Outcome = { segments: readonly Segment[]; active: number } | { why: string };

/** Shorter segments are not made by hand. */
const shortest = 0.1;

export function isSame(one: readonly Segment[], other: readonly Segment[]): boolean {
  return (
    one === other ||
    (one.length === other.length &&
      one.every(({ start, end, isSet }, index) => {
        const there = other[index];
        return start === there?.start && end === there.end && isSet === there.isSet;
      }))
  );
}

/** How long the recording is, as far as is known. */
export function lengthOf(segments: readonly Segment[], pieces: readonly Piece[], measured: number): number {
  return Math.max(measured, segments.at(-1)?.end ?? 0, pieces.at(-1)?.[2] ?? 0, 1);
}

/** The segment at a time; where none is, the one before. */
export function segmentAt(segments: readonly Segment[], seconds: number): number {
  let [from, to] = [0, segments.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((segments[middle] as Segment).start <= seconds) from = middle;
    else to = middle;
  }
  return from;
}

/** What is said in each segment: the words with their middle in it, as in its clip (tests/contract/segment_texts). */
export function textsOf(segments: readonly Segment[], pieces: readonly Piece[]): string[] {
  const texts = segments.map(() => [] as string[]);
  for (const [text, start, end] of pieces) {
    const middle = (start + end) / 2;
    const at = segmentAt(segments, middle);
    const segment = segments[at];
    if (segment && segment.start <= middle && middle < segment.end) texts[at]?.push(text);
  }
  return texts.map((held) => spacedOnce(held.join('')));
}

/** To the millisecond, as the server keeps times. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Whether a segment begins where the one before it ends: then both have one boundary. */
export function touches(segments: readonly Segment[], index: number): boolean {
  return index > 0 && segments[index]?.start === segments[index - 1]?.end;
}

/** Moves a boundary, with that of the segment it touches, as far as those beside it let it. */
export function moveEdge(segments: readonly Segment[], index: number, edge: Edge, by: number, length: number): Outcome {
  const segment = segments[index];
  if (!segment) return { why: 'There is no such segment.' };
  if (edge === 'end') {
    if (touches(segments, index + 1)) return withActive(moveEdge(segments, index + 1, 'start', by, length), index);
    const most = segments[index + 1]?.start ?? Math.max(length, segment.end);
    const end = rounded(Math.min(most, Math.max(segment.start + shortest, segment.end + by)));
    if (end === segment.end) return { why: 'It can’t end later or earlier than here.' };
    return { segments: segments.with(index, { ...segment, end, isSet: true }), active: index };
  }
  const before = segments[index - 1];
  const isShared = touches(segments, index);
  const least = before && isShared ? before.start + shortest : (before?.end ?? 0);
  const start = rounded(Math.max(least, Math.min(segment.end - shortest, segment.start + by)));
  if (start === segment.start) return { why: 'The segment beside it would be gone. Merge them.' };
  const moved = segments.with(index, { ...segment, start, isSet: true });
  return {
    segments: before && isShared ? moved.with(index - 1, { ...before, end: start, isSet: true }) : moved,
    active: index,
  };
}

function withActive(outcome: Outcome, active: number): Outcome {
  return 'why' in outcome ? outcome : { ...outcome, active };
}

/** Makes one segment of two, with the silence between them. */
export function merge(segments: readonly Segment[], index: number): Outcome {
  const [first, second] = [segments[index], segments[index + 1]];
  if (!first || !second) return { why: 'No segment follows to merge with.' };
  const merged = { start: first.start, end: second.end, isSet: true };
  return { segments: segments.toSpliced(index, 2, merged), active: index };
}

/** Makes two segments of one. */
export function split(segments: readonly Segment[], index: number, at: number): Outcome {
  const segment = segments[index];
  const place = rounded(at);
  if (!segment || place < segment.start + shortest || place > segment.end - shortest) {
    return { why: 'Play to where it is to be split, or click there in the wave.' };
  }
  const halves = [
    { start: segment.start, end: place, isSet: true },
    { start: place, end: segment.end, isSet: true },
  ];
  return { segments: segments.toSpliced(index, 1, ...halves), active: index + 1 };
}

/** Takes a segment as it is for a person's, and goes on to the next. */
export function confirm(segments: readonly Segment[], index: number): Outcome {
  const segment = segments[index];
  const active = Math.min(index + 1, segments.length - 1);
  if (!segment || segment.isSet) return { segments, active };
  return { segments: segments.with(index, { ...segment, isSet: true }), active };
}

/** "00:42.3" */
export function exact(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${clock(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Which part of the recording the wave shows around a segment, in seconds. */
export function viewOf(segment: Segment | undefined): { from: number; seconds: number } {
  if (!segment) return { from: 0, seconds: 24 };
  const lasts = segment.end - segment.start;
  const seconds = Math.min(120, Math.max(24, lasts + 8));
  return {
    from: Math.max(0, lasts > seconds ? segment.start - 4 : (segment.start + segment.end - seconds) / 2),
    seconds,
  };
}
