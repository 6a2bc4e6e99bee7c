import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { MemoryStorage } from '@/api/sending/storage';
import { Sound } from '@/lib/sound';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { PassEditor } from './editor';
import { PassFrame } from './PassFrame';
import type { Answer, Operation, PassContent } from './requests';

beforeEach(() => localStorage.clear());

const mask = (code: string) => ({
  ...{ code, start: 1, end: 2, a: `${code} heard`, b: `${code} herd`, b_choice: null, better: 'a' },
  ...{ certain_a: null, certain_b: null, has_term: false },
});
const answer = { choice: 'a', text: 'm1 heard', written: '', written_by_hand: false } as Answer;

/** A pass of three masks, of which some are answered. */
function open(answered: readonly string[], sound = new Sound(null)) {
  const pass = {
    ...{ id: 7, kind: 'first', state: 'open', revision: 0, masks: ['m1', 'm2', 'm3'].map(mask), lines: [] },
    document: { id: 1, title: 'Talk', language: 'en', project: 'p', media_url: null },
    answers: answered.map((mask) => ({ mask, base: 'x', answer })),
    between: { wer: 0.2, cer: 0.1, bwer: null, along: [], by_characters: false },
    ...{ normaliser: { name: 'any', rules: [] }, undo: [], redo: [], words: [], slides: null, recognisers: null },
  } as unknown as PassContent;
  const submitted = vi.fn();
  server.use(
    http.get('*/api/v1/documents/1/peaks/', () => HttpResponse.json({ refusal: 'There is no sound in it.' })),
    http.post('*/api/v1/passes/7/operations/', () => HttpResponse.json({ results: [], revision: 1, answers: [] })),
    http.post('*/api/v1/passes/7/submit/', () => HttpResponse.json({ ...pass, state: 'accepted' })),
  );
  const editor = new PassEditor(pass, 3, new MemoryStorage<Operation>(), sound);
  const view = renderAt('/', '/', <PassFrame editor={editor} onSubmitted={submitted} />);
  const ask = async () => {
    await view.user.click(await screen.findByRole('button', { name: 'Submit' }));
    return within(await screen.findByRole('dialog'));
  };
  return { editor, submitted, ask, ...view };
}

it('says before a pass is submitted how many masks have no answer, and leads to the next', async () => {
  const { editor, submitted, ask, user } = open(['m1']);
  const dialog = await ask();
  expect(dialog.getByRole('heading', { name: '2 of 3 masks without an answer' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Go to the next one to fill' }));
  expect(editor.state.active).toBe(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(submitted).not.toHaveBeenCalled();
  await user.click((await ask()).getByRole('button', { name: 'Submit anyway' }));
  await waitFor(() => expect(submitted).toHaveBeenCalledOnce());
});

it('asks also where all is filled, and says what was typed and not saved', async () => {
  const { editor, submitted, ask, user } = open(['m1', 'm2', 'm3']);
  act(() => editor.draft('typed'));
  const dialog = await ask();
  expect(dialog.getByText('What you typed at 1 mask is not saved as an answer.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Go to what you typed' }));
  act(() => editor.save());
  await user.click((await ask()).getByRole('button', { name: 'Keep it open' }));
  expect(submitted).not.toHaveBeenCalled();
});

it('says why there is no wave above the strip, whose masks stay free', async () => {
  open([], new Sound('/talk.mp4', () => document.createElement('audio')));
  const why = await screen.findByText('There is no sound in it. The recording plays without it.');
  expect(screen.getByRole('img', { name: /^The recording from/ })).not.toContainElement(why);
});
