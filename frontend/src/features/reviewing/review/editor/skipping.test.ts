import { expect, it } from 'vitest';
import { everything } from '../model/filters';
import { press, servePages, server, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { run } from './commands';
import { loadGlossary } from './glossary';

servePages();

it('leaves a row for later, unreviewed and unflagged, and goes on', async () => {
  const page = await visit();
  press(page, 1, 'skip');
  expect(page.state).toMatchObject({ active: uuid(2), doc: { undoStack: [] } });
  press(page, 2, 'accept_next');
  expect(page.state.active).toBe(uuid(3));
  press(page, 3, 'skip');
  page.setView({ ...everything, filters: ['skipped'] });
  expect(page.state.visible).toEqual([uuid(1), uuid(3)]);
  press(page, 1, 'accept_stay');
  page.setView({ ...everything, filters: ['skipped'] });
  expect(page.state.visible).toEqual([uuid(3)]);
  expect(server.rows(server.doc.order).some(({ flagged }) => flagged)).toBe(false);
});

it('is kept on this device for the next time, for this person', async () => {
  const page = await visit();
  press(page, 2, 'skip');
  page.close();
  const [again, other] = [await visit(1), await visit(2)];
  for (const one of [again, other]) one.setView({ ...everything, filters: ['skipped'] });
  expect([again.state.visible, other.state.visible]).toEqual([[uuid(2)], []]);
});

it('skips nothing that is reviewed', async () => {
  const page = await visit();
  press(page, 1, 'accept_stay');
  run(page, 'skip');
  expect([page.state.active, page.state.skipped.size]).toEqual([uuid(1), 0]);
});

it('keeps what another tab has left', async () => {
  const [here, there] = [await visit(1), await visit(1)];
  press(there, 2, 'skip');
  press(here, 3, 'skip');
  const again = await visit(1);
  again.setView({ ...everything, filters: ['skipped'] });
  expect(again.state.visible).toEqual([uuid(2), uuid(3)]);
});

it('is still found once the glossary is here', async () => {
  server.terms = [{ id: 1, source: 'text', targets: ['文'], forbidden: [], note: '' }];
  const page = await visit();
  press(page, 2, 'skip');
  await loadGlossary(page, () => false);
  page.setView({ ...everything, filters: ['skipped'] });
  expect(page.state.visible).toEqual([uuid(2)]);
});
