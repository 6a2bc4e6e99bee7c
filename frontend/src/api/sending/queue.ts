/**
 * The operations on their way to the server: kept on the device first, sent in order, several at once, and retried until
 * the server has answered. Ids make a repeat harmless. The queue never decides what a conflict should become. An edit
 * that the server fails on again and again, or never answers, though it is otherwise well, is set aside, so that the
 * rest can be saved.
 */

import { ApiError } from '../client';
import { failureOf, held, type QueueState, startState } from './state';
import { type Kept as KeptOf, Outbox, type Owner, type Sendable, type Storage } from './storage';

/** What a conflict answers with, beside what its kind of work adds. */
interface Named {
  operation: string;
}

export interface QueueHooks<Operation extends Sendable, Answer, Body extends Named> {
  send(operations: readonly Operation[], signal: AbortSignal): Promise<Answer>;
  /** The server has these now. Called before `change`. */
  acknowledged(sent: readonly Operation[], answer: Answer): void;
  /** Applied before the one that failed; their rows are not in the answer, so the page must ask for them. */
  partly(sent: readonly Operation[]): void;
  /** The server will never accept this one: it is out of the queue. */
  rejected(operation: Operation, detail: string): void;
  /** The server cannot process this one: it is out of the queue, but kept. */
  setAside(operation: Operation): void;
  /** Whether the server answers other requests about this review. */
  isServerWell(): Promise<boolean>;
  change(state: QueueState<Operation, Body>, was: QueueState<Operation, Body>): void;
  /**
   * What an operation builds on and changes; null where that is not known, or everything. While a conflict waits for a
   * decision, what has nothing in common with it is sent. Without this, all waits.
   */
  touches?(operation: Operation): readonly string[] | null;
  now?(): number;
}

const batchSize = 40;
const firstDelay = 1_000;
const longestDelay = 30_000;
/** Times that an edit is tried alone before it is set aside. */
export const mostFaults = 3;
/** Times that edits get no answer, though another request got one just before, until each of them is tried alone. */
export const mostUnanswered = 3;
/** Edits set aside without one saved between them; more, and it is the server that is in trouble, not the edits. */
export const mostAside = 3;

export class OperationQueue<Operation extends Sendable, Answer, Body extends Named> {
  private items: KeptOf<Operation>[] = [];
  private turn = 0;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private inFlight: AbortController | null = null;
  private closed = false;
  private largest = batchSize;
  /** How often the server failed on the edit that is sent alone. */
  private faults = { operation: '', n: 0 };
  private asideInARow = 0;
  /** Operations that are in conflict too, while another conflict waits for a decision; they are sent again after it. */
  private readonly clashing = new Set<string>();
  /** How often edits got no answer, though the server had answered just before; null after any answer to edits. */
  private unanswered: number | null = null;
  private readonly outbox: Outbox<Operation>;
  private state: QueueState<Operation, Body>;

  constructor(
    owner: Owner,
    storage: Storage<Operation>,
    private readonly hooks: QueueHooks<Operation, Answer, Body>,
  ) {
    this.state = startState(storage);
    this.outbox = new Outbox(owner, storage, () => this.publish({}));
  }

  get current(): QueueState<Operation, Body> {
    return this.state;
  }

  /** Takes over what this person's closed tabs left on the device. Returns what is to be sent, in order. */
  async adopt(living: ReadonlySet<string>): Promise<Operation[]> {
    const left = await this.outbox.adopt(living, this.turn + 1);
    this.turn += left.length;
    this.items = [...left, ...this.items];
    this.publish({});
    return left.filter(isWaiting).map((kept) => kept.operation);
  }

  add(operation: Operation): void {
    this.items.push(this.keep(operation, ++this.turn));
    this.publish({});
    this.schedule(0);
  }

  /** Ahead of all waiting operations: an operation without which they would be refused. */
  addFirst(operation: Operation): void {
    const turns = this.items.map((kept) => kept.turn);
    this.items.unshift(this.keep(operation, Math.min(0, ...turns) - 1));
    this.wake();
  }

  /** Now rather than after the pause: back online, signed in, or the person asked. */
  wake(): void {
    this.attempt = 0;
    this.publish({ trouble: null });
    this.schedule(0);
  }

  dismissRefused(): void {
    this.publish({ refused: [] });
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
    this.clashing.clear();
    this.publish({ conflict: null, trouble: null });
    this.schedule(0);
  }

  /** The waiting operations as they must be sent now; those that are no longer given are dropped. */
  revise(operations: readonly Operation[]): void {
    const next = new Map(operations.map((operation) => [operation.id, operation]));
    const conflicting = this.state.conflict?.operation.id;
    for (const kept of [...this.items]) {
      if (!isWaiting(kept) || kept.operation.id === conflicting) continue;
      const operation = next.get(kept.operation.id);
      if (!operation) this.drop([kept]);
      else if (operation !== kept.operation) this.replaceItem({ ...kept, operation });
    }
    this.publish({});
  }

  /** A parked operation is to be decided: sending it shows its conflict again. */
  unpark(id: string): void {
    const kept = this.items.find((item) => item.operation.id === id && item.parked);
    if (!kept) return;
    this.replaceItem({ ...kept, parked: false });
    this.publish({});
    this.schedule(0);
  }

  /** Keeps these, without sending them: the person decides. */
  setAside(operations: readonly Operation[], fault: string): void {
    const ids = new Set(operations.map(({ id }) => id));
    for (const kept of this.items) if (ids.has(kept.operation.id)) this.replaceItem({ ...kept, fault });
    this.publish({});
  }

  /** Sends the edits that were set aside again. Returns them, in order. */
  retryAside(): readonly Operation[] {
    const aside = this.items.filter((kept) => kept.fault !== undefined);
    for (const { fault: _, ...kept } of aside) this.replaceItem(kept);
    this.asideInARow = 0;
    this.wake();
    return aside.map(({ operation }) => operation);
  }

  /** Discards the edits that were set aside. Returns them, in order. */
  discardAside(): readonly Operation[] {
    const aside = this.items.filter((kept) => kept.fault !== undefined);
    this.drop(aside);
    this.publish({});
    return aside.map(({ operation }) => operation);
  }

  /** Resolves when nothing waits, or something keeps it from being sent. */
  async flushed(): Promise<boolean> {
    this.schedule(0);
    while (!this.closed && this.state.waiting.length > 0 && !this.state.trouble && !this.state.conflict) {
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await this.outbox.written();
    return this.state.waiting.length === 0;
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.inFlight?.abort();
  }

  private schedule(delay: number): void {
    if (this.closed || this.inFlight || this.sendable().length === 0) return;
    if (this.state.trouble && held.includes(this.state.trouble.kind)) return;
    if (this.timer) {
      if (delay > 0 || this.state.trouble) return;
      clearTimeout(this.timer);
    }
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.sendNext();
    }, delay);
  }

  /** While a conflict waits for a decision: what has nothing to do with it, nor with what has to wait for it. */
  private sendable(): readonly KeptOf<Operation>[] {
    const waiting = this.items.filter(isWaiting);
    const { conflict } = this.state;
    if (!conflict) return waiting;
    const held = new Set<string>();
    let isAllHeld = !this.hooks.touches;
    return waiting.filter(({ operation }) => {
      const touched = this.hooks.touches?.(operation) ?? null;
      const isDisputed = operation.id === conflict.operation.id || this.clashing.has(operation.id);
      if (!isDisputed && touched === null) isAllHeld = true;
      const waits = isDisputed || isAllHeld || touched?.some((one) => held.has(one));
      if (waits) for (const one of touched ?? []) held.add(one);
      return !waits;
    });
  }

  private async sendNext(): Promise<void> {
    // What is sent is on the device first: a crash between the two must not lose it.
    await this.outbox.written();
    const batch = this.sendable().slice(0, this.largest);
    if (batch.length === 0 || this.closed || this.inFlight) return;
    const operations = batch.map((kept) => kept.operation);
    this.inFlight = new AbortController();
    this.publish({ sending: batch.length });
    let answer: Answer | null = null;
    let again = 0;
    // Asked before sending, because afterwards the server may be down just because of these edits.
    const wasWell = this.unanswered !== null && (await this.hooks.isServerWell());
    try {
      answer = await this.hooks.send(operations, this.inFlight.signal);
    } catch (error) {
      again = await this.failed(
        batch,
        error instanceof ApiError ? error : new ApiError(0, 'no_answer', String(error)),
        wasWell,
      );
    }
    this.inFlight = null;
    if (answer && !this.closed) {
      this.attempt = 0;
      this.asideInARow = 0;
      this.largest = batchSize;
      this.drop(batch);
      // Those that were sent alone need not be the cause: the next batch without an answer is taken apart at once.
      const isMore = this.items.some(isWaiting);
      this.unanswered = isMore && this.unanswered !== null ? Math.min(this.unanswered, mostUnanswered - 1) : null;
      this.hooks.acknowledged(operations, answer);
      this.saved(batch.length);
    }
    this.publish({ sending: 0 });
    this.schedule(again);
  }

  /** Milliseconds until the next try. */
  private async failed(batch: readonly KeptOf<Operation>[], error: ApiError, wasWell: boolean): Promise<number> {
    if (this.closed) return 0;
    const failure = failureOf(error);
    if (failure === 'unanswered') return this.withoutAnswer(batch, error, wasWell);
    this.unanswered = null;
    const named = (error.body as { operation?: string } | null)?.operation;
    const at = batch.findIndex((kept) => kept.operation.id === named);
    switch (failure) {
      case 'again':
        return this.later();
      case 'fault':
        return this.faulty(batch, error, () => this.hooks.isServerWell());
      case 'signed_out':
        this.publish({ trouble: { kind: 'signed_out', since: this.now() } });
        return 0;
      case 'closed':
        this.publish({ trouble: { kind: 'closed', detail: error.message } });
        return 0;
      case 'superseded':
        this.publish({ trouble: { kind: 'superseded', by: (error.body as { superseded_by: number }).superseded_by } });
        return 0;
      case 'conflict':
        this.conflicted(batch, error.body as Body);
        return 0;
      case 'submitted':
        this.settleApplied(batch.slice(0, Math.max(0, at)));
        this.publish({ trouble: { kind: 'submitted' } });
        return 0;
      case 'idle':
      case 'refused':
        // Which of them it is shows when they are sent one by one.
        if (at < 0 && batch.length > 1) this.largest = 1;
        else this.refuse(batch, Math.max(0, at), error.message, failure === 'refused');
        return 0;
      default:
        // To refuse an edit drops it, which only what is named above may do.
        failure satisfies never;
        return this.later();
    }
  }

  private later(): number {
    this.attempt += 1;
    const delay = Math.min(longestDelay, firstDelay * 2 ** (this.attempt - 1)) * (0.75 + Math.random() / 2);
    const offline = typeof navigator !== 'undefined' && navigator.onLine === false;
    this.publish({ trouble: offline ? { kind: 'offline' } : { kind: 'busy', retryAt: this.now() + delay } });
    return delay;
  }

  /** Usually the connection; but if the server worked each time, it fails because of these edits. */
  private async withoutAnswer(batch: readonly KeptOf<Operation>[], error: ApiError, wasWell: boolean): Promise<number> {
    this.unanswered ??= 0;
    if (!wasWell) return this.later();
    this.unanswered += 1;
    return this.unanswered < mostUnanswered ? this.later() : this.faulty(batch, error, async () => true);
  }

  /** The server failed. Sending the edits one by one shows which of them is the cause; each gets some tries. */
  private async faulty(
    batch: readonly KeptOf<Operation>[],
    error: ApiError,
    isServerWell: () => Promise<boolean>,
  ): Promise<number> {
    const [kept, ...more] = batch;
    if (!kept) return 0;
    if (more.length > 0) {
      this.largest = 1;
      return this.later();
    }
    const { id } = kept.operation;
    this.faults = { operation: id, n: this.faults.operation === id ? this.faults.n + 1 : 1 };
    const isHopeless = this.faults.n >= mostFaults && this.asideInARow < mostAside && (await isServerWell());
    if (!isHopeless || this.closed) return this.later();
    const now = this.items.find(({ turn }) => turn === kept.turn);
    // In the meantime the page may have learned that the server has it after all.
    if (!now) return 0;
    this.asideInARow += 1;
    this.unanswered = null;
    this.attempt = 0;
    this.replaceItem({ ...now, fault: error.message });
    this.publish({ trouble: null });
    this.hooks.setAside(kept.operation);
    return 0;
  }

  private refuse(batch: readonly KeptOf<Operation>[], at: number, detail: string, isLoss: boolean): void {
    const wrong = batch[at];
    if (!wrong) return;
    this.largest = batchSize;
    this.settleApplied(batch.slice(0, at));
    this.drop([wrong]);
    const { operation } = wrong;
    this.publish({ refused: isLoss ? [...this.state.refused, { operation, detail }] : this.state.refused });
    this.hooks.rejected(operation, detail);
  }

  private conflicted(batch: readonly KeptOf<Operation>[], body: Body): void {
    const at = batch.findIndex((kept) => kept.operation.id === body.operation);
    const kept = batch[at];
    if (!kept) return;
    this.settleApplied(batch.slice(0, at));
    const { conflict, saved } = this.state;
    // One decision at a time: this one comes up again when the other is made.
    if (conflict) this.clashing.add(kept.operation.id);
    const next = { operation: kept.operation, body, madeAt: kept.madeAt, savedBefore: saved };
    this.publish({ conflict: conflict ?? next, trouble: null });
  }

  /** The server has those before the failed one. Sending them again would be harmless, but reporting them lost is not. */
  private settleApplied(applied: readonly KeptOf<Operation>[]): void {
    if (applied.length === 0) return;
    this.drop(applied);
    this.hooks.partly(applied.map((kept) => kept.operation));
    this.saved(applied.length);
  }

  private saved(count: number): void {
    this.publish({ savedAt: this.now(), saved: this.state.saved + count, trouble: null });
  }

  private drop(kept: readonly KeptOf<Operation>[]): void {
    const gone = new Set(kept.map((item) => item.turn));
    this.items = this.items.filter((item) => !gone.has(item.turn));
    this.outbox.remove(kept);
  }

  private replaceItem(kept: KeptOf<Operation>): void {
    this.items = this.items.map((item) => (item.turn === kept.turn ? kept : item));
    this.outbox.put(kept);
  }

  private keep(operation: Operation, turn: number): KeptOf<Operation> {
    const kept: KeptOf<Operation> = { ...this.outbox.owner, turn, operation, madeAt: this.now(), parked: false };
    this.outbox.put(kept);
    return kept;
  }

  private publish(change: Partial<QueueState<Operation, Body>>): void {
    const was = this.state;
    const waiting = this.items.filter(isWaiting).map(({ operation }) => operation);
    this.state = {
      ...was,
      durable: this.outbox.keeps(this.items),
      written: this.outbox.isWritten,
      ...change,
      waiting,
      parked: this.items.filter(({ parked }) => parked).map(({ operation }) => operation),
      aside: this.items.flatMap(({ operation, fault }) => (fault === undefined ? [] : [{ operation, detail: fault }])),
    };
    // Without waiting edits there is no trouble.
    if (waiting.length === 0) this.state = { ...this.state, trouble: null };
    this.hooks.change(this.state, was);
  }

  private now(): number {
    return this.hooks.now?.() ?? Date.now();
  }
}

/** Whether it is to be sent: neither parked by the person nor set aside by the queue. */
function isWaiting({ parked, fault }: KeptOf<Sendable>): boolean {
  return !parked && fault === undefined;
}
