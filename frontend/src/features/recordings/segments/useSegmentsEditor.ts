/** The segments of a recording as one person goes through them: where they are, what they change, its undo and saving. */

import { useStateHistory } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Sound } from '@/lib/sound';
import { useAutosave } from '@/ui/large/useAutosave';
import {
  confirm,
  type Edge,
  isSame,
  lengthOf,
  merge,
  moveEdge,
  type Outcome,
  type Segment,
  segmentAt,
  split,
  textsOf,
} from './model';
import { piecesOf, type StoredSegments, segmentsOf, segmentsThere, useStoreSegments } from './requests';

interface SegmentsEditorOf {
  document: number;
  stored: StoredSegments;
  /** Seconds of the recording, where it is measured. */
  measured: number;
}

export function useSegmentsEditor({ document, stored, measured }: SegmentsEditorOf) {
  const [start] = useState(() => ({
    value: segmentsOf(stored.segments ?? []) as readonly Segment[],
    version: stored.changed_at,
    at: stored.changed_at,
  }));
  const [segments, { set, back, forward }, { history, current }] = useStateHistory(start.value);
  const [place, setPlace] = useState({ active: 0, mark: start.value[0]?.start ?? 0 });
  const [why, setWhy] = useState('');
  const [sound] = useState(() => new Sound(stored.media_url));
  useEffect(() => () => sound.close(), [sound]);
  const { mutateAsync } = useStoreSegments(document);
  const saving = useAutosave({
    value: segments,
    start,
    isSame,
    store: useCallback(
      (segments: readonly Segment[], version: string | null) =>
        mutateAsync({ segments, version }).then(({ changed_at }) => ({ version: changed_at, at: changed_at })),
      [mutateAsync],
    ),
    theirsOf: segmentsThere,
  });
  const pieces = useMemo(() => piecesOf(stored), [stored]);
  const texts = useMemo(() => textsOf(segments, pieces), [segments, pieces]);
  const length = lengthOf(segments, pieces, measured);
  const active = Math.min(place.active, segments.length - 1);

  /** Where one is: where the recording plays or has stopped, else where somebody has clicked. */
  const here = () => (sound.has ? sound.state.at : place.mark);
  const show = (active: number, seconds: number) => {
    sound.seek(seconds);
    setPlace({ active, mark: seconds });
  };
  const go = (to: number) => {
    const segment = segments[to];
    if (!segment) return;
    sound.pause();
    setWhy('');
    show(to, segment.start);
  };
  const seek = (seconds: number) => {
    const at = Math.min(length, Math.max(0, seconds));
    show(segmentAt(segments, at), at);
  };
  const act = (outcome: Outcome) => {
    setWhy('why' in outcome ? outcome.why : '');
    if ('why' in outcome) return;
    if (outcome.segments !== segments) set(outcome.segments);
    if (outcome.active === active) return;
    sound.pause();
    show(outcome.active, outcome.segments[outcome.active]?.start ?? 0);
  };
  const step = (by: 1 | -1) => {
    const now = history[current + by];
    if (!now) return;
    setWhy('');
    (by < 0 ? back : forward)();
    setPlace({ active: segmentAt(now, place.mark), mark: place.mark });
  };
  return {
    segments,
    texts,
    length,
    active,
    mark: place.mark,
    why,
    sound,
    saving: {
      ...saving,
      /** Goes on from what somebody else has saved: with one's own on top of it, or with theirs. */
      resolve: (taken: 'mine' | 'theirs') => {
        if (taken === 'theirs' && saving.theirs) set(saving.theirs.value);
        saving.resolve();
      },
    },
    nSet: segments.filter(({ isSet }) => isSet).length,
    canUndo: current > 0,
    canRedo: current < history.length - 1,
    go,
    seek,
    next: () => go(active + 1),
    previous: () => go(active - 1),
    nudge: (by: number) => seek(here() + by),
    play: () => {
      if (!sound.has) setWhy('No recording is on this site.');
      else if (sound.state.on) sound.pause();
      else if (segments[active]) sound.play(segments[active]);
    },
    confirm: () => act(confirm(segments, active)),
    moveEdge: (edge: Edge, by: number, of: number = active) => act(moveEdge(segments, of, edge, by, length)),
    split: () => act(split(segments, active, here())),
    merge: () => act(merge(segments, active)),
    undo: () => step(-1),
    redo: () => step(1),
  };
}

export type SegmentsEditorState = ReturnType<typeof useSegmentsEditor>;
