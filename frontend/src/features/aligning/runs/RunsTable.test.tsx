import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { run } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { RunsTable } from './RunsTable';

const LONG = `engine:lexical|${Array.from({ length: 40 }, (_, i) => `option_${i}:${i}`).join('|')}|v:3`;

it('folds a long signature away until somebody asks for it', async () => {
  const done = run({ state: 'succeeded', signature: LONG });
  const { user } = renderAt('/runs', '/runs', <RunsTable runs={[done]} canCancel={false} />);
  const fold = await screen.findByText(`of run ${done.number}`, { exact: false, selector: 'summary > *' });
  const whole = screen.getByText(LONG);
  expect(screen.getByText('engine:lexical|…|v:3')).toBeVisible();
  expect(whole).not.toBeVisible();
  await user.click(fold);
  expect(whole).toBeVisible();
});
