/** The save state in words. It reports only what the server has acknowledged. */

import type { QueueState } from './state';

export interface SaveState {
  tone: 'quiet' | 'wait' | 'bad';
  icon: 'saved' | 'saving' | 'offline' | 'retry' | 'key' | 'alert' | 'lock';
  text: string;
  time: string | null;
  action: 'sign_in' | 'see_both' | 'see_aside' | 'why' | 'reopen' | 'retry' | null;
}

const edits = (n: number) => `${n} ${n === 1 ? 'edit' : 'edits'}`;

function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** `total`: operations of this review that the server has. `rowNumber`: of an operation, as people count. */
export function saveState(
  queue: QueueState,
  total: number,
  closed: 'submitted' | 'superseded' | null,
  now: number,
  rowNumber: (operation: string) => number | null,
): SaveState {
  const kept = queue.waiting.length;
  const undecided = [...(queue.conflict ? [queue.conflict.operation] : []), ...queue.parked];
  const first = undecided[0];
  if (first) {
    const row = rowNumber(first.id);
    const text = `${edits(undecided.length)} not saved${row ? `: row ${row}` : ''}`;
    return { tone: 'bad', icon: 'alert', text, time: null, action: 'see_both' };
  }
  if (closed === 'superseded') {
    const text =
      kept === 0 ? 'Replaced by a newer version, read-only' : `Replaced by a newer version: ${edits(kept)} not sent`;
    return { tone: kept === 0 ? 'quiet' : 'bad', icon: 'lock', text, time: null, action: null };
  }
  if (queue.aside.length > 0) {
    const row = rowNumber(queue.aside[0]?.operation.id ?? '');
    const text = `${edits(queue.aside.length)} could not be saved${row ? `: row ${row}` : ''}`;
    return { tone: 'bad', icon: 'alert', text, time: null, action: 'see_aside' };
  }
  const trouble = queue.trouble;
  if (trouble?.kind === 'signed_out') {
    return {
      tone: 'wait',
      icon: 'key',
      text: `Signed out: ${edits(kept)} saved on this device, not sent yet`,
      time: null,
      action: 'sign_in',
    };
  }
  if (trouble?.kind === 'submitted') {
    const text = `Submitted meanwhile: ${edits(kept)} saved on this device, not sent yet`;
    return { tone: 'bad', icon: 'lock', text, time: null, action: 'reopen' };
  }
  if (trouble?.kind === 'closed') {
    const text = `${edits(kept)} not accepted, saved on this device: ${trouble.detail}`;
    return { tone: 'bad', icon: 'alert', text, time: null, action: 'retry' };
  }
  if (!queue.durable && kept > 0) {
    const text = 'Unsent edits can’t be stored here. Keep this page open.';
    return { tone: 'bad', icon: 'alert', text, time: null, action: 'why' };
  }
  if (trouble?.kind === 'offline') {
    return {
      tone: 'wait',
      icon: 'offline',
      text: `Offline: ${queue.written ? `${edits(kept)} saved on this device` : `saving ${edits(kept)} on this device`}, not sent yet`,
      time: null,
      action: null,
    };
  }
  if (trouble?.kind === 'busy') {
    const seconds = Math.max(0, Math.ceil((trouble.retryAt - now) / 1000));
    const text = `The server did not answer. ${edits(kept)} saved on this device, next try in ${seconds} s`;
    return { tone: 'wait', icon: 'retry', text, time: null, action: 'retry' };
  }
  if (kept > 0) return { tone: 'quiet', icon: 'saving', text: `Saving ${edits(kept)}`, time: null, action: null };
  const [refused, ...more] = queue.refused;
  if (refused) {
    const text = `${edits(more.length + 1)} rejected: ${refused.detail}`;
    return { tone: 'bad', icon: 'alert', text, time: null, action: 'why' };
  }
  if (closed === 'submitted') {
    return { tone: 'quiet', icon: 'lock', text: 'Submitted, read-only', time: null, action: 'reopen' };
  }
  const time = queue.savedAt === null ? null : clock(queue.savedAt);
  const text = total === 0 ? 'No edits yet' : total === 1 ? '1 edit saved' : `All ${total} edits saved`;
  return { tone: 'quiet', icon: 'saved', text, time, action: null };
}
