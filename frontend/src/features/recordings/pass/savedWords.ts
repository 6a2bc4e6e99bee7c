import type { QueueState } from '@/api/sending/state';
import { plural, timeOfDay } from '@/lib/format';
import type { ConflictBody, Operation } from './requests';

/** The save state in words. It says only what the server has acknowledged. total: answers that are shown. */
export function savedWords(
  queue: QueueState<Operation, ConflictBody>,
  total: number,
): { text: string; tone: 'quiet' | 'wait' | 'bad'; time: string | null } {
  const kept = queue.waiting.length + queue.aside.length;
  const answers = plural(kept, 'answer');
  const said = (tone: 'quiet' | 'wait' | 'bad', text: string) => ({ text, tone, time: null });
  if (queue.conflict) return said('bad', `${answers} not saved: decide which one stays`);
  const { trouble } = queue;
  if (trouble?.kind === 'offline') return said('wait', `Offline: ${answers} saved on this device, not sent yet`);
  if (trouble?.kind === 'busy') return said('wait', `The server did not answer. ${answers} saved on this device`);
  if (trouble?.kind === 'signed_out') return said('wait', `Signed out: ${answers} saved on this device, not sent yet`);
  if (trouble) return said('bad', `${answers} not accepted, saved on this device`);
  if (!queue.durable && kept > 0) return said('bad', 'Unsent answers can’t be stored here. Keep this page open.');
  if (kept > 0) return said('quiet', `Saving ${answers}`);
  const text = total === 0 ? 'No answers yet' : `${total === 1 ? '' : 'All '}${plural(total, 'answer')} saved`;
  return { text, tone: 'quiet', time: queue.savedAt === null ? null : timeOfDay(queue.savedAt) };
}
