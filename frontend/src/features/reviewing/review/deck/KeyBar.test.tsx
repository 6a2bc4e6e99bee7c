import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { run } from '../editor/commands';
import { Editor } from '../editor/editor';
import { EditorProvider } from '../frame/context';
import { rowOf } from '../model/document';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { KeyBar } from './KeyBar';

const content = {
  ...sampleContent(
    ['Every silence of every speaker comes from two log-normals', 'Thanks'],
    ['So what now?', 'Every silence comes from two log-normals', 'Of every speaker there are two', 'Thanks a lot'],
    [
      { source: [0], target: [0, 1, 2] },
      { source: [1], target: [3] },
    ],
  ),
  key_options: { min_page_words: 4, min_sentence_words: 4, min_rouge: 0.1, max_sentences: 1 },
};

function shown(byHand: (editor: Editor) => string[] = () => []) {
  const { transport } = silent();
  const editor = new Editor(sampleInfo('slides_talk'), content, transport, new MemoryStorage());
  transport.keySentencesByHand = vi.fn(async () => byHand(editor));
  const keys = () =>
    editor.state.doc.order.flatMap((id) => rowOf(editor.state.doc, id).target.map((one) => one.is_key));
  render(
    <EditorProvider value={editor}>
      <KeyBar />
    </EditorProvider>,
  );
  return { editor, keys };
}

it('proposes by the chosen way, says what is left out, and is undone as one edit', async () => {
  const { editor, keys } = shown();
  expect(screen.getByText('Left out: 1 page under 4 words, 2 sentences under 4 words')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'By hand' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Top 1' }));
  await vi.waitFor(() => expect(keys()).toEqual([false, true, false, false]));
  expect(screen.getByRole('radio', { name: 'Top 1' })).toBeChecked();
  expect(editor.state.notice.text).toBe('Top 1. Changed on 1 page; what is reviewed or set by hand stays.');
  run(editor, 'undo');
  expect(keys()).toEqual([false, false, false, false]);
  expect(editor.state.notice.text).toBe('Undid: had key sentences proposed');
  editor.close();
});

it('leaves what was set by hand', async () => {
  const { editor, keys } = shown(({ state }) => [rowOf(state.doc, uuid(1)).target[1]?.id as string]);
  await userEvent.click(screen.getByRole('radio', { name: 'ROUGE gain' }));
  await vi.waitFor(() => expect(keys()).toEqual([false, false, true, false]));
  editor.close();
});

it('changes nothing where it cannot be known what was set by hand', async () => {
  const { editor, keys } = shown(() => {
    throw new Error('The server did not answer.');
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Top 1' }));
  await vi.waitFor(() => expect(editor.state.notice.text).toBe('The server did not answer.'));
  expect(keys()).toEqual([false, false, false, false]);
  editor.close();
});
