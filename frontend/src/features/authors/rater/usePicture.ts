import { useEffect, useState } from 'react';
import { placeOf } from './model';
import type { RaterSample, Source } from './source';
import { useRetry } from './useRetry';

/** The picture that a sample stands beside; it is loaded before the sample can be rated. */
export interface ShownPicture {
  address: string;
  alt: string;
  width: number;
  height: number;
  state: 'loading' | 'loaded' | 'missing';
  /** Another for each try. */
  round: number;
  onState: (state: 'loaded' | 'missing') => void;
  again: () => void;
}

/** Null where a sample stands beside none. That of the next set is loaded ahead. */
export function usePicture(source: Source, samples: readonly RaterSample[], index: number): ShownPicture | null {
  const [state, setState] = useState<ShownPicture['state']>('loading');
  const [round, setRound] = useState(0);
  const picture = samples[index]?.picture;
  // All of a set have one picture: by the key of the first, it is loaded once.
  const { n, ofSet } = placeOf(samples, index);
  const first = index - n + 1;
  const addressAt = (at: number) => (samples[at]?.picture ? source.pictureOf(samples[at].key) : '');
  const next = addressAt(first + ofSet);
  useEffect(() => {
    if (state === 'loaded' && next) new Image().src = next;
  }, [state, next]);
  const again = () => {
    setState('loading');
    setRound(round + 1);
  };
  useRetry(state === 'missing', again);
  if (!picture) return null;
  return { ...picture, address: addressAt(first), state, round, onState: setState, again };
}
