import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { Rules } from './Rules';
import type { Policy } from './requests';

const policy: Policy = {
  reviews_per_pair: 2,
  sample_share: 0.2,
  reviews_in_sample: 3,
  claim_hours: 72,
  max_claims: 3,
  order: 'uncertain',
  blind: true,
  due_on: null,
  updated_at: '2026-11-20T12:00:00Z',
};

it('says how reviews are assigned, and opens the forms to change it on request', async () => {
  server.use(
    http.get('*/api/v1/projects/harbour/probe-policy/', () =>
      HttpResponse.json({ blind_share: 0.075, planted_share: 0, updated_at: '2026-11-20T12:00:00Z' }),
    ),
  );
  const { user } = renderAt('/p/harbour', '/p/:slug', <Rules slug="harbour" policy={policy} nFree={4} />);
  expect(await screen.findByText('7.5 % of rows')).toBeVisible();
  expect(screen.getByText('2; 3 for 20 %')).toBeVisible();
  expect(screen.getByText('Least certain alignment first')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByRole('textbox', { name: 'Reviews per pair' })).toHaveValue('2');
  expect(await screen.findByRole('textbox', { name: 'Rows with a planted error' })).toBeVisible();
});
