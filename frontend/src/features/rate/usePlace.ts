import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

export type Go = (place: string | null, options?: { paper?: boolean; back?: boolean }) => void;

/** The position in the form, read from and written to the URL, so that the phone's back button means back. */
export function usePlace() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const go: Go = useCallback(
    (place, { paper = false, back = false } = {}) => {
      if (back) {
        void navigate(-1);
        return;
      }
      const next = new URLSearchParams();
      if (place !== null) next.set('at', place);
      if (paper) next.set('paper', '');
      setParams(next);
      globalThis.scrollTo?.(0, 0);
    },
    [navigate, setParams],
  );
  return { place: params.get('at'), paperAt: params.get('paper'), go };
}
