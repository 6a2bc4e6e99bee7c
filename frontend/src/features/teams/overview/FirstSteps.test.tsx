import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { FirstSteps } from './FirstSteps';

it('has the demo made by a worker, says how far it is, and goes there', async () => {
  const demo = { state: 'queued', progress: 0, message: '', error: '', project: null };
  const told = [
    { ...demo, state: 'running', progress: 0.5, message: 'Reviewing talk 1 of 8' },
    { ...demo, state: 'done', progress: 1, project: 'demo-harbour-talks' },
  ];
  const user = { id: 1, username: 'ines', name: 'Ines', email: '', is_admin: false, may_create_projects: true };
  server.use(
    http.get('*/api/v1/session/', () => HttpResponse.json({ user, owed: null, needs_code: false, provider: '' })),
    http.get('*/api/v1/projects/', () => HttpResponse.json({ count: 0, results: [] })),
    http.post('*/api/v1/projects/demo/', () => HttpResponse.json(demo, { status: 202 })),
    http.get('*/api/v1/projects/demo/progress/', () => HttpResponse.json(told.length > 1 ? told.shift() : told[0])),
  );
  const { user: person, router } = renderAt(
    '/p/harbour',
    '/p/harbour',
    <FirstSteps slug="harbour" canImport={false} />,
  );
  await person.click(await screen.findByRole('button', { name: 'Add the demo project' }));
  expect(await screen.findByText(/being made, 50.* Reviewing talk 1 of 8/)).toBeInTheDocument();
  expect(await screen.findByText('Elsewhere', {}, { timeout: 4000 })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/p/demo-harbour-talks');
});
