import { afterEach, expect, it, vi } from 'vitest';
import { announceTab, livingTabs, openNews } from '@/api/sending/tabs';
import type { OperationsAnswer } from '../model/types';
import { Channel, closeAll, deliver } from '../testing/channels';

const news = { results: [] } as unknown as OperationsAnswer;

/** Locks as the browser keeps them: one is held until what was asked to hold it ends. */
function locksOfABrowser() {
  const held = new Set<string>();
  return {
    request: async (name: string, hold: () => Promise<void>) => {
      held.add(name);
      await hold();
      held.delete(name);
    },
    query: async () => ({ held: [...held, 'lock-of-something-else'].map((name) => ({ name })) }),
  };
}

afterEach(() => {
  closeAll();
  vi.unstubAllGlobals();
});

it('knows the tabs that are open, until they close', async () => {
  vi.stubGlobal('navigator', { locks: locksOfABrowser() });
  const close = announceTab('a');
  announceTab('b');
  expect(await livingTabs()).toEqual(new Set(['a', 'b']));
  close();
  await vi.waitFor(async () => expect(await livingTabs()).toEqual(new Set(['b'])));
});

it('knows none where the browser has no locks', async () => {
  vi.stubGlobal('navigator', {});
  announceTab('a')();
  expect(await livingTabs()).toEqual(new Set());
});

it('passes answers on to tabs of the same person on the same review, and to no other', () => {
  vi.stubGlobal('BroadcastChannel', Channel);
  const heard: string[] = [];
  const own = openNews(7, 1, () => heard.push('own'));
  openNews(7, 1, () => heard.push('second tab'));
  openNews(7, 2, () => heard.push('other person'));
  openNews(8, 1, () => heard.push('other review'));
  own.tell(news);
  deliver();
  expect(heard).toEqual(['second tab']);
});

it('does nothing where the browser has no channels', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const channel = openNews(7, 1, () => undefined);
  expect(() => {
    channel.tell(news);
    channel.close();
  }).not.toThrow();
});
