/**
 * The document between the page and the server: the server's latest state (`base`), and on top of it the edits that it
 * has not acknowledged. Independent of React; one instance per page.
 */

import { apply, type Change, changesNothing, InvalidStep, stacksAfter, turnsBack } from '../model/apply';
import { acknowledge, type Doc, withRows } from '../model/document';
import type { Operation, OperationsAnswer, Row } from '../model/types';
import type { Conflict } from '../sending/state';

export interface Replayed {
  doc: Doc;
  pending: readonly Operation[];
  /** Operations that built on a dropped one, and were dropped with it. */
  lost: readonly Operation[];
}

export class Sync {
  private base: Doc;
  private changes = new Map<string, Change>();
  /** The rows as the person saw them when making it, to describe a conflict. */
  private readonly firstSeen = new Map<string, Change>();
  /** By row, the revision of the server's latest answer about it; without one, the row is as it was opened. */
  private readonly opened: number;
  private readonly told = new Map<string, number>();
  /** Operations that were dropped or set aside: they leave nothing to undo. */
  private readonly gone = new Set<string>();
  readonly revisions: Revisions;
  pending: readonly Operation[] = [];

  /** `revision`: up to where the page has seen everything; parts of the content may be newer. */
  constructor(base: Doc, revision: number) {
    this.base = base;
    this.opened = base.revision;
    this.revisions = new Revisions(revision);
  }

  /** The server's latest state of the review as a whole. */
  get head(): Pick<Doc, 'state' | 'revision'> {
    return this.base;
  }

  /** Whether the server has the row, as far as this page knows. */
  has(row: string): boolean {
    return this.base.rows.has(row);
  }

  recall = (id: string): Change | undefined => this.changes.get(id);

  /** What an operation changed, or would change; undefined if this page never applied it. */
  changeOf(id: string): Change | undefined {
    return this.changes.get(id);
  }

  firstChangeOf(id: string): Change | undefined {
    return this.firstSeen.get(id) ?? this.changes.get(id);
  }

  /**
   * Applies it on top and keeps it as pending; null if it would change nothing, so there is nothing to send. Throws
   * InvalidStep, and then nothing has changed.
   */
  push(doc: Doc, operation: Operation): Doc | null {
    const { doc: next, change } = apply(doc, operation, this.recall);
    if (!turnsBack(operation) && changesNothing(change)) return null;
    this.changes.set(operation.id, change);
    this.firstSeen.set(operation.id, change);
    this.pending = [...this.pending, operation];
    return next;
  }

  /** Pending without a visible change: only the server knows its effect (undo of another page's edit). */
  pushUnseen(operation: Operation): void {
    this.gone.delete(operation.id);
    this.pending = [...this.pending, operation];
  }

  /** Ahead of all pending operations. Throws InvalidStep, and then nothing has changed. */
  pushFirst(operation: Operation): Replayed {
    apply(this.base, operation, this.recall);
    this.pending = [operation, ...this.pending];
    return this.replay();
  }

  /** The server's answer about operations: this page's own (`sent` among them), another tab's, another person's. */
  heard(answer: OperationsAnswer, sent: readonly Operation[] = []): Replayed {
    this.revisions.heard(
      answer.results.map(({ sequence }) => sequence),
      answer.review.revision,
    );
    return this.takeIn(answer, sent);
  }

  /** Everything that was done after revision `since`. */
  caughtUp(since: number, answer: OperationsAnswer): Replayed {
    this.revisions.caughtUp(since, answer.review.revision);
    return this.takeIn(answer, []);
  }

  private takeIn(answer: OperationsAnswer, sent: readonly Operation[]): Replayed {
    const done = new Set([...sent, ...answer.results].map(({ id }) => id));
    const arrived = this.pending.filter((operation) => done.has(operation.id));
    this.pending = this.pending.filter((operation) => !done.has(operation.id));
    const { revision } = answer.review;
    // An older answer that arrives late must not overwrite rows of a newer one.
    const isNews = (id: string) => revision >= (this.told.get(id) ?? this.opened);
    const rows = answer.rows.filter((row) => isNews(row.id));
    const deleted = answer.deleted.filter(isNews);
    for (const id of [...rows.map((row) => row.id), ...deleted]) this.told.set(id, revision);
    // The person's own operations are remembered for undo; the server's top decides which of them still count.
    this.base =
      revision >= this.base.revision
        ? acknowledge(arrived.reduce(stacked, this.base), rows, deleted, answer.review)
        : withRows(this.base, rows, deleted);
    return this.replay();
  }

  /** The rows as the other person left them. */
  learnt(rows: readonly Row[]): Replayed {
    this.base = withRows(this.base, rows, []);
    return this.replay();
  }

  /** The server refused edits because someone submitted the review. */
  submitted(): Replayed {
    this.base = { ...this.base, state: 'submitted' };
    return this.replay();
  }

  counted(comments: ReadonlyMap<string, number>): Replayed {
    const rows = [...this.base.rows.values()].filter((row) => row.n_comments !== (comments.get(row.id) ?? 0));
    return this.learnt(rows.map((row) => ({ ...row, n_comments: comments.get(row.id) ?? 0 })));
  }

  /**
   * The gesture again, on the rows that the conflict showed: if they have changed once more, that is another conflict.
   * Throws InvalidStep where it no longer makes sense.
   */
  onTop(conflict: Conflict): Operation {
    const shown = versionsIn(conflict.body.rows);
    const versions: Record<string, number> = {};
    for (const id of Object.keys(conflict.operation.versions)) {
      const version = shown.get(id) ?? this.base.rows.get(id)?.version;
      if (version !== undefined) versions[id] = version;
    }
    const operation = { ...conflict.operation, versions };
    apply(this.base, operation, this.recall);
    return operation;
  }

  /**
   * Removes `id`, or replaces it by `operation`. Operations behind it on the same rows get new versions,
   * because the person has seen these rows; on other rows they keep theirs, so that no edit is overwritten unseen.
   * `shown`: the rows as the person saw them, which may have changed since.
   */
  resolve(id: string, operation: Operation | null, shown: readonly Row[] = []): Replayed {
    const change = this.changes.get(id);
    const rows = new Set([...(change?.before ?? []), ...(change?.after ?? [])].map((row) => row.id));
    for (const other of this.pending) if (other.id === id) for (const row of Object.keys(other.versions)) rows.add(row);
    if (!operation) this.gone.add(id);
    this.pending = this.pending.flatMap((other) => (other.id !== id ? [other] : operation ? [operation] : []));
    return this.replay(rows, versionsIn(shown));
  }

  /**
   * Applies the pending operations on top of the server's state. Those that cannot be shown stay: the server decides.
   * `settled`: rows of a decided operation; operations that no longer apply there are dropped.
   */
  private replay(settled: ReadonlySet<string> = new Set(), shown: Versions = new Map()): Replayed {
    const overtaken = new Map([...shown].filter(([id, version]) => version < (this.base.rows.get(id)?.version ?? 0)));
    let doc = this.base;
    const pending: Operation[] = [];
    const lost: Operation[] = [];
    for (const operation of this.pending) {
      const turned = turnsBack(operation);
      if (turned && this.gone.has(turned)) continue;
      const next = renumbered(operation, doc, settled, overtaken);
      try {
        const applied = apply(doc, next, this.recall);
        this.changes.set(next.id, applied.change);
        doc = applied.doc;
      } catch (error) {
        if (!(error instanceof InvalidStep)) throw error;
        if (this.builtOn(next, settled)) {
          lost.push(next);
          this.gone.add(next.id);
          continue;
        }
      }
      pending.push(next);
    }
    this.pending = pending;
    return { doc, pending, lost };
  }

  /** An undo of something this page never saw builds on nothing here: only the server knows what it does. */
  private builtOn(operation: Operation, rows: ReadonlySet<string>): boolean {
    const turned = turnsBack(operation);
    if (turned && !this.changes.has(turned)) return false;
    const change = this.changes.get(operation.id);
    const touched = change ? [...change.before, ...change.after].map((row) => row.id) : Object.keys(operation.versions);
    return touched.some((row) => rows.has(row));
  }
}

function stacked(doc: Doc, operation: Operation): Doc {
  try {
    return { ...doc, ...stacksAfter(doc, operation) };
  } catch (error) {
    // An undo of an edit that this page has not seen: the server's answer has the new top.
    if (error instanceof InvalidStep) return doc;
    throw error;
  }
}

/** By row. */
type Versions = ReadonlyMap<string, number>;

function versionsIn(rows: readonly Row[]): Versions {
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** `overtaken`: rows that have changed since the person saw them, with the version seen: the server is to ask again. */
function renumbered(operation: Operation, doc: Doc, rows: ReadonlySet<string>, overtaken: Versions): Operation {
  if (rows.size === 0) return operation;
  let changed = false;
  const versions: Record<string, number> = {};
  for (const [id, version] of Object.entries(operation.versions)) {
    const is = rows.has(id) ? (overtaken.get(id) ?? doc.rows.get(id)?.version) : undefined;
    versions[id] = is ?? version;
    changed ||= versions[id] !== version;
  }
  return changed ? { ...operation, versions } : operation;
}

/** The revisions of the review that this page has seen: answers arrive late, twice, in any order, or not at all. */
class Revisions {
  /** Operations that the page has seen although an earlier one is missing. */
  private readonly beyond = new Set<number>();
  private upTo: number;
  private latest: number;
  private doubtful = false;

  constructor(revision: number) {
    this.upTo = revision;
    this.latest = revision;
  }

  /** The page has seen everything up to here, whoever did it. */
  get known(): number {
    return this.upTo;
  }

  get isDoubtful(): boolean {
    return this.doubtful;
  }

  get isBehind(): boolean {
    return this.doubtful || this.upTo < this.latest;
  }

  /** An answer named operations by their numbers in the log, when the review was at `revision`. */
  heard(sequences: readonly number[], revision: number): void {
    for (const sequence of sequences) if (sequence > this.upTo) this.beyond.add(sequence);
    this.reach(this.upTo, revision);
  }

  /** An operation happened whose number only the server knows. */
  doubt(): void {
    this.doubtful = true;
  }

  /** A request for changes begins; later operations may be missing in its answer. Returns where to start from. */
  asked(): number {
    this.doubtful = false;
    return this.upTo;
  }

  /** The page has seen everything from `since` to `revision`. */
  caughtUp(since: number, revision: number): void {
    this.reach(since <= this.upTo ? Math.max(this.upTo, revision) : this.upTo, revision);
  }

  private reach(upTo: number, latest: number): void {
    this.upTo = upTo;
    this.latest = Math.max(this.latest, latest);
    while (this.beyond.has(this.upTo + 1)) this.upTo += 1;
    for (const sequence of this.beyond) if (sequence <= this.upTo) this.beyond.delete(sequence);
  }
}
