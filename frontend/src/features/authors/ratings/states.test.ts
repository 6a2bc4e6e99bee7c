import { expect, it } from 'vitest';
import type { Invitation } from '@/api/types';
import { rowAct } from './states';

it.each([
  ['opened', 'send', 'send'],
  ['opened', 'remind', 'remind'],
  ['opened', '', 'copy'],
  ['waiting', '', 'copy'],
  ['link', 'send', 'send'],
  ['bounced', 'send', 'fix'],
  ['answered', '', 'answers'],
] as const)('offers for %s, of which the server would %j, to %s', (state, next_mail, act) => {
  const invitation = { state, next_mail, author_email: 'ines@example.org' } as Invitation;
  expect(rowAct(invitation, true)).toBe(act);
});

it('offers the link where the site sends no mail', () => {
  expect(rowAct({ state: 'link', next_mail: 'send' } as Invitation, false)).toBe('copy');
});
