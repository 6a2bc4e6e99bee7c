import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as files from '@/lib/download';
import { renderAt } from '@/test/render';
import { RareWords } from './RareWords';

const words = Array.from({ length: 201 }, (_, at) => ({
  word: `w${at}`,
  n: at + 1,
  title: 'Tides, a paper',
  number: 3,
}));

it('shows words with where they come from, and saves all of them', async () => {
  const save = vi.spyOn(files, 'download').mockReturnValue();
  renderAt('/', '/', <RareWords words={words} />);
  const summary = await screen.findByText('201 rare words, on which BWER is counted');
  summary.parentElement?.setAttribute('open', '');
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows).toHaveLength(201);
  expect(rows[2]).toHaveTextContent('w12Tides, a paper3');
  fireEvent.click(screen.getByRole('button', { name: 'Rare words as CSV' }));
  const [name, text] = save.mock.calls[0] ?? [];
  expect(name).toBe('rare-words.csv');
  expect(text?.split('\r\n')).toHaveLength(203);
  expect(text).toContain('w200,201,"Tides, a paper",3');
});
