import { useCallback, useSyncExternalStore } from 'react';

export type Go = (place: string | null, options?: { paper?: boolean; back?: boolean }) => void;

/** Told when this page has added an entry to the history, which fires no event of its own. */
const moved = new EventTarget();

let isElsewhere = false;

/** Whether the author has gone anywhere since the page was loaded. */
export const hasMoved = () => isElsewhere;

function listen(changed: () => void): () => void {
  addEventListener('popstate', changed);
  moved.addEventListener('moved', changed);
  return () => {
    removeEventListener('popstate', changed);
    moved.removeEventListener('moved', changed);
  };
}

/** The position in the form, read from and written to the URL, so that the phone's back button means back. */
export function usePlace() {
  const params = new URLSearchParams(useSyncExternalStore(listen, () => location.search));
  const go: Go = useCallback((place, { paper = false, back = false } = {}) => {
    isElsewhere = true;
    if (back) {
      history.back();
      return;
    }
    const next = new URLSearchParams();
    if (place !== null) next.set('at', place);
    if (paper) next.set('paper', '');
    const query = next.toString();
    history.pushState(null, '', query ? `?${query}` : location.pathname);
    moved.dispatchEvent(new Event('moved'));
    globalThis.scrollTo?.(0, 0);
  }, []);
  return { place: params.get('at'), paperAt: params.get('paper'), go };
}
