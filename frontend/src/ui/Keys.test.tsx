import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { KeyLine } from './Keys';

it('names the first key of each act, and digits as a range', () => {
  const { container } = render(
    <KeyLine
      of={[
        ['move', ['j', 'ArrowDown'], ['k']],
        ['all', ['Mod+a']],
        ['lengths', ['1', '2', '3']],
      ]}
    />,
  );
  expect([...container.querySelectorAll('p > span')].map((span) => span.textContent)).toEqual([
    'JK move',
    'Ctrl A all',
    '1–3 lengths',
  ]);
});
