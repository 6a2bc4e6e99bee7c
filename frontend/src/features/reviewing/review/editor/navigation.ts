/** Going from row to row and from chip to chip. */

import { plural } from '@/lib/format';
import type { ActionId } from '../keys/table';
import type { Command, Editor } from './editor';
import { seek, selected, tests, walk } from './view';

/** The row becomes the active one and takes the focus; a view that leaves it out is left. */
export function go(editor: Editor, row: string | null | undefined): void {
  if (!row) return;
  if (!editor.state.visible.includes(row))
    editor.setView({ ...editor.state.view, filters: [], labels: [], query: '', order: 'talk' });
  editor.moveTo(row, null);
  editor.set({ scroll: editor.scrolled('third'), focus: editor.state.focus + 1 });
}

export function activate(editor: Editor, row: string | null, chip: string | null = null): void {
  if (row === null) return;
  editor.moveTo(row, chip);
  editor.set({
    contradiction: null,
    scroll: editor.scrolled('near'),
    ...(editor.state.notice.text && { notice: { ...editor.state.notice, text: '' } }),
  });
}

function step(by: 1 | -1, test: keyof typeof tests): Command {
  return (editor) => {
    const row = seek(editor.state, by, tests[test]);
    // Whoever looks for what is left goes on with the first pass.
    if (test === 'unreviewed') editor.set({ again: null });
    if (row) activate(editor, row);
    else if (test !== 'any') editor.say(by > 0 ? 'None below.' : 'None above.');
  };
}

/** All rows shown, or from the active one to an end; rows that only stand beside what was searched for are left out. */
function pick(part: 'all' | 'down' | 'up'): Command {
  return (editor) => {
    const { visible, matched, active } = editor.state;
    const at = active ? visible.indexOf(active) : 0;
    const rows = part === 'all' ? visible : part === 'down' ? visible.slice(at) : visible.slice(0, at + 1);
    const picked = new Set(matched ? rows.filter((id) => matched.has(id)) : rows);
    if (picked.size === 0) return;
    editor.set({ anchor: null, picked, chip: null, caret: null, opened: null });
    editor.say(`${plural(picked.size, 'row')} selected.`);
  };
}

/** One row in or out of the selection. */
export function toggle(editor: Editor, row: string): void {
  const { state } = editor;
  const picked = new Set(state.picked ?? (state.anchor ? selected(state) : []));
  if (picked.size === 0 && state.active && state.active !== row) picked.add(state.active);
  if (!picked.delete(row)) picked.add(row);
  editor.moveTo(row, null);
  editor.set({ anchor: null, picked: picked.size > 0 ? picked : null });
}

function extend(by: 1 | -1): Command {
  return (editor) => {
    const { active, anchor } = editor.state;
    const row = seek(editor.state, by, tests.any);
    if (row) editor.set({ anchor: anchor ?? active, active: row, chip: null, scroll: editor.scrolled('near') });
  };
}

function page(by: 1 | -1): Command {
  return (editor) => {
    const { visible, active } = editor.state;
    const at = (active ? visible.indexOf(active) : 0) + by * 14;
    activate(editor, visible[Math.min(visible.length - 1, Math.max(0, at))] ?? null);
  };
}

function chip(to: (chips: readonly string[], at: number) => number): Command {
  return (editor) => {
    const { doc, active, chip: current } = editor.state;
    if (!active) return;
    const chips = walk(doc, active);
    const at = current ? chips.indexOf(current) : -1;
    const next = chips[Math.max(0, Math.min(chips.length - 1, to(chips, at)))];
    if (next) editor.set({ chip: next, anchor: null, caret: null });
  };
}

function focusOn(selector: string): Command {
  return () => document.querySelector<HTMLInputElement>(selector)?.focus();
}

export const navigationCommands = {
  next: step(1, 'any'),
  previous: step(-1, 'any'),
  extend_down: extend(1),
  extend_up: extend(-1),
  select_all: pick('all'),
  select_to_end: pick('down'),
  select_to_start: pick('up'),
  page_down: page(1),
  page_up: page(-1),
  first: (editor) => activate(editor, editor.state.visible[0] ?? null),
  last: (editor) => activate(editor, editor.state.visible.at(-1) ?? null),
  next_unreviewed: step(1, 'unreviewed'),
  previous_unreviewed: step(-1, 'unreviewed'),
  next_weak: step(1, 'weak'),
  previous_weak: step(-1, 'weak'),
  next_not11: step(1, 'not11'),
  previous_not11: step(-1, 'not11'),
  go_to: focusOn('[data-field=go-to]'),
  search: focusOn('[data-field=search]'),
  find: (editor) => {
    const field = document.querySelector<HTMLInputElement>('[data-field=search]');
    // Of a talk, the second search is that of its paper.
    if (editor.state.doc.kind === 'paper_talk' && field && document.activeElement === field)
      return editor.set({ paperQuery: editor.state.paperQuery ?? '' });
    field?.focus();
    field?.select();
    editor.say(
      'This searches all rows. Press the keys again for the browser’s own search, which sees the rows on screen.',
    );
  },
  chip_left: chip((chips, at) => (at < 0 ? chips.length - 1 : at - 1)),
  chip_right: chip((_, at) => at + 1),
  chip_first: chip(() => 0),
  chip_last: chip((chips) => chips.length - 1),
} as const satisfies Partial<Record<ActionId, Command>>;
