/** The save state in words. It reports only what the server has acknowledged. */

import { plural, timeOfDay } from '@/lib/format';
import type { QueueState } from './state';

export interface SaveState {
  tone: 'quiet' | 'wait' | 'bad';
  icon: 'saved' | 'saving' | 'offline' | 'retry' | 'key' | 'alert' | 'lock';
  text: string;
  time: string | null;
  action: 'sign_in' | 'see_both' | 'see_aside' | 'why' | 'reopen' | 'retry' | null;
}

const edits = (n: number) => plural(n, 'edit');

const alert = { tone: 'bad', icon: 'alert' } as const;
const lock = { tone: 'quiet', icon: 'lock' } as const;

/** Why a review is read-only to whoever could edit it: submitted, and what settles it, or replaced. */
export type Closed = 'submitted' | 'adjudicated' | 'superseded';

/** `total`: operations of this review that the server has. `rowNumber`: of an operation, as people count. */
export function saveState(
  queue: QueueState,
  total: number,
  closed: Closed | null,
  now: number,
  rowNumber: (operation: string) => number | null,
): SaveState {
  const kept = queue.waiting.length;
  const state = (
    look: Pick<SaveState, 'tone' | 'icon'>,
    text: string,
    action: SaveState['action'] = null,
  ): SaveState => ({
    ...look,
    text,
    time: null,
    action,
  });
  const undecided = [...(queue.conflict ? [queue.conflict.operation] : []), ...queue.parked];
  const first = undecided[0];
  const at = (operation: string) => (rowNumber(operation) ? `: row ${rowNumber(operation)}` : '');
  if (first) {
    const wait = `${edits(undecided.length)} ${undecided.length === 1 ? 'waits' : 'wait'}`;
    const others = queue.waiting.filter(({ id }) => id !== queue.conflict?.operation.id).length;
    const more = others > 0 ? `; ${edits(others)} not sent yet` : '';
    return state(alert, `${wait} for your choice${at(first.id)}${more}`, 'see_both');
  }
  if (closed === 'superseded')
    return kept === 0
      ? state(lock, 'Replaced by a newer version, read-only')
      : state({ ...lock, tone: 'bad' }, `Replaced by a newer version: ${edits(kept)} not sent`);
  const [aside] = queue.aside;
  if (aside)
    return state(alert, `${edits(queue.aside.length)} could not be saved${at(aside.operation.id)}`, 'see_aside');
  const { trouble } = queue;
  const onDevice = `${edits(kept)} saved on this device`;
  if (trouble?.kind === 'signed_out')
    return state({ tone: 'wait', icon: 'key' }, `Signed out: ${onDevice}, not sent yet`, 'sign_in');
  if (trouble?.kind === 'submitted')
    return state({ ...lock, tone: 'bad' }, `Submitted meanwhile: ${onDevice}, not sent yet`, 'reopen');
  if (trouble?.kind === 'closed')
    return state(alert, `${edits(kept)} not accepted, saved on this device: ${trouble.detail}`, 'retry');
  if (!queue.durable && kept > 0) return state(alert, 'Unsent edits can’t be stored here. Keep this page open.', 'why');
  if (trouble?.kind === 'offline') {
    const where = queue.written ? onDevice : `saving ${edits(kept)} on this device`;
    return state({ tone: 'wait', icon: 'offline' }, `Offline: ${where}, not sent yet`);
  }
  if (trouble?.kind === 'busy') {
    const seconds = Math.max(0, Math.ceil((trouble.retryAt - now) / 1000));
    const text = `The server did not answer. ${onDevice}, next try in ${seconds} s`;
    return state({ tone: 'wait', icon: 'retry' }, text, 'retry');
  }
  if (kept > 0) return state({ tone: 'quiet', icon: 'saving' }, `Saving ${edits(kept)}`);
  const nRefused = queue.refused.length;
  if (nRefused > 0) return state(alert, `${edits(nRefused)} rejected`, 'why');
  if (closed === 'submitted') return state(lock, 'Submitted, read-only', 'reopen');
  if (closed === 'adjudicated') return state(lock, 'Adjudicated, read-only');
  const text = total === 0 ? 'No edits yet' : `${total === 1 ? '' : 'All '}${edits(total)} saved`;
  const time = queue.savedAt === null ? null : timeOfDay(queue.savedAt);
  return { tone: 'quiet', icon: 'saved', text, time, action: null };
}
