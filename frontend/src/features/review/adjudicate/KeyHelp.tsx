/** All keys of the regions. */

import { Modal } from '@mantine/core';
import sheet from '../dialogs/KeysDialog.module.css';
import type { PairKind } from '../model/types';
import { keysFor } from './keys';

interface KeyHelpProps {
  nReviews: number;
  kind: PairKind;
  isOpen: boolean;
  onClose: () => void;
}

export function KeyHelp({ nReviews, kind, isOpen, onClose }: KeyHelpProps) {
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
          {keysFor(nReviews, kind).map(({ shown, words }) => (
            <li key={shown}>
              <span>
                <kbd>{shown}</kbd>
              </span>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      </div>
      <p>While you edit the result, the keys of the review hold; Esc leads back to the regions.</p>
    </Modal>
  );
}
