import { useEffect } from 'react';

/** Names the browser's tab while a page is open. */
export function useTitle(...parts: (string | undefined)[]) {
  const title = [...parts.filter(Boolean), 'Lectern'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
