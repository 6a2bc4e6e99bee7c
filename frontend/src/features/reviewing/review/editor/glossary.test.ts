import { expect, it, vi } from 'vitest';
import { countsOf } from '../model/filters';
import type { Term } from '../model/glossary';
import { agrees, press, servePages, server, settled, visit } from '../testing/pages';
import { run } from './commands';
import { loadGlossary } from './glossary';
import { insertRendering } from './postEdit';

servePages();

const terms: Term[] = [{ id: 1, source: 'text', targets: ['文', '本文'], forbidden: ['字'], note: 'of a row' }];

const open = async () => {
  const page = await visit();
  await loadGlossary(page, () => false);
  return page;
};

/** The field of the opened row, as the page has it. */
function field(value = ''): HTMLTextAreaElement {
  document.body.innerHTML = '<div data-scope="post_edit"><textarea></textarea></div>';
  const found = document.querySelector('textarea') as HTMLTextAreaElement;
  found.value = value;
  found.setSelectionRange(value.length, value.length);
  return found;
}

it('asks for the terms of the languages of the pair, once', async () => {
  server.terms = terms;
  const page = await visit();
  const ask = vi.spyOn(page.transport, 'terms');
  await loadGlossary(page, () => false);
  await loadGlossary(page, () => false);
  expect(ask.mock.calls).toEqual([['harbour', { source: 'en', target: 'ja' }]]);
  expect(page.state.glossary?.find('A text')).toEqual([{ start: 2, end: 6, terms }]);
});

it('does without where there are no terms, and where the page was left', async () => {
  expect((await open()).state.glossary).toBeNull();
  server.terms = terms;
  const page = await visit();
  await loadGlossary(page, () => true);
  expect(page.state.glossary).toBeNull();
});

it('shows rows with warnings of the glossary by the filter, also where it comes late', async () => {
  server.terms = terms;
  const page = await visit();
  const row = page.state.doc.order[1] as string;
  page.draft(row, '字');
  page.set({ active: row, opened: { row, part: 'post_edit' } });
  run(page, 'save_next');
  await settled(page);
  await agrees(page);
  page.setView({ ...page.state.view, filters: ['warned'] });
  expect(page.state.visible).toEqual([row]); // the number is missing
  page.setView({ ...page.state.view, filters: [] });
  page.draft(row, '1字');
  page.set({ active: row, opened: { row, part: 'post_edit' } });
  run(page, 'save_next');
  await settled(page);
  page.setView({ ...page.state.view, filters: ['warned'] });
  expect(page.state.visible).toEqual([]);
  const count = () => countsOf(page.state.doc, page.state.facts, 0.8).warned;
  expect(count()).toBe(0);
  await loadGlossary(page, () => false);
  expect(count()).toBe(1);
  expect(page.state.visible).toEqual([row]);
});

it('inserts the next missing term, and says when there is none', async () => {
  server.terms = terms;
  const page = await open();
  const row = page.state.doc.order[0] as string;
  press(page, 1);
  page.set({ opened: { row, part: 'post_edit' } });
  const box = field('0');
  run(page, 'insert_term');
  expect(box.value).toBe('0文');
  page.draft(row, '0文');
  run(page, 'insert_term');
  expect(box.value).toBe('0文');
  expect(page.state.notice.text).toBe('All terms of this row are there.');
});

it('puts spaces around a rendering where the language has them', async () => {
  const page = await visit();
  page.set({ doc: { ...page.state.doc, spaceless: { source: false, target: false } } });
  const box = field('A comes');
  box.setSelectionRange(1, 1);
  insertRendering(page, 'tide*');
  expect(box.value).toBe('A tide comes');
});
