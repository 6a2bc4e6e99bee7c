import { beforeEach, expect, it } from 'vitest';
import { defaultComfort, loadComfort, storeComfort } from './comfort';

beforeEach(() => localStorage.clear());

it('is kept for each person by themselves', () => {
  const mine = { text: 'large', left: 40, helper: false, map: true, target: 60 } as const;
  storeComfort(1, mine);
  expect(loadComfort(1)).toEqual(mine);
  expect(loadComfort(2)).toEqual(defaultComfort);
});

it('falls back to what everybody gets where what is stored makes no sense', () => {
  localStorage.setItem('lectern.comfort.1', '{"text":"huge","left":99,"helper":0}');
  expect(loadComfort(1)).toEqual(defaultComfort);
  localStorage.setItem('lectern.comfort.1', '{"target":-3}');
  expect(loadComfort(1)).toEqual(defaultComfort);
  localStorage.setItem('lectern.comfort.1', 'nonsense');
  expect(loadComfort(1)).toEqual(defaultComfort);
});
