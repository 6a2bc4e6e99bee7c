import { afterEach, describe, expect, it } from 'vitest';
import { Composition, chordOf } from '@/lib/chords';
import { clash, defaultSettings, KeyMap, loadSettings, scopesAt, storeSettings, takeKey } from './dispatch';
import { actions, type KeyAction, reserved } from './table';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

afterEach(() => document.body.replaceChildren());

describe('chords', () => {
  it.each([
    ['j', press('j'), false, 'j'],
    ['Shift+K', press('K', { shiftKey: true }), false, 'Shift+k'],
    ['caps lock', press('J'), false, 'j'],
    ['kana layout', press('ま', { code: 'KeyJ' }), false, 'j'],
    ['Cyrillic layout, Shift', press('О', { code: 'KeyJ', shiftKey: true }), false, 'Shift+j'],
    ['AZERTY digit', press('&', { code: 'Digit1' }), false, '1'],
    ['AZERTY digit with Shift', press('1', { code: 'Digit1', shiftKey: true }), false, '1'],
    ['numeric pad', press('3', { code: 'Numpad3' }), false, '3'],
    ['numeric pad without Num Lock', press('End', { code: 'Numpad1' }), false, 'End'],
    ['arrow of the numeric pad', press('ArrowDown', { code: 'Numpad2' }), false, 'ArrowDown'],
    ['exclamation mark is no digit', press('!', { code: 'Digit1', shiftKey: true }), false, '!'],
    ['question mark', press('?', { code: 'Slash', shiftKey: true }), false, '?'],
    ['Ctrl', press('z', { ctrlKey: true }), false, 'Mod+z'],
    ['⌘', press('Z', { metaKey: true, shiftKey: true }), true, 'Mod+Shift+z'],
    ['Ctrl on a Mac is not ⌘', press('z', { ctrlKey: true }), true, null],
    ['Shift alone', press('Shift', { shiftKey: true }), false, null],
  ] as const)('%s', (_, event, mac, chord) => {
    expect(chordOf(event, mac)).toBe(chord);
  });
});

describe('the table', () => {
  it('gives each key one meaning where scopes are live together, and none that a browser needs', () => {
    for (const action of actions as readonly KeyAction[]) {
      for (const chord of action.keys) {
        expect(reserved.has(chord), `${action.id}: ${chord}`).toBe(false);
        expect(clash(chord, action.id as never, {}), `${action.id}: ${chord}`).toBeNull();
      }
    }
  });

  it('keeps talk keys out of bitexts and looks through scopes from the inside out', () => {
    const bitext = new KeyMap(defaultSettings, 'bitext', false);
    expect(bitext.find('1', ['talk', 'rows'])).toBe('merge_accept');
    expect(bitext.find('0', ['talk', 'rows'])).toBeNull();
    expect(bitext.find('ArrowRight', ['talk', 'rows'])).toBe('chip_right');
    const talk = new KeyMap(defaultSettings, 'paper_talk', false);
    expect(talk.find('ArrowRight', ['talk', 'rows'])).toBe('to_paper');
    expect(talk.find('Enter', ['post_edit'])).toBeNull();
    expect(new KeyMap(defaultSettings, 'bitext', true).find('Mod+y', ['all'])).toBeNull();
  });

  it('turns letters off but not named keys, and keeps what was rebound', () => {
    storeSettings({ bindings: { next: ['n'] }, letters: true });
    expect(new KeyMap(loadSettings(), 'bitext', false).find('j', ['rows'])).toBeNull();
    const quiet = new KeyMap({ bindings: {}, letters: false }, 'bitext', false);
    expect(quiet.find('j', ['rows'])).toBeNull();
    expect(quiet.find('Shift+k', ['rows'])).toBeNull();
    expect(quiet.find('ArrowDown', ['rows'])).toBe('next');
    expect(quiet.find('Mod+z', ['all'])).toBe('undo_too');
  });

  it('leaves a chosen key to whoever chose it before an action further down the table had it', () => {
    const chosen = { bindings: { flag: ['1'] }, letters: true } as const;
    expect(new KeyMap(chosen, 'bitext', false).find('1', ['rows'])).toBe('flag');
    expect(new KeyMap(defaultSettings, 'bitext', false).find('1', ['rows'])).toBe('merge_accept');
  });

  it('says why a key cannot be given', () => {
    expect(clash('m', 'next', {})).toMatch('merge with the next row');
    expect(clash('Mod+t', 'next', {})).toMatch('browser');
    expect(clash('m', 'next', { merge: ['c'] })).toBeNull();
    expect(clash('Alt+x', 'next', {})).toMatch('Alt');
  });
});

describe('typing', () => {
  it('ignores what an input method composes, and the Enter Safari sends after it', () => {
    const composition = new Composition();
    expect(composition.swallows({ isComposing: true, keyCode: 74, key: 'j' })).toBe(true);
    expect(composition.swallows({ isComposing: false, keyCode: 229, key: 'Process' })).toBe(true);
    composition.end();
    expect(composition.swallows({ isComposing: false, keyCode: 13, key: 'Enter' })).toBe(true);
    expect(composition.swallows({ isComposing: false, keyCode: 74, key: 'j' })).toBe(false);
    composition.keyUp();
    expect(composition.swallows({ isComposing: false, keyCode: 13, key: 'Enter' })).toBe(false);
  });

  it('leaves fields, menus and dialogs alone', () => {
    document.body.innerHTML = `<div data-scope="rows"><button id="row"></button><div data-scope="post_edit"><textarea id="edit"></textarea><button id="yes"></button></div></div>
      <input id="search"><div role="dialog"><button id="ok"></button></div><div role="menu"><button id="item"></button></div><button id="tool"></button>`;
    const at = (id: string, caret = false) => scopesAt(document.getElementById(id), { caret, talk: false });
    expect(at('row')).toEqual(['rows', 'view', 'all', 'everywhere']);
    expect(at('row', true)).toEqual(['caret', 'everywhere']);
    expect(at('edit')).toEqual(['post_edit', 'everywhere']);
    // Ctrl S would open the browser's own dialog over what someone is writing.
    expect(at('search')).toEqual(['everywhere']);
    for (const id of ['ok', 'item']) expect(at(id)).toEqual([]);
    expect(at('tool')).toEqual(['view', 'all', 'everywhere']);
  });
});

it('gives a key to an action, unless it is taken; Escape changes nothing', () => {
  expect(takeKey(defaultSettings, 'flag', 'F10')).toEqual({ settings: { bindings: { flag: ['F10'] }, letters: true } });
  expect(takeKey(defaultSettings, 'flag', 'Enter')).toEqual({ refused: expect.stringContaining('has this key') });
  expect(takeKey(defaultSettings, 'flag', 'Escape')).toEqual({ settings: defaultSettings });
});
