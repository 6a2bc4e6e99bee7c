import { expect, it, vi } from 'vitest';
import type { PairKind } from '../model/types';
import { MemoryStorage } from '../queue/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { run } from './commands';
import { Editor } from './editor';
import { activate } from './navigation';

function opened(kind: PairKind, media: { source: string | null; target: string | null }) {
  const content = sampleContent(
    ['One.', 'Two.'],
    ['First.', 'Second.', 'Aside.', 'First again.'],
    [
      { source: [0], target: [0] },
      { source: [1], target: [1] },
      { source: [], target: [2] },
      { source: [0], target: [3] },
    ],
  );
  const editor = new Editor(sampleInfo(kind), { ...content, media }, silent().transport, new MemoryStorage());
  const play = vi.spyOn(editor.player, 'play').mockImplementation(() => undefined);
  return { editor, play };
}

it('plays the row, and the other side of a bitext', () => {
  const { editor, play } = opened('bitext', { source: '/s', target: '/t' });
  activate(editor, uuid(2));
  run(editor, 'play');
  expect(play).toHaveBeenLastCalledWith('target', [{ start: 4, end: 7 }]);
  run(editor, 'play_other');
  expect(play).toHaveBeenLastCalledWith('source', [{ start: 4, end: 7 }]);
  editor.close();
});

it('plays all that was said about the sentence of a span, and says where there is none', () => {
  const { editor, play } = opened('paper_talk', { source: null, target: '/t' });
  activate(editor, uuid(1));
  run(editor, 'play_other');
  expect(play).toHaveBeenLastCalledWith('target', [
    { start: 0, end: 3 },
    { start: 12, end: 15 },
  ]);
  play.mockClear();
  activate(editor, uuid(3));
  run(editor, 'play_other');
  expect(play).not.toHaveBeenCalled();
  expect(editor.state.notice.text).toBe('This span has no sentence.');
  editor.close();
});

it('says that a side has no recording', () => {
  const { editor, play } = opened('bitext', { source: null, target: null });
  activate(editor, uuid(1));
  run(editor, 'play');
  expect(play).not.toHaveBeenCalled();
  expect(editor.state.notice.text).toBe('There is no recording of the target.');
  editor.close();
});
