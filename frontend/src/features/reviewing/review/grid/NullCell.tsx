/** An empty side: hatched, named, with its reason. */

import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { readOnly } from '../editor/state';
import { classes, useEditor, useReview } from '../frame/context';
import { set } from '../model/gestures';
import { labelOf, nameOf, offered } from '../model/labels';
import type { Row } from '../model/types';
import styles from './BitextGrid.module.css';
import { PostEdited, type PostEditedProps } from './PostEdited';

interface Props {
  row: Row;
  kind: 'drop' | 'null';
  side: 'source' | 'target';
  edited?: PostEditedProps | null;
}

export function NullCell({ row, kind, side, edited }: Props) {
  const editor = useEditor();
  const reasons = useReview((state) => labelOf(state.info.labels, 'null_reason'));
  const locked = useReview(readOnly) !== null;
  const open = useReview((state) => state.reasonMenu === row.id);
  const choose = (reason: string) => {
    editor.do(set(editor.state.doc, 'null', [row.id], { null_reason: reason }));
    close();
  };
  const close = () => {
    if (editor.state.reasonMenu === row.id) editor.set({ reasonMenu: null, focus: editor.state.focus + 1 });
  };
  return (
    <div
      className={classes(styles.cell, styles.void, side === 'source' ? styles.sourceCell : styles.targetCell)}
      role="gridcell"
    >
      <code>{kind === 'drop' ? '__drop__' : '__null__'}</code>
      <Menu
        opened={open}
        onChange={(next) => {
          if (!next) return close();
          editor.moveTo(row.id, null);
          editor.set({ reasonMenu: row.id });
        }}
        position="bottom-start"
        returnFocus={false}
        withinPortal
      >
        <Menu.Target>
          <button
            type="button"
            className={styles.reason}
            tabIndex={-1}
            disabled={locked}
            aria-label={`reason: ${nameOf(reasons, row.null_reason) || 'none given'}`}
          >
            {nameOf(reasons, row.null_reason) || 'reason'}{' '}
            <IconChevronDown size={11} stroke={1.75} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered(reasons, row.null_reason).map(({ key, name }) => (
            <Menu.Item key={key} onClick={() => choose(key)}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => choose('')}>no reason</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {edited && <PostEdited {...edited} />}
    </div>
  );
}
