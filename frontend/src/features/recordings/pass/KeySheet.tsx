import { Modal } from '@mantine/core';
import { chordText, isMac } from '@/lib/chords';
import { KeyList } from '@/ui/large/KeyList';
import { answering, anywhere, hearing, inField, moving } from './keys';

/** All keys of the page. */
export function KeySheet({ isSecond, onClose }: { isSecond: boolean; onClose: () => void }) {
  const sections = [
    { title: 'Answer', words: answering(isSecond) },
    { title: 'Hear', words: hearing },
    { title: 'Move', words: moving(isSecond) },
    { title: 'In a field', words: inField },
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
