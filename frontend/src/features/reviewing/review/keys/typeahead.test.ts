import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patience, TypeAhead } from './typeahead';

let open = true;
let waiting: TypeAhead;
const pressed: string[] = [];
const listen = (event: KeyboardEvent) => {
  const at = event.target as Element;
  pressed.push(`${event.key} on ${at.textContent?.trim() || at.tagName}`);
};

function menu(): HTMLElement[] {
  document.body.innerHTML =
    '<div role="menu"><button role="menuitem">omission</button><button role="menuitem">filler</button></div>';
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  items[0]?.addEventListener('keydown', (event) => event.key === 'ArrowDown' && items[1]?.focus());
  return items;
}

const key = (name: string) => new KeyboardEvent('keydown', { key: name, code: name });

beforeEach(() => {
  open = true;
  pressed.length = 0;
  document.body.innerHTML = '';
  waiting = new TypeAhead(() => open);
  document.addEventListener('keydown', listen);
});
afterEach(() => {
  waiting.close();
  document.removeEventListener('keydown', listen);
  vi.useRealTimers();
});

describe('keys typed before a menu has the focus', () => {
  it('are pressed in the menu once it has, Enter on the item that the arrow led to', async () => {
    waiting.add(key('ArrowDown'));
    waiting.add(key('Enter'));
    const items = menu();
    const chosen = vi.fn();
    items[1]?.addEventListener('click', chosen);
    expect(pressed).toEqual([]);
    items[0]?.focus();
    await vi.waitFor(() => expect(chosen).toHaveBeenCalledOnce());
    expect(pressed).toEqual(['ArrowDown on omission', 'Enter on filler']);
  });

  it('go to the page when the menu has closed by one of them', async () => {
    waiting.add(key('Enter'));
    waiting.add(key('j'));
    const items = menu();
    items[0]?.addEventListener('click', () => {
      open = false;
      document.body.replaceChildren();
    });
    items[0]?.focus();
    await vi.waitFor(() => expect(pressed).toEqual(['Enter on omission', 'j on BODY']));
  });

  it('give the focus to a menu that does not take it', () => {
    vi.useFakeTimers();
    const items = menu();
    const chosen = vi.fn();
    items[0]?.addEventListener('click', chosen);
    waiting.add(key('Enter'));
    vi.advanceTimersByTime(patience);
    expect(chosen).toHaveBeenCalledOnce();
  });
});
