/** A server in memory that keeps the contract of the API: versions, conflicts with others, a log, undo by person. */

import { ApiError } from '@/api/client';
import type { Transport } from '../editor/transport';
import { apply, type Change, InvalidStep } from '../model/apply';
import { type Doc, open, rowOf, withRows } from '../model/document';
import type { Term } from '../model/glossary';
import { sameRow } from '../model/rows';
import type { Content, Operation, OperationsAnswer, PairKind, Row } from '../model/types';
import { sampleInfo } from './sample';

interface Logged {
  operation: Operation;
  by: number;
  rows: readonly string[];
  change: Change;
  /** When it was last undone, in numbers of the log; 0 while it stands. */
  undone: number;
}

const names = ['', 'Ines Koba', 'Tomás Arriaga'];

export class Server {
  doc: Doc;
  /** The glossary. */
  terms: readonly Term[] = [];
  /** false: no answer ever comes. */
  up = true;
  /** Who is signed in; null for nobody, undefined for whoever asks. */
  signedIn: number | null | undefined;
  /** Refuses what is sent, for tests of what the page does then. */
  refuse: ((operation: Operation) => ApiError | null) | null = null;
  /** Answers wait for this, though what they answer is done. */
  gate: Promise<unknown> = Promise.resolve();
  readonly asked: number[] = [];
  private readonly log: Logged[] = [];
  private readonly changed = new Map<string, Change>();
  /** The review to continue with; edits of this one are refused from then on. */
  supersededBy: number | null = null;

  constructor(
    private readonly start: Content,
    private readonly kind: PairKind = 'bitext',
  ) {
    this.doc = open(sampleInfo(kind), start);
  }

  info(by: number) {
    const reader = { id: by, username: '', name: names[by] ?? '' };
    return sampleInfo(this.kind, {
      reader,
      revision: this.doc.revision,
      state: this.doc.state,
      ...this.tops(by),
      superseded_by: this.supersededBy,
    });
  }

  content(): Content {
    return { ...this.start, revision: this.doc.revision, rows: this.rows(this.doc.order) };
  }

  transport(by: number): Transport {
    const notHere = async () => Promise.reject(new Error('not in this test'));
    return {
      info: async () => this.info(by),
      content: async () => this.content(),
      changes: async (since) => {
        this.check(by);
        this.asked.push(since);
        const answer = this.answer(this.log.slice(since), since, by);
        await this.gate;
        return answer;
      },
      send: async (operations, author) => {
        this.check(author);
        const answer = this.operate(operations, by);
        await this.gate;
        this.check(author);
        return answer;
      },
      history: async () => [],
      terms: async () => this.terms,
      comments: async () => [],
      comment: notHere,
      resolve: notHere,
      realign: notHere,
      concordance: notHere,
      memory: notHere,
      matchedWords: notHere,
      keySentencesByHand: notHere,
      corrections: async () => [],
      correct: notHere,
      withdraw: notHere,
    };
  }

  operate(operations: readonly Operation[], by: number): OperationsAnswer {
    if (this.supersededBy !== null)
      throw new ApiError(409, 'superseded', 'Replaced.', [], {
        operation: operations[0]?.id,
        superseded_by: this.supersededBy,
      });
    for (const operation of operations) {
      if (this.log.some((logged) => logged.operation.id === operation.id)) continue;
      const refusal = this.refuse?.(operation);
      if (refusal) throw refusal;
      this.once(operation, by);
    }
    const sent = new Set(operations.map(({ id }) => id));
    const logged = this.log.filter((entry) => sent.has(entry.operation.id));
    return this.answer(logged, null, by);
  }

  rows(ids: Iterable<string>): Row[] {
    return [...ids].filter((id) => this.doc.rows.has(id)).map((id) => rowOf(this.doc, id));
  }

  private check(by: number): void {
    if (!this.up) throw new ApiError(0, 'no_answer', 'The server did not answer.');
    if (this.signedIn === null) throw new ApiError(401, 'not_authenticated', 'Sign in.');
    if (this.signedIn !== undefined && this.signedIn !== by) throw new ApiError(403, 'someone_else', 'Not yours.');
  }

  private once(operation: Operation, by: number): void {
    const [step] = operation.steps;
    const turned = step && isTurn(step) ? this.turned(operation, step) : null;
    const later = turned ? undefined : this.laterByOthers(operation, by);
    if (later) throw this.conflict(operation, Object.keys(operation.versions), later);
    if (this.doc.state === 'submitted' && step?.type !== 'reopen' && !turned)
      throw new ApiError(409, 'submitted', 'This review is submitted.', [], { operation: operation.id });
    const { doc, change } = this.placed(this.applied(operation, turned));
    this.doc = doc;
    if (turned) turned.undone = step?.type === 'undo' ? this.log.length + 1 : 0;
    this.changed.set(operation.id, change);
    const rows = [...new Set([...change.before, ...change.after].map((row) => row.id))];
    this.log.push({ operation, by, rows, change, undone: 0 });
  }

  /**
   * The last operation that left a row at a version which the sender did not know: another person's, or else one of
   * another page of the sender's.
   */
  private laterByOthers({ versions, page }: Operation, by: number): Logged | undefined {
    const later = this.log.filter(({ change: { before, after } }) => {
      const isGone = (id: string) => after.every((row) => row.id !== id);
      return (
        after.some((row) => row.version > (versions[row.id] ?? Number.POSITIVE_INFINITY)) ||
        before.some((row) => isGone(row.id) && row.version >= (versions[row.id] ?? Number.POSITIVE_INFINITY))
      );
    });
    return later.findLast((entry) => entry.by !== by) ?? later.findLast((entry) => entry.operation.page !== page);
  }

  private applied(operation: Operation, turned: Logged | null) {
    const top = turned ? [{ operation: turned.operation.id, verb: turned.operation.verb }] : [];
    try {
      return apply({ ...this.doc, undoStack: top, redoStack: top }, operation, (id) => this.changed.get(id));
    } catch (error) {
      if (!(error instanceof InvalidStep)) throw error;
      const current = Object.entries(operation.versions).every(([id, is]) => this.doc.rows.get(id)?.version === is);
      if (!current) throw this.conflict(operation, Object.keys(operation.versions));
      throw new ApiError(400, 'invalid_operation', error.message, [], { operation: operation.id });
    }
  }

  /** New rows are moved on where another row has taken their position meanwhile. */
  private placed({ doc, change }: { doc: Doc; change: Change }) {
    const isNew = ({ id }: Row) => change.before.every((row) => row.id !== id);
    const added = change.after.filter(isNew).sort((a, b) => a.position - b.position);
    const ids = new Set(added.map(({ id }) => id));
    const taken = [...doc.rows.values()].filter(({ id }) => !ids.has(id)).map(({ position }) => position);
    const placed = new Map<string, Row>();
    for (const row of added) {
      let { position } = row;
      if (taken.includes(position)) {
        const above = taken.filter((other) => other > position);
        position = (position + (above.length > 0 ? Math.min(...above) : position + 2)) / 2;
      }
      placed.set(row.id, { ...row, position });
      taken.push(position);
    }
    const after = change.after.map((row) => placed.get(row.id) ?? row);
    return { doc: withRows(doc, placed.values(), []), change: { ...change, after } };
  }

  /** The operation that an undo or redo turns; its rows must be as it left them. */
  private turned(operation: Operation, step: Turn): Logged {
    const logged = this.log.find((entry) => entry.operation.id === step.operation);
    if (!logged) throw new ApiError(400, 'invalid_operation', 'No such operation.', [], { operation: operation.id });
    if (logged.undone > 0 !== (step.type === 'redo'))
      throw new ApiError(409, 'nothing_to_do', 'Done already.', [], { operation: operation.id });
    const change = this.changed.get(step.operation);
    const expected = (step.type === 'undo' ? change?.after : change?.before) ?? [];
    const present = logged.rows.filter((id) => this.doc.rows.has(id));
    const isAsLeft = expected.every((row) => {
      const is = this.doc.rows.get(row.id);
      return is !== undefined && sameRow(is, row);
    });
    if (!isAsLeft || present.length !== expected.length) throw this.conflict(operation, logged.rows);
    return logged;
  }

  private conflict(operation: Operation, rows: readonly string[], later?: Logged): ApiError {
    const by = (later ?? this.log.findLast((entry) => entry.rows.some((row) => rows.includes(row))))?.by;
    const body = {
      code: 'conflict',
      detail: '',
      operation: operation.id,
      results: [],
      rows: this.rows(rows),
      started_from: this.log
        .flatMap(({ change }) => change.before)
        .filter(({ id, version }) => operation.versions[id] === version),
      changed_by: by === undefined ? null : { id: by, name: names[by] ?? '' },
      changed_at: null,
    };
    return new ApiError(409, 'conflict', 'Changed.', [], body);
  }

  private answer(entries: readonly Logged[], since: number | null, by: number): OperationsAnswer {
    const touched = new Set(entries.flatMap((entry) => entry.rows));
    return {
      results: entries.map((entry) => ({
        id: entry.operation.id,
        sequence: this.log.indexOf(entry) + 1,
        repeated: since !== null,
      })),
      rows: this.rows(touched),
      deleted: [...touched].filter((id) => !this.doc.rows.has(id)),
      review: {
        state: this.doc.state,
        revision: this.doc.revision,
        n_rows: this.doc.rows.size,
        n_reviewed: 0,
        ...this.tops(by),
        superseded_by: this.supersededBy,
      },
    };
  }

  private tops(by: number) {
    const mine = this.log.filter((entry) => entry.by === by && !entry.operation.steps.some(isTurn));
    const last = mine.at(-1);
    const since = last ? this.log.indexOf(last) + 1 : 0;
    const summaryOf = (entry: Logged | undefined) =>
      entry ? { operation: entry.operation.id, verb: entry.operation.verb } : null;
    return {
      undo: summaryOf(mine.findLast((entry) => entry.undone === 0)),
      redo: summaryOf(mine.find((entry) => entry.undone > since)),
    };
  }
}

type Turn = Extract<Operation['steps'][number], { type: 'undo' | 'redo' }>;

function isTurn(step: Operation['steps'][number]): step is Turn {
  return step.type === 'undo' || step.type === 'redo';
}
