/**
 * The document between the page and the server: what the server has said (`base`), and on top of it what it has not
 * answered yet. Pure of React; one instance a page.
 */

import { apply, type Change, InvalidStep, stacksAfter } from '../model/apply';
import { acknowledge, type Doc, withRows } from '../model/document';
import type { Operation, Row } from '../model/types';
import type { Conflict } from '../queue/queue';
import type { News } from '../queue/tabs';

export interface Replayed {
  doc: Doc;
  pending: readonly Operation[];
  /** Operations that no longer fit the rows as they are. */
  lost: readonly Operation[];
}

export class Sync {
  private base: Doc;
  private changes = new Map<string, Change>();
  /** As the person saw it when they made it: what a conflict is told with. */
  private readonly firstSeen = new Map<string, Change>();
  pending: readonly Operation[] = [];

  constructor(base: Doc) {
    this.base = base;
  }

  recall = (id: string): Change | undefined => this.changes.get(id);

  /** What an operation changed, or would change; undefined if this page never applied it. */
  changeOf(id: string): Change | undefined {
    return this.changes.get(id);
  }

  firstChangeOf(id: string): Change | undefined {
    return this.firstSeen.get(id) ?? this.changes.get(id);
  }

  /** Applies it on top and keeps it as pending. Throws InvalidStep, and then nothing has changed. */
  push(doc: Doc, operation: Operation): Doc {
    const { doc: next, change } = apply(doc, operation, this.recall);
    this.changes.set(operation.id, change);
    this.firstSeen.set(operation.id, change);
    this.pending = [...this.pending, operation];
    return next;
  }

  /** Pending without showing anything: only the server knows what it will do (undo of what another page did). */
  pushUnseen(operation: Operation): void {
    this.pending = [...this.pending, operation];
  }

  acknowledged(sent: readonly Operation[], news: News): Replayed {
    const done = new Set(sent.map((operation) => operation.id));
    this.pending = this.pending.filter((operation) => !done.has(operation.id));
    // Each of them is remembered for undo; the server's top says which of that stands.
    const base = sent.reduce(stacked, this.base);
    this.base = acknowledge(base, news.rows, news.deleted, news.review);
    return this.replay(new Set([...news.rows.map((row) => row.id), ...news.deleted]));
  }

  /** From another tab: its rows are the server's, yet what waits here was made before them. */
  heard(news: News): Replayed {
    if (news.review.revision <= this.base.revision) return this.replay(new Set());
    this.base = acknowledge(this.base, news.rows, news.deleted, news.review);
    return this.replay(new Set());
  }

  /** The whole review anew. `sent`: operations it contains already. */
  reset(base: Doc, sent: readonly Operation[]): Replayed {
    const done = new Set(sent.map((operation) => operation.id));
    this.pending = this.pending.filter((operation) => !done.has(operation.id));
    this.base = base;
    return this.replay(new Set());
  }

  /** The rows as the other person left them. */
  learnt(rows: readonly Row[]): Replayed {
    this.base = withRows(this.base, rows, []);
    return this.replay(new Set());
  }

  counted(comments: ReadonlyMap<string, number>): Replayed {
    const rows = [...this.base.rows.values()].filter((row) => row.n_comments !== (comments.get(row.id) ?? 0));
    return this.learnt(rows.map((row) => ({ ...row, n_comments: comments.get(row.id) ?? 0 })));
  }

  /** The gesture again, on the rows as they are now. Throws InvalidStep where it no longer makes sense. */
  onTop(conflict: Conflict): Operation {
    const versions: Record<string, number> = {};
    for (const id of Object.keys(conflict.operation.versions)) {
      const row = this.base.rows.get(id);
      if (row) versions[id] = row.version;
    }
    const operation = { ...conflict.operation, versions };
    apply(this.base, operation, this.recall);
    return operation;
  }

  /** Without `id`; or, with `operation`, with that in its place. Later operations are numbered anew. */
  resolve(id: string, operation: Operation | null): Replayed {
    this.pending = this.pending.flatMap((other) => (other.id !== id ? [other] : operation ? [operation] : []));
    return this.replay(new Set(this.base.rows.keys()));
  }

  /** `renumber`: rows whose version is known to be this page's own doing, so that what waits may build on it. */
  private replay(renumber: ReadonlySet<string>): Replayed {
    let doc = this.base;
    const pending: Operation[] = [];
    const lost: Operation[] = [];
    for (const operation of this.pending) {
      const next = renumber.size > 0 ? renumbered(operation, doc, renumber) : operation;
      try {
        const applied = apply(doc, next, this.recall);
        this.changes.set(next.id, applied.change);
        doc = applied.doc;
      } catch (error) {
        if (!(error instanceof InvalidStep)) throw error;
        // An undo of something this page never saw shows nothing until the server has answered.
        const first = next.steps[0];
        const unseen = (first?.type === 'undo' || first?.type === 'redo') && !this.changes.has(first.operation);
        if (!unseen) {
          lost.push(next);
          continue;
        }
      }
      pending.push(next);
    }
    this.pending = pending;
    return { doc, pending, lost };
  }
}

function stacked(doc: Doc, operation: Operation): Doc {
  try {
    return { ...doc, ...stacksAfter(doc, operation) };
  } catch (error) {
    // An undo of what this page has not seen: the server's answer says what lies on top.
    if (error instanceof InvalidStep) return doc;
    throw error;
  }
}

function renumbered(operation: Operation, doc: Doc, rows: ReadonlySet<string>): Operation {
  let changed = false;
  const versions: Record<string, number> = {};
  for (const [id, version] of Object.entries(operation.versions)) {
    const is = rows.has(id) ? doc.rows.get(id)?.version : undefined;
    versions[id] = is ?? version;
    changed ||= versions[id] !== version;
  }
  return changed ? { ...operation, versions } : operation;
}
