/** Below the regions: the keys, and what was just said. */

import { Modal } from '@mantine/core';
import { chordText, isMac } from '@/lib/chords';
import { KeyList } from '@/ui/large/KeyList';
import { useReview } from '../frame/context';
import type { PairKind } from '../model/types';
import styles from './Adjudication.module.css';
import { keysFor, useRegionKeyText } from './keys';

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

interface KeyHelpProps {
  nReviews: number;
  kind: PairKind;
  isOpen: boolean;
  onClose: () => void;
}

/** All keys of the regions. */
export function KeyHelp({ nReviews, kind, isOpen, onClose }: KeyHelpProps) {
  const settings = useReview((state) => state.keys);
  const mac = isMac();
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keys of the regions">
      <KeyList
        lines={keysFor(nReviews, kind, settings, mac).map(({ shown, words }) => ({ label: words, chords: [shown] }))}
      />
      <p>
        While you edit the result, the keys of the review hold; {chordText('Escape', mac)} leads back to the regions.
      </p>
    </Modal>
  );
}
