import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rowOf } from '../model/document';
import { servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { MatchedWords } from './MatchedWords';

servePages();

async function shown(known: boolean, words: { source: string; target: string; weight: number }[]) {
  const page = await visit();
  const matchedWords = vi.fn(async () => ({ known, words }));
  page.transport.matchedWords = matchedWords;
  const { doc } = page.state;
  const { container } = show(page, <MatchedWords doc={doc} row={rowOf(doc, uuid(1))} />);
  await vi.waitFor(() => expect(matchedWords).toHaveBeenCalledWith(uuid(1), expect.anything()), { timeout: 2000 });
  return container;
}

it('names the words that match, in their languages', async () => {
  const container = await shown(true, [
    { source: 'placebo', target: 'プラセボ', weight: 2.3 },
    { source: 'trial', target: '試験', weight: 1.1 },
  ]);
  await screen.findByText('プラセボ');
  expect(container).toHaveTextContent('Words that match: placebo = プラセボ, trial = 試験');
  expect(screen.getByText('プラセボ')).toHaveAttribute('lang', 'ja');
});

it('says that no words match, which is a reason too', async () => {
  await shown(true, []);
  expect(await screen.findByText('The engine knows no words that match.')).toBeVisible();
});

it('is silent where the engine knows no words', async () => {
  expect((await shown(false, [])).querySelector('p')).toBeNull();
});
