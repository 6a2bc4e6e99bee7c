import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { useProject } from '@/api/projects';
import { ines, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { RequireSession } from './RequireSession';

function Draft() {
  const { refetch } = useProject('harbour');
  return (
    <>
      <label>
        Draft <input />
      </label>
      <button type="button" onClick={() => void refetch()}>
        Ask
      </button>
    </>
  );
}

describe('a page that needs an account', () => {
  it('sends a stranger to sign in, and knows where they wanted to go', async () => {
    server.use(http.get('*/api/v1/session/', () => HttpResponse.json({ user: null })));
    const { router } = renderAt('/p/harbour?x=1', '/p/:slug', <RequireSession />);
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
    expect(new URLSearchParams(router.state.location.search).get('next')).toBe('/p/harbour?x=1');
  });

  it('says what is kept when the server is away, and goes on when it is back', async () => {
    let isThere = false;
    server.use(
      http.get('*/api/v1/session/', () =>
        isThere ? HttpResponse.json({ user: { ...ines, email: '', is_admin: false } }) : HttpResponse.error(),
      ),
    );
    const { user } = renderAt('/', '/', <RequireSession />, [], [{ index: true, element: <p>The page</p> }]);
    await screen.findByRole('heading', { name: 'The server isn’t responding' }, { timeout: 12_000 });
    expect(screen.getByText(/are kept in this browser/)).toBeInTheDocument();
    isThere = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The page')).toBeInTheDocument();
  });

  it('waits until somebody has a password of their own', async () => {
    let owed: string | null = 'password_due';
    const sent: unknown[] = [];
    server.use(
      http.get('*/api/v1/session/', () => HttpResponse.json({ user: { ...ines, email: '', is_admin: false }, owed })),
      http.post('*/api/v1/session/password/', async ({ request }) => {
        sent.push(await request.json());
        owed = null;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderAt('/', '/', <RequireSession />, [], [{ index: true, element: <p>The page</p> }]);
    expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeInTheDocument();
    expect(screen.queryByText('The page')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText(/Current password/), 'handed over by hand');
    await user.type(screen.getByLabelText(/Your new password/), 'mine, for a moment{Enter}');
    expect(await screen.findByText('The page')).toBeInTheDocument();
    expect(sent).toEqual([{ password: 'handed over by hand', new_password: 'mine, for a moment' }]);
  });

  it('asks for the password over the page when the session ends, and keeps what was typed', async () => {
    let signedIn = true;
    server.use(
      http.get('*/api/v1/session/', () =>
        HttpResponse.json({ user: signedIn ? { ...ines, email: '', is_admin: false } : null }),
      ),
      http.post('*/api/v1/session/', () => {
        signedIn = true;
        return HttpResponse.json({ user: { ...ines, email: '', is_admin: false } });
      }),
      http.get('*/api/v1/projects/harbour/', () =>
        signedIn
          ? HttpResponse.json(project())
          : HttpResponse.json({ code: 'not_authenticated', detail: 'Sign in.', errors: [] }, { status: 401 }),
      ),
    );
    const { user } = renderAt('/', '/', <RequireSession />, [], [{ index: true, element: <Draft /> }]);
    await user.type(await screen.findByLabelText('Draft'), 'unsent');
    signedIn = false;
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByRole('dialog', { name: 'You’re signed out' })).toBeInTheDocument();
    expect(screen.getByLabelText('User name')).toHaveValue('ines.koba');
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Draft')).toHaveValue('unsent');
  });
});
