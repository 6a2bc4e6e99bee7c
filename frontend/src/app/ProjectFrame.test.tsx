import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ProjectFrame } from './ProjectFrame';

let health = { status: 'ok', version: '1', workers: 1, jobs_waiting: 0 };

beforeEach(() => {
  health = { status: 'ok', version: '1', workers: 1, jobs_waiting: 0 };
  server.use(
    http.get('*/api/v1/health/', () => HttpResponse.json(health)),
    http.get('*/api/v1/session/', () => HttpResponse.json({ user: { ...ines, email: '', is_admin: false } })),
    http.get('*/api/v1/projects/', () => HttpResponse.json(page([project(), project({ slug: 'b', name: 'Other' })]))),
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project())),
  );
});

const open = (address = '/p/harbour/runs') =>
  renderAt(
    address,
    '/p/:slug',
    <ProjectFrame />,
    [],
    [
      { path: 'runs', element: <p>The runs</p> },
      { path: 'documents/:id', element: <p>The document</p> },
      { path: 'pairs', element: <p>The pairs</p> },
    ],
  );

describe('the bar over a project', () => {
  it('says plainly that no worker runs, and how many jobs are queued', async () => {
    health = { ...health, workers: 0, jobs_waiting: 3 };
    open();
    const notice = await screen.findByText(/No worker is running. Jobs stay in the queue until one is./);
    expect(notice).toHaveTextContent('3 jobs queued.');
  });

  it('does not mention workers while one is running', async () => {
    open();
    expect(await screen.findByText('The runs')).toBeInTheDocument();
    await screen.findByRole('button', { name: /account of Ines Koba/ });
    expect(screen.queryByText(/No worker/)).not.toBeInTheDocument();
  });

  it('marks where one is, documents under pairs', async () => {
    open('/p/harbour/documents/3');
    expect(await screen.findByText('The document')).toBeInTheDocument();
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Pairs');
  });

  it('shows no summaries before there is something to summarise', async () => {
    server.use(http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ has_summaries: false }))));
    open();
    expect(await screen.findByText('The runs')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Summaries' })).not.toBeInTheDocument();
  });

  it('finds a pair from anywhere by keyboard', async () => {
    const { user, router } = open();
    await screen.findByText('The runs');
    await user.keyboard('/');
    expect(screen.getByRole('textbox', { name: 'Find a pair' })).toHaveFocus();
    await user.keyboard('glass & co{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/p/harbour/pairs'));
    expect(new URLSearchParams(router.state.location.search).get('search')).toBe('glass & co');
  });

  it.each([
    [404, 'not_found', 'There is nothing here, or you have no access to it.'],
    [403, 'permission_denied', 'You do not have permission to perform this action.'],
  ])('says so when the project is not there or not theirs (%i)', async (status, code, detail) => {
    server.use(
      http.get('*/api/v1/projects/harbour/', () => HttpResponse.json({ code, detail, errors: [] }, { status })),
    );
    open();
    expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All projects' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('navigation', { name: 'Project' })).not.toBeInTheDocument();
    expect(screen.queryByText('The runs')).not.toBeInTheDocument();
  });
});
