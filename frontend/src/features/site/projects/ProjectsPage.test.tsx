import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { ines, page } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ProjectsPage } from './ProjectsPage';

const open = (may_create_projects: boolean) => {
  server.use(
    http.get('*/api/v1/session/', () =>
      HttpResponse.json({ user: { ...ines, email: '', is_admin: false, may_create_projects } }),
    ),
    http.get('*/api/v1/projects/', () => HttpResponse.json(page([]))),
  );
  renderAt('/', '/', <ProjectsPage />);
};

it('tells people without a project what to do, and lets them create one', async () => {
  open(true);
  expect(await screen.findByText(/add you as ines\.koba, or create a project below\./)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Create' })).toBeInTheDocument();
});

it('offers no new project where only site admins create them', async () => {
  open(false);
  expect(await screen.findByText(/add you as ines\.koba\.$/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Create' })).not.toBeInTheDocument();
});
