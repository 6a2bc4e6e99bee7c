import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Editor } from '../editor/editor';
import { EditorProvider } from '../frame/context';
import { rowOf } from '../model/document';
import type { Row } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { RegionCell } from './RegionCells';

const said = ['Each silence is a log-normal.', 'So what now?'];
const content = sampleContent(['Silences'], said, [{ source: [0], target: [0, 1] }]);
const editor = new Editor(sampleInfo('slides_talk'), content, silent().transport, new MemoryStorage());

/** The row with the sentences at these positions as key sentences. */
function withKeys(...keys: number[]): Row {
  const row = rowOf(editor.state.doc, uuid(1));
  return { ...row, target: row.target.map((chip) => ({ ...chip, is_key: keys.includes(chip.unit) })) };
}

function show(row: Row, other: Row): void {
  render(
    <EditorProvider value={editor}>
      <RegionCell name="A" rows={[row]} others={[[other]]} tone="doubt" />
    </EditorProvider>,
  );
}

afterEach(() => editor.close());

it('shows the key sentences of a page, marked where the other review has none', () => {
  show(withKeys(0, 1), withKeys(0));
  expect(screen.getAllByRole('img', { name: 'key sentence' })).toHaveLength(2);
  expect(screen.getByText(said[0] as string)).not.toHaveAttribute('data-mark');
  expect(screen.getByText(said[1] as string)).toHaveAttribute('data-mark', 'doubt');
});

it('says that a page has no key sentence, marked where the other review has one', () => {
  show(withKeys(), withKeys(0));
  expect(screen.getByText('no key sentence')).toHaveAttribute('data-mark', 'doubt');
});

it('marks nothing where both have none', () => {
  show(withKeys(), withKeys());
  expect(screen.getByText('no key sentence')).not.toHaveAttribute('data-mark');
});
