import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MemoryStorage } from '@/api/sending/storage';
import { Sound } from '@/lib/sound';
import { renderAt } from '@/test/render';
import { PassContext, usePassEditor, usePassState } from './context';
import { PassEditor } from './editor';
import { LineView } from './LineView';
import type { Answer, Operation, Outcome, PassContent } from './requests';
import * as requests from './requests';
import { usePassKeys } from './usePassKeys';

beforeEach(() => localStorage.clear());

vi.spyOn(requests, 'sendOperations').mockResolvedValue({ results: [], revision: 1, answers: [] } as unknown as Outcome);

const mask = (code: string) => ({
  ...{ code, start: 1, end: 2, a: `${code} heard`, b: `${code} herd`, b_choice: null, better: 'a' },
  ...{ certain_a: null, certain_b: null, has_term: false },
});
const answer = { choice: 'a', text: 'thirty six', written: '36', written_by_hand: false } as Answer;

/** A line of a second pass with three masks, the second of which is answered. */
function open() {
  const line = { start: 1, end: 2, parts: [{ mask: 'm1' }, { text: 'and' }, { mask: 'm2' }, { mask: 'm3' }] };
  const pass = {
    ...{ id: 7, kind: 'second', state: 'open', revision: 0, lines: [line] },
    masks: [mask('m1'), mask('m2'), mask('m3')],
    document: { id: 1, title: 'Talk', language: 'en', project: 'p', media_url: null },
    answers: [{ mask: 'm2', base: 'x', answer }],
    ...{ undo: [], redo: [], words: [], slides: null, recognisers: null, has_first: true },
  } as unknown as PassContent;
  const editor = new PassEditor(pass, 3, new MemoryStorage<Operation>(), new Sound(null));
  return { editor, ...renderAt('/', '/', <PassContext value={editor}>{<Open />}</PassContext>) };
}

function Open() {
  const editor = usePassEditor();
  const active = usePassState((state) => editor.pass.masks[state.active]?.code);
  usePassKeys({ editor, time: { current: null }, openSheet: () => undefined });
  return <LineView line={editor.pass.lines[0] as PassContent['lines'][number]} active={active} />;
}

it('what is typed at a mask stands in its line when another mask is open, and in its field when it is opened again', async () => {
  const { editor, user } = open();
  const field = await screen.findByRole('textbox', { name: 'What is said at mask 1' });
  await user.clear(field);
  await user.type(field, 'hard');
  expect(screen.getByText('typed, not saved')).toBeVisible();
  act(() => editor.open(1));
  expect(screen.getByRole('textbox', { name: 'What is said at mask 2' })).toHaveValue('thirty six');
  expect(screen.getByRole('button', { name: 'Mask 1, hard, typed and not saved' })).toHaveTextContent('hard');
  act(() => editor.open(0));
  expect(screen.getByRole('textbox', { name: 'What is said at mask 1' })).toHaveValue('hard');
});

it('a written form that is typed is in its field when its mask is opened again, which takes no keys by itself', async () => {
  const { editor, user } = open();
  await screen.findByRole('textbox', { name: 'What is said at mask 1' });
  act(() => editor.open(1));
  await user.click(screen.getByRole('button', { name: 'Edit written' }));
  const field = screen.getByRole('textbox', { name: 'Written form' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('36');
  expect(screen.getByText('made by rule')).toBeVisible();
  await user.type(field, ' %{Escape}');
  act(() => editor.open(0));
  expect(screen.queryByRole('textbox', { name: 'Written form' })).toBeNull();
  act(() => editor.open(1));
  expect(screen.getByRole('textbox', { name: 'Written form' })).toHaveValue('36 %');
  expect(screen.getByRole('textbox', { name: 'Written form' })).not.toHaveFocus();
});

it('Enter opens the next mask to fill, also after a click on a mask', async () => {
  const { editor, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Mask 2, thirty six' }));
  await user.keyboard('{Enter}');
  expect(editor.state.active).toBe(2);
  await user.click(screen.getByRole('button', { name: /^Mask 1/ }));
  await user.keyboard('a');
  expect(editor.state.active).toBe(2);
  await user.keyboard('j{Enter}');
  expect(editor.state.active).toBe(2);
});
