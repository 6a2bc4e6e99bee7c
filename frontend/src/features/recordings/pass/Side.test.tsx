import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { renderAt } from '@/test/render';
import { PassContext } from './context';
import type { PassEditor } from './editor';
import { Between, Written } from './Side';

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

it('rounds error rates, which can be over 1', async () => {
  expect(await shown({ wer: 1.306, bwer: 0.1754 })).toHaveTextContent('WER between A and B 1.31');
  expect(screen.getByText('Rare words, BWER: .18.')).toBeInTheDocument();
});

it('counts written forms by who made them', async () => {
  const answers = [{ written: '36' }, { written: '2', written_by_hand: true, is_stale: true }, { written: null }];
  const store = { answers: new Map(answers.entries()) };
  const editor = { store: createStore(() => store) } as unknown as PassEditor;
  renderAt('/', '/', <PassContext value={editor}>{<Written />}</PassContext>);
  expect((await screen.findByText('Made by rule')).parentElement).toHaveTextContent('Made by rule1');
  expect(screen.getByText('Changed by hand').parentElement).toHaveTextContent('1');
  expect(screen.getByText('Spoken changed since').parentElement).toHaveTextContent('1');
});
