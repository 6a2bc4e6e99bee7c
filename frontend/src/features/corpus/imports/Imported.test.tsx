import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { batch } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { Imported } from './Imported';

const made = (slides_pairs: number[]) => {
  const { result } = batch();
  return batch({ result: { ...result, documents: [1, 2], pairs: [7, ...slides_pairs], slides_pairs } });
};

it('leads to the timeline of a pair of slides', () => {
  renderAt('/', '/', <Imported slug="harbour" batch={made([8])} />);
  expect(screen.getByRole('link', { name: 'Timeline of the slides' })).toHaveAttribute(
    'href',
    '/p/harbour/pairs/8/timeline',
  );
});

it('leads from many new pairs to aligning those that came without an alignment', () => {
  renderAt('/', '/', <Imported slug="harbour" batch={made([])} />);
  expect(screen.queryByRole('link', { name: /Next/ })).not.toBeInTheDocument();
  const { result } = batch();
  const many = (n_unaligned: number) => batch({ result: { ...result, pairs: [7, 8, 9], n_unaligned } });
  renderAt('/', '/', <Imported slug="harbour" batch={many(0)} />);
  expect(screen.queryByRole('link', { name: /Next/ })).not.toBeInTheDocument();
  renderAt('/', '/', <Imported slug="harbour" batch={many(2)} />);
  expect(screen.getByRole('link', { name: 'Next: align 2 pairs' })).toHaveAttribute(
    'href',
    '/p/harbour/pairs/align?stage=unaligned',
  );
});

it('names no timeline where there are several, or none', () => {
  renderAt('/', '/', <Imported slug="harbour" batch={made([8, 9])} />);
  expect(screen.queryByRole('link', { name: /Timeline/ })).not.toBeInTheDocument();
});
