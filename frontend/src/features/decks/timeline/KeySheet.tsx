import { KeySheet as Sheet } from '@/ui/large/KeySheet';
import { anywhere, changing, comparing, likely, moving } from './keys';

/** All keys of the page. */
export function KeySheet({ canEdit, onClose }: { canEdit: boolean; onClose: () => void }) {
  const sections = [
    { title: 'Move', words: [...moving, ...comparing] },
    ...(canEdit ? [{ title: 'Change', words: [...changing, ...likely] }] : []),
    { title: 'Anywhere', words: anywhere },
  ];
  return <Sheet sections={sections} onClose={onClose} />;
}
