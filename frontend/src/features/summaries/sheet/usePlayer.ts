import { useEffect, useRef, useState } from 'react';

/** Plays stretches of a recording, one after another. Nothing is loaded before something is played. */
export function usePlayer(address: string | null) {
  const audio = useRef<HTMLAudioElement | null>(null);
  const left = useRef<number[][]>([]);
  const [trouble, setTrouble] = useState('');
  useEffect(
    () => () => {
      audio.current?.pause();
      audio.current = null;
    },
    [],
  );
  const pause = () => {
    left.current = [];
    audio.current?.pause();
  };
  const play = (parts: readonly (readonly number[])[]) => {
    if (!address || parts.length === 0) return;
    if (audio.current && !audio.current.paused) return pause();
    if (!audio.current) {
      const made = new Audio(address);
      made.addEventListener('timeupdate', () => {
        const [now, next] = left.current;
        if (!now || made.currentTime < (now[1] ?? 0)) return;
        left.current.shift();
        if (next) made.currentTime = next[0] ?? 0;
        else made.pause();
      });
      audio.current = made;
    }
    left.current = parts.map((part) => [...part]);
    audio.current.currentTime = parts[0]?.[0] ?? 0;
    setTrouble('');
    audio.current.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        setTrouble('The recording can’t be played.');
      }
    });
  };
  return { play, trouble };
}
