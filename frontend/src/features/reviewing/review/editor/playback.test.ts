import { expect, it, vi } from 'vitest';
import type { PairKind } from '../model/types';
import { MemoryStorage } from '../sending/storage';
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
  expect(play).toHaveBeenLastCalledWith('target', [{ start: 4, end: 7 }], uuid(2));
  run(editor, 'play_other');
  expect(play).toHaveBeenLastCalledWith('source', [{ start: 4, end: 7 }], `source of ${uuid(2)}`);
  editor.close();
});

it('plays all that was said about the sentence of a span, and says where there is none', () => {
  const { editor, play } = opened('paper_talk', { source: null, target: '/t' });
  activate(editor, uuid(1));
  run(editor, 'play_other');
  const spans = [
    { start: 0, end: 3 },
    { start: 12, end: 15 },
  ];
  expect(play).toHaveBeenLastCalledWith('target', spans, 'sentence 0');
  play.mockClear();
  activate(editor, uuid(3));
  run(editor, 'play_other');
  expect(play).not.toHaveBeenCalled();
  expect(editor.state.notice.text).toBe('This span has no sentence.');
  editor.close();
});

it('plays the new row where another one is being played, and pauses the one that is', () => {
  const { editor, play } = opened('paper_talk', { source: null, target: '/t' });
  play.mockImplementation((_, __, about) => {
    editor.player.store.setState({ on: true });
    vi.spyOn(editor.player, 'isAbout').mockImplementation((asked) => asked === about);
  });
  const pause = vi.spyOn(editor.player, 'pause').mockImplementation(() => editor.player.store.setState({ on: false }));
  activate(editor, uuid(1));
  run(editor, 'play');
  run(editor, 'next');
  run(editor, 'play');
  expect(play.mock.calls.map(([, , about]) => about)).toEqual([uuid(1), uuid(2)]);
  expect(pause).not.toHaveBeenCalled();
  run(editor, 'play');
  expect(pause).toHaveBeenCalledTimes(1);
  editor.close();
});

it('is heard from inside the post-edit: plays, stops, goes on, goes back', () => {
  const { editor, play } = opened('paper_talk', { source: null, target: '/t' });
  const [hold, resume, back] = [
    vi.spyOn(editor.player, 'hold').mockImplementation(() => editor.player.store.setState({ on: false })),
    vi.spyOn(editor.player, 'resume').mockReturnValue(true),
    vi.spyOn(editor.player, 'back').mockImplementation(() => undefined),
  ];
  play.mockImplementation((_, __, about) => {
    editor.player.store.setState({ on: true });
    vi.spyOn(editor.player, 'isAbout').mockImplementation((asked) => asked === about);
  });
  activate(editor, uuid(1));
  run(editor, 'post_edit');
  run(editor, 'listen_again');
  expect(play).toHaveBeenCalledTimes(1);
  run(editor, 'listen');
  expect(hold).toHaveBeenCalledTimes(1);
  run(editor, 'listen');
  expect(resume).toHaveBeenCalledTimes(1);
  run(editor, 'listen_again');
  expect(back).toHaveBeenCalledWith(2);
  expect(play).toHaveBeenCalledTimes(1);
  expect(editor.state.opened?.part).toBe('post_edit');
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
