import { IconAlertTriangle } from '@tabler/icons-react';
import type { Invitation } from '@/api/types';
import { date, plural } from '@/lib/format';
import { choosingKeys } from '@/lib/useChosen';
import type { PageKeys } from '@/lib/usePageKeys';
import { states } from '../invitationStates';
import type { ActVerb, InvitationState } from './requests';

/** The keys of the table of authors. */
export const keys = { ...choosingKeys, remind: ['m'], copy: ['l'], open: ['Enter'] } satisfies PageKeys;

/** Answered, but the attention check was failed, so that it does not count. */
const notAttentive = { word: 'check failed', Icon: IconAlertTriangle, tone: 'warm' } as const;

/** How a row says its state. */
export const shownState = ({ state, counts }: Invitation) =>
  state === 'answered' && !counts ? notAttentive : states[state];

export const isState = (value: string | null): value is InvitationState => value !== null && value in states;

/** What is offered at the end of a row. */
export type RowAct = 'answers' | 'remind' | 'send' | 'fix' | 'extend' | 'reopen' | 'copy';

export function rowAct({ state, next_mail }: Invitation, sendsEmail: boolean): RowAct {
  if (state === 'answered') return 'answers';
  if (state === 'bounced') return 'fix';
  if (state === 'expired') return 'extend';
  if (state === 'revoked') return 'reopen';
  if (state === 'declined') return 'answers';
  return (sendsEmail && next_mail) || 'copy';
}

export const rowActWords: Record<RowAct, string> = {
  answers: 'Answers',
  remind: 'Remind',
  send: 'Send',
  fix: 'Fix address',
  extend: 'Extend',
  reopen: 'Reopen',
  copy: 'Copy link',
};

const done: Record<ActVerb, string> = {
  remind: 'are being reminded',
  send: 'are being sent the invitation',
  revoke: 'can no longer answer',
  reopen: 'can answer again',
  extend: 'have time until',
};

/** "3 authors are being reminded. Not done for 2: ..."; of extended links also until when they are open. */
export function resultWords(verb: ActVerb, n: number, left: readonly { why: string }[], closesAt: string): string {
  const words = n === 1 ? done[verb].replace(/^are /, 'is ').replace(/^have /, 'has ') : done[verb];
  const until = verb === 'extend' ? ` ${date(closesAt)}` : '';
  const first = n > 0 || left.length === 0 ? `${plural(n, 'author')} ${words}${until}.` : '';
  const whys = [...new Set(left.map(({ why }) => why))].slice(0, 3).join(' ');
  return [first, left.length > 0 && `Not done for ${plural(left.length, 'author')}: ${whys}`].filter(Boolean).join(' ');
}
