import { expect, it } from 'vitest';
import { servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { run } from './commands';
import { activate } from './navigation';
import { isPossible } from './possible';

servePages();

it('tells what can be done to a row as it stands', async () => {
  const page = await visit();
  activate(page, uuid(1));
  const possible = (...ids: Parameters<typeof isPossible>[1][]) => ids.map((id) => isPossible(page.state, id));
  expect(possible('move_up', 'move_down', 'split', 'merge', 'push_up', 'push_down')).toEqual([
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(possible('unflag', 'flag', 'to_proposed', 'restore')).toEqual([false, true, false, false]);
  run(page, 'merge');
  run(page, 'flag');
  run(page, 'accept_stay');
  expect(possible('split', 'unflag', 'flag', 'to_proposed', 'own_row')).toEqual([true, true, false, true, true]);
});

it('allows nothing but reading where nothing can be edited', async () => {
  const page = await visit();
  page.set({ info: { ...page.state.info, can_edit: false } });
  activate(page, uuid(1));
  expect(isPossible(page.state, 'accept_next')).toBe(false);
  expect(isPossible(page.state, 'comments')).toBe(true);
});
