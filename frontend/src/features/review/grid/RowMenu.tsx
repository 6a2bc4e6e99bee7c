/** The menu of the active row and chip, for the mouse: actions of the key table by their labels. */

import { Menu } from '@mantine/core';
import { runFromBar } from '../editor/commands';
import { readOnly } from '../editor/state';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import { useKeyText } from '../frame/useKeyText';
import { actionOf } from '../keys/sheet';
import { type ActionId, editing } from '../keys/table';
import styles from './RowMenu.module.css';

const columns: readonly (readonly ActionId[])[] = [
  [
    'accept_next',
    'accept_stay',
    'to_proposed',
    'align_yes',
    'align_no',
    'mt_yes',
    'mt_no',
    'tags',
    'null',
    'flag',
    'unflag',
    'post_edit',
    'comments',
  ],
  [
    'move_up',
    'move_down',
    'remove',
    'restore',
    'own_row',
    'borrow',
    'swap',
    'merge',
    'split',
    'join_text',
    'caret',
    'play',
    'play_other',
    'copy',
    'copy_table',
  ],
];

export function RowMenu() {
  const editor = useEditor();
  const menu = useReview((state) => state.menu);
  const { key } = useKeyText();
  const { kind, locked, number, playable } = useReviewParts((state) => ({
    kind: state.doc.kind,
    locked: readOnly(state) !== null,
    number: state.active ? state.doc.order.indexOf(state.active) + 1 : 0,
    playable: state.doc.media.target !== null || state.doc.media.source !== null,
  }));
  if (!menu) return null;
  const close = () => {
    if (editor.state.menu) editor.set({ menu: null, focus: editor.state.focus + 1 });
  };
  return (
    <Menu
      opened
      onChange={(open) => !open && close()}
      position="bottom-start"
      returnFocus={false}
      withinPortal
      // A menu that fades would hold the focus while what it opened asks for it.
      transitionProps={{ duration: 0 }}
      // Its placeholder would be a child of the menu that is no item.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" tabIndex={-1} className={styles.pointer} style={{ left: menu.x, top: menu.y }}>
          <span className="vh">Actions on row {number}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.rowMenu} w={480}>
        {columns.map((ids) => (
          <div
            key={ids[0]}
            className={styles.column}
            role="group"
            aria-label={ids[0] === 'move_up' ? 'Chips and text' : 'Decide'}
          >
            {ids.map((id) => {
              const action = actionOf(id);
              if (action.only && action.only !== kind) return null;
              if ((id === 'play' || id === 'play_other') && !playable) return null;
              return (
                <Menu.Item
                  key={id}
                  rightSection={<span aria-hidden="true">{key(id)}</span>}
                  disabled={locked && editing.has(id)}
                  onClick={() => {
                    editor.set({ menu: null });
                    runFromBar(editor, id);
                  }}
                >
                  {action.label}
                </Menu.Item>
              );
            })}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
