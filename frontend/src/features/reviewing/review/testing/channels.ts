/** Tabs of one browser: what one posts reaches the others when it is delivered, or never. Stands for BroadcastChannel. */

const open = new Set<Channel>();
let posted: (() => void)[] = [];

export class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(readonly name: string) {
    open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of open)
      if (other !== this && other.name === this.name) posted.push(() => other.onmessage?.({ data }));
  }

  close(): void {
    open.delete(this);
  }
}

/** Delivers what was posted: all of it in order, or one message of one's choice. */
export function deliver(at?: number): void {
  const chosen = at === undefined ? posted : posted.slice(at, at + 1);
  posted = at === undefined ? [] : posted.filter((message) => !chosen.includes(message));
  for (const message of chosen) message();
}

export const undelivered = () => posted.length;

export function lose(): void {
  posted = [];
}

export function closeAll(): void {
  lose();
  open.clear();
}
