import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as commands from '../editor/commands';
import { Editor } from '../editor/editor';
import { actions } from '../keys/table';
import { MemoryStorage } from '../sending/storage';
import { servePages, visit } from '../testing/pages';
import { sampleContent, sampleInfo } from '../testing/sample';
import { show } from '../testing/shown';
import { silent } from '../testing/silent';
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

it.each(['bitext', 'paper_talk', 'slides_talk'] as const)('offers what works in a %s, and nothing else', (kind) => {
  const { transport } = silent();
  const page = new Editor(sampleInfo(kind), sampleContent(['One.'], ['Eins.'], []), transport, new MemoryStorage());
  page.set({ menu: { x: 0, y: 0 } });
  show(page, <RowMenu />);
  const offered = (label: string) => screen.queryByRole('menuitem', { name: new RegExp(`^${label}`) }) !== null;
  expect(offered('move to a row of its own')).toBe(kind === 'bitext');
  expect(offered('split at the next utterance end')).toBe(kind !== 'bitext');
  expect(offered('merge')).toBe(true);
  page.close();
});
