import { KeySheet as Sheet } from '@/ui/large/KeySheet';
import { anywhere, changing, moving } from './keys';

/** All keys of the page. */
export function KeySheet({ canEdit, onClose }: { canEdit: boolean; onClose: () => void }) {
  const sections = [
    { title: 'Move and hear', words: moving },
    ...(canEdit ? [{ title: 'Change', words: changing }] : []),
    { title: 'Anywhere', words: anywhere },
  ];
  return <Sheet sections={sections} onClose={onClose} />;
}
