/** Small reviews for tests: rows by their unit numbers, everything else at rest. */

import { countCodePoints } from '@/lib/codePoints';
import { type Doc, open } from '../model/document';
import type { Label } from '../model/labels';
import { blankRow } from '../model/rows';
import type { Chip, Content, Operation, PairKind, ReviewInfo, Row, Unit } from '../model/types';

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

export function unit(position: number, text: string): Unit {
  return { position, text, speaker: '', section: null, start_seconds: position * 4, end_seconds: position * 4 + 3 };
}

export interface SampleRow extends Partial<Omit<Row, 'source' | 'target'>> {
  source: readonly number[];
  target: readonly number[];
}

const ines = { id: 1, username: 'ines', name: 'Ines Koba' };

export function label(
  key: string,
  type: Label['type'],
  values: readonly string[] = [],
  more: Partial<Label> = {},
): Label {
  return {
    key,
    name: key,
    type,
    values: values.map((value) => ({ key: value, name: value, hidden: false })),
    applies_to: 'all',
    required: false,
    hidden: false,
    shortcut: null,
    ...more,
  };
}

export const sampleLabels: readonly Label[] = [
  label('good_align', 'yes_no', [], { applies_to: 'linked' }),
  label('good_mt', 'yes_no', [], { applies_to: 'linked' }),
  label('null_reason', 'choice', ['omission', 'filler'], { applies_to: 'null' }),
  label('error_tags', 'tags', ['mis-translation', 'under-translation']),
];

export function sampleInfo(kind: PairKind, change: Partial<ReviewInfo> = {}): ReviewInfo {
  const side = { title: 'x', kind: 'text', interpreter: '', interpreter_rank: '' } as const;
  return {
    id: 7,
    kind: 'review',
    pair: {
      id: 3,
      title: 'What the tide ledger remembers',
      kind,
      source: { ...side, id: 1, language: 'en' },
      target: { ...side, id: 2, language: kind === 'bitext' ? 'ja' : 'en' },
    },
    project: { slug: 'harbour', name: 'Harbour Talks' },
    run: { id: 9, number: 3, engine: 'vecalign', engine_label: 'vecAlign', signature: 'engine:vecalign' },
    annotator: ines,
    reader: ines,
    created_at: '2026-05-12T12:00:00Z',
    updated_at: '2026-05-12T12:00:00Z',
    submitted_at: null,
    state: 'open',
    return_reason: '',
    n_rows: 0,
    n_reviewed: 0,
    revision: 0,
    guidelines_version: 3,
    guidelines: { version: 3, current: 3, note: '' },
    labels: sampleLabels,
    can_edit: true,
    can_reopen: true,
    superseded_by: null,
    undo: null,
    redo: null,
    ...change,
  };
}

export function sampleContent(
  source: readonly string[],
  target: readonly string[],
  rows: readonly SampleRow[],
): Content {
  let next = 1;
  const sourceUnits = source.map((text, i) => unit(i, text));
  const targetUnits = target.map((text, i) => unit(i, text));
  const chip = (units: readonly Unit[], at: number): Chip => ({
    id: uuid(1000 + next++),
    unit: at,
    start: 0,
    end: countCodePoints(units[at]?.text ?? ''),
    removed: false,
    joined: false,
    is_key: false,
  });
  return {
    revision: 0,
    source_units: sourceUnits,
    target_units: targetUnits,
    sections: [],
    offline: null,
    // The bitext of sampleInfo is into Japanese.
    spaceless: { source: false, target: true },
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
    rows: rows.map((row, i) => ({
      ...blankRow(uuid(i + 1), i + 1),
      version: 1,
      edited: false,
      confidence: 0.9,
      ...row,
      source: row.source.map((at) => chip(sourceUnits, at)),
      target: row.target.map((at) => chip(targetUnits, at)),
    })),
  };
}

export function sampleDoc(
  source: readonly string[],
  target: readonly string[],
  rows: readonly SampleRow[],
  kind: PairKind = 'bitext',
): Doc {
  const content = sampleContent(source, target, rows);
  return open(sampleInfo(kind), { ...content, spaceless: { source: false, target: kind === 'bitext' } });
}

export function sampleOperation(n: number): Operation {
  return {
    id: `op-${n}`,
    verb: 'accept',
    steps: [{ type: 'set', rows: ['r'], fields: { status: 'accepted' } }],
    versions: { r: n },
  };
}
