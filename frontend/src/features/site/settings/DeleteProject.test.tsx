import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { DeleteProject } from './DeleteProject';

it('deletes a project only after its name is typed', async () => {
  let removed = 0;
  server.use(
    http.delete('*/api/v1/projects/harbour/', () => {
      removed += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, router } = renderAt('/settings', '/settings', <DeleteProject project={project()} />);
  await user.click(screen.getByRole('button', { name: 'Delete project' }));
  const yes = await screen.findByRole('button', { name: 'Delete permanently' });
  await user.type(screen.getByRole('textbox', { name: /Type its name/ }), 'Harbour{Enter}');
  expect(yes).toBeDisabled();
  expect(removed).toBe(0);
  await user.type(screen.getByRole('textbox', { name: /Type its name/ }), ' Talks{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(removed).toBe(1);
});
