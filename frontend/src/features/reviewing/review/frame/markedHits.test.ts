import { expect, it } from 'vitest';
import { plainFinder } from '../model/hits';
import { rangesIn } from './markedHits';

const marked = (html: string, query: string) => {
  document.body.innerHTML = html;
  return rangesIn(document, '[data-chip]', plainFinder(query)).map(String);
};

it('marks hits in each text, over the edges of what is drawn in it', () => {
  expect(marked('<p><b data-chip>The tide ledger</b><b data-chip>no ledger</b><i>ledger</i></p>', 'LEDGER')).toEqual([
    'ledger',
    'ledger',
  ]);
  expect(marked('<b data-chip>The <u>tide</u> led<i>ger</i></b>', 'tide ledger')).toEqual(['tide ledger']);
});

it('leaves what is not read: words for screen readers, deleted text', () => {
  expect(
    marked(
      '<b data-chip>a<span class="vh">ledger</span><del>ledger</del><span aria-hidden="true">ledger</span></b>',
      'ledger',
    ),
  ).toEqual([]);
});
