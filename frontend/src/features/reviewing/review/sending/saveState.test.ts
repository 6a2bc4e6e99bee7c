import { describe, expect, it } from 'vitest';
import { sampleOperation as op } from '../testing/sample';
import { saveState } from './saveState';
import { type QueueState, startState } from './state';
import { MemoryStorage } from './storage';

describe('the save state', () => {
  const at = new Date(2026, 4, 12, 14, 32).getTime();
  type Closed = Parameters<typeof saveState>[2];
  const start = startState(new MemoryStorage());
  const say = (change: Partial<QueueState>, total = 112, closed: Closed = null) =>
    saveState({ ...start, durable: true, ...change }, total, closed, at, () => 52);
  it.each([
    [say({ savedAt: at }), 'All 112 edits saved', 'quiet'],
    [say({ waiting: [op(1), op(2)] }), 'Saving 2 edits', 'quiet'],
    [
      say({ waiting: [op(1), op(2), op(3)], trouble: { kind: 'offline' } }),
      'Offline: 3 edits saved on this device, not sent yet',
      'wait',
    ],
    [
      say({ waiting: [op(1)], trouble: { kind: 'busy', retryAt: at + 7_400 } }),
      'The server did not answer. 1 edit saved on this device, next try in 8 s',
      'wait',
    ],
    [
      say({ waiting: [op(1), op(2), op(3)], trouble: { kind: 'signed_out', since: at } }),
      'Signed out: 3 edits saved on this device, not sent yet',
      'wait',
    ],
    [say({ parked: [op(1)] }), '1 edit waits for your choice: row 52', 'bad'],
    [
      say({ parked: [op(1), op(4)], waiting: [op(2), op(3)], trouble: { kind: 'offline' } }),
      '2 edits wait for your choice: row 52; 2 edits not sent yet',
      'bad',
    ],
    [
      say({ waiting: [op(1), op(2)], trouble: { kind: 'submitted' } }, 5, 'submitted'),
      'Submitted meanwhile: 2 edits saved on this device, not sent yet',
      'bad',
    ],
    [
      say({ waiting: [op(1)], trouble: { kind: 'closed', detail: 'There is nothing here.' } }),
      '1 edit not accepted, saved on this device: There is nothing here.',
      'bad',
    ],
    [say({ refused: [{ operation: op(1), detail: 'No such chip.' }] }), '1 edit rejected', 'bad'],
    [say({ refused: [{ operation: op(1), detail: 'No.' }], waiting: [op(2)] }), 'Saving 1 edit', 'quiet'],
    [
      say({ waiting: [op(1), op(2)], trouble: { kind: 'offline' }, written: false }),
      'Offline: saving 2 edits on this device, not sent yet',
      'wait',
    ],
    [say({ durable: false, waiting: [op(1)] }), 'Unsent edits can’t be stored here. Keep this page open.', 'bad'],
    [say({}, 3, 'submitted'), 'Submitted, read-only', 'quiet'],
    [say({}, 3, 'adjudicated'), 'Adjudicated, read-only', 'quiet'],
    [say({}, 3, 'superseded'), 'Replaced by a newer version, read-only', 'quiet'],
    [say({ waiting: [op(1), op(2)] }, 3, 'superseded'), 'Replaced by a newer version: 2 edits not sent', 'bad'],
    [say({ aside: [{ operation: op(1), detail: 'No.' }] }), '1 edit could not be saved: row 52', 'bad'],
    [say({}, 0), 'No edits yet', 'quiet'],
  ])('%#: %o', (state, text, tone) => {
    expect(state).toMatchObject({ text, tone });
  });
  it('gives the time of the last answer', () => expect(say({ savedAt: at }).time).toBe('14:32'));
});
