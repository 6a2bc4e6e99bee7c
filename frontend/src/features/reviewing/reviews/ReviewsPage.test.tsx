import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ReviewsPage } from './ReviewsPage';

let role = 'adjudicator';
let state = 'submitted';
let asked: URL[] = [];

const review = () => ({
  id: 6,
  pair: { id: 7, title: 'The tide ledger', kind: 'bitext' },
  project: { slug: 'harbour', name: 'Harbour Talks' },
  run: { id: 3, number: 1, engine: 'lexical', engine_label: 'Lexical', signature: '' },
  annotator: ines,
  state,
  return_reason: state === 'returned' ? 'Shifted from row 80.' : '',
  n_rows: 184,
  n_reviewed: 52,
  revision: 1,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  submitted_at: null,
});

beforeEach(() => {
  role = 'adjudicator';
  state = 'submitted';
  asked = [];
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('*/api/v1/reviews/', ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json(page([review()]));
    }),
  );
});

const open = (address = '/p/harbour/reviews') => renderAt(address, '/p/:slug/reviews', <ReviewsPage tabs={null} />);

describe('reviews', () => {
  it('returns a submitted review with a reason, never without', async () => {
    let body: unknown;
    server.use(
      http.post('*/api/v1/reviews/6/return/', async ({ request }) => {
        body = await request.json();
        state = 'returned';
        return HttpResponse.json(review());
      }),
    );
    const { user } = open('/p/harbour/reviews?of=all');
    await user.click(await screen.findByRole('button', { name: 'Return The tide ledger' }));
    const send = await screen.findByRole('button', { name: 'Return it' });
    expect(send).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), '  Shifted from row 80. ');
    await user.click(send);
    expect(await screen.findByText('Returned: “Shifted from row 80.”')).toBeInTheDocument();
    expect(body).toEqual({ reason: 'Shifted from row 80.' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('asks for all first where one leads, else for mine, and for the other through the URL', async () => {
    const first = open();
    await screen.findByText('The tide ledger');
    expect(asked[0]?.searchParams.has('mine')).toBe(false);
    first.unmount();
    role = 'annotator';
    asked = [];
    const { user, router } = open();
    await screen.findByText('The tide ledger');
    expect(asked[0]?.searchParams.get('mine')).toBe('true');
    await user.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(asked.at(-1)?.searchParams.has('mine')).toBe(false));
    expect(router.state.location.search).toBe('?of=all');
  });

  it('shows one state, from the URL too, and leads out of a state that nothing is in', async () => {
    server.use(
      http.get('*/api/v1/reviews/', ({ request }) => {
        asked.push(new URL(request.url));
        const wanted = new URL(request.url).searchParams.get('state');
        return HttpResponse.json(page(wanted === 'returned' ? [] : [review()]));
      }),
    );
    const { user, router } = open('/p/harbour/reviews?of=all&state=returned');
    await screen.findByText(/No reviews in this state/);
    await user.click(screen.getByRole('radio', { name: 'Submitted' }));
    await screen.findByText('The tide ledger');
    expect(asked.map((url) => url.searchParams.get('state'))).toEqual(['returned', 'submitted']);
    await user.click(screen.getByRole('radio', { name: 'Returned' }));
    await user.click(await screen.findByRole('button', { name: 'Show any state' }));
    await screen.findByText('The tide ledger');
    expect(router.state.location.search).toBe('?of=all');
  });

  it('lets nobody return who does not adjudicate', async () => {
    role = 'annotator';
    open('/p/harbour/reviews?of=all');
    await screen.findByText('The tide ledger');
    expect(screen.queryByRole('button', { name: /Return/ })).not.toBeInTheDocument();
  });
});
