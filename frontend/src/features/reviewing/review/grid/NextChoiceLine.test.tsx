/** The engine's next choice as the page shows it: beside the row that one stands on, and nowhere else. */

import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawRows, openReview } from '../testing/desk';

drawRows();

const unsure = {
  4: { confidence: 0.5, features: { next_source: 1, next_target: 1 } },
  10: { target: [11, 12], features: { next_source: 1, next_target: 1 } },
  11: { target: [14] },
};
const line = () => document.querySelector<HTMLElement>('[data-next-choice]');

it('is shown with the row that one stands on, described by it, and taken by its key', async () => {
  const desk = await openReview(unsure);
  expect(line()).toBeNull();
  await desk.goTo(4);
  expect(desk.row(4)).toHaveAccessibleDescription(
    'The engine’s next choice, by 5: gives “Two of them are empty.” to row 5.',
  );
  expect([...(line()?.querySelectorAll('del') ?? [])].map((mark) => mark.textContent)).toEqual([
    'Two of them are empty.',
  ]);
  await desk.undone(() => desk.press('5'));
  expect(desk.number).toBe(4);
  await desk.press('5');
  expect(desk.editor.state.doc.rows.get(desk.editor.state.doc.order[3] as string)?.status).toBe('accepted');
  expect(desk.number).toBe(5);
  expect(line()).toBeNull();
});

it('gives way to the opened row, to a selection and to a row that was changed, and comes back', async () => {
  const desk = await openReview(unsure);
  await desk.goTo(10);
  expect(line()).toHaveTextContent('犬も一緒でした。');
  await desk.press('e');
  expect(line()).toBeNull();
  await desk.press('{Escape}');
  expect(line()).not.toBeNull();
  await desk.press('{Shift>}{ArrowDown}{/Shift}');
  expect(line()).toBeNull();
  await desk.press('k', 'j');
  await desk.goTo(10);
  expect(line()).not.toBeNull();
  await desk.press('b');
  expect(line()).toBeNull();
  await desk.press('z');
  expect(line()).not.toBeNull();
});

it('is taken by its button too, and is not there where nothing can be changed', async () => {
  const desk = await openReview(unsure);
  await desk.goTo(10);
  const { info } = desk.editor.state;
  desk.editor.set({ info: { ...info, can_edit: false } });
  await expect.poll(line).toBeNull();
  await desk.press('5');
  expect(desk.server.doc.revision).toBe(0);
  desk.editor.set({ info });
  await expect.poll(line).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /Next choice/ }));
  const rows = await desk.saved(1);
  expect(rows.slice(9, 11).map(({ target, status }) => [target.map(({ unit }) => unit), status])).toEqual([
    [[11], 'accepted'],
    [[12, 14], 'proposed'],
  ]);
});
