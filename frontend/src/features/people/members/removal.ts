/** How removing a member is put in words. Pure functions. */

import type { Leaving, OpenWork, Removed } from '@/features/people/requests/leaving';
import { plural } from '@/lib/format';

export interface Choice {
  work: OpenWork;
  /** The id of whoever gets the work, as a field has it. */
  to: string | null;
}

/** "Remove, 1 review to the queue": the button says what it does. */
export function removeWords({ slots, heirs }: Leaving, { work, to }: Choice): string {
  if (slots.length === 0) return 'Remove';
  const all = plural(slots.length, 'review');
  if (work === 'aside') return `Remove, set ${all} aside`;
  const heir = work === 'give' ? heirs.find(({ person }) => String(person.id) === to) : undefined;
  if (!heir) return `Remove, ${all} to ${work === 'give' ? '…' : 'the queue'}`;
  const left = slots.length - heir.n_may;
  const rest = left > 0 ? `, ${left} to the queue` : '';
  return `Remove, ${plural(heir.n_may, 'review')} to ${heir.person.name}${rest}`;
}

/** "Eve Larkin was removed. 1 review is back in the queue." */
export function removedWords(name: string, { n_queue, n_given, n_aside }: Removed): string {
  const parts = [
    n_queue > 0 && `${plural(n_queue, 'review')} ${n_queue === 1 ? 'is' : 'are'} back in the queue`,
    n_given > 0 && `${plural(n_given, 'review')} ${n_given === 1 ? 'was' : 'were'} given on`,
    n_aside > 0 && `${plural(n_aside, 'review')} ${n_aside === 1 ? 'is' : 'are'} set aside`,
  ].filter(Boolean);
  return `${name} was removed.${parts.length > 0 ? ` ${parts.join(', ')}.` : ''}`;
}
