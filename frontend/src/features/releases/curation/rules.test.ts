import { expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import type { Rules } from './requests';
import { cleaned, excluded, withLabel } from './rules';

interface RulesCase {
  of: string;
  rules: Rules;
  stored: Rules;
}

it.each(corpus<RulesCase>('rules').flatMap(([, cases]) => cases))('are as the server stores them: $of', (one) => {
  expect(cleaned(one.rules)).toEqual(one.stored);
  expect(cleaned(one.stored)).toEqual(one.stored);
});

it('reads one talk a line, and names the file while there is one', () => {
  expect(excluded(' 12\r\n\nOn breath \n', 'seen.txt')).toEqual({
    exclude: ['12', 'On breath'],
    exclude_name: 'seen.txt',
  });
  expect(excluded(' \n', 'seen.txt')).toEqual({ exclude: [], exclude_name: '' });
});

it('drops a label of which any value will do', () => {
  const rules = { labels: { tone: ['dry'], register: ['high'] } };
  expect(withLabel(rules, 'tone', [])).toEqual({ register: ['high'] });
  expect(withLabel(rules, 'tone', ['warm'])).toEqual({ tone: ['warm'], register: ['high'] });
});
