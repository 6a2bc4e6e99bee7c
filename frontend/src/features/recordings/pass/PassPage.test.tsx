import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { PassPage } from './PassPage';

it.each([
  [true, 'You can claim it again under Transcripts. Your answers are kept.'],
  [false, 'It goes to another person.'],
])('says who goes on with what was not accepted (can_go_on: %s)', async (can_go_on, text) => {
  const document = { id: 1, title: 'Tides', project: 'p' };
  server.use(
    http.get('/api/v1/session/', () => HttpResponse.json({ user: { id: 1 } })),
    http.get('/api/v1/passes/4/', () =>
      HttpResponse.json({ id: 4, kind: 'first', state: 'rejected', reason: 'Too fast.', can_go_on, document }),
    ),
  );
  renderAt('/pass/4', '/pass/:id', <PassPage />);
  expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});
