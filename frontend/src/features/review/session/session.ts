/**
 * One open review: applies gestures at once, hands them to the queue, and takes in what the server answers. Commands
 * (`commands.ts`) say what each key and button does; this says how an edit travels.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '@/api/client';
import { InvalidStep } from '../model/apply';
import { type Doc, numberOf, open } from '../model/document';
import { everything, type View } from '../model/filters';
import * as gestures from '../model/gestures';
import { type Gesture, isRefusal, newId } from '../model/plan';
import type { Content, Operation, ReviewInfo } from '../model/types';
import { OperationQueue, type QueueState } from '../queue/queue';
import type { Storage } from '../queue/storage';
import { announceTab, livingTabs, type NewsChannel, openNews } from '../queue/tabs';
import { Drafts } from './drafts';
import { firstState } from './opening';
import { Player } from './player';
import type { SessionState } from './state';
import { type Replayed, Sync } from './sync';
import type { Transport } from './transport';
import { factsAfter, follow, show, survivor } from './view';

export class Session {
  readonly store: StoreApi<SessionState>;
  readonly player: Player;
  private readonly sync: Sync;
  private readonly queue: OperationQueue;
  private readonly news: NewsChannel;
  private readonly drafts: Drafts;
  /** Gestures wait here while only the server knows what the last one did. */
  private turn: Promise<void> = Promise.resolve();
  private blocked = false;
  private readonly leave: () => void;

  constructor(
    info: ReviewInfo,
    content: Content,
    readonly transport: Transport,
    storage: Storage,
    view: View = everything,
    row: string | null = null,
  ) {
    const doc = open(info, content);
    const tab = newId();
    this.leave = announceTab(tab);
    this.player = new Player(doc.media);
    this.sync = new Sync(doc);
    this.drafts = new Drafts(info.id);
    this.queue = new OperationQueue(info.id, tab, storage, {
      send: (operations, signal) => transport.send(operations, signal),
      acknowledged: (sent, answer) => {
        this.take(this.sync.acknowledged(sent, answer), null);
        this.set({ total: answer.review.revision });
        this.news.tell({ rows: answer.rows, deleted: answer.deleted, review: answer.review });
      },
      partly: (sent) => void this.reload(sent),
      rejected: (operation, detail) => this.rejected(operation, detail),
      change: (queue) => this.queueChanged(queue),
    });
    this.news = openNews(info.id, (news) => {
      this.take(this.sync.heard(news), null);
      this.set({ total: Math.max(this.state.total, news.review.revision) });
    });
    const first = firstState(info, content, doc, view, row, this.queue.current, this.drafts.all());
    this.store = createStore<SessionState>(() => first);
  }

  get state(): SessionState {
    return this.store.getState();
  }

  set(change: Partial<SessionState>): void {
    this.store.setState(change);
  }

  /** What closed tabs left unsent is shown and sent. */
  async start(): Promise<void> {
    const left = await this.queue.adopt(await livingTabs());
    for (const operation of left) {
      try {
        this.show(this.sync.push(this.state.doc, operation), operation);
      } catch (error) {
        if (!(error instanceof InvalidStep)) throw error;
        this.sync.pushUnseen(operation);
      }
    }
    this.queue.wake();
  }

  /** Returns whether something was done; refusals are said in the footer. */
  do(gesture: Gesture): boolean {
    if (isRefusal(gesture)) {
      this.say(gesture.refused, 'warn');
      return false;
    }
    const { operation, focus } = gesture;
    if (!this.state.info.can_edit) {
      this.say('You can read this review, not change it.', 'warn');
      return false;
    }
    if (
      this.state.doc.state === 'submitted' &&
      !operation.steps.some((step) => ['reopen', 'undo', 'redo'].includes(step.type))
    ) {
      this.say('Submitted, read only. Take it back to change it.', 'warn');
      return false;
    }
    if (this.blocked) {
      void this.turn.then(() => this.do(gesture));
      return true;
    }
    const before = this.state.doc;
    try {
      this.show(this.sync.push(before, operation), operation);
    } catch (error) {
      if (!(error instanceof InvalidStep)) throw error;
      return this.unseen(operation, error);
    }
    this.queue.add(operation);
    this.set({ before, contradiction: null });
    if (focus && this.state.doc.rows.has(focus.row)) this.set({ active: focus.row, chip: focus.chip, anchor: null });
    return true;
  }

  /** Undo and redo; of what another page did, only the server knows the rows. */
  turnBack(type: 'undo' | 'redo'): void {
    if (this.blocked) {
      void this.turn.then(() => this.turnBack(type));
      return;
    }
    const { doc } = this.state;
    const top = (type === 'undo' ? doc.undoStack : doc.redoStack).at(-1);
    if (!top && this.state.queue.waiting.length > 0) {
      // What lies deeper than this page has seen, the server says with its next answer.
      this.block((isFlushed) => {
        if (isFlushed) this.turnBack(type);
        else this.say('What was done before can be turned back when the server answers.', 'warn');
      });
      return;
    }
    const change = top && this.sync.changeOf(top.operation);
    const rows = change ? [...new Set([...change.before, ...change.after].map((row) => row.id))] : [];
    const gesture = gestures.turn(doc, type, rows);
    if (!this.do(gesture) || !top) return;
    this.say(`${type === 'undo' ? 'Undid' : 'Did again'}: ${top.verb.replace('_', ' ')}`);
    const at = change && (type === 'undo' ? change.before : change.after)[0]?.id;
    if (at && this.state.doc.rows.has(at))
      this.set({ active: at, chip: null, anchor: null, scroll: this.scrolled('near') });
  }

  setView(view: View): void {
    const { doc, active, facts } = this.state;
    const shown = show(doc, facts, view);
    const stays = active !== null && shown.visible.includes(active);
    this.set({
      view,
      ...shown,
      active: stays ? active : (shown.visible[0] ?? null),
      chip: null,
      anchor: null,
      scroll: this.scrolled('centre'),
    });
  }

  say(text: string, tone: 'quiet' | 'warn' = 'quiet'): void {
    this.set({ notice: { text, tone, n: this.state.notice.n + 1 } });
  }

  scrolled(how: SessionState['scroll']['how']): SessionState['scroll'] {
    return { n: this.state.scroll.n + 1, how };
  }

  draft(row: string, text: string | null): void {
    this.drafts.put(row, text);
    this.set({ drafts: this.drafts.all() });
  }

  wake(): void {
    this.queue.wake();
  }

  offline(): void {
    this.queue.offline();
  }

  unpark(): void {
    const first = this.state.queue.parked[0];
    if (!first) return;
    this.sync.pushUnseen(first);
    this.queue.unpark(first.id);
  }

  /** What an edit did when it was made, whatever has happened to its rows since. */
  firstChangeOf(operation: string) {
    return this.sync.firstChangeOf(operation);
  }

  /** `false`: it no longer fits, and the person is told why. */
  resolve(choice: 'mine' | 'theirs' | 'later'): boolean {
    const conflict = this.state.queue.conflict;
    if (!conflict) return true;
    if (choice !== 'mine') {
      this.settle(choice === 'later' ? 'park' : null, this.sync.resolve(conflict.operation.id, null));
      return true;
    }
    try {
      const operation = this.sync.onTop(conflict);
      this.settle(operation, this.sync.resolve(operation.id, operation));
      return true;
    } catch (error) {
      if (!(error instanceof InvalidStep)) throw error;
      this.say('The chunks stand elsewhere now: yours cannot be put on top.', 'warn');
      return false;
    }
  }

  /** Asks the server for the whole review, if it has moved on without this page. */
  async refresh(): Promise<void> {
    if (this.state.queue.waiting.length > 0) return;
    const info = await this.transport.info().catch(() => null);
    if (info && info.revision > this.state.doc.revision && this.state.queue.waiting.length === 0)
      await this.reload([], info);
    else if (info) this.set({ info });
  }

  /** How many were said of each row; comments are no edits, so they change nothing else. */
  countComments(comments: readonly { row: string }[]): void {
    const counts = new Map<string, number>();
    for (const { row } of comments) counts.set(row, (counts.get(row) ?? 0) + 1);
    this.take(this.sync.counted(counts), null);
  }

  /** Whether everything is with the server. */
  flushed(): Promise<boolean> {
    return this.queue.flushed();
  }

  rowNumberOf(operation: string): number | null {
    const all = [...this.state.queue.waiting, ...this.state.queue.parked];
    const conflict = this.state.queue.conflict?.operation;
    const found = conflict?.id === operation ? conflict : all.find((other) => other.id === operation);
    const row = found && Object.keys(found.versions).find((id) => this.state.doc.rows.has(id));
    return row ? numberOf(this.state.doc, row) : null;
  }

  close(): void {
    this.player.close();
    this.queue.close();
    this.news.close();
    this.leave();
  }

  private settle(decision: Operation | null | 'park', replayed: Replayed): void {
    this.queue.settle(decision, replayed.pending);
    this.take(replayed, null);
    this.set({ dialog: null });
  }

  private unseen(operation: Operation, error: InvalidStep): boolean {
    const type = operation.steps[0]?.type;
    if (type !== 'undo' && type !== 'redo') {
      this.say(error.message, 'warn');
      return false;
    }
    this.sync.pushUnseen(operation);
    this.queue.add(operation);
    this.block();
    return true;
  }

  /** Gestures wait until the server has answered; those that came first go first. */
  private block(then?: (isFlushed: boolean) => void): void {
    this.blocked = true;
    this.turn = this.queue.flushed().then((isFlushed) => {
      this.blocked = false;
      then?.(isFlushed);
    });
  }

  private show(doc: Doc, operation: Operation | null): void {
    const { doc: was, visible, matched, view, active, chip, opened } = this.state;
    const shown = follow(was, doc, { visible, matched }, view);
    const stands = active && survivor(was, doc, shown.visible, active);
    this.set({
      doc,
      facts: factsAfter(this.state.facts, doc, operation),
      ...shown,
      active: stands,
      chip: stands === active ? chip : null,
      opened: opened && doc.rows.has(opened.row) ? opened : null,
      ...this.marks(),
    });
  }

  private take(replayed: Replayed, operation: Operation | null): void {
    if (replayed.lost.length > 0) {
      const n = replayed.lost.length;
      this.say(
        `${n} ${n === 1 ? 'edit' : 'edits'} behind it no longer fit and ${n === 1 ? 'was' : 'were'} dropped.`,
        'warn',
      );
    }
    this.queue.revise(replayed.pending);
    this.show(replayed.doc, operation);
  }

  /** Rows that wait, and rows in dispute. */
  private marks(): Pick<SessionState, 'unsent' | 'clashing'> {
    const rowsOf = (operation: Operation) => {
      const change = this.sync.changeOf(operation.id);
      return change ? change.after.map((row) => row.id) : Object.keys(operation.versions);
    };
    const { conflict, parked } = this.queue.current;
    const disputed = [...(conflict ? [conflict.operation] : []), ...parked];
    return {
      unsent: new Set(this.sync.pending.flatMap(rowsOf)),
      clashing: new Set(disputed.flatMap((op) => Object.keys(op.versions))),
    };
  }

  private queueChanged(queue: QueueState): void {
    if (!this.store) return;
    const was = this.state.queue;
    this.set({ queue, ...this.marks() });
    if (queue.trouble?.kind === 'signed_out' && was.trouble?.kind !== 'signed_out') this.set({ dialog: 'sign_in' });
    if (queue.conflict && queue.conflict !== was.conflict) {
      const first = queue.conflict.operation.steps[0];
      if (first?.type === 'undo' || first?.type === 'redo') {
        // There is no text to lose in an undo: the rows are as the other person left them.
        queueMicrotask(() => {
          this.say(queue.conflict?.body.detail ?? '', 'warn');
          this.resolve('theirs');
          void this.reload([]);
        });
        return;
      }
      this.take(this.sync.learnt(queue.conflict.body.rows), null);
      this.set({ dialog: 'conflict' });
    }
  }

  private rejected(operation: Operation, detail: string): void {
    this.say(`Not saved: ${detail}`, 'warn');
    void this.reload([operation]);
  }

  private async reload(sent: readonly Operation[], known?: ReviewInfo): Promise<void> {
    try {
      const [info, content] = await Promise.all([known ?? this.transport.info(), this.transport.content()]);
      this.take(this.sync.reset(open(info, content), sent), null);
      this.set({ info, total: content.revision });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.say('The server did not answer: this page may be behind.', 'warn');
    }
  }
}
