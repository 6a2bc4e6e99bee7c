import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { page, pair, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { DocumentsPage } from './DocumentsPage';

it('lists what was imported, also what belongs to no pair, and finds one through the URL', async () => {
  const { source, target } = pair();
  const asked: URL[] = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: 'annotator' }))),
    http.get('*/api/v1/documents/', ({ request }) => {
      const url = new URL(request.url);
      asked.push(url);
      const search = url.searchParams.get('search');
      return HttpResponse.json(page(search ? [] : [source, { ...target, version: 2 }]));
    }),
  );
  const { user, router } = renderAt('/p/harbour/documents', '/p/:slug/documents', <DocumentsPage />);
  const row = await screen.findByRole('row', { name: /Side 2/ });
  expect(row).toHaveTextContent('version 2');
  expect(row).toHaveTextContent('Japanese');
  expect(screen.queryByRole('link', { name: 'Pair documents' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: 'Find a document' }), 'tide');
  await screen.findByText(/No documents match “tide”/);
  expect(router.state.location.search).toBe('?search=tide');
  await user.click(screen.getByText('Clear search'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByRole('searchbox')).toHaveValue('');
});
