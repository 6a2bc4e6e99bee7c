/**
 * The operations on their way to the server: kept on the device first, sent in order, several at once, again and again
 * until the server has answered. Ids make a repeat harmless. The queue never decides what a conflict should become.
 */

import { ApiError } from '@/api/client';
import type { ConflictBody, Operation, OperationsAnswer } from '../model/types';
import type { Kept, Storage } from './storage';

export type Trouble =
  | { kind: 'offline' }
  | { kind: 'busy'; retryAt: number }
  | { kind: 'signed_out'; since: number }
  | { kind: 'refused'; detail: string; operation: string | null };

export interface Conflict {
  operation: Operation;
  body: ConflictBody;
  madeAt: number;
}

export interface QueueState {
  /** Not yet acknowledged, in order; parked ones are not among them. */
  waiting: readonly Operation[];
  parked: readonly Operation[];
  sending: number;
  trouble: Trouble | null;
  conflict: Conflict | null;
  durable: boolean;
  savedAt: number | null;
  /** Acknowledged since the page was opened. */
  saved: number;
}

export interface QueueHooks {
  send(operations: readonly Operation[], signal: AbortSignal): Promise<OperationsAnswer>;
  /** The server has these now. Called before `change`. */
  acknowledged(sent: readonly Operation[], answer: OperationsAnswer): void;
  /** Applied before the one that failed; their rows are not in the answer, so the page must ask for them. */
  partly(sent: readonly Operation[]): void;
  /** The server will never take this one: it is out of the queue. */
  rejected(operation: Operation, detail: string): void;
  change(state: QueueState): void;
  now?(): number;
}

export const batchSize = 40;
const firstDelay = 1_000;
const longestDelay = 30_000;

export class OperationQueue {
  private items: Kept[] = [];
  private turn = 0;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private inFlight: AbortController | null = null;
  private closed = false;
  private writes: Promise<unknown> = Promise.resolve();
  private state: QueueState;

  constructor(
    private readonly review: number,
    private readonly tab: string,
    private readonly storage: Storage,
    private readonly hooks: QueueHooks,
  ) {
    this.state = {
      waiting: [],
      parked: [],
      sending: 0,
      trouble: null,
      conflict: null,
      durable: storage.durable,
      savedAt: null,
      saved: 0,
    };
  }

  get current(): QueueState {
    return this.state;
  }

  /** Takes over what this review has on the device, except what living tabs still hold. Returns it in order. */
  async adopt(living: ReadonlySet<string>): Promise<Operation[]> {
    const left = (await this.storage.all(this.review)).filter((kept) => kept.tab === this.tab || !living.has(kept.tab));
    left.sort((a, b) => a.madeAt - b.madeAt || a.turn - b.turn);
    const mine = left.map((kept): Kept => ({ ...kept, tab: this.tab, turn: ++this.turn }));
    await Promise.all(mine.map((kept) => this.storage.put(kept)));
    await this.storage.remove(left.filter((kept) => kept.tab !== this.tab || kept.turn > this.turn));
    this.items = mine;
    this.publish({});
    return mine.filter((kept) => !kept.parked).map((kept) => kept.operation);
  }

  add(operation: Operation): void {
    const kept: Kept = {
      review: this.review,
      tab: this.tab,
      turn: ++this.turn,
      operation,
      madeAt: this.now(),
      parked: false,
    };
    this.items.push(kept);
    this.write(() => this.storage.put(kept));
    this.publish({});
    this.schedule(0);
  }

  /** Now rather than after the pause: back online, signed in, or the person asked. */
  wake(): void {
    this.attempt = 0;
    if (this.state.trouble && this.state.trouble.kind !== 'refused') this.publish({ trouble: null });
    this.schedule(0);
  }

  offline(): void {
    if (this.state.waiting.length > 0) this.publish({ trouble: { kind: 'offline' } });
  }

  /**
   * After a conflict: `replace` goes in its place (the same gesture on the newer rows), null drops it, 'park' sets it
   * aside. `others` are the operations behind it, as they must be sent now.
   */
  settle(decision: Operation | null | 'park', others: readonly Operation[]): void {
    const conflict = this.state.conflict;
    if (!conflict) return;
    const index = this.items.findIndex((kept) => kept.operation.id === conflict.operation.id);
    const kept = this.items[index];
    if (kept) {
      if (decision === null) this.drop([kept]);
      else if (decision === 'park') this.replaceItem({ ...kept, parked: true });
      else this.replaceItem({ ...kept, operation: decision });
    }
    this.revise(others);
    this.publish({ conflict: null, trouble: null });
    this.schedule(0);
  }

  /** The waiting operations as they must be sent now; those that are no longer given are dropped. */
  revise(operations: readonly Operation[]): void {
    const next = new Map(operations.map((operation) => [operation.id, operation]));
    const conflicting = this.state.conflict?.operation.id;
    for (const kept of [...this.items]) {
      if (kept.parked || kept.operation.id === conflicting) continue;
      const operation = next.get(kept.operation.id);
      if (!operation) this.drop([kept]);
      else if (operation !== kept.operation) this.replaceItem({ ...kept, operation });
    }
    this.publish({});
  }

  /** A parked operation comes back to be decided: its conflict is shown again by sending it. */
  unpark(id: string): void {
    const kept = this.items.find((item) => item.operation.id === id && item.parked);
    if (!kept) return;
    this.replaceItem({ ...kept, parked: false });
    this.publish({});
    this.schedule(0);
  }

  /** Resolves when nothing waits, or something keeps it from being sent. */
  async flushed(): Promise<boolean> {
    this.schedule(0);
    while (!this.closed && this.state.waiting.length > 0 && !this.state.trouble && !this.state.conflict) {
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await this.writes;
    return this.state.waiting.length === 0;
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.inFlight?.abort();
  }

  private schedule(delay: number): void {
    if (this.closed || this.inFlight || this.state.conflict || this.state.waiting.length === 0) return;
    if (this.state.trouble?.kind === 'signed_out') return;
    if (this.timer) {
      if (delay > 0 || this.state.trouble) return;
      clearTimeout(this.timer);
    }
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.sendNext();
    }, delay);
  }

  private async sendNext(): Promise<void> {
    // What is sent is on the device first: a crash between the two must not lose it.
    await this.writes;
    const batch = this.items.filter((kept) => !kept.parked).slice(0, batchSize);
    if (batch.length === 0 || this.closed || this.inFlight) return;
    const operations = batch.map((kept) => kept.operation);
    this.inFlight = new AbortController();
    this.publish({ sending: batch.length });
    let again = 0;
    try {
      const answer = await this.hooks.send(operations, this.inFlight.signal);
      this.attempt = 0;
      this.drop(batch);
      this.hooks.acknowledged(operations, answer);
      this.saved(batch.length);
    } catch (error) {
      again = this.failed(batch, error instanceof ApiError ? error : new ApiError(0, 'no_answer', String(error)));
    } finally {
      this.inFlight = null;
      this.publish({ sending: 0 });
    }
    this.schedule(again);
  }

  /** Milliseconds until the next try. */
  private failed(batch: readonly Kept[], error: ApiError): number {
    if (this.closed) return 0;
    if (error.status === 409 && error.code === 'conflict') {
      this.conflicted(batch, error.body as ConflictBody);
      return 0;
    }
    if (error.signedOut) {
      this.publish({ trouble: { kind: 'signed_out', since: this.now() } });
      return 0;
    }
    if (error.transient) {
      this.attempt += 1;
      const delay = Math.min(longestDelay, firstDelay * 2 ** (this.attempt - 1)) * (0.75 + Math.random() / 2);
      const offline = typeof navigator !== 'undefined' && navigator.onLine === false;
      this.publish({ trouble: offline ? { kind: 'offline' } : { kind: 'busy', retryAt: this.now() + delay } });
      return delay;
    }
    const named = (error.body as { operation?: string } | null)?.operation;
    const wrong = batch.find((kept) => kept.operation.id === named) ?? batch[0];
    if (!wrong) return 0;
    this.settleApplied(batch.slice(0, batch.indexOf(wrong)));
    this.drop([wrong]);
    this.publish({ trouble: { kind: 'refused', detail: error.message, operation: wrong.operation.id } });
    this.hooks.rejected(wrong.operation, error.message);
    return 0;
  }

  private conflicted(batch: readonly Kept[], body: ConflictBody): void {
    const at = batch.findIndex((kept) => kept.operation.id === body.operation);
    const kept = batch[at];
    if (!kept) return;
    this.settleApplied(batch.slice(0, at));
    this.publish({ conflict: { operation: kept.operation, body, madeAt: kept.madeAt }, trouble: null });
  }

  /** Those before the one that failed are with the server. Sending them again would be harmless, saying so is not. */
  private settleApplied(applied: readonly Kept[]): void {
    if (applied.length === 0) return;
    this.drop(applied);
    this.hooks.partly(applied.map((kept) => kept.operation));
    this.saved(applied.length);
  }

  private saved(count: number): void {
    this.publish({ savedAt: this.now(), saved: this.state.saved + count, trouble: null });
  }

  private drop(kept: readonly Kept[]): void {
    const gone = new Set(kept.map((item) => item.turn));
    this.items = this.items.filter((item) => !gone.has(item.turn));
    this.write(() => this.storage.remove(kept));
  }

  private replaceItem(kept: Kept): void {
    this.items = this.items.map((item) => (item.turn === kept.turn ? kept : item));
    this.write(() => this.storage.put(kept));
  }

  private write(task: () => Promise<void>): void {
    this.writes = this.writes.then(task).catch(() => this.publish({ durable: false }));
  }

  private publish(change: Partial<QueueState>): void {
    const operations = (parked: boolean) =>
      this.items.filter((kept) => kept.parked === parked).map((kept) => kept.operation);
    this.state = { ...this.state, ...change, waiting: operations(false), parked: operations(true) };
    this.hooks.change(this.state);
  }

  private now(): number {
    return this.hooks.now?.() ?? Date.now();
  }
}
