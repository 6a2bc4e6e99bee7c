import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ines, page } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { NoneInYours, YouRead } from './YouRead';

it('says why an empty queue is empty, and whom to ask', async () => {
  server.use(http.get('*/projects/x/members/', () => HttpResponse.json(page([{ id: 1, user: ines, role: 'admin' }]))));
  renderAt('/', '/', <NoneInYours slug="x" nUnread={24} />);
  expect(
    await screen.findByText(/24 pairs are here, none in languages that you read\..*or ask Ines Koba\./),
  ).toBeVisible();
});

it('takes languages by their names', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put('*/projects/x/queue/languages/', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const { user } = renderAt('/', '/', <YouRead slug="x" languages={['en']} />);
  expect(screen.getByText('English')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change what you read' }));
  await user.type(screen.getByRole('combobox', { name: 'Languages' }), 'germ');
  await user.click(await screen.findByRole('option', { name: 'German' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ languages: ['en', 'de'] }]));
});
