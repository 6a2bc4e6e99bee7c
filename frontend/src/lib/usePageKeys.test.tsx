import { fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { chordText } from './chords';
import { usePageKeys } from './usePageKeys';

afterEach(() => document.body.replaceChildren());

const keys = { next: ['j', 'ArrowDown'], save: ['Mod+s'], preset: ['1', '2', '3'], open: ['Enter'], longer: ['+'] };
const acts = { next: vi.fn(), save: vi.fn(), preset: vi.fn(), open: vi.fn(), longer: vi.fn() };

function Page() {
  usePageKeys(keys, acts);
  return (
    <>
      <input aria-label="text" />
      <input type="checkbox" aria-label="box" />
      <button type="button">act</button>
      <button type="button" aria-current="step">
        <b>open</b>
      </button>
    </>
  );
}

function press(on: Element, key: string, more: KeyboardEventInit = {}) {
  return fireEvent.keyDown(on, { key, code: /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : '', ...more });
}

it('acts wherever the focus is, but where it types', () => {
  const { getByLabelText, getByRole } = render(<Page />);
  press(document.body, 'j');
  press(getByLabelText('box'), 'ArrowDown');
  press(getByLabelText('text'), 'j');
  press(document.body, 'j', { altKey: true });
  expect(acts.next).toHaveBeenCalledTimes(2);
  press(getByRole('button', { name: 'act' }), 'Enter');
  expect(acts.open).not.toHaveBeenCalled();
  press(document.body, '2', { code: 'Digit2' });
  expect(acts.preset).toHaveBeenCalledExactlyOnceWith(1);
});

it.each(['Enter', 'j'])(
  'has its keys where the focus is on the button of what is open, which gives it up: %s',
  (key) => {
    const { getByRole } = render(<Page />);
    const act = key === 'j' ? acts.next : acts.open;
    act.mockClear();
    const button = getByRole('button', { name: 'open' });
    button.focus();
    expect(press(button, '5')).toBe(true);
    expect(document.activeElement).toBe(button);
    expect(press(button, key)).toBe(false);
    expect(act).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(document.body);
  },
);

it('goes on while a key is held only where that moves or grows', () => {
  render(<Page />);
  acts.next.mockClear();
  for (const repeat of [false, true, true]) {
    press(document.body, 'j', { repeat });
    expect(press(document.body, 's', { ctrlKey: true, repeat })).toBe(false);
  }
  expect(acts.next).toHaveBeenCalledTimes(3);
  expect(acts.save).toHaveBeenCalledTimes(1);
});

it('asks the page before its frame', () => {
  const frame = vi.fn();
  function Inner() {
    usePageKeys({ find: ['/'] }, { find: acts.open });
    return null;
  }
  function Frame({ isLoaded }: { isLoaded: boolean }) {
    usePageKeys({ find: ['/'] }, { find: frame });
    return isLoaded && <Inner />;
  }
  const { rerender } = render(<Frame isLoaded={false} />);
  press(document.body, '/');
  rerender(<Frame isLoaded />);
  press(document.body, '/');
  expect(frame).toHaveBeenCalledTimes(1);
  expect(acts.open).toHaveBeenCalledTimes(1);
});

it('is quiet under a dialog', () => {
  render(<Page />);
  acts.next.mockClear();
  document.body.append(Object.assign(document.createElement('div'), { role: 'dialog' }));
  document.body.lastElementChild?.setAttribute('role', 'dialog');
  press(document.body, 'j');
  expect(acts.next).not.toHaveBeenCalled();
});

it('is told in words', () => {
  expect(['Mod+Shift+Enter', '+', 'Mod++', 'ArrowUp'].map((chord) => chordText(chord, false))).toEqual([
    'Ctrl Shift Enter',
    '+',
    'Ctrl +',
    '↑',
  ]);
});
