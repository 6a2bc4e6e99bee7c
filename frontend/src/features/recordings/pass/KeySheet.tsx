import { KeySheet as Sheet } from '@/ui/large/KeySheet';
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
  return <Sheet sections={sections} onClose={onClose} />;
}
