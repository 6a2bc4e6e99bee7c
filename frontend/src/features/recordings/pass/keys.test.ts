import { expect, it } from 'vitest';
import { keys } from './keys';

it('no key has two meanings', () => {
  const all = Object.values(keys).flat();
  expect(new Set(all).size).toBe(all.length);
});
