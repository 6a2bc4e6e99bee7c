import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { SignInPage, safeNext } from './SignInPage';

const ines = { id: 1, username: 'ines.koba', name: 'Ines Koba', email: '', is_admin: false };

describe('signing in', () => {
  beforeEach(() => {
    let user: typeof ines | null = null;
    server.use(
      http.get('*/api/v1/session/', () => HttpResponse.json({ user })),
      http.post('*/api/v1/session/', async ({ request }) => {
        const { password } = (await request.json()) as { password: string };
        if (password !== 'right') {
          const detail = 'Wrong user name or password.';
          return HttpResponse.json({ code: 'wrong_credentials', detail, errors: [] }, { status: 400 });
        }
        user = ines;
        return HttpResponse.json({ user });
      }),
    );
  });

  it('shows the server’s message, then leads to where one wanted to go', async () => {
    const { user, router } = renderAt('/sign-in?next=/p/harbour/pairs', '/sign-in', <SignInPage />);
    await user.type(screen.getByLabelText('User name'), 'ines.koba');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong user name or password.');
    expect(screen.getByLabelText('Password')).toBeInvalid();
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/p/harbour/pairs');
  });

  it('leads to a page that is built apart by loading it', async () => {
    const replace = vi.fn();
    const { href, origin, pathname, search } = location;
    vi.stubGlobal('location', { href, origin, pathname, search, replace });
    const { user } = renderAt('/sign-in?next=/rate/try/7', '/sign-in', <SignInPage />);
    await user.type(screen.getByLabelText('User name'), 'ines.koba');
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/rate/try/7'));
    vi.unstubAllGlobals();
  });

  it('asks for a code where there is a second factor, and leads on when it is right', async () => {
    server.use(
      http.post('*/api/v1/session/', () =>
        HttpResponse.json({ user: null, owed: null, needs_code: true, provider: '' }),
      ),
      http.post('*/api/v1/session/second-factor/', async ({ request }) => {
        const { code } = (await request.json()) as { code: string };
        if (code === '123456') return HttpResponse.json({ user: ines, owed: null, needs_code: false, provider: '' });
        return HttpResponse.json({ code: 'wrong_code', detail: 'This code is wrong.', errors: [] }, { status: 400 });
      }),
    );
    const { user } = renderAt('/sign-in', '/sign-in', <SignInPage />);
    await user.type(screen.getByLabelText('User name'), 'ines.koba');
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
    const code = await screen.findByLabelText('Code of your app');
    expect(code).toHaveFocus();
    await user.type(code, '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong.');
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
  });

  it('says why signing in with the provider came to nothing', async () => {
    server.use(
      http.get('*/api/v1/session/', () =>
        HttpResponse.json({ user: null, owed: null, needs_code: false, provider: 'Harbour University' }),
      ),
    );
    renderAt('/sign-in?problem=unknown', '/sign-in', <SignInPage />);
    expect(await screen.findByRole('button', { name: 'Continue with Harbour University' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('You have no account here yet.');
  });

  it('shows why somebody is locked out after too many attempts', async () => {
    const detail = 'Too many failed attempts. Try again in 15 minutes.';
    server.use(
      http.post('*/api/v1/session/', () =>
        HttpResponse.json(
          { code: 'locked_out', detail, errors: [] },
          { status: 429, headers: { 'Retry-After': '900' } },
        ),
      ),
    );
    const { user } = renderAt('/sign-in', '/sign-in', <SignInPage />);
    await user.type(screen.getByLabelText('User name'), 'ines.koba');
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  });

  it.each([
    ['/p/a?x=1', '/p/a?x=1'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    [null, '/'],
  ])('leads %s to %s', (next, to) => expect(safeNext(next)).toBe(to));
});
