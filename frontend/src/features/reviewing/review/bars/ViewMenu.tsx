/** How the editor looks to this person, their pace, and what is done to the review as a whole. */

import { Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { count } from '@/lib/format';
import { later } from '@/ui/later';
import { type Work, watchPace } from '../editor/pace';
import { useEditor, useReview } from '../frame/context';
import { QuietButton } from './buttons';
import styles from './Toolbar.module.css';

const ViewPanel = later<{ work: Work | null; shut: () => void; close: () => void }>(
  'the menu',
  async () => (await import('./ViewPanel')).ViewPanel,
);

export function ViewMenu() {
  const editor = useEditor();
  const [open, setOpen] = useState(false);
  const [work, setWork] = useState<Work | null>(null);
  useEffect(() => watchPace(editor, setWork), [editor]);
  const close = () => {
    setOpen(false);
    editor.set({ focus: editor.state.focus + 1 });
  };
  return (
    <>
      {work && <Today rows={work.rows} />}
      <Popover
        opened={open}
        onChange={(next) => !next && close()}
        position="bottom-end"
        width={312}
        withinPortal
        trapFocus
        withRoles
      >
        <Popover.Target>
          <QuietButton
            aria-label="View and pace"
            title="View and pace"
            onClick={() => (open ? close() : setOpen(true))}
          >
            <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden="true" />
          </QuietButton>
        </Popover.Target>
        <Popover.Dropdown className={styles.menu} aria-label="View and pace">
          <ViewPanel work={work} shut={() => setOpen(false)} close={close} />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

/** What the person has decided today, of what they want to. */
function Today({ rows }: { rows: number }) {
  const target = useReview((state) => state.comfort.target);
  if (target === 0) return null;
  return (
    <span className={styles.today} data-done={rows >= target || undefined} data-field="today">
      {count(rows)} of {count(target)} today
    </span>
  );
}
