/** The rows of a round as one bitext, and of that the answers: a passage is a stretch of units of both texts. */

import { countCodePoints } from '@/lib/codePoints';
import { isSpaceless } from '@/lib/spaceless';
import type { Doc } from '../model/document';
import { newId } from '../model/gesture';
import { blankRow } from '../model/rows';
import type { Chip, Content, ReviewInfo, Row, Unit } from '../model/types';
import type { AnsweredRow, Item, Round } from './requests';

type Sides = { source: number; target: number };
type Piece = readonly number[];

/** An item with the positions of its first units. */
export interface Passage {
  item: Item;
  first: Sides;
}

export function contentOf(round: Round): { content: Content; passages: readonly Passage[] } {
  const first: Sides = { source: 0, target: 0 };
  const units: { source: Unit[]; target: Unit[] } = { source: [], target: [] };
  const rows: Row[] = [];
  const passages = round.items.map((item) => {
    const passage = { item, first: { ...first } };
    for (const side of ['source', 'target'] as const) {
      units[side].push(...item[side].map((text, i) => unitOf(first[side] + i, text)));
      first[side] += item[side].length;
    }
    for (const shown of item.answer ?? item.proposed)
      rows.push(rowFrom(shown, passage, rows.length + 1, item.answer !== null));
    return passage;
  });
  const content: Content = {
    revision: 0,
    source_units: units.source,
    target_units: units.target,
    sections: [],
    offline: null,
    spaceless: { source: isSpaceless(round.source_language), target: isSpaceless(round.target_language) },
    media: { source: null, target: null },
    thresholds: {
      cost_most: null,
      alpha_least: null,
      gamma_least: null,
      gamma_most: null,
      eta_least: null,
      score_least: null,
    },
    key_options: null,
    corrections: [],
    rows,
  };
  return { content, passages };
}

function unitOf(position: number, text: string): Unit {
  return { position, text, speaker: '', section: null, start_seconds: null, end_seconds: null };
}

function rowFrom(shown: Partial<AnsweredRow>, { first }: Passage, position: number, isAnswered: boolean): Row {
  const chips = (side: 'source' | 'target', pieces: readonly Piece[] = [], removed = false): Chip[] =>
    pieces.map(([unit = 0, start = 0, end = 0]) => ({
      id: newId(),
      unit: unit + first[side],
      start,
      end,
      removed,
      joined: false,
      is_key: false,
    }));
  return {
    ...blankRow(newId(), position),
    version: 1,
    edited: isAnswered,
    status: isAnswered ? 'accepted' : 'proposed',
    source: chips('source', shown.source),
    target: [...chips('target', shown.target), ...chips('target', shown.removed, true)],
    good_align: shown.good_align ?? null,
    good_mt: shown.good_mt ?? null,
    tags: shown.tags ?? [],
    labels: shown.labels ?? {},
    null_reason: shown.null_reason ?? '',
  };
}

/** As a review has it. `id`: none that a review could have. */
export function infoOf(
  round: Round,
  project: ReviewInfo['project'],
  reader: ReviewInfo['reader'],
  rows: number,
): ReviewInfo {
  const side = { title: 'Training round', kind: 'text', interpreter: '', interpreter_rank: '' } as const;
  const now = new Date().toISOString();
  return {
    id: -round.id,
    kind: 'review',
    pair: {
      id: 0,
      title: 'Training round',
      kind: 'bitext',
      source: { ...side, id: 0, language: round.source_language },
      target: { ...side, id: 0, language: round.target_language },
    },
    project,
    run: { id: 0, number: 1, engine: 'vecalign', engine_label: '', signature: '' },
    annotator: reader,
    reader,
    created_at: now,
    updated_at: now,
    submitted_at: null,
    state: 'open',
    return_reason: '',
    n_rows: rows,
    n_reviewed: 0,
    revision: 0,
    guidelines_version: round.guidelines,
    guidelines: { version: round.guidelines, current: round.guidelines, note: '' },
    labels: round.labels,
    can_edit: true,
    can_reopen: true,
    superseded_by: null,
    undo: null,
    redo: null,
  };
}

/** The row that an item asks about: whichever holds the beginning of it now. */
export function askedRow(doc: Doc, { item, first }: Passage): Row | null {
  const asked = item.proposed[item.asks];
  const side = asked?.source.length ? 'source' : 'target';
  const piece = asked?.[side][0];
  if (!piece) return null;
  const unit = (piece[0] ?? 0) + first[side];
  const start = piece[1] ?? 0;
  for (const row of doc.rows.values())
    if (row[side].some((chip) => chip.unit === unit && chip.start <= start && start < chip.end)) return row;
  return null;
}

/** The rows of a passage as they are now, with positions that begin at 0. */
export function answerOf(doc: Doc, { item, first }: Passage): AnsweredRow[] {
  const isIn = (side: 'source' | 'target') => (chip: Chip) =>
    chip.unit >= first[side] && chip.unit < first[side] + item[side].length;
  const answered: AnsweredRow[] = [];
  for (const id of doc.order) {
    const row = doc.rows.get(id);
    if (!row) continue;
    const pieces = (side: 'source' | 'target', removed: boolean) =>
      row[side]
        .filter(isIn(side))
        .filter((chip) => chip.removed === removed)
        .map((chip) => [chip.unit - first[side], chip.start, chip.end]);
    const [source, target, gone] = [pieces('source', false), pieces('target', false), pieces('target', true)];
    if (source.length + target.length + gone.length === 0) continue;
    const { good_align, good_mt, null_reason } = row;
    const labels = row.labels as AnsweredRow['labels'];
    answered.push({ source, target, removed: gone, good_align, good_mt, tags: [...row.tags], labels, null_reason });
  }
  return answered;
}

/** The text of a piece. */
export function textOf(texts: readonly string[], [unit = 0, start = 0, end]: Piece): string {
  const text = texts[unit] ?? '';
  return [...text]
    .slice(start, end ?? countCodePoints(text))
    .join('')
    .trim();
}
