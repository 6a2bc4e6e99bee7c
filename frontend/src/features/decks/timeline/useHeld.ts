import { useEffect, useState } from 'react';

/** Whether a key is held, and what begins that; it ends once a key is let go, or the window is left. */
export function useHeld(): [isHeld: boolean, hold: () => void] {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return;
    const release = () => setHeld(false);
    window.addEventListener('keyup', release);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keyup', release);
      window.removeEventListener('blur', release);
    };
  }, [isHeld]);
  return [isHeld, () => setHeld(true)];
}
