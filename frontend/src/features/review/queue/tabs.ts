/** Tabs of one browser on one review: which are alive, and what the server told one of them. */

import type { OperationsAnswer } from '../model/types';

const lockName = (tab: string) => `lectern-tab-${tab}`;

/** Holds a lock for as long as this page lives, so that others can tell a closed tab from a busy one. */
export function announceTab(tab: string): void {
  // The promise never settles: the lock ends with the page.
  navigator.locks?.request(lockName(tab), () => new Promise(() => undefined)).catch(() => undefined);
}

export async function livingTabs(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith('lectern-tab-') ? [name.slice(12)] : [])));
}

export type News = Pick<OperationsAnswer, 'rows' | 'deleted' | 'review'>;

export interface NewsChannel {
  tell(news: News): void;
  close(): void;
}

export function openNews(review: number, hear: (news: News) => void): NewsChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`lectern-review-${review}`);
  channel.onmessage = (event: MessageEvent<News>) => hear(event.data);
  return { tell: (news) => channel.postMessage(news), close: () => channel.close() };
}
