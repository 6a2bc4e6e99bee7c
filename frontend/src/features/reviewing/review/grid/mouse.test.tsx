import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as commands from '../editor/commands';
import type { Editor } from '../editor/editor';
import { rowOf } from '../model/document';
import { servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { chipAt, useRowsMouse } from './useRowsMouse';

servePages();

let page: Editor;
const row = (n: number) => page.state.doc.rows.get(uuid(n)) ?? rowOf(page.state.doc, uuid(n));
const chipId = (n: number) => row(n).target[0]?.id ?? '';

/** The rows as the mouse finds them, without their looks. */
function Rows() {
  const mouse = useRowsMouse();
  return (
    <div data-scroller="rows" {...mouse}>
      {[1, 2, 3, 4].map((n) => (
        <div key={n} data-row={uuid(n)} data-testid={`row-${n}`}>
          <span data-accept="true">accept {n}</span>
          <span data-menu="true">more {n}</span>
          <span data-label="good_mt">label {n}</span>
          <span data-chips>
            <button type="button" data-key-of={chipId(n)} aria-pressed={n === 2}>
              key {n}
            </button>
            <span data-chip={chipId(n)}>chip {n}</span>
          </span>
          <textarea defaultValue={`field ${n}`} />
        </div>
      ))}
    </div>
  );
}

beforeEach(async () => {
  page = await visit();
  page.set({ active: uuid(1) });
  show(page, <Rows />);
});

const over = (element: Element | null) => {
  document.elementFromPoint = () => element;
};

describe('a click', () => {
  it('chooses the chip that it is on', () => {
    fireEvent.click(screen.getByText('chip 3'));
    expect([page.state.active, page.state.chip]).toEqual([uuid(3), chipId(3)]);
  });

  it('with Shift selects up to the row, with Ctrl that row beside the others', () => {
    fireEvent.click(screen.getByText('chip 3'), { shiftKey: true });
    expect([page.state.active, page.state.anchor]).toEqual([uuid(3), uuid(1)]);
    fireEvent.click(screen.getByText('chip 1'), { ctrlKey: true });
    expect(page.state.picked?.has(uuid(1))).toBe(false);
    expect([...(page.state.picked ?? [])]).toEqual([uuid(2), uuid(3)]);
  });

  it('accepts on the mark, and turns a label round through its answers', () => {
    fireEvent.click(screen.getByText('accept 2'));
    expect(row(2).status).toBe('accepted');
    const answers = [1, 2, 3].map(() => {
      fireEvent.click(screen.getByText('label 4'));
      return row(4).good_mt;
    });
    expect(answers).toEqual([true, false, null]);
  });

  it('on the tick of a sentence chooses it, and marks or unmarks it', () => {
    const ran = vi.spyOn(commands, 'run').mockImplementation(() => {});
    fireEvent.click(screen.getByText('key 3'));
    expect([page.state.active, page.state.chip]).toEqual([uuid(3), chipId(3)]);
    fireEvent.click(screen.getByText('key 2'));
    expect(ran.mock.calls.map(([, action]) => action)).toEqual(['key_yes', 'key_no']);
    ran.mockRestore();
  });

  it('opens the menu of the row below the button', () => {
    fireEvent.click(screen.getByText('more 2'));
    expect([page.state.active, page.state.menu]).toEqual([uuid(2), { x: 0, y: 0 }]);
  });
});

describe('the right button', () => {
  it('opens the menu where it is, for the selection where the row is in it', () => {
    page.set({ active: uuid(3), anchor: uuid(1) });
    fireEvent.contextMenu(screen.getByText('chip 2'), { clientX: 30, clientY: 40 });
    expect([page.state.active, page.state.anchor, page.state.menu]).toEqual([uuid(3), uuid(1), { x: 30, y: 40 }]);
    fireEvent.contextMenu(screen.getByText('chip 4'), { clientX: 5, clientY: 6 });
    expect([page.state.active, page.state.anchor]).toEqual([uuid(4), null]);
  });

  it('leaves a field the menu of the browser', () => {
    const field = screen.getByText('field 2');
    expect(fireEvent.contextMenu(field)).toBe(true);
    expect(page.state.menu).toBeNull();
  });
});

describe('a chip that is dragged', () => {
  // Pointer events of jsdom know no place.
  const pointer = (type: string, target: EventTarget, more: MouseEventInit = {}) =>
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0, buttons: 1, ...more }));
  beforeEach(() => {
    Element.prototype.setPointerCapture = vi.fn();
  });
  const drag = (n: number) => pointer('pointerdown', screen.getByText(`chip ${n}`));
  const moveTo = (n: number | null) => {
    over(n === null ? document.body : screen.getByTestId(`row-${n}`));
    pointer('pointermove', globalThis as unknown as EventTarget, { clientX: 9, clientY: 99 });
  };

  it('goes to the row where it is let go', () => {
    const id = chipId(1);
    drag(1);
    moveTo(3);
    expect(screen.getByTestId('row-3')).toHaveAttribute('data-drop');
    pointer('pointerup', globalThis as unknown as EventTarget);
    expect(row(3).target.map((chip) => chip.id)).toContain(id);
    expect(page.state.active).toBe(uuid(3));
    expect(screen.getByTestId('row-3')).not.toHaveAttribute('data-drop');
  });

  it('stays where it is let go in its own row, on none, or by Escape', () => {
    const before = page.state.doc;
    drag(1);
    moveTo(1);
    pointer('pointerup', globalThis as unknown as EventTarget);
    drag(1);
    moveTo(2);
    moveTo(1);
    expect(screen.getByTestId('row-1')).not.toHaveAttribute('data-drop');
    expect(screen.getByTestId('row-2')).not.toHaveAttribute('data-drop');
    pointer('pointerup', globalThis as unknown as EventTarget);
    drag(1);
    moveTo(null);
    pointer('pointerup', globalThis as unknown as EventTarget);
    drag(1);
    moveTo(2);
    fireEvent.keyDown(globalThis as unknown as Element, { key: 'Escape' });
    pointer('pointerup', globalThis as unknown as EventTarget);
    expect(page.state.doc).toBe(before);
    expect(screen.getByTestId('row-2')).not.toHaveAttribute('data-drop');
  });

  it('does not begin by another button, or in a review that is read only', () => {
    pointer('pointerdown', screen.getByText('chip 1'), { button: 2 });
    moveTo(3);
    expect(screen.getByTestId('row-3')).not.toHaveAttribute('data-drop');
    page.set({ info: { ...page.state.info, can_edit: false } });
    drag(1);
    moveTo(3);
    expect(screen.getByTestId('row-3')).not.toHaveAttribute('data-drop');
  });
});

it('finds the chip between the lines of its text, and none beside it', () => {
  const chip = screen.getByText('chip 2');
  const place = chip.parentElement as Element;
  chip.getClientRects = () => [{ left: 10, right: 50, top: 10, bottom: 20 }] as unknown as DOMRectList;
  const at = (clientX: number, clientY: number) => chipAt({ target: place, clientX, clientY });
  expect([at(20, 23), at(20, 25), at(7, 12), at(5, 12)]).toEqual([chip, null, chip, null]);
});
