import { KeySheet as Sheet } from '@/ui/large/KeySheet';
import { anywhere, changing, inField, moving, ofSteps, onBox } from './keys';

/** All keys of the page. */
export function KeySheet({ canEdit, onClose }: { canEdit: boolean; onClose: () => void }) {
  const sections = [
    { title: 'Move', words: moving },
    ...(canEdit
      ? [
          { title: 'Change', words: [...changing, ...ofSteps] },
          { title: 'In the field', words: inField },
          { title: 'While a box is resized', words: onBox },
        ]
      : []),
    { title: 'Anywhere', words: anywhere },
  ];
  return <Sheet sections={sections} onClose={onClose} />;
}
