import { describe, expect, it } from 'vitest';
import { defaultSettings } from './dispatch';
import { actionsFor, chordsOf, findActions, sheetFor } from './sheet';

describe('the key sheet', () => {
  it.each(['bitext', 'paper_talk', 'slides_talk'] as const)('prints every action of a %s once', (kind) => {
    const printed = sheetFor(kind).flatMap((column) =>
      column.flatMap(({ lines }) => lines.flatMap(({ actions }) => actions.map(({ id }) => id))),
    );
    expect(printed.toSorted()).toEqual(
      actionsFor(kind)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('puts actions that share a line together, with what their keys share said once', () => {
    const lines = sheetFor('paper_talk').flatMap((column) => column.flatMap((section) => section.lines));
    const keys = (label: string) => {
      const line = lines.find((other) => other.label === label);
      return line && chordsOf(line.actions, defaultSettings, false);
    };
    expect(keys('good alignment yes, no')).toEqual(['A', 'Shift A']);
    expect(keys('extend the selection')).toEqual(['Shift ↑', '↓']);
    expect(keys('choose a candidate')).toEqual(['1–5']);
  });

  it('leaves out a section in which nothing works', () => {
    const titles = sheetFor('bitext').flatMap((column) => column.map(({ title }) => title));
    expect(titles).not.toContain('Talk');
    expect(titles).toContain('Decide');
  });

  it('finds actions, those with the words in their label first', () => {
    expect(findActions('split', 'bitext')[0]?.id).toBe('split');
    expect(findActions('candidate', 'bitext')).toEqual([]);
  });
});
