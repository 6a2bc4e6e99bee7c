import { KeySheet as Sheet } from '@/ui/large/KeySheet';
import { anywhere, moving, sending } from './keys';

/** All keys of the page. */
export function KeySheet({ maySend, onClose }: { maySend: boolean; onClose: () => void }) {
  const sections = [
    { title: 'Move and show', words: moving },
    ...(maySend ? [{ title: 'Send', words: sending }] : []),
    { title: 'Anywhere', words: anywhere },
  ];
  return <Sheet sections={sections} onClose={onClose} />;
}
