/** All keys of the regions. */

import { Modal } from '@mantine/core';
import { chordText, isMac } from '@/lib/chords';
import sheet from '../dialogs/KeysDialog.module.css';
import { useReview } from '../frame/context';
import type { PairKind } from '../model/types';
import { keysFor } from './keys';

interface KeyHelpProps {
  nReviews: number;
  kind: PairKind;
  isOpen: boolean;
  onClose: () => void;
}

export function KeyHelp({ nReviews, kind, isOpen, onClose }: KeyHelpProps) {
  const settings = useReview((state) => state.keys);
  const mac = isMac();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keys of the regions"
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <div className={sheet.sheet}>
        <ul>
          {keysFor(nReviews, kind, settings, mac).map(({ shown, words }) => (
            <li key={shown}>
              <span>
                <kbd>{shown}</kbd>
              </span>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      </div>
      <p>
        While you edit the result, the keys of the review hold; {chordText('Escape', mac)} leads back to the regions.
      </p>
    </Modal>
  );
}
