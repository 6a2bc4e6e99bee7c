/** Tabs of one browser on one review: which are open, and the server's answers that they pass on. */

const lockName = (tab: string) => `lectern-tab-${tab}`;

/**
 * Holds a lock until what is returned is called, or the page ends, so that others can tell what a closed review left
 * behind from what an open one is still sending.
 */
export function announceTab(tab: string): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(lockName(tab), () => held).catch(() => undefined);
  return release;
}

export async function livingTabs(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith('lectern-tab-') ? [name.slice(12)] : [])));
}

export interface NewsChannel<Answer> {
  tell(news: Answer): void;
  close(): void;
}

/** Of one person only: what can be undone is not the same for the next one who signs in to the same browser. */
export function openNews<Answer>(review: number, person: number, hear: (news: Answer) => void): NewsChannel<Answer> {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`lectern-review-${review}-${person}`);
  channel.onmessage = (event: MessageEvent<Answer>) => hear(event.data);
  return { tell: (news) => channel.postMessage(news), close: () => channel.close() };
}
