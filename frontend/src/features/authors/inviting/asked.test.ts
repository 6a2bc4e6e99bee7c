import { expect, it } from 'vitest';
import type { Defaults } from '@/api/types';
import { dayFromNow, endOfDay } from '@/features/authors/linkDates';
import { requestOf, untouched } from './asked';

const defaults = { summary_sentences: 30, invitation_days: 28, reminder_days: 7 } as Defaults;

it('asks by the defaults where nothing was chosen', () => {
  expect(requestOf(untouched, [], defaults)).toMatchObject({
    n_sentences: 30,
    closes_at: endOfDay(dayFromNow(28)),
    remind_after: 7,
    dimensions: [],
    has_trap: false,
    letter: '',
  });
});

it('asks as was chosen', () => {
  const asked = { ...untouched, sentences: 12, lastDay: '2099-01-31', isReminded: false, hasAttentionCheck: true };
  const request = requestOf(
    { ...asked, hasDimensions: true, texts: { en: { letter: 'Dear {name}' }, ja: { letter: '{name} 様' } } },
    [],
    defaults,
  );
  expect(request).toMatchObject({ n_sentences: 12, remind_after: null, has_trap: true, letter: 'Dear {name}' });
  expect(request.closes_at).toBe(endOfDay('2099-01-31'));
  expect(request.dimensions).toHaveLength(4);
});
