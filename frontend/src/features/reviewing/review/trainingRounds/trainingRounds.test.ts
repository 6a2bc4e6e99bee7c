import { expect, it } from 'vitest';
import { run } from '../editor/commands';
import { Editor } from '../editor/editor';
import { rowOf } from '../model/document';
import { MemoryStorage } from '../sending/storage';
import { sampleLabels } from '../testing/sample';
import { answerOf, askedRow, contentOf, infoOf } from './content';
import { practice } from './practice';
import type { Round } from './requests';

const item = (id: number): Round['items'][number] => ({
  id,
  position: id,
  source: ['A cross.', 'It is why.'],
  target: ['バツ印。', 'その印が、'],
  proposed: [
    {
      source: [[0, 0, 8]],
      target: [
        [0, 0, 4],
        [1, 0, 5],
      ],
    },
    { source: [[1, 0, 10]], target: [] },
  ],
  asks: 0,
  answer: null,
  outcome: null,
});
const round: Round = {
  id: 3,
  number: 1,
  source_language: 'en',
  target_language: 'ja',
  n_needed: 1,
  n_right: 0,
  passed: null,
  n_left: 1,
  guidelines: null,
  labels: [...sampleLabels] as Round['labels'],
  items: [item(1), item(2)],
};

it('works in the real editor without a server, and answers with positions of its own passage', async () => {
  const { content, passages } = contentOf(round);
  const reader = { id: 1, username: 'mira', name: 'Mira Rossi' };
  const info = infoOf(round, { slug: 'harbour', name: 'Harbour Talks' }, reader, content.rows.length);
  const editor = new Editor(info, content, practice(info, content), new MemoryStorage());
  await editor.exchange.start();
  const [, second] = passages;
  if (!second) throw new Error('two items');
  const asked = askedRow(editor.state.doc, second);
  editor.moveTo(asked?.id ?? null, rowOf(editor.state.doc, asked?.id ?? '').target[1]?.id ?? null);
  run(editor, 'move_down');
  editor.moveTo(asked?.id ?? null, null);
  run(editor, 'align_yes');
  run(editor, 'accept_stay');
  await editor.exchange.queue.flushed();
  expect(askedRow(editor.state.doc, second)?.status).toBe('accepted');
  const [first, next] = answerOf(editor.state.doc, second);
  expect([first?.source, first?.target, first?.good_align]).toEqual([[[0, 0, 8]], [[0, 0, 4]], true]);
  expect([next?.source, next?.target]).toEqual([[[1, 0, 10]], [[1, 0, 5]]]);
  run(editor, 'undo');
  await editor.exchange.queue.flushed();
  expect(askedRow(editor.state.doc, second)?.status).toBe('proposed');
  editor.close();
});
