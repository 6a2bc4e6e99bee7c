import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { MemoryStorage } from '@/api/sending/storage';
import { Sound } from '@/lib/sound';
import { PassEditor } from './editor';
import type { Answer, Operation, Outcome, PassContent } from './requests';
import * as requests from './requests';

const mask = (code: string, start: number) => ({
  code,
  start,
  end: start + 1,
  a: `${code} heard`,
  b: `${code} herd`,
  b_choice: null,
  better: 'a' as const,
  certain_a: null,
  certain_b: null,
  has_term: false,
});

const pass = (more: Partial<PassContent> = {}) =>
  ({
    id: 7,
    kind: 'first',
    state: 'open',
    revision: 0,
    document: { id: 1, title: 'Talk', language: 'en', project: 'p', media_url: null },
    masks: [mask('m1', 1), mask('m2', 5), mask('m3', 9)],
    lines: [],
    answers: [],
    undo: [],
    redo: [],
    words: [],
    slides: null,
    ...more,
  }) as unknown as PassContent;

/** A server that keeps answers, and refuses those that build on others. */
class Server {
  bases = new Map<string, string>();
  answers = new Map<string, Answer | null>();
  seen = new Set<string>();
  isDown = false;

  send = vi.fn(async (_: number, __: number, operations: readonly Operation[]): Promise<Outcome> => {
    if (this.isDown) throw new ApiError(0, 'no_answer', 'The server did not answer.');
    for (const { id, mask, answer, base } of operations) {
      if (this.seen.has(id)) continue;
      if ((this.bases.get(mask) ?? null) !== base) {
        const there = { mask, base: this.bases.get(mask), answer: this.answers.get(mask) ?? null };
        throw new ApiError(409, 'conflict', 'Changed.', [], { operation: id, results: [], ...there });
      }
      this.seen.add(id);
      this.bases.set(mask, id);
      this.answers.set(mask, answer);
    }
    const masks = [...new Set(operations.map(({ mask }) => mask))];
    return {
      results: [],
      revision: this.seen.size,
      answers: masks.map((mask) => ({
        mask,
        base: this.bases.get(mask) ?? '',
        answer: this.answers.get(mask) ?? null,
      })),
    } as Outcome;
  });
}

let server: Server;
const open = (more: Partial<PassContent> = {}) =>
  new PassEditor(pass(more), 3, new MemoryStorage<Operation>(), new Sound(null));
const texts = (editor: PassEditor) => [...editor.state.answers.values()].map(({ text }) => text);

beforeEach(() => {
  localStorage.clear();
  server = new Server();
  vi.spyOn(requests, 'sendOperations').mockImplementation(server.send);
});

it('one key takes a reading, saves it, and goes to the next mask', async () => {
  const editor = open();
  editor.takeSide('a');
  editor.takeSide('b');
  expect(editor.state.active).toBe(2);
  await editor.queue.flushed();
  expect([...server.answers.values()].map((answer) => answer?.text)).toEqual(['m1 heard', 'm2 herd']);
});

it('shows the written form that the server makes', async () => {
  const editor = open();
  editor.takeText('thirty six');
  vi.spyOn(requests, 'sendOperations').mockImplementation(async (id, person, operations) => {
    const outcome = await server.send(id, person, operations);
    const [only] = outcome.answers;
    if (only?.answer?.text === 'thirty six') only.answer = { ...only.answer, written: '36' };
    return outcome;
  });
  await editor.queue.flushed();
  expect(editor.state.answers.get('m1')?.written).toBe('36');
  editor.open(0);
  editor.openWritten();
  expect(editor.state.focusWritten).toBe(1);
});

it('undo puts back what was there, and redo does it again', async () => {
  const editor = open();
  editor.takeSide('a');
  editor.open(0);
  editor.takeText('else');
  editor.step('undo');
  expect(texts(editor)).toEqual(['m1 heard']);
  editor.step('undo');
  expect(texts(editor)).toEqual([]);
  editor.step('redo');
  editor.step('redo');
  expect(texts(editor)).toEqual(['else']);
  await editor.queue.flushed();
  expect(server.answers.get('m1')?.text).toBe('else');
});

it('keeps answers while there is no server, and sends each once', async () => {
  server.isDown = true;
  const editor = open();
  editor.takeSide('a');
  editor.choose('unintelligible');
  await vi.waitFor(() => expect(editor.state.queue.trouble).not.toBeNull());
  expect(editor.state.queue.waiting).toHaveLength(2);
  server.isDown = false;
  editor.queue.wake();
  await vi.waitFor(() => expect(editor.state.queue.waiting).toHaveLength(0));
  expect(server.seen.size).toBe(2);
});

it.each(['mine', 'theirs'] as const)('a mask answered elsewhere is decided: %s', async (decision) => {
  server.bases.set('m1', 'theirs');
  server.answers.set('m1', { choice: 'typed', text: 'elsewhere' } as Answer);
  const editor = open();
  editor.takeSide('a');
  await vi.waitFor(() => expect(editor.state.queue.conflict).not.toBeNull());
  editor.resolve(decision);
  await vi.waitFor(() => expect(editor.state.queue.conflict).toBeNull());
  await editor.queue.flushed();
  const text = decision === 'mine' ? 'm1 heard' : 'elsewhere';
  expect(server.answers.get('m1')?.text).toBe(text);
  expect(editor.state.answers.get('m1')?.text).toBe(text);
});

it('the next mask is opened for keys, not for typing', () => {
  const editor = open();
  editor.open(0, true);
  expect(editor.state.focus).toBe(1);
  editor.draft('typed');
  editor.save();
  expect(editor.state).toMatchObject({ active: 1, focus: 0 });
});

it('an empty answer is refused in words', () => {
  const editor = open();
  editor.draft('  ');
  editor.save();
  expect(editor.state.said).toContain('Press 0');
  expect(editor.state.answers.size).toBe(0);
});

it('a second pass hears a span before it answers', () => {
  const element = document.createElement('audio');
  const editor = new PassEditor(
    pass({ kind: 'second' }),
    3,
    new MemoryStorage<Operation>(),
    new Sound('/talk.wav', () => element),
  );
  editor.takeSide('b');
  expect(editor.state.said).toBe('Play the span first (P).');
  editor.setComfort({ asksToHear: false });
  editor.takeSide('b');
  expect(editor.state.answers.size).toBe(1);
  editor.close();
});

it('what is typed stays with its mask until the mask is answered, also when the pass is opened again', () => {
  const editor = open();
  editor.open(0, true);
  editor.draft('typed here');
  editor.open(1);
  editor.open(0, true);
  expect(editor.state.drafts.get('m1')?.text).toBe('typed here');
  editor.draft('m1 heard');
  expect(editor.state.drafts.size).toBe(0);
  editor.draft('typed again');
  const later = open();
  later.save();
  expect(texts(later)).toEqual(['typed again']);
  expect(later.state.drafts.size).toBe(0);
  expect(open().state.drafts.size).toBe(0);
});

it('keeps what is typed in another tab as that left it', () => {
  const editor = open();
  editor.draft('typed and then saved');
  const other = open();
  editor.save();
  editor.draft('typed here');
  other.open(2);
  other.draft('typed there');
  const later = open().state.drafts;
  expect([...later].map(([code, { text }]) => [code, text])).toEqual([
    ['m2', 'typed here'],
    ['m3', 'typed there'],
  ]);
});

it('a written form that is typed stays with its mask too, and is not by hand where nothing was changed', () => {
  const editor = open({ kind: 'second' });
  editor.takeText('thirty six');
  editor.open(0);
  editor.openWritten();
  editor.write('36');
  editor.open(1);
  editor.open(0);
  expect(editor.state).toMatchObject({ focusWritten: 0 });
  editor.save();
  expect(editor.state.answers.get('m1')).toMatchObject({ written: '36', written_by_hand: true });
  editor.open(0);
  editor.takeText('thirty seven');
  editor.open(0);
  editor.openWritten();
  editor.save();
  expect(editor.state.answers.get('m1')).toMatchObject({ text: 'thirty seven', written_by_hand: false });
});
