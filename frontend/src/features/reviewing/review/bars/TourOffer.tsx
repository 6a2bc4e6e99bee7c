/** For the first use: an offer in the footer of the tour. */

import { useState } from 'react';
import { useEditor, useReview } from '../frame/context';
import bar from './Bar.module.css';
import styles from './Footer.module.css';

const storageKey = 'lectern.tour';

function wasOffered(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    // Nothing can be remembered here: offering it at every opening would be a nuisance.
    return true;
  }
}

/** It is offered once. */
export function remember(): void {
  try {
    localStorage.setItem(storageKey, 'seen');
  } catch {
    // It was not offered in the first place.
  }
}

export function TourOffer() {
  const editor = useEditor();
  const on = useReview((state) => state.tour !== null);
  const [offered, setOffered] = useState(wasOffered);
  if (offered || on) return null;
  const answer = (tour: number | null) => {
    remember();
    setOffered(true);
    editor.set({ tour, focus: editor.state.focus + 1 });
  };
  return (
    <span className={styles.offer}>
      New here?
      <button type="button" className={bar.textButton} onClick={() => answer(0)}>
        Two-minute tour
      </button>
      <button type="button" className={styles.hint} onClick={() => answer(null)}>
        No thanks
      </button>
    </span>
  );
}
