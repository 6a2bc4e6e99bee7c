/** Below the regions: the keys, and what was just said. */

import { isMac } from '@/lib/chords';
import { useReview } from '../frame/context';
import styles from './Adjudication.module.css';
import { keysFor } from './keys';
import { useRegionKeyText } from './useRegionKeys';

export function RegionsFooter({ nReviews, onHelp }: { nReviews: number; onHelp: () => void }) {
  const kind = useReview((state) => state.doc.kind);
  const notice = useReview((state) => state.notice);
  const settings = useReview((state) => state.keys);
  const key = useRegionKeyText();
  return (
    <footer className={styles.footer}>
      <span className={styles.keys} aria-hidden="true">
        {keysFor(nReviews, kind, settings, isMac())
          .filter(({ inFooter }) => inFooter)
          .map(({ shown, words }) => (
            <span key={words}>
              <b>{shown}</b> {words}
            </span>
          ))}
      </span>
      <span role="status" aria-live="polite" data-tone={notice.tone} className={styles.notice}>
        {notice.text}
      </span>
      <button type="button" className={styles.allKeys} onClick={onHelp}>
        <b aria-hidden="true">{key('help')}</b> all keys
      </button>
    </footer>
  );
}
