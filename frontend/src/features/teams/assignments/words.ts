/** How the board says things. Pure functions. */

import type { Person } from '@/api/types';
import { soonHours } from '@/features/teams/claims';
import { ago, languageCodes, plural, shortDate, timeOfDay } from '@/lib/format';
import { choosingKeys } from '@/lib/useChosen';
import type { PageKeys } from '@/lib/usePageKeys';
import type { Action, BoardRow, BulkOutcome, QueueOrder, StuckReview } from './requests';

/** The keys of the board. */
export const keys = {
  ...choosingKeys,
  all: ['Mod+a'],
  open: ['Enter'],
  assign: ['a'],
  reassign: ['r'],
  priority: ['p'],
  changed: ['v'],
} satisfies PageKeys;

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });

/** "27 Nov" */
export function shortDay(iso: string): string {
  return shortDate(`${iso}T12:00:00`);
}

/** "EN → JA · A" */
export function tags({ source_language, target_language, interpreter_rank }: BoardRow['pair']): string {
  const languages = languageCodes(source_language, target_language);
  return interpreter_rank ? `${languages} · ${interpreter_rank}` : languages;
}

/** When a claim ends, and how warm that is: "in 3 h", "Tue 18:40", "27 Nov". */
export function claimEnd(iso: string | null, now = Date.now()): { words: string; isSoon: boolean } | null {
  if (!iso) return null;
  const at = new Date(iso);
  const left = (at.getTime() - now) / 3_600_000;
  if (left <= 0) return { words: 'ending now', isSoon: true };
  if (left < 1) return { words: `in ${Math.max(1, Math.round(left * 60))} min`, isSoon: true };
  if (left < soonHours) return { words: `in ${Math.floor(left)} h`, isSoon: true };
  return { words: left < 6 * 24 ? `${weekday.format(at)} ${timeOfDay(iso)}` : shortDate(iso), isSoon: false };
}

/** "2 of 43 rows changed, 2 people to look again" */
export function lookAgain({ n_again, n_rows_again, n_rows }: BoardRow): string {
  const rows = n_rows === null ? plural(n_rows_again, 'row') : `${n_rows_again} of ${plural(n_rows, 'row')}`;
  return `${rows} changed, ${plural(n_again, 'person', 'people')} to look again`;
}

/** "Eve Larkin left, 99 rows done": of a free slot that somebody goes on with. */
export function leftWords({ slots }: BoardRow): string | null {
  const left = slots.find(({ left_by }) => left_by !== null);
  return left?.left_by ? `${left.left_by.name} left, ${plural(left.n_reviewed, 'row')} done` : null;
}

/** "Wen Li +3, Ines Koba +1" */
export function givenWords(outcome: BulkOutcome, people: readonly Person[]): string {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return outcome.given.map(({ person, n_slots }) => `${names.get(person) ?? 'Somebody'} +${n_slots}`).join(', ');
}

/** "Eve Larkin left Glass that sings after 99 of 132 rows, 9 days ago." */
export function stuckWords({ why, person, title, n_reviewed, n_rows, updated_at }: StuckReview): string {
  const rows = n_rows === null ? plural(n_reviewed, 'row') : `${n_reviewed} of ${plural(n_rows, 'row')}`;
  const when = ago(updated_at);
  if (why === 'returned') return `${title}, to ${person.name}, ${when}.`;
  if (why === 'left') return `${person.name} left ${title} after ${rows}, ${when}.`;
  return `${person.name}, ${title}, after ${rows}, ${when}.`;
}

/** In which order the queue gives pairs, after priority and due date. */
export const orderWords: Record<QueueOrder, string> = {
  imported: 'As imported',
  uncertain: 'Least certain alignment first',
  disagreement: 'Reviews that differ most first',
};

export type Verb = Action['verb'];

const verbs: Record<Verb, string> = {
  assign: 'assigned',
  reassign: 'reassigned',
  withdraw: 'returned to the queue',
  prioritise: 'changed',
  unstick: 'passed on',
  undo: 'undone',
};

/** "6 reviews assigned to Wen Li"; what a plan changes is pairs. */
export function resultWords(verb: Verb, outcome: BulkOutcome, to?: string): string {
  const what = plural(outcome.n_done, verb === 'prioritise' ? 'pair' : verb === 'undo' ? 'change' : 'review');
  return `${what} ${verbs[verb]}${to && outcome.n_done > 0 ? ` to ${to}` : ''}.${unreadWords(outcome)}`;
}

/** " 2 of them in languages that whoever gets them doesn’t read." A warning, with a space before it. */
export function unreadWords({ given, n_done }: BulkOutcome): string {
  const n = given.reduce((sum, { n_unread }) => sum + n_unread, 0);
  if (n === 0) return '';
  return n_done === 1
    ? ' It is in a language that whoever gets it doesn’t read.'
    : ` ${n} of them in languages that whoever gets them doesn’t read.`;
}

export const priorities = [
  { value: 10, label: 'High' },
  { value: 0, label: 'Normal' },
  { value: -10, label: 'Low' },
] as const;
