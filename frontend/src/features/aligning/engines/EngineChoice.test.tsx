import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Engine, EngineOption } from '@/api/types';
import { renderAt } from '@/test/render';
import { type Choice, EngineChoice } from './EngineChoice';

const option = (changes: Partial<EngineOption>): EngineOption => ({
  name: 'preset',
  label: 'Parameters',
  type: 'choice',
  default: 'paper',
  by_preset: {},
  help: '',
  choices: ['paper', 'released'],
  minimum: null,
  maximum: null,
  ...changes,
});
const engine: Engine = {
  name: 'hmm',
  label: 'TalkSumm',
  available: true,
  reason: '',
  cost: { seconds: 1, bytes: 1000, left_out: '', too_large: '' },
  options: [
    option({}),
    option({
      name: 'stay',
      label: 'Stay',
      type: 'number',
      default: 0.7,
      by_preset: { paper: 0.7, released: 0.75 },
      choices: [],
      minimum: 0.001,
      maximum: 0.999,
    }),
  ],
};

function Chosen() {
  const [choice, setChoice] = useState<Choice>({ name: null, options: {} });
  return <EngineChoice engines={[engine]} choice={choice} onChange={setChoice} />;
}

it('shows the defaults of the preset that is chosen', async () => {
  renderAt('/', '/', <Chosen />);
  expect(screen.getByLabelText('Stay')).toHaveValue('0.7');
  await userEvent.click(screen.getByRole('combobox', { name: 'Parameters' }));
  await userEvent.click(await screen.findByRole('option', { name: 'released' }));
  expect(screen.getByLabelText('Stay')).toHaveValue('0.75');
});
