/** Asking the server for a realignment: it answers at once, or names the work of a worker, which is then followed. */

import { api } from '@/api/client';
import type { components } from '@/api/schema';
import type { Realignment } from '../model/types';

type Work = Omit<components['schemas']['RealignmentWork'], 'result'> & { readonly result: Realignment | null };
/** How far a worker is, from 0 to 1, and with what. */
export type Doing = Pick<Work, 'progress' | 'message'>;

/** Milliseconds between two questions: the first soon, as most are answered in seconds. */
const FIRST = 300;
const LATEST = 2000;

type Answer = Realignment | Work;

/** `tell` hears how far a worker is; `signal` cancels its work. */
export async function askRealignment(id: number, tell: (doing: Doing) => void, signal: AbortSignal) {
  const { data } = await api.POST('/api/v1/reviews/{id}/realign/', { params: { path: { id } }, signal });
  const answer = data as Answer | undefined;
  if (answer && 'proposals' in answer) return answer;
  if (!answer) throw new Error('The engine did not answer.');
  return followed(id, answer, tell, signal);
}

async function followed(id: number, first: Work, tell: (doing: Doing) => void, signal: AbortSignal) {
  const params = { path: { id, realignment: String(first.id) } };
  const cancel = () => {
    // Whether it still goes on or has just ended, nobody waits for it any more.
    api.DELETE('/api/v1/reviews/{id}/realignments/{realignment}/', { params }).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let work = first, pause = FIRST; ; pause = Math.min(2 * pause, LATEST)) {
      if (work.result) return work.result;
      if (work.state === 'failed' || work.state === 'cancelled')
        throw new Error(work.error || 'The realignment was cancelled.');
      tell(work);
      await wait(pause, signal);
      const { data } = await api.GET('/api/v1/reviews/{id}/realignments/{realignment}/', { params, signal });
      work = (data as Work | undefined) ?? work;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
