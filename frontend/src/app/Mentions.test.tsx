import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { ines, page } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { Mentions } from './Mentions';

const mention = {
  id: 5,
  project: 'harbour',
  title: 'What the tide ledger remembers',
  review: 7,
  row: '9b1d1c39-93d4-4a5f-9a63-0d6a3a8c1f10',
  text: 'Is 十字 right, @ines.koba?',
  author: { ...ines, id: 2, name: 'Tomás Arriaga' },
  created_at: '2026-05-02T13:58:00Z',
  resolved: false,
};

describe('what one was asked', () => {
  it('leads to the row and its comments', async () => {
    server.use(http.get('*/api/v1/comments/', () => HttpResponse.json({ ...page([mention]), count: 3 })));
    const { user, router } = renderAt('/', '/', <Mentions />);
    await user.click(await screen.findByRole('button', { name: '3 unresolved mentions' }));
    expect(await screen.findByText('And 2 older ones.')).toBeVisible();
    await user.click(screen.getByRole('menuitem', { name: /Tomás Arriaga.*十字/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/review/7'));
    expect(router.state.location).toMatchObject({ search: `?row=${mention.row}`, hash: '#comments' });
  });

  it('is not there while nobody asks', async () => {
    let asked = false;
    server.use(
      http.get('*/api/v1/comments/', () => {
        asked = true;
        return HttpResponse.json(page([]));
      }),
    );
    renderAt('/', '/', <Mentions />);
    await waitFor(() => expect(asked).toBe(true));
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
