import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { PassContext } from './context';
import type { PassEditor } from './editor';
import { Between } from './Side';

const between = { wer: 0.2, cer: 0.1, bwer: null, along: [], by_characters: false };
const shown = (of: object) => {
  const pass = { between: { ...between, ...of }, normaliser: { name: 'any', rules: [] } };
  renderAt(
    '/',
    '/',
    <PassContext value={{ pass } as unknown as PassEditor}>
      <Between />
    </PassContext>,
  );
  return screen.findByRole('heading');
};

it('says how the recognisers differ, in words', async () => {
  expect(await shown({})).toHaveTextContent('WER between A and B .20');
});

it('says so in characters where the language is compared by them', async () => {
  expect(await shown({ by_characters: true })).toHaveTextContent('CER between A and B .10');
});
