import { expect, it } from 'vitest';
import { cleaned, excluded, withLabel } from './rules';

it('leaves out rules that ask for nothing', () => {
  const rules = { search: '', splits: [], gamma: { least: null, most: null }, cost_most: null, labels: {} };
  expect(cleaned({ ...rules, null_rows: false, cost_most: 0, source_length: { least: 2, most: null } })).toEqual({
    null_rows: false,
    cost_most: 0,
    source_length: { least: 2, most: null },
  });
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
