/** A server in memory that keeps the contract of the API: versions, conflicts with others, a log, undo by person. */

import { ApiError } from '@/api/client';
import { apply, type Change, stacksAfter } from '../model/apply';
import { type Doc, open, rowOf } from '../model/document';
import type { Content, Operation, OperationsAnswer, Row, StackTop } from '../model/types';
import type { Transport } from '../session/transport';
import { sampleInfo } from './sample';

interface Logged {
  operation: Operation;
  by: number;
  rows: readonly string[];
}

interface Stacks {
  undoStack: readonly StackTop[];
  redoStack: readonly StackTop[];
}

const names = ['', 'Ines Koba', 'Tomás Arriaga'];

export class Server {
  doc: Doc;
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
  private readonly undone = new Set<string>();
  private readonly lastBy = new Map<string, number>();
  private readonly stacks = new Map<number, Stacks>();

  constructor(private readonly start: Content) {
    this.doc = open(sampleInfo('bitext'), start);
  }

  info(by: number) {
    const reader = { id: by, name: names[by] ?? '' };
    return sampleInfo('bitext', { reader, revision: this.doc.revision, state: this.doc.state, ...this.tops(by) });
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
      comments: async () => [],
      comment: notHere,
      realign: notHere,
    };
  }

  operate(operations: readonly Operation[], by: number): OperationsAnswer {
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
    for (const [id, version] of Object.entries(operation.versions)) {
      const is = this.doc.rows.get(id)?.version;
      if (is !== version && this.lastBy.get(id) !== by) throw this.conflict(operation, id);
    }
    const mine = this.stacks.get(by) ?? { undoStack: [], redoStack: [] };
    const [step] = operation.steps;
    const type = step?.type;
    const turns = step?.type === 'undo' || step?.type === 'redo' ? step : null;
    if (turns && this.undone.has(turns.operation) !== (type === 'redo'))
      throw new ApiError(409, 'nothing_to_do', 'Done already.', [], { operation: operation.id });
    if (this.doc.state === 'submitted' && type !== 'reopen' && type !== 'undo')
      throw new ApiError(409, 'submitted', 'This review is submitted.', [], { operation: operation.id });
    const { doc, change } = apply({ ...this.doc, ...mine }, operation, (id) => this.changed.get(id));
    this.doc = doc;
    if (turns) this.undone[type === 'undo' ? 'add' : 'delete'](turns.operation);
    this.changed.set(operation.id, change);
    this.stacks.set(by, stacksAfter(mine, operation));
    const rows = [...new Set([...change.before, ...change.after].map((row) => row.id))];
    for (const row of rows) this.lastBy.set(row, by);
    this.log.push({ operation, by, rows });
  }

  private conflict(operation: Operation, row: string): ApiError {
    const by = this.lastBy.get(row);
    const body = {
      code: 'conflict',
      detail: '',
      operation: operation.id,
      results: [],
      rows: this.rows([row]),
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
        n_done: 0,
        ...this.tops(by),
      },
    };
  }

  private tops(by: number) {
    const mine = this.stacks.get(by);
    return { undo: mine?.undoStack.at(-1) ?? null, redo: mine?.redoStack.at(-1) ?? null };
  }
}
