/** The menu of the active row and chip, for the mouse: actions of the key table by their labels. */

import { Menu } from '@mantine/core';
import { runFromBar } from '../editor/commands';
import { labelOn } from '../editor/labelling';
import { isPossible } from '../editor/possible';
import { useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { actionOf } from '../keys/sheet';
import { type ActionId, type Section, worksIn } from '../keys/table';
import type { Shortcut } from '../model/labels';
import type { PairKind } from '../model/types';
import styles from './RowsGrid.module.css';

/** By column; within it, actions of one section of the key table stand under its name. */
const columns: readonly (readonly ActionId[])[] = [
  [
    ...(['accept_next', 'accept_stay', 'accept_many', 'skip', 'to_proposed'] as const),
    ...(['align_yes', 'align_no', 'mt_yes', 'mt_no', 'tags'] as const),
    ...(['own_label_6', 'own_label_7', 'own_label_8', 'own_label_9'] as const),
    ...(['null', 'flag', 'unflag', 'post_edit', 'correct', 'comments', 'play', 'play_other'] as const),
  ],
  [
    ...(['move_up', 'move_down', 'cut_chip', 'paste_chip', 'move_to_row'] as const),
    ...(['remove', 'restore', 'own_row', 'borrow', 'swap', 'push_up', 'push_down'] as const),
    ...(['merge', 'split', 'join_text', 'caret', 'split_utterance', 'copy', 'copy_table'] as const),
  ],
];

/** The actions of a column that there are in this kind of pair, section by section. */
function sectionsOf(ids: readonly ActionId[], kind: PairKind, playable: boolean): [Section, ActionId[]][] {
  const sections = new Map<Section, ActionId[]>();
  for (const id of ids) {
    const action = actionOf(id);
    const { section } = action;
    if (!worksIn(action, kind) || (section === 'Recording' && !playable)) continue;
    sections.set(section, [...(sections.get(section) ?? []), id]);
  }
  return [...sections];
}

/** Of an own label of the project: the digit that it is on. */
function digitOf(id: ActionId): Shortcut | null {
  return id.startsWith('own_label_') ? (Number(id.at(-1)) as Shortcut) : null;
}

export function RowMenu() {
  const editor = useEditor();
  const menu = useReview((state) => state.menu);
  const { key } = useKeyText();
  const { kind, number, playable } = useReviewParts((state) => ({
    kind: state.doc.kind,
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
      // It is taller than the room below most rows: it may lie over the place it was asked for, not beyond the window.
      middlewares={{ flip: false, shift: { crossAxis: true, padding: 8, limiter: undefined } }}
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
      <Menu.Dropdown className={styles.rowMenu} w={540}>
        {columns.map((ids) => (
          <div key={ids[0]} className={styles.column}>
            {sectionsOf(ids, kind, playable).map(([section, ids]) => (
              <div key={section} role="group" aria-label={section}>
                <Menu.Label>{section}</Menu.Label>
                {ids.map((id) => {
                  const action = actionOf(id);
                  const digit = digitOf(id);
                  if (digit !== null && !labelOn(editor, digit)) return null;
                  return (
                    <Menu.Item
                      key={id}
                      disabled={!isPossible(editor.state, id)}
                      rightSection={<span aria-hidden="true">{key(id)}</span>}
                      onClick={() => {
                        editor.set({ menu: null });
                        runFromBar(editor, id);
                      }}
                    >
                      {digit === null ? action.label : labelOn(editor, digit)?.name}
                    </Menu.Item>
                  );
                })}
              </div>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
