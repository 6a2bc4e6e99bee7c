/**
 * Regions of an adjudication as the page holds them, and how one is settled: pure functions. What a person takes is
 * composed of the reviews' rows; settling makes one operation of the steps that every review has.
 */

import type { Comparison, Region } from '@/features/reviewing/requests/adjudications';
import { rowWords, sourceWords } from '@/ui/kinds';
import { byPlace, type Doc, neighbour, positionBetween, rowOf } from '../model/document';
import { type Gesture, newId, operation } from '../model/gesture';
import { labelsChange, saysLabels } from '../model/labels';
import type { Chip, Group, LoggedRow, PairKind, Row, RowFields, Side, Step } from '../model/types';

export type { Comparison, Region };

export const letters = ['A', 'B', 'C', 'D'] as const;

/** What can be taken from different reviews. */
export const parts = ['links', 'labels', 'text'] as const;
export type Part = (typeof parts)[number];

/** The number of the review that each part is taken from. */
export type Choice = Readonly<Record<Part, number>>;

export type Piece = readonly [unit: number, start: number, end: number];

const partOf: Readonly<Record<Region['parts'][number], Part>> = {
  links: 'links',
  labels: 'labels',
  tags: 'labels',
  null_reason: 'labels',
  key_sentences: 'labels',
  text: 'text',
};

/** The parts of a region that can be switched: those that differ. */
export function partsOf(region: Region): readonly Part[] {
  const differ = new Set(region.parts.map((part) => partOf[part]));
  return parts.filter((part) => differ.has(part));
}

/** The pieces in order; those that touch in one unit are one. */
export function merged(chips: readonly Pick<Chip, 'unit' | 'start' | 'end'>[]): readonly Piece[] {
  const out: [number, number, number][] = [];
  for (const { unit, start, end } of [...chips].sort((a, b) => a.unit - b.unit || a.start - b.start)) {
    const last = out.at(-1);
    if (last && last[0] === unit && last[2] === start) last[2] = end;
    else out.push([unit, start, end]);
  }
  return out;
}

type Said = Omit<LoggedRow, 'id' | 'position' | 'version' | 'edited'>;

export function groupingOf(row: Pick<Said, 'source' | 'target'>): string {
  const removed = (is: boolean) => merged(row.target.filter((chip) => chip.removed === is));
  return JSON.stringify([merged(row.source), removed(false), removed(true)]);
}

export function isNull(row: Pick<Said, 'source' | 'target'>): boolean {
  return row.source.length === 0 || row.target.every((chip) => chip.removed);
}

/** What is said of a row's text. */
function remarksOf(row: Said): readonly unknown[] {
  return [
    row.good_align,
    row.good_mt,
    [...new Set(row.tags)].sort(),
    isNull(row) ? row.null_reason : '',
    row.post_edit,
    saysLabels(row.labels),
  ];
}

/** What rows say, as a value that is equal for rows that say the same; in a talk wherever they are cut. */
export function saysOf(rows: readonly Said[], kind: PairKind): string {
  const each =
    kind === 'bitext' ? rows.map((row) => JSON.stringify([groupingOf(row), remarksOf(row)])) : stretchesOf(rows);
  return each.sort().join('\n');
}

/** Of spans, the stretches of text of which the same is said. A text that was written for a span belongs to that span. */
function stretchesOf(rows: readonly Said[]): string[] {
  const stretches = new Map<string, Chip[]>();
  for (const row of rows) {
    const sentences = [...new Set(row.source.map(({ unit }) => unit))].sort((a, b) => a - b);
    const remarks = [...remarksOf(row), row.post_edit === null ? null : groupingOf(row)];
    const hasRemoved = row.target.some(({ removed }) => removed);
    for (const removed of [false, true]) {
      const chips = row.target.filter((chip) => chip.removed === removed);
      if (removed ? !hasRemoved : chips.length === 0 && hasRemoved) continue;
      const key = JSON.stringify([sentences, removed, remarks]);
      stretches.set(key, [...(stretches.get(key) ?? []), ...chips]);
    }
  }
  const contents = [...stretches].map(([key, chips]) => JSON.stringify([key, merged(chips)]));
  return [...contents, JSON.stringify(merged(keyOf(rows)))];
}

const keyOf = (rows: readonly Said[]): Chip[] =>
  rows.flatMap((row) => row.target.filter((chip) => chip.is_key && !chip.removed));

const shares = (a: Pick<Chip, 'unit' | 'start' | 'end'>, b: Pick<Chip, 'unit' | 'start' | 'end'>): boolean =>
  a.unit === b.unit && a.start < b.end && b.start < a.end;

/** Steps that make of these pieces the key sentences that the rows have. */
function keySteps(
  pieces: readonly Pick<Chip, 'id' | 'unit' | 'start' | 'end' | 'is_key'>[],
  rows: readonly Said[],
): Step[] {
  const key = keyOf(rows);
  return [true, false].flatMap((is_key): Step[] => {
    const turned = pieces.filter(
      (piece) => !piece.is_key === is_key && key.some((one) => shares(one, piece)) === is_key,
    );
    return turned.length > 0 ? [{ type: 'set_key', chips: turned.map(({ id }) => id), is_key }] : [];
  });
}

/** The rows of the result that hold text of each region, in order, and the rows of which nobody has to decide. */
export interface Placed {
  rows: ReadonlyMap<number, readonly string[]>;
  /** Regions and runs of agreed rows, in the order of the result. */
  blocks: readonly ({ region: Region } | { agreed: readonly string[] })[];
}

export function place(doc: Doc, regions: readonly Region[]): Placed {
  const held = new Map<string, [number, number, Region][]>();
  for (const region of regions) {
    for (const side of ['source', 'target'] as const) {
      for (const [unit, start, end] of region[side] as unknown as readonly Piece[]) {
        const key = `${side}${unit}`;
        const there = held.get(key);
        if (there) there.push([start, end, region]);
        else held.set(key, [[start, end, region]]);
      }
    }
  }
  const regionOf = (row: Row): Region | undefined => {
    for (const side of ['target', 'source'] as const) {
      for (const chip of row[side]) {
        const span = held.get(`${side}${chip.unit}`)?.find(([start, end]) => chip.start < end && start < chip.end);
        if (span) return span[2];
      }
    }
    return undefined;
  };
  const rows = new Map<number, string[]>();
  const blocks: ({ region: Region } | { agreed: string[] })[] = [];
  for (const id of doc.order) {
    const region = regionOf(rowOf(doc, id));
    if (!region) {
      const last = blocks.at(-1);
      if (last && 'agreed' in last) last.agreed.push(id);
      else blocks.push({ agreed: [id] });
      continue;
    }
    const there = rows.get(region.number);
    if (there) there.push(id);
    else {
      rows.set(region.number, [id]);
      blocks.push({ region });
    }
  }
  return { rows, blocks };
}

export function isSettled(doc: Doc, rows: readonly string[]): boolean {
  return rows.every((id) => rowOf(doc, id).status !== 'proposed');
}

/** The reviews that say what these rows say; empty where a person edited them. */
export function sameAs(rows: readonly Said[], region: Region, kind: PairKind): readonly number[] {
  const says = saysOf(rows, kind);
  return region.rows.flatMap((of, number) => (saysOf(of, kind) === says ? [number] : []));
}

/**
 * Whether nobody has decided yet: the rows are open, and as they began, which is what one of the reviews says and the
 * others do not, or said before it changed. What all say, and what a person edited, can be accepted as it stands.
 */
export function isUndecided(rows: readonly Row[], region: Region, kind: PairKind): boolean {
  if (rows.every((row) => row.status !== 'proposed')) return false;
  const n = sameAs(rows, region, kind).length;
  return n > 0 ? n < region.rows.length : rows.every((row) => row.version === 1);
}

/** The choice that more reviews share than any other; null where no two agree, or as many share another. */
export function majority(region: Region): number | null {
  const [largest = [], second = []] = [...region.camps].sort((a, b) => b.length - a.length);
  return largest.length > Math.max(1, second.length) ? (largest[0] ?? null) : null;
}

/** Whether what a review says here stands in a column: its own, or that of a review that says the same. */
export function isSeen(region: Region, review: number, columns: readonly number[]): boolean {
  const camp = region.camps.find((one) => one.includes(review)) ?? [review];
  return camp.some((one) => columns.includes(one));
}

/** The review to show in the last column of a region where all columns say the same and another review does not; or null. */
export function toShow(region: Region, columns: readonly number[]): number | null {
  const shown = region.camps.filter((camp) => camp.some((review) => columns.includes(review)));
  if (shown.length !== 1) return null;
  const others = region.camps.flat().filter((review) => review >= columns.length - 1 && !shown[0]?.includes(review));
  return others.length > 0 ? Math.min(...others) : null;
}

export const allDiffer = (region: Region): boolean => region.camps.every((camp) => camp.length === 1);

export const takeAll = (number: number): Choice => ({ links: number, labels: number, text: number });

/** The row of another review that shares most text with this one. */
function counterpart(row: Said, rows: readonly Said[]): Said | undefined {
  let best: Said | undefined;
  let most = 0;
  for (const other of rows) {
    let shared = 0;
    for (const side of ['source', 'target'] as const)
      for (const a of row[side])
        for (const b of other[side])
          if (a.unit === b.unit) shared += Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
    if (shared > most) [best, most] = [other, shared];
  }
  return best;
}

/** The rows that a choice makes: grouped as one review has them, with the labels and texts of others. */
export function compose(region: Region, choice: Choice): readonly Said[] {
  const rowsOf = (number: number) => (region.rows[number] ?? []) as readonly LoggedRow[];
  const key = keyOf(rowsOf(choice.labels));
  return rowsOf(choice.links).map((row) => {
    const labels = choice.labels === choice.links ? row : (counterpart(row, rowsOf(choice.labels)) ?? row);
    const text = choice.text === choice.links ? row : (counterpart(row, rowsOf(choice.text)) ?? row);
    return {
      ...row,
      target: row.target.map((chip) => ({ ...chip, is_key: key.some((one) => shares(one, chip)) })),
      good_align: labels.good_align,
      good_mt: labels.good_mt,
      tags: labels.tags,
      labels: labels.labels,
      null_reason: isNull(row) ? labels.null_reason : '',
      post_edit: text.post_edit,
      overridden: text.overridden,
    };
  });
}

/** `now`: the row that is to say this, where it is there already. */
function fieldsOf(row: Said, now: Row | undefined): RowFields {
  return {
    labels: labelsChange(now?.labels, row.labels),
    good_align: row.good_align,
    good_mt: row.good_mt,
    tags: [...row.tags],
    null_reason: row.null_reason,
    post_edit: row.post_edit,
    overridden: [...row.overridden],
  };
}

const sortedPieces = (rows: readonly Pick<Said, 'source' | 'target'>[], side: Side) =>
  JSON.stringify(merged(rows.flatMap((row) => row[side])));

/**
 * The operation that makes the rows of a region what was chosen, and accepts them. `chosen`: null to accept them as they
 * are. The chips are cut where the chosen rows cut, shared out anew, and labelled: steps that every review has.
 */
export function settle(doc: Doc, ids: readonly string[], chosen: readonly Said[] | null, reason: string): Gesture {
  const settled = { status: 'accepted', decision_reason: reason } as const;
  const make = (steps: readonly Step[]): Gesture => ({ operation: operation(doc, 'settle', steps, ids) });
  if (ids.length === 0) return { refused: 'The rows of this region are gone. Edit the result.' };
  if (!chosen) return make([{ type: 'set', rows: [...ids], fields: settled }]);
  const setAll = (rows: readonly string[]) =>
    rows.map((id, n): Step => {
      const fields = { ...fieldsOf(chosen[n] as Said, doc.rows.get(id)), ...settled };
      return { type: 'set', rows: [id], fields };
    });
  const rows = ids.map((id) => rowOf(doc, id));
  const rowByGrouping = new Map(rows.map((row) => [groupingOf(row), row.id]));
  const alike = chosen.map((row) => rowByGrouping.get(groupingOf(row)));
  if (chosen.length === rows.length && alike.every((id) => id !== undefined) && new Set(alike).size === rows.length) {
    return make([
      ...keySteps(
        rows.flatMap((row) => row.target),
        chosen,
      ),
      ...setAll(alike as string[]),
    ]);
  }
  const sides: readonly Side[] = doc.kind === 'bitext' ? ['source', 'target'] : ['target'];
  if (sides.some((side) => sortedPieces(rows, side) !== sortedPieces(chosen, side))) {
    return { refused: 'The result also holds text of other rows. Edit it, or undo that edit first.' };
  }
  if (doc.kind !== 'bitext' && chosen.some((row) => row.target.length === 0)) {
    return { refused: `This review has a ${rowWords[doc.kind][0]} without words. Edit the result.` };
  }
  const planned = shareOut(doc, rows, chosen);
  return make([...planned.steps, ...setAll(planned.ids)]);
}

/** Steps that give the chips of `rows` to rows grouped as `chosen`; `ids`: of those, in order. */
function shareOut(doc: Doc, rows: readonly Row[], chosen: readonly Said[]): { steps: Step[]; ids: string[] } {
  const steps: Step[] = [];
  const ids = idsFor(doc, rows, chosen.length);
  const groups = ids.map(({ row, position }): Group => {
    const group = { row, source: [] as string[], target: [] as string[] };
    return position === undefined ? group : { ...group, position };
  });
  const sides: readonly Side[] = doc.kind === 'bitext' ? ['source', 'target'] : ['target'];
  const turned = { true: [] as string[], false: [] as string[] };
  const pieces: Pick<Chip, 'id' | 'unit' | 'start' | 'end' | 'is_key'>[] = [];
  for (const side of sides) {
    const wanted = chosen.flatMap((row, n) => row[side].map((chip) => ({ chip, n })));
    for (const chip of rows.flatMap((row) => row[side]).sort(byPlace)) {
      for (const piece of cut(
        chip,
        wanted.map((one) => one.chip),
        steps,
      )) {
        const home = wanted.find(
          ({ chip: other }) => other.unit === piece.unit && other.start <= piece.start && piece.end <= other.end,
        );
        if (!home) continue;
        groups[home.n]?.[side].push(piece.id);
        if (side === 'target') pieces.push({ ...piece, is_key: chip.is_key });
        if (home.chip.removed !== chip.removed) turned[`${home.chip.removed}`].push(piece.id);
      }
    }
  }
  if (doc.kind !== 'bitext') groups[0]?.source.push(...rows.flatMap((row) => row.source.map((chip) => chip.id)));
  const kept = new Set(groups.map((group) => group.row));
  steps.push({ type: 'regroup', groups, emptied: rows.map((row) => row.id).filter((id) => !kept.has(id)) });
  for (const removed of [true, false]) {
    const chips = turned[`${removed}`];
    if (chips.length > 0) steps.push({ type: 'set_chips', chips, removed });
  }
  steps.push(...keySteps(pieces, chosen));
  if (doc.kind !== 'bitext') {
    chosen.forEach((row, n) => {
      const source = [...new Set(row.source.map((chip) => chip.unit))];
      steps.push({ type: 'reassign', row: groups[n]?.row as string, source, chips: source.map(newId) });
    });
  }
  return { steps, ids: groups.map((group) => group.row) };
}

/** The rows to use: those there are, and new ones behind the last. */
function idsFor(doc: Doc, rows: readonly Row[], n: number): { row: string; position?: number }[] {
  const ids: { row: string; position?: number }[] = rows.slice(0, n).map((row) => ({ row: row.id }));
  const last = rows.at(-1) as Row;
  const after = neighbour(doc, last.id, 1);
  let position = last.position;
  while (ids.length < n) {
    position = positionBetween({ ...last, position }, after);
    ids.push({ row: newId(), position });
  }
  return ids;
}

/** A chip in pieces, cut where a piece that is wanted begins or ends; the steps that cut it are added. */
function cut(chip: Chip, wanted: readonly Chip[], steps: Step[]): Pick<Chip, 'id' | 'unit' | 'start' | 'end'>[] {
  const at = new Set(
    wanted
      .filter((other) => other.unit === chip.unit)
      .flatMap((other) => [other.start, other.end])
      .filter((place) => chip.start < place && place < chip.end),
  );
  const pieces = [{ id: chip.id, unit: chip.unit, start: chip.start, end: chip.end }];
  for (const place of [...at].sort((a, b) => a - b)) {
    const last = pieces.at(-1) as (typeof pieces)[number];
    const id = newId();
    steps.push({ type: 'split_chip', chip: last.id, at: place, new_chip: id });
    pieces.push({ id, unit: chip.unit, start: place, end: last.end });
    last.end = place;
  }
  return pieces;
}

/** Rows of several reviews side by side: those that share a source, or in a talk what was said. */
export interface Line {
  /** By column. */
  rows: readonly (readonly Said[])[];
}

export function linesOf(columns: readonly (readonly Said[])[], kind: PairKind): readonly Line[] {
  const lines: { keys: Set<string>; rows: Said[][] }[] = [];
  const keysOf = (row: Said): string[] => {
    const side: Side = kind === 'bitext' && row.source.length > 0 ? 'source' : 'target';
    return row[side].map((chip) => `${side}${chip.unit}${kind === 'bitext' ? '' : `:${chip.start}`}`);
  };
  const overlaps = (row: Said, line: (typeof lines)[number]) => {
    if (kind === 'bitext') return keysOf(row).some((key) => line.keys.has(key));
    return line.rows.some((rows) =>
      rows.some((other) =>
        other.target.some((b) => row.target.some((a) => a.unit === b.unit && a.start < b.end && b.start < a.end)),
      ),
    );
  };
  columns.forEach((rows, column) => {
    for (const row of rows) {
      const [first, ...rest] = lines.filter((line) => overlaps(row, line));
      const line = first ?? { keys: new Set<string>(), rows: columns.map(() => []) };
      if (!first) lines.push(line);
      for (const other of rest) {
        lines.splice(lines.indexOf(other), 1);
        for (const key of other.keys) line.keys.add(key);
        other.rows.forEach((of, n) => {
          line.rows[n]?.push(...of);
        });
      }
      for (const key of keysOf(row)) line.keys.add(key);
      line.rows[column]?.push(row);
    }
  });
  return lines;
}

const partWords: Readonly<Record<Region['parts'][number], string>> = {
  links: 'links',
  labels: 'labels',
  tags: 'tags',
  null_reason: 'reason for null',
  key_sentences: 'key sentences',
  text: 'text',
};

export function partsInWords(region: Region, kind: PairKind): string {
  return region.parts
    .map((part) => (part === 'links' && kind !== 'bitext' ? `${sourceWords[kind].unit}s` : partWords[part]))
    .join(', ');
}
