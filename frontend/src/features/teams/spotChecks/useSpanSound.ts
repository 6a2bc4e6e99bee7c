import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { Sound } from '@/lib/sound';
import type { Item } from './requests';

/** The recording of a span: played once, from its beginning. */
export function useSpanSound(span: Item['span']) {
  const address = span?.media_url ?? null;
  const sound = useMemo(() => new Sound(address), [address]);
  useEffect(() => () => sound.close(), [sound]);
  const { on, trouble } = useStore(sound.store);
  const { start = null, end = null } = span ?? {};
  return {
    has: sound.has && start !== null && end !== null,
    on,
    trouble,
    play: () => {
      if (on) sound.pause();
      else if (start !== null && end !== null) sound.play({ start, end });
    },
  };
}

export type SpanSound = ReturnType<typeof useSpanSound>;
