import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { Sound } from '@/lib/sound';

/** The recording of a talk: a segment of it, once; asked for again while it plays, it stops. */
export function useSegmentSound(address: string | null) {
  const sound = useMemo(() => new Sound(address), [address]);
  useEffect(() => () => sound.close(), [sound]);
  const { on, trouble } = useStore(sound.store);
  return {
    has: sound.has,
    trouble,
    play: (start: number, end: number) => {
      if (on) sound.pause();
      else sound.play({ start, end });
    },
  };
}

export type SegmentSound = ReturnType<typeof useSegmentSound>;
