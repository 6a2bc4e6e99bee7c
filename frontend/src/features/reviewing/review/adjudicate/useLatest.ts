/** Functions that stay the same for those who hold them, and always do the latest. */

import { useEffect, useMemo, useRef } from 'react';

export function useLatest<T extends Record<string, (...given: never[]) => void>>(functions: T): T {
  const latest = useRef(functions);
  useEffect(() => {
    latest.current = functions;
  });
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(latest.current).map((name) => [
          name,
          (...given: never[]) => latest.current[name as keyof T]?.(...given),
        ]),
      ) as T,
    [],
  );
}
