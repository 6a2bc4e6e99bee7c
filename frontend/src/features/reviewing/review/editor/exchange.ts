/**
 * How edits travel: out through the queue; in from the server's answers, from other tabs, and from other people who edit
 * the review. If the revisions reveal a gap, the page asks the server for the missing changes.
 */

import type { StoreApi } from 'zustand/vanilla';
import { ApiError } from '@/api/client';
import { announceTab, livingTabs, type NewsChannel, openNews } from '@/api/sending/tabs';
import { plural } from '@/lib/format';
import { InvalidStep } from '../model/apply';
import { changedMeanwhile, isDivisible, without } from '../model/bulk';
import { type Doc, numberOf } from '../model/document';
import { newId } from '../model/gesture';
import type { Operation, OperationsAnswer, ReviewInfo } from '../model/types';
import { wordsOf } from '../model/verbs';
import { OperationQueue } from '../sending/queue';
import type { Conflict, QueueState } from '../sending/state';
import type { Storage } from '../sending/storage';

import { baseOf, type Drafts } from './drafts';
import { replacedBy, takeInfo } from './infoChanges';
import { type EditorState, noticeOf } from './state';
import { type Replayed, Sync } from './sync';
import type { Transport } from './transport';
import { withDoc } from './view';

export class Exchange {
  readonly sync: Sync;
  readonly queue: OperationQueue;
  private readonly news: NewsChannel<OperationsAnswer>;
  private readonly leave: () => void;
  /** This page's id, which distinguishes it from other tabs and devices of the same person. */
  private readonly tab = newId();
  /** The rows of the last answer to a single edit, which may be one whose rows this page did not know. */
  private answered: { operation: string; rows: readonly string[] } | null = null;
  private asking: Promise<void> | null = null;
  private closed = false;

  constructor(
    info: ReviewInfo,
    doc: Doc,
    private readonly transport: Transport,
    storage: Storage,
    private readonly store: StoreApi<EditorState>,
    private readonly drafts: Drafts,
  ) {
    this.leave = announceTab(this.tab);
    this.sync = new Sync(doc, Math.min(info.revision, doc.revision));
    this.queue = new OperationQueue({ review: info.id, tab: this.tab, by: info.reader.id }, storage, {
      send: (operations, signal) => transport.send(operations, info.reader.id, signal),
      acknowledged: (sent, answer) => {
        const [only, ...more] = sent;
        if (only && more.length === 0) this.answered = { operation: only.id, rows: answer.rows.map((row) => row.id) };
        this.take(this.sync.heard(answer, sent));
        this.news.tell(answer);
        this.fillGaps();
      },
      partly: () => this.askAgain(),
      rejected: (operation, detail) => this.rejected(operation, detail),
      setAside: (operation) => this.setAside(operation),
      isServerWell: () => this.isServerWell(),
      touches: (operation) => this.touches(operation),
      change: (queue, was) => this.queueChanged(queue, was),
    });
    this.news = openNews(info.id, info.reader.id, (news) => {
      this.hear(news);
      // The missing operation may be one that this tab has just sent; its answer will show it.
      if (this.queue.current.sending === 0) this.fillGaps();
    });
  }

  get state(): QueueState {
    return this.queue.current;
  }

  /** Takes in what the server answered to another tab, or to an earlier page on this device. */
  hear(answer: OperationsAnswer): void {
    this.take(this.sync.heard(answer));
  }

  /** Shows and sends the edits that closed tabs left unsent. */
  async start(): Promise<void> {
    for (const operation of await this.queue.adopt(await livingTabs())) {
      try {
        const doc = this.sync.push(this.page.doc, operation);
        if (doc) this.show(doc);
        // The server may have applied it already; its answer will show it.
        else this.sync.pushUnseen(operation);
      } catch (error) {
        if (!(error instanceof InvalidStep)) throw error;
        this.sync.pushUnseen(operation);
      }
    }
    this.queue.wake();
  }

  /**
   * Shows an edit and sends it, unless it changes nothing. Throws InvalidStep if it is not possible, and then nothing has
   * changed.
   */
  add(gesture: Operation): void {
    const operation = { ...gesture, page: this.tab };
    const isFirst = this.state.trouble?.kind === 'submitted' && operation.steps.some((step) => step.type === 'reopen');
    if (isFirst) {
      // What waits is taken only after it.
      const { doc } = this.sync.pushFirst(operation);
      this.queue.addFirst(operation);
      this.show(doc);
      return;
    }
    const doc = this.sync.push(this.page.doc, operation);
    if (!doc) return;
    this.show(doc);
    this.queue.add(operation);
  }

  /** Sends an edit whose effect only the server knows (undo of another page's edit). */
  addUnseen(gesture: Operation): void {
    const operation = { ...gesture, page: this.tab };
    this.sync.pushUnseen(operation);
    this.queue.add(operation);
  }

  /** The rows that an edit builds on and changes; null where it is about the review, or only the server knows. */
  private touches(operation: Operation): readonly string[] | null {
    if (operation.steps.some(({ type }) => type === 'submit' || type === 'reopen')) return null;
    const change = this.sync.changeOf(operation.id);
    if (!change || change.state[0] !== change.state[1]) return null;
    return [...Object.keys(operation.versions), ...[...change.before, ...change.after].map((row) => row.id)];
  }

  /** The rows that an edit touched, as far as they are there still; none where that is not known. */
  rowsOf(operation: string): readonly string[] {
    const change = this.sync.changeOf(operation);
    if (!change) return this.answered?.operation === operation ? this.answered.rows : [];
    return [...new Set([...change.before, ...change.after].map((row) => row.id))];
  }

  /** Whether the server has a row; one that an edit on its way makes is waited for. */
  async has(row: string): Promise<boolean> {
    if (!this.sync.has(row)) await this.queue.flushed();
    return this.sync.has(row);
  }

  private get disputed(): readonly Operation[] {
    const { conflict, parked, aside } = this.state;
    return [...(conflict ? [conflict.operation] : []), ...parked, ...aside.map(({ operation }) => operation)];
  }

  /** Rows that wait, and rows in dispute. */
  private marks(): Pick<EditorState, 'unsent' | 'clashing'> {
    const rowsOf = (operation: Operation) => {
      const change = this.sync.changeOf(operation.id);
      return change ? change.after.map((row) => row.id) : Object.keys(operation.versions);
    };
    const was = this.page;
    return {
      unsent: unlessSame(was.unsent, this.sync.pending.flatMap(rowsOf)),
      clashing: unlessSame(
        was.clashing,
        this.disputed.flatMap((operation) => Object.keys(operation.versions)),
      ),
    };
  }

  rowNumberOf(operation: string): number | null {
    const { doc } = this.page;
    const versions = [...this.disputed, ...this.state.waiting].find((other) => other.id === operation)?.versions ?? {};
    const row = Object.keys(versions).find((id) => doc.rows.has(id));
    return row ? numberOf(doc, row) : null;
  }

  unpark(): void {
    const first = this.state.parked[0];
    if (!first) return;
    this.sync.pushUnseen(first);
    this.queue.unpark(first.id);
  }

  /** `false`: it no longer applies, and the person is told why. */
  resolve(choice: 'mine' | 'theirs' | 'later'): boolean {
    const { conflict } = this.state;
    if (!conflict) return true;
    try {
      const operation = choice === 'mine' ? this.sync.onTop(conflict) : null;
      const replayed = this.sync.resolve(conflict.operation.id, operation, conflict.body.rows);
      this.queue.settle(choice === 'later' ? 'park' : operation, replayed.pending);
      this.take(replayed);
      this.set({ dialog: null, focus: this.page.focus + 1 });
      return true;
    } catch (error) {
      if (!(error instanceof InvalidStep)) throw error;
      this.warn('These chips have moved, so your version can’t be applied.');
      return false;
    }
  }

  /** The number of comments on each row; comments are not edits, so nothing else changes. */
  countComments(counts: ReadonlyMap<string, number>): void {
    this.take(this.sync.counted(counts));
  }

  /** Asks the server for changes that this page has not seen; without an answer, the next call asks again. */
  async catchUp(): Promise<void> {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  close(): void {
    this.closed = true;
    this.queue.close();
    this.news.close();
    this.leave();
  }

  private askAgain(): void {
    this.sync.revisions.doubt();
    this.fillGaps();
  }

  private fillGaps(): void {
    if (this.sync.revisions.isBehind) void this.catchUp();
  }

  private async ask(): Promise<void> {
    const { revisions } = this.sync;
    let since: number;
    do {
      since = revisions.asked();
      const { state } = this.sync.head;
      try {
        const answer = await this.transport.changes(since);
        if (this.closed) return;
        const replayed = this.sync.caughtUp(since, answer);
        if (answer.results.length > 0 || answer.review.state !== state) this.take(replayed);
        takeInfo(answer, this.store, this.transport);
        if (answer.review.state !== this.page.info.state) await this.stateChanged();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        revisions.doubt();
        return;
      }
      // If an answer brings nothing new although something is missing, asking again would not help.
    } while (revisions.isDoubtful || (revisions.isBehind && revisions.known > since));
  }

  /** Submitted, returned or reopened by someone else, or in another tab. */
  private async stateChanged(): Promise<void> {
    if (this.state.trouble?.kind === 'submitted' && this.sync.head.state !== 'submitted') this.queue.wake();
    const info = await this.transport.info();
    if (!this.closed) this.set({ info });
  }

  private take(replayed: Replayed): void {
    const n = replayed.lost.length;
    if (n > 0) {
      this.keepTexts(replayed.lost);
      const what = n === 1 ? 'no longer applies and was' : 'no longer apply and were';
      this.warn(`${plural(n, 'later edit')} ${what} discarded.`);
    }
    this.queue.revise(replayed.pending);
    this.show(replayed.doc, { total: this.sync.head.revision });
  }

  private queueChanged(queue: QueueState, was: QueueState): void {
    this.set({ queue, ...this.marks() });
    if (queue.trouble?.kind === 'signed_out' && was.trouble?.kind !== 'signed_out') this.set({ dialog: 'sign_in' });
    if (queue.trouble?.kind === 'superseded') replacedBy(queue.trouble.by, this.store);
    if (queue.trouble?.kind === 'submitted' && was.trouble?.kind !== 'submitted') {
      this.take(this.sync.submitted());
      this.askAgain();
    }
    if (!queue.conflict || queue.conflict === was.conflict) return;
    const first = queue.conflict.operation.steps[0];
    if (first?.type === 'undo' || first?.type === 'redo') {
      // An undo contains no text to lose: the rows stay as the other person left them.
      queueMicrotask(() => {
        this.warn(queue.conflict?.body.detail ?? '');
        this.resolve('theirs');
      });
    } else if (isDivisible(queue.conflict.operation)) {
      const { conflict } = queue;
      queueMicrotask(() => this.divide(conflict));
    } else {
      this.take(this.sync.learnt(queue.conflict.body.rows));
      this.set({ dialog: 'conflict' });
    }
    this.askAgain();
  }

  /** Of an edit of many rows, those that changed meanwhile are left as they are and named; the others are sent again. */
  private divide({ operation, body }: Conflict): void {
    this.take(this.sync.learnt(body.rows));
    const changed = changedMeanwhile(operation, body.rows);
    const rest = changed.size > 0 ? without(operation, changed) : null;
    const replayed = this.sync.resolve(operation.id, rest);
    this.queue.settle(rest, replayed.pending);
    this.take(replayed);
    const { doc, info } = this.page;
    const numbers = [...changed].filter((id) => doc.rows.has(id)).map((id) => numberOf(doc, id));
    const who = body.changed_by?.id === info.reader.id ? 'You' : (body.changed_by?.name ?? 'Somebody else');
    const where = who === 'You' ? ' in another tab or on another device' : '';
    this.warn(`${who} changed ${rowsInWords(numbers, changed.size)} meanwhile${where}. ${leftWords(rest)}`);
  }

  private rejected(operation: Operation, detail: string): void {
    this.keepTexts([operation]);
    this.take(this.sync.resolve(operation.id, null));
    const what = wordsOf(operation.verb, this.page.doc.kind);
    this.warn(`Not saved, and reverted here: ${what}. ${detail}`);
    this.askAgain();
  }

  /** It is no longer shown, and the edits that build on it wait with it. */
  private setAside(operation: Operation): void {
    const { lost, ...replayed } = this.sync.resolve(operation.id, null);
    this.queue.setAside(lost, 'It builds on an edit that could not be saved.');
    this.take({ ...replayed, lost: [] });
    const what = wordsOf(operation.verb, this.page.doc.kind);
    this.warn(`The server could not save an edit, so it was set aside: ${what}.`);
    this.askAgain();
  }

  /** Sends the edits that were set aside again, and shows them as soon as the server has them. */
  retryAside(): void {
    for (const { operation } of this.state.aside) this.sync.pushUnseen(operation);
    this.queue.retryAside();
  }

  discardAside(): void {
    this.keepTexts(this.queue.discardAside());
  }

  private async isServerWell(): Promise<boolean> {
    try {
      await this.transport.info();
      return true;
    } catch {
      return false;
    }
  }

  /** An edit that cannot be saved is dropped, but not the text that somebody wrote in it: it becomes a draft again. */
  keepTexts(operations: readonly Operation[]): void {
    for (const step of operations.flatMap((operation) => operation.steps)) {
      if (step.type !== 'set' || typeof step.fields.post_edit !== 'string') continue;
      for (const row of step.rows) this.drafts.put(row, step.fields.post_edit, baseOf(this.page.doc, row));
      this.set({ drafts: this.drafts.all() });
    }
  }

  private get page(): EditorState {
    return this.store.getState();
  }

  private set(change: Partial<EditorState>): void {
    this.store.setState(change);
  }

  private show(doc: Doc, change: Partial<EditorState> = {}): void {
    this.set({ ...withDoc(this.page, doc), ...this.marks(), ...change });
  }

  private warn(text: string): void {
    this.set(noticeOf(this.page, text, 'warn'));
  }
}

/** The set that was there where it holds the same: rows are drawn again for another one. */
function unlessSame(was: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const is = new Set(ids);
  return is.size === was.size && ids.every((id) => was.has(id)) ? was : is;
}

const mostNamed = 5;

/** "row 4", "rows 4, 9 and 3 more". */
function rowsInWords(numbers: readonly number[], n: number): string {
  const named = numbers.slice(0, mostNamed);
  const more = n - named.length;
  if (named.length === 0) return `${n} of these rows`;
  return `${n === 1 ? 'row' : 'rows'} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function leftWords(rest: Operation | null): string {
  const n = rest ? Object.keys(rest.versions).length : 0;
  if (n === 0) return 'Nothing was changed there.';
  return `Your change was applied to the other ${n === 1 ? 'row' : plural(n, 'row')}.`;
}
