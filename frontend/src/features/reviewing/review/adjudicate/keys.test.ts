import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../keys/dispatch';
import { keysFor, regionKeyText, regionMap, takeKeys } from './keys';
import { letters } from './model';

const shown = (settings = defaultSettings, mac = false) =>
  Object.fromEntries(keysFor(2, 'bitext', settings, mac).map(({ words, shown }) => [words, shown]));

describe('keys of the regions', () => {
  it('are told as they are pressed', () => {
    expect(shown()).toMatchObject({
      'take A, next': 'A',
      'switch a part': '1 2 3',
      'next, previous': 'J K',
      'mark as gold': 'Ctrl Shift Enter',
      'all keys': '?',
    });
    expect(regionKeyText('mark', defaultSettings, true)).toBe('⌘ Shift Enter');
  });

  it('are those of the reviews that there are', () => {
    const takes = (nReviews: number) =>
      keysFor(nReviews, 'bitext', defaultSettings, false).flatMap(({ words, inFooter }) =>
        inFooter && words.startsWith('take ') ? [words] : [],
      );
    expect(takes(2)).toEqual(['take A, next', 'take B, next']);
    expect(takes(3)).toEqual([...takes(2), 'take C, next', 'take what most say, next']);
    expect(takes(4)).toEqual([...takes(2), 'take C, next', 'take D, next', 'take what most say, next']);
    expect(takeKeys).toEqual(letters.map((letter) => `take_${letter.toLowerCase()}`));
  });

  it('are those of the person where the review has them too', () => {
    const rebound = { bindings: { undo: ['y'], play: ['a'], redo: [] }, letters: true };
    const map = regionMap(rebound);
    expect(shown(rebound)).toMatchObject({ undo: 'Y', redo: 'Ctrl Shift Z', 'take A, next': 'A' });
    expect([map.get('y'), map.get('z'), map.get('a'), map.get('Shift+z')]).toEqual([
      'undo',
      undefined,
      'take_a',
      undefined,
    ]);
    expect(shown(rebound)).not.toHaveProperty('play');
  });

  it('type nothing once letters are turned off', () => {
    const quiet = { bindings: {}, letters: false };
    expect([...regionMap(quiet).keys()].filter((chord) => chord.replace('Shift+', '').length === 1)).toEqual([]);
    expect(regionMap(quiet).get('Enter')).toBe('accept');
    expect(regionKeyText('flag', quiet, false)).toBe('');
  });
});
