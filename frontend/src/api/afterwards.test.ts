import { expect, it } from 'vitest';
import { afterwards } from './afterwards';

it('waits for what is asked anew after success only, and asks in both cases', async () => {
  let asked = 0;
  const refresh = () => {
    asked += 1;
    return Promise.resolve('fresh');
  };
  await expect(afterwards(refresh)({}, null)).resolves.toBe('fresh');
  expect(afterwards(refresh)(undefined, new Error('no'))).toBeUndefined();
  expect(asked).toBe(2);
});
