/** The picture of the page as large as the window allows, for what is small on it. */

import { IconMaximize } from '@tabler/icons-react';
import { PagePicture } from '@/ui/large/PagePicture';
import { Dialog } from '../dialogs/Dialog';
import { useEditor } from '../frame/context';
import styles from './Deck.module.css';

interface EnlargedProps {
  number: number;
  picture: string;
  size: readonly [width: number, height: number];
  text: string;
}

export function Enlarged({ number, picture, size, text }: EnlargedProps) {
  const editor = useEditor();
  const [width, height] = size;
  // Not wider than what fits below the title.
  const room = { maxWidth: `calc((100dvh - 190px) * ${width / height})` };
  return (
    <>
      <button
        type="button"
        className={styles.enlarge}
        aria-label={`Enlarge page ${number}`}
        title="Enlarge"
        onClick={() => editor.set({ dialog: 'page' })}
      >
        <IconMaximize size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <Dialog name="page" title={`Page ${number}`} size={2000}>
        <div className={styles.enlarged} style={room}>
          <PagePicture number={number} picture={picture} size={size} text={text} />
        </div>
      </Dialog>
    </>
  );
}
