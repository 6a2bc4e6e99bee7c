/** A timeline as one person goes through it: where they are, what they change, its undo, and its saving. */

import { useStateHistory } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import type { DocumentUnit } from '@/api/types';
import { useAutosave } from '@/ui/large/useAutosave';
import {
  accept,
  bodyOf,
  cut,
  endOf,
  filtered,
  isSameTimeline,
  type Kind,
  lengthOf,
  merge,
  moveStart,
  type Outcome,
  type Rivals,
  rounded,
  type StepOf,
  setKind,
  setPage,
  stepOn,
  stretchAt,
  type Timeline,
  timelineOf,
  timesShown,
} from './model';
import { type StoredTimeline, timelineThere, useKeepTimeline, useStoreStretches } from './requests';

interface TimelineEditorOf {
  pair: number;
  stored: StoredTimeline;
  /** Of the talk. */
  units: readonly DocumentUnit[];
  nPages: number;
  stepOf: StepOf;
  rivals: Rivals;
}

export function useTimelineEditor({ pair, stored, units, nPages, stepOf, rivals }: TimelineEditorOf) {
  const [start] = useState(() => ({
    value: timelineOf(stored.stretches),
    version: stored.changed_at,
    at: stored.changed_at,
  }));
  const [timeline, { set, back, forward }, { history, current }] = useStateHistory(start.value);
  const [place, setPlace] = useState({ active: 0, position: 0 });
  const [why, setWhy] = useState('');
  const { mutateAsync } = useStoreStretches(pair);
  const keep = useKeepTimeline(pair);
  const saving = useAutosave({
    value: timeline,
    start,
    isSame: isSameTimeline,
    store: useCallback(
      (timeline: Timeline, version: string | null) =>
        mutateAsync({ stretches: bodyOf(timeline), version }).then(({ changed_at }) => ({
          version: changed_at,
          at: changed_at,
        })),
      [mutateAsync],
    ),
    theirsOf,
  });
  const length = useMemo(() => lengthOf(timeline, units), [timeline, units]);
  const times = useMemo(() => timesShown(timeline), [timeline]);
  const shown = useMemo(() => filtered(timeline, length, stepOf, rivals), [timeline, length, stepOf, rivals]);
  const active = Math.min(place.active, timeline.stretches.length - 1);

  const go = (to: number) => {
    const stretch = timeline.stretches[to];
    if (stretch) setPlace({ active: to, position: stretch.start });
  };
  const seek = (seconds: number) => {
    const position = rounded(Math.min(length, Math.max(0, seconds)));
    setPlace({ active: stretchAt(timeline, position), position });
  };
  const act = (outcome: Outcome) => {
    setWhy('why' in outcome ? outcome.why : '');
    if ('why' in outcome) return;
    if (outcome.timeline !== timeline) set(outcome.timeline);
    const from = outcome.timeline.stretches[outcome.active]?.start ?? 0;
    const to = endOf(outcome.timeline, outcome.active, length);
    const isInside = from <= place.position && place.position < to;
    setPlace({ active: outcome.active, position: isInside ? place.position : from });
  };
  const step = (by: 1 | -1) => {
    const now = history[current + by];
    if (!now) return;
    setWhy('');
    (by < 0 ? back : forward)();
    setPlace({ active: stretchAt(now, place.position), position: place.position });
  };
  return {
    timeline,
    length,
    times,
    shown,
    active,
    position: place.position,
    why,
    saving: {
      ...saving,
      /** Goes on from what somebody else has saved: with one's own on top of it, or with theirs. */
      resolve: (taken: 'mine' | 'theirs') => {
        // Where they removed it, the page begins again, and what is not saved stays so.
        if (taken === 'theirs' && saving.theirs?.version === null) return keep(null);
        if (taken === 'theirs' && saving.theirs) set(saving.theirs.value);
        saving.resolve();
      },
    },
    canUndo: current > 0,
    canRedo: current < history.length - 1,
    go,
    seek,
    next: () => go(active + 1),
    previous: () => go(active - 1),
    nextDoubtful: () => {
      const [first] = shown.doubtful;
      if (first === undefined) return setWhy('No stretch is doubtful.');
      go(shown.doubtful.find((index) => index > active) ?? first);
    },
    accept: () => act(accept(timeline, active)),
    step: () => act(stepOn(timeline, active, stepOf, nPages)),
    cut: () => act(cut(timeline, active, place.position, nPages)),
    merge: () => act(merge(timeline, active)),
    setPage: (page: number) => act(setPage(timeline, active, page, nPages)),
    setKind: (kind: Kind | null) => act(setKind(timeline, active, kind)),
    moveStart: (by: number, of: number = active) => act(moveStart(timeline, of, by, length)),
    undo: () => step(-1),
    redo: () => step(1),
  };
}

export type TimelineEditorState = ReturnType<typeof useTimelineEditor>;

function theirsOf(error: unknown) {
  const there = timelineThere(error);
  if (!there) return null;
  const { timeline, savedBy } = there;
  return {
    value: timelineOf(timeline?.stretches ?? []),
    version: timeline?.changed_at ?? null,
    at: timeline?.changed_at ?? null,
    savedBy,
  };
}
