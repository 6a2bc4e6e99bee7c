import { useCallback, useEffect, useRef, useState } from 'react';
import type { RaterSample, Source } from './source';
import { useRetry } from './useRetry';

/** The sounds of the set that is open and of the next one, loaded ahead: a set can be ended without a network. */
export function useClips(source: Source, samples: readonly RaterSample[], index: number) {
  const clips = useRef(new Map<string, Promise<Blob>>());
  const get = useCallback(
    (key: string): Promise<Blob> => {
      const known = clips.current.get(key);
      if (known) return known;
      const clip = fetch(source.soundOf(key)).then((answer) => {
        if (!answer.ok) throw new Error(`The sound was answered with ${answer.status}.`);
        return answer.blob();
      });
      clips.current.set(key, clip);
      clip.catch(() => clips.current.delete(key));
      return clip;
    },
    [source],
  );
  const set = samples[index]?.set ?? 0;
  const keys = samples.filter((sample) => sample.set === set || sample.set === set + 1).map(({ key }) => key);
  const wanted = keys.join(' ');
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      // One after another: the first is heard while the others come.
      for (const key of wanted.split(' ')) if (isWanted && key) await get(key).catch(() => undefined);
    };
    void load();
    return () => {
      isWanted = false;
    };
  }, [wanted, get]);
  return get;
}

/** One sound as an address of this page, or that it does not load. */
export function useClip(get: (key: string) => Promise<Blob>, key: string) {
  const [clip, setClip] = useState<{ key: string; blob?: Blob; address?: string } | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    let address = '';
    let isWanted = true;
    get(key)
      .then((blob) => {
        if (!isWanted) return;
        address = URL.createObjectURL(blob);
        setClip({ key, blob, address });
      })
      .catch(() => isWanted && setClip({ key }));
    return () => {
      isWanted = false;
      if (address) URL.revokeObjectURL(address);
    };
  }, [get, key, round]);
  const here = clip?.key === key ? clip : null;
  const isMissing = here !== null && !here.address;
  const again = () => setRound((n) => n + 1);
  useRetry(isMissing, again);
  return { ...here, isMissing, again };
}
