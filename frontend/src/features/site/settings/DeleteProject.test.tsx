import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '@/api/types';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { DeleteProject } from './DeleteProject';

let removed = 0;
let counts: Record<string, number> = {};
let exports: object[] = [];

beforeEach(() => {
  removed = 0;
  counts = { pairs: 24, documents: 57, runs: 49, reviews: 61, edits: 4020, releases: 0, test_sets: 2, recordings: 0 };
  exports = [{ id: 1, state: 'done', created_at: new Date().toISOString() }];
  server.use(
    http.get('*/api/v1/projects/harbour/exports/', () =>
      HttpResponse.json({ counts, names_stay: '', kept_days: 14, exports }),
    ),
    http.delete('*/api/v1/projects/harbour/', () => {
      removed += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function ask(over: Partial<Project> = {}) {
  const { user, router } = renderAt('/settings', '/settings', <DeleteProject project={project(over)} />);
  await user.click(screen.getByRole('button', { name: 'Delete project' }));
  await screen.findByText(/24 pairs, 57 texts, 0 recordings, 49 runs, 61 reviews with 4,020 edits, 2 test sets/);
  const yes = screen.getByRole('button', { name: 'Delete permanently' });
  return { user, router, yes, name: screen.queryByRole('textbox', { name: /Type its name/ }) as HTMLElement };
}

describe('deleting a project', () => {
  it('says what goes, and waits for its name', async () => {
    const { user, router, yes, name } = await ask();
    await user.type(name, 'Harbour{Enter}');
    expect(yes).toBeDisabled();
    expect(removed).toBe(0);
    await user.type(name, ' Talks{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(removed).toBe(1);
  });

  it('takes the name as it is shown, blanks in a row as one', async () => {
    const { user, yes, name } = await ask({ name: 'Harbour  Talks' });
    await user.type(name, 'HarbourTalks');
    expect(yes).toBeDisabled();
    await user.clear(name);
    await user.type(name, 'Harbour Talks');
    expect(yes).toBeEnabled();
  });

  it('wants an archive of today, or that somebody says it goes without', async () => {
    exports = [{ id: 1, state: 'done', created_at: '2026-01-01T00:00:00Z' }];
    const { user, yes, name } = await ask();
    await user.type(name, 'Harbour Talks');
    expect(yes).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Delete it without an archive of today' }));
    expect(yes).toBeEnabled();
  });

  it('says that releases stay', async () => {
    counts.releases = 2;
    const { yes, name } = await ask();
    expect(name).toBeNull();
    expect(yes).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent('It has 2 releases');
  });
});
