import { expect, it } from 'vitest';
import { stepFrom } from './keys';

it('steps through the list from the open one, and stays at its ends', () => {
  const shown = [{ id: 7 }, { id: 3 }, { id: 9 }];
  expect([null, 7, 3, 9, 4].map((opened) => stepFrom(shown, opened, 1))).toEqual([0, 1, 2, 2, 0]);
  expect([null, 7, 3, 9].map((opened) => stepFrom(shown, opened, -1))).toEqual([2, 0, 0, 1]);
});
