import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { TestSetPage } from './TestSetPage';

it('says nothing of a test set that is not for a person', async () => {
  const refusal = { code: 'permission_denied', detail: 'Annotators don’t see test sets.' };
  server.use(
    http.get('*/api/v1/projects/', () => HttpResponse.json(page([project({ role: 'annotator' })]))),
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: 'annotator' }))),
    ...['test-sets/4/', 'test-sets/4/funnel/', 'releases/'].map((address) =>
      http.get(`*/api/v1/${address}`, () => HttpResponse.json(refusal, { status: 403 })),
    ),
  );
  renderAt('/p/harbour/test-sets/4', '/p/:slug/test-sets/:testSetId', <TestSetPage />);
  expect(await screen.findByText(refusal.detail)).toBeVisible();
  expect(screen.queryByText(/Not released yet/)).toBeNull();
});
