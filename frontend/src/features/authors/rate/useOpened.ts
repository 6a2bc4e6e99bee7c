import { useEffect, useRef } from 'react';

const gestures = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Tells once that a person is here: at the first thing that they do. Programs that look at links in e-mail load the
 * page, too, and run what is in it, but do nothing there.
 */
export function useOpened(report: () => void, isWanted: boolean) {
  const latest = useRef(report);
  latest.current = report;
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const acted = () => {
      stop.abort();
      latest.current();
    };
    for (const gesture of gestures) addEventListener(gesture, acted, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, [isWanted]);
}
