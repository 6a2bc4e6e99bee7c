import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ProbeShares } from './ProbeShares';

it('saves shares that are given in per cent', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/v1/projects/harbour/probe-policy/', () =>
      HttpResponse.json({ blind_share: 0.05, planted_share: 0, updated_at: '2026-11-20T12:00:00Z' }),
    ),
    http.put('*/api/v1/projects/harbour/probe-policy/', async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      return HttpResponse.json({ ...body, updated_at: '2026-11-21T12:00:00Z' });
    }),
  );
  renderAt('/p/harbour', '/p/:slug', <ProbeShares slug="harbour" />);
  const planted = await screen.findByRole('textbox', { name: 'Rows with a planted error' });
  await userEvent.clear(planted);
  await userEvent.type(planted, '7.5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ blind_share: 0.05, planted_share: 0.075 }]));
});
