import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { usePageKeys } from '@/lib/usePageKeys';
import type { PassEditor } from './editor';
import { keys, seekBy } from './keys';
import { nearby } from './model';

interface PassKeysOf {
  editor: PassEditor;
  time: RefObject<HTMLInputElement | null>;
  openSheet: () => void;
}

/** The keys of a pass, and F8 wherever the focus is. */
export function usePassKeys({ editor, time, openSheet }: PassKeysOf): void {
  const { isSecond, sound } = editor;
  const move = (by: 1 | -1) => () => editor.open(editor.state.active + by);
  usePageKeys(keys, {
    take_a: () => editor.takeSide('a'),
    take_b: () => editor.takeSide('b'),
    type: () => editor.open(editor.state.active, true),
    word: (nth) => {
      const word = editor.mask && nearby(editor.mask, editor.pass.words)[nth];
      if (word) editor.takeText(word.word);
      else editor.say('There is no such word nearby.');
    },
    unintelligible: () => editor.choose('unintelligible'),
    nothing: () => editor.choose('nothing'),
    written: isSecond ? () => editor.openWritten() : undefined,
    flag: isSecond ? () => editor.flag() : undefined,
    play: () => editor.playOrPause(),
    loop: () => editor.toggleLoop(),
    later: () => sound.seek(sound.state.at + seekBy),
    earlier: () => sound.seek(sound.state.at - seekBy),
    slower: () => sound.step(-1),
    faster: () => sound.step(1),
    go_on: () => editor.goOn(),
    next: move(1),
    previous: move(-1),
    time: () => {
      time.current?.focus();
      time.current?.select();
    },
    undo: () => editor.step('undo'),
    redo: () => editor.step('redo'),
    sheet: openSheet,
  });
  // A foot pedal sends F8 while somebody types.
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'F8' || !(event.target instanceof Element) || !event.target.closest('textarea, input')) return;
    event.preventDefault();
    editor.playOrPause();
  });
}
