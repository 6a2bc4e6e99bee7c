import { KeySheet as Sheet } from '@/ui/large/KeySheet';
import { answering, anywhere, moving } from './keys';

/** All keys of the page. */
export function KeySheet({ canAnswer, onClose }: { canAnswer: boolean; onClose: () => void }) {
  const sections = [
    ...(canAnswer ? [{ title: 'Sentence', words: answering }] : []),
    { title: 'Move and hear', words: moving },
    { title: 'Anywhere', words: anywhere },
  ];
  return <Sheet sections={sections} onClose={onClose} />;
}
