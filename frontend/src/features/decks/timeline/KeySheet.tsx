import { Modal } from '@mantine/core';
import { chordText, isMac } from '@/lib/chords';
import { KeyList } from '@/ui/large/KeyList';
import { anywhere, changing, comparing, likely, moving } from './keys';

/** All keys of the page. */
export function KeySheet({ canEdit, onClose }: { canEdit: boolean; onClose: () => void }) {
  const sections = [
    { title: 'Move', words: [...moving, ...comparing] },
    ...(canEdit ? [{ title: 'Change', words: [...changing, ...likely] }] : []),
    { title: 'Anywhere', words: anywhere },
  ];
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
