import { Modal } from '@mantine/core';
import { chordText, isMac } from '@/lib/chords';
import { KeyList } from './KeyList';

interface KeySheetProps {
  /** Each with its lines: what keys do, and the keys themselves, of which the first chord is shown. */
  sections: readonly { title: string; words: readonly (readonly [what: string, ...keys: (readonly string[])[]])[] }[];
  onClose: () => void;
}

/** All keys of a page. */
export function KeySheet({ sections, onClose }: KeySheetProps) {
  return (
    <Modal opened onClose={onClose} title="Keys">
      {sections.map(({ title, words }) => (
        <KeyList
          key={title}
          title={title}
          lines={words.map(([label, ...keys]) => ({
            label,
            chords: keys.flatMap((each) => each[0] ?? []).map((chord) => chordText(chord, isMac())),
          }))}
        />
      ))}
    </Modal>
  );
}
