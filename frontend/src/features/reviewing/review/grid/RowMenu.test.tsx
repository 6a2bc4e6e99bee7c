import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as commands from '../editor/commands';
import { actions } from '../keys/table';
import { servePages, visit } from '../testing/pages';
import { show } from '../testing/shown';
import { RowMenu } from './RowMenu';

servePages();

it('runs what an entry is called by, as its key would, and closes', async () => {
  const run = vi.spyOn(commands, 'runFromBar').mockReturnValue(undefined);
  const page = await visit();
  show(page, <RowMenu />);
  const entries = () => {
    act(() => page.set({ menu: { x: 0, y: 0 } }));
    return screen.getAllByRole('menuitem').filter((item) => !item.hasAttribute('disabled'));
  };
  const names = entries().map((item) => item.textContent ?? '');
  expect(names.length).toBeGreaterThan(15);
  for (const [at, name] of names.entries()) {
    fireEvent.click(entries()[at] as HTMLElement);
    const wanted = actions.filter(({ label }) => name.startsWith(label)).map(({ id }) => id);
    expect(wanted).toContain(run.mock.lastCall?.[1]);
    expect(page.state.menu).toBeNull();
  }
  expect(new Set(run.mock.calls.map(([, id]) => id)).size).toBe(names.length);
});
