/**
 * What an operation does to the review, step by step, exactly as the server does it, so that the page can show it
 * before the server has answered. An operation that cannot be applied throws InvalidStep and changes nothing.
 */

import { countCodePoints } from '@/lib/codePoints';
import { byPlace, type Doc, findChip, withRows } from './document';
import type { LabelValue } from './labels';
import { blankRow, sameRow, seams } from './rows';
import type { Chip, Operation, ReviewState, Row, RowFields, Side, StackTop, Step } from './types';

export class InvalidStep extends Error {
  override readonly name = 'InvalidStep';
}

/** The rows an operation touched, as they were and as they became; a row it made or emptied is on one side only. */
export interface Change {
  before: readonly Row[];
  after: readonly Row[];
  state: readonly [before: ReviewState, after: ReviewState];
}

export function changesNothing({ before, after, state }: Change): boolean {
  return before.length === 0 && after.length === 0 && state[0] === state[1];
}

/** The operation that this one undoes or does again; null where it is an edit of its own. */
export function turnsBack({ steps: [step] }: Operation): string | null {
  return step?.type === 'undo' || step?.type === 'redo' ? step.operation : null;
}

export interface Applied {
  doc: Doc;
  change: Change;
}

/** `recall` gives the change of an earlier operation, for undo and redo; undefined if this page never saw it. */
export function apply(doc: Doc, operation: Operation, recall: (id: string) => Change | undefined): Applied {
  const first = operation.steps[0];
  if (first?.type === 'undo' || first?.type === 'redo') return turn(doc, operation, first, recall);
  const applier = new StepApplier(doc, Object.keys(operation.versions));
  for (const step of operation.steps) applier.applyStep(step);
  const { rows, deleted, before } = applier.finish();
  const next = withRows(doc, rows, deleted);
  return {
    doc: {
      ...next,
      state: applier.state,
      revision: doc.revision + 1,
      ...stacksAfter(doc, operation),
    },
    change: { before, after: rows, state: [doc.state, applier.state] },
  };
}

/** Undo puts back what was, redo what became. Versions still rise: they count operations, not contents. */
function turn(
  doc: Doc,
  operation: Operation,
  step: { type: 'undo' | 'redo'; operation: string },
  recall: (id: string) => Change | undefined,
): Applied {
  const change = recall(step.operation);
  if (!change) throw new InvalidStep(`the page does not know operation ${step.operation}`);
  const isUndo = step.type === 'undo';
  const [from, to] = isUndo ? [change.after, change.before] : [change.before, change.after];
  const toIds = new Set(to.map((row) => row.id));
  const rows = to.map((row) => {
    const is = doc.rows.get(row.id);
    // A row that comes back skips a number, as whoever saw it go may have counted one more.
    if (!is) return { ...row, version: row.version + 2 };
    return { ...row, version: is.version + (sameRow(is, row) ? 0 : 1) };
  });
  const deleted = from.filter((row) => !toIds.has(row.id)).map((row) => row.id);
  const before = [...from.map((row) => doc.rows.get(row.id) ?? row)];
  const state = change.state[isUndo ? 0 : 1];
  return {
    doc: { ...withRows(doc, rows, deleted), state, revision: doc.revision + 1, ...stacksAfter(doc, operation) },
    change: { before, after: rows, state: [doc.state, state] },
  };
}

/** What can be undone and redone once `operation` is done. Throws InvalidStep if it turns back what is not the last. */
export function stacksAfter(
  { undoStack, redoStack }: Pick<Doc, 'undoStack' | 'redoStack'>,
  operation: Operation,
): Pick<Doc, 'undoStack' | 'redoStack'> {
  const [step] = operation.steps;
  if (step?.type !== 'undo' && step?.type !== 'redo')
    return { undoStack: [...undoStack, { operation: operation.id, verb: operation.verb }], redoStack: [] };
  const isUndo = step.type === 'undo';
  const [from, to] = moveTop(isUndo ? undoStack : redoStack, isUndo ? redoStack : undoStack, step.operation);
  return isUndo ? { undoStack: from, redoStack: to } : { undoStack: to, redoStack: from };
}

type Stack = readonly StackTop[];

function moveTop(from: Stack, to: Stack, operation: string): [Stack, Stack] {
  const top = from.at(-1);
  if (!top || top.operation !== operation) throw new InvalidStep(`operation ${operation} is not the last one`);
  return [from.slice(0, -1), [...to, top]];
}

/** As the server has it. */
const mostOverridden = 20;

class StepApplier {
  state: ReviewState;
  private readonly rows: Map<string, Row>;
  private readonly touched = new Set<string>();

  constructor(
    private readonly doc: Doc,
    private readonly near: readonly string[],
  ) {
    this.rows = new Map(doc.rows);
    this.state = doc.state;
  }

  applyStep(step: Step): void {
    switch (step.type) {
      case 'set':
        for (const id of step.rows) {
          const row = this.row(id);
          const { tags, overridden, labels, ...fields } = step.fields;
          if ((overridden?.length ?? 0) > mostOverridden) throw new InvalidStep('too many warnings are overridden');
          // A person has overridden warnings about the text that was there; another text is checked anew.
          const isAnotherText = fields.post_edit !== undefined && fields.post_edit !== row.post_edit;
          this.put({
            ...row,
            ...fields,
            ...(tags && { tags: [...new Set(tags)] }),
            ...(labels && { labels: withLabels(row.labels, labels) }),
            ...(isAnotherText && { overridden: [] }),
            ...(overridden && { overridden: [...new Set(overridden)] }),
          });
        }
        return;
      case 'regroup':
        this.regroup(step);
        return;
      case 'split_chip':
        this.split(step);
        return;
      case 'join_chips':
        this.join(step);
        return;
      case 'unjoin_chip':
        this.putChip(step.chip, (chip) => ({ ...chip, joined: false }));
        return;
      case 'set_chips':
        for (const id of step.chips) {
          if (this.chip(id).side !== 'target') throw new InvalidStep(`chip ${id} is a source: it cannot be removed`);
          this.putChip(id, (chip) => ({ ...chip, removed: step.removed }));
        }
        return;
      case 'set_key':
        for (const id of step.chips) {
          const { row, side } = this.chip(id);
          if (side !== 'target') throw new InvalidStep(`chip ${id} is a source: it is no key sentence`);
          const target = row.target.map((chip) => (chip.id === id ? { ...chip, is_key: step.is_key } : chip));
          this.put({ ...row, target });
        }
        return;
      case 'reassign':
        this.reassign(step);
        return;
      case 'submit':
        if (this.state === 'submitted') throw new InvalidStep('the review is submitted already');
        this.state = 'submitted';
        return;
      case 'reopen':
        if (this.state !== 'submitted') throw new InvalidStep('the review is open already');
        this.state = 'open';
        return;
      case 'undo':
      case 'redo':
        throw new InvalidStep(`${step.type} must be the only step of an operation`);
      default:
        step satisfies never; // a step of the API that nobody applies here does not compile
    }
  }

  /** Every row that is not as it was, its version one higher; rows that were touched and ended equal are left out. */
  finish(): { rows: Row[]; deleted: string[]; before: Row[] } {
    const rows: Row[] = [];
    const deleted: string[] = [];
    const before: Row[] = [];
    for (const id of this.touched) {
      const was = this.doc.rows.get(id);
      const is = this.rows.get(id);
      if (was && is && sameRow(was, is)) continue;
      if (was) before.push(was);
      if (is) rows.push({ ...is, version: (was?.version ?? 0) + 1 });
      else if (was) deleted.push(id);
    }
    return { rows, deleted, before };
  }

  private row(id: string): Row {
    const row = this.rows.get(id);
    if (!row) throw new InvalidStep(`row ${id} is not in the review`);
    return row;
  }

  private put(row: Row): void {
    this.rows.set(row.id, row);
    this.touched.add(row.id);
  }

  private chip(id: string) {
    const place = findChip(this.rows, id, [...this.touched, ...this.near]);
    if (!place) throw new InvalidStep(`chip ${id} is not in the review`);
    return place;
  }

  private putChips(row: Row, side: Side, chips: readonly Chip[]): void {
    this.put({ ...row, [side]: seams([...chips].sort(byPlace)), edited: true });
  }

  private putChip(id: string, change: (chip: Chip) => Chip): void {
    const { row, side } = this.chip(id);
    this.putChips(
      row,
      side,
      row[side].map((chip) => (chip.id === id ? change(chip) : chip)),
    );
  }

  private regroup(step: Extract<Step, { type: 'regroup' }>): void {
    const existing = step.groups.filter((group) => this.rows.has(group.row)).map((group) => group.row);
    const emptied = step.emptied ?? [];
    const named = [...existing, ...emptied].map((id) => this.row(id));
    for (const side of ['source', 'target'] as const) {
      const chips = new Map(named.flatMap((row) => row[side].map((chip) => [chip.id, chip])));
      const listed = step.groups.flatMap((group) => group[side]);
      if (
        listed.length !== chips.size ||
        new Set(listed).size !== listed.length ||
        listed.some((id) => !chips.has(id))
      ) {
        throw new InvalidStep(`the ${side} chips of the groups are not those of the rows they name`);
      }
      for (const group of step.groups) {
        const row = this.rows.get(group.row) ?? this.fresh(group.row, group.position);
        const ids = new Set(group[side]);
        const next = [...chips.values()].filter((chip) => ids.has(chip.id)).sort(byPlace);
        const same = next.length === row[side].length && next.every((chip, i) => chip.id === row[side][i]?.id);
        if (!same) this.put({ ...row, [side]: seams(next), edited: true });
      }
    }
    for (const group of step.groups) {
      if (group.source.length + group.target.length === 0) throw new InvalidStep(`row ${group.row} would be empty`);
    }
    for (const id of emptied) {
      this.rows.delete(id);
      this.touched.add(id);
    }
  }

  private fresh(id: string, position: number | undefined): Row {
    if (position === undefined) throw new InvalidStep(`new row ${id} has no position`);
    const row = blankRow(id, position);
    this.put(row);
    return row;
  }

  private split(step: Extract<Step, { type: 'split_chip' }>): void {
    const { row, side, chip } = this.chip(step.chip);
    if (!(chip.start < step.at && step.at < chip.end)) {
      throw new InvalidStep(`chip ${chip.id} spans ${chip.start} to ${chip.end}: it cannot be split at ${step.at}`);
    }
    const halves = [
      { ...chip, end: step.at },
      { ...chip, id: step.new_chip, start: step.at, joined: false },
    ];
    const chips = row[side].flatMap((other) => (other.id === chip.id ? halves : [other]));
    this.putChips(row, side, chips);
  }

  private join(step: Extract<Step, { type: 'join_chips' }>): void {
    const [a, b] = step.chips.map((id) => this.chip(id));
    if (!a || !b || a.row.id !== b.row.id || a.side !== b.side || b.index !== a.index + 1) {
      throw new InvalidStep('only neighbours in one row can be joined');
    }
    const { row, side } = a;
    if (a.chip.unit === b.chip.unit && a.chip.end === b.chip.start) {
      if (a.chip.removed !== b.chip.removed) throw new InvalidStep('one half is removed: put it back first');
      const whole = { ...a.chip, end: b.chip.end, is_key: a.chip.is_key || b.chip.is_key };
      const chips = row[side]
        .filter((chip) => chip.id !== b.chip.id)
        .map((chip) => (chip.id === whole.id ? whole : chip));
      this.putChips(row, side, chips);
    } else {
      this.putChip(b.chip.id, (chip) => ({ ...chip, joined: true }));
    }
  }

  private reassign(step: Extract<Step, { type: 'reassign' }>): void {
    if (this.doc.kind === 'bitext') throw new InvalidStep('only a talk can be reassigned');
    if (step.source.length !== step.chips.length) throw new InvalidStep('reassign needs one chip id for each sentence');
    const source = step.source.map((position, i): Chip => {
      const unit = this.doc.sourceUnits[position];
      if (!unit) throw new InvalidStep(`the paper has no sentence ${position}`);
      const end = countCodePoints(unit.text);
      return {
        id: step.chips[i] as string,
        unit: position,
        start: 0,
        end,
        removed: false,
        joined: false,
        is_key: false,
      };
    });
    const row = this.row(step.row);
    if (source.length + row.target.length === 0) throw new InvalidStep(`row ${step.row} would be empty`);
    this.putChips(row, 'source', source);
  }
}

/** One label of many rows is set at once, whatever others each of them has; null takes one away. */
function withLabels(before: Row['labels'], changes: NonNullable<RowFields['labels']>): Row['labels'] {
  const all = Object.entries({ ...before, ...changes });
  return Object.fromEntries(all.filter((each): each is [string, LabelValue] => each[1] !== null));
}
