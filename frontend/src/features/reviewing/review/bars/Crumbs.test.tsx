import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { sampleInfo } from '../testing/sample';
import { Crumbs } from './Header';

it.each([
  ['', 'ar', '? → AR'],
  ['und', 'ja', '? → JA'],
  ['en', 'ja', 'EN → JA'],
])('says which languages: %s and %s', (source, target, said) => {
  const info = sampleInfo('bitext');
  const pair = {
    ...info.pair,
    source: { ...info.pair.source, language: source },
    target: { ...info.pair.target, language: target },
  };
  render(
    <MemoryRouter>
      <Crumbs info={{ ...info, pair }} />
    </MemoryRouter>,
  );
  expect(screen.getByText(new RegExp(said.replace('?', '\\?')))).toBeInTheDocument();
});
