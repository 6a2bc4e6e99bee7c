import { useEffect, useState } from 'react';

/** In milliseconds: the two taps of a double tap are no further apart. */
export const moment = 350;

/** False for a moment after something else is shown, when the second of two taps would answer what nobody has read. */
export function useSettled(shown: unknown): boolean {
  const [settled, setSettled] = useState<{ of: unknown } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ of: shown }), moment);
    return () => clearTimeout(timer);
  }, [shown]);
  return settled !== null && settled.of === shown;
}
