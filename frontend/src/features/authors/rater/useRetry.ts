import { useEffect, useRef } from 'react';

/** Once the device is online again, tries again what did not load. */
export function useRetry(isMissing: boolean, again: () => void) {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (!isMissing) return;
    const retry = () => latest.current();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isMissing]);
}
