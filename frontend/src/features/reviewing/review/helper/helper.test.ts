import { describe, expect, it } from 'vitest';
import { rowOf } from '../model/document';
import type { LoggedRow } from '../model/types';
import { label, sampleDoc, sampleLabels, uuid } from '../testing/sample';
import { tabsOf } from './Helper';
import { fieldsChanged, shapeWords } from './HistoryTab';

describe('tabs', () => {
  it('has the summary of a talk, and the guidelines where they are asked for', () => {
    expect(tabsOf('context', 'paper_talk', []).tabs).toEqual([
      'context',
      'history',
      'comments',
      'summary',
      'concordance',
    ]);
    expect(tabsOf('context', 'bitext', []).tabs).toContain('guidelines');
    expect(tabsOf('guidelines', 'paper_talk', [])).toMatchObject({ open: 'guidelines' });
    expect(tabsOf('guidelines', 'paper_talk', []).tabs).toContain('guidelines');
  });

  it('leaves out what stands beside them, and opens another for it', () => {
    const wide = tabsOf('context', 'paper_talk', ['summary', 'context']);
    expect(wide.tabs).toEqual(['history', 'comments', 'guidelines', 'concordance']);
    expect(wide.open).toBe('guidelines');
    expect(tabsOf('summary', 'paper_talk', ['summary']).open).toBe('context');
    expect(tabsOf('history', 'bitext', ['context']).open).toBe('history');
  });
});

describe('the history', () => {
  const texts = ['One.', 'Two.', 'Three.'];
  const doc = sampleDoc(texts, texts, [{ source: [0, 1], target: [0] }]);
  const row = rowOf(doc, uuid(1)) as LoggedRow;

  it('says which labels an edit changed, in the order of the form', () => {
    const after = {
      ...row,
      good_align: true,
      good_mt: false,
      flagged: true,
      null_reason: 'omission',
      tags: ['new', 'kept'],
      labels: { tone: 'plain' },
    };
    const before = { ...row, tags: ['gone', 'kept'] };
    const labels = [...sampleLabels, label('tone', 'choice', ['plain'], { name: 'Tone' })];
    expect(fieldsChanged(before, after, labels)).toBe(
      ': good alignment yes, good translation no, flagged, omission, Tone plain, added new, removed gone',
    );
    expect(fieldsChanged(after, { ...after, good_mt: null, flagged: false, null_reason: '' }, labels)).toBe(
      ': good translation not set, unflagged, no reason',
    );
    expect(fieldsChanged(row, row, labels)).toBe('');
  });

  it('says how the engine had it: how many to how many, or which sentence', () => {
    expect(shapeWords(doc, row)).toBe('2:1');
    const talk = sampleDoc(
      texts,
      texts,
      [
        { source: [2], target: [0] },
        { source: [], target: [1] },
      ],
      'paper_talk',
    );
    expect([1, 2].map((n) => shapeWords(talk, rowOf(talk, uuid(n)) as LoggedRow))).toEqual([
      'sentence 3',
      'no sentence',
    ]);
  });
});
