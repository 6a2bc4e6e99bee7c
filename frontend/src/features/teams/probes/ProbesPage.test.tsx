import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ProbesPage } from './ProbesPage';

let role = 'admin';
let people: unknown[] = [];
let sent: unknown[] = [];

const aisha = {
  annotator: { id: 3, name: 'Aisha' },
  n_reviews: 2,
  n_planted: 5,
  n_caught: 4,
  n_repaired: 3,
  n_marked: 1,
  n_other: 120,
  n_alarms: 2,
  n_boundaries: 3,
  n_boundaries_caught: 3,
  blind: { f1: 0.71, n_links: 40, n_reviews: 2, low: 0.6, high: 0.82 },
  shown: { f1: 1, n_links: 210, n_reviews: 2, low: 0.97, high: 1 },
};

beforeEach(() => {
  role = 'admin';
  people = [];
  sent = [];
  const root = '*/api/v1/projects/harbour';
  server.use(
    http.get(`${root}/`, () => HttpResponse.json(project({ role }))),
    http.get(`${root}/probes/`, () => HttpResponse.json({ computed_at: null, is_current: true, people, few: 30 })),
    http.get(`${root}/probes/3/`, () =>
      HttpResponse.json({
        missed: [{ review: 6, pair: 'The tide ledger', kind: 'swap', row: 'r-1', numbers: [12, 13] }],
      }),
    ),
    http.get(`${root}/probe-policy/`, () =>
      HttpResponse.json({ blind_share: 0.05, planted_share: 0, updated_at: '2026-11-20T12:00:00Z' }),
    ),
    http.put(`${root}/probe-policy/`, async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      return HttpResponse.json({ ...body, updated_at: '2026-11-21T12:00:00Z' });
    }),
  );
});

function show() {
  return renderAt('/p/harbour/reviews/probes', '/p/:slug/reviews/probes', <ProbesPage tabs={null} />);
}

describe('probes', () => {
  it('shows what each annotator caught, and leads to what they missed', async () => {
    people = [aisha];
    show();
    const row = await screen.findByRole('row', { name: /Aisha/ });
    expect(row).toHaveTextContent('3 of 5');
    expect(row).toHaveTextContent('1 of 5');
    expect(row).toHaveTextContent('2 of 120');
    expect(row).toHaveTextContent('.71 (.60–.82) 40');
    expect(row).toHaveTextContent('1.00 (.97–1.00) 210');
    await userEvent.click(screen.getByRole('button', { name: '1 error that Aisha missed' }));
    expect(await screen.findByRole('link', { name: '12, 13' })).toHaveAttribute('href', '/review/6?row=r-1');
  });

  it('gives no interval for fewer than 30 links', async () => {
    people = [{ ...aisha, blind: { f1: 0.08, n_links: 23, n_reviews: 2, low: 0, high: 0.23 } }];
    show();
    const row = await screen.findByRole('row', { name: /Aisha/ });
    expect(row).toHaveTextContent('.08 23');
    expect(row).not.toHaveTextContent('.23)');
  });

  it('saves shares that are given in per cent', async () => {
    show();
    expect(await screen.findByText(/No review with quality control has been submitted yet/)).toBeVisible();
    const planted = await screen.findByRole('textbox', { name: 'Rows with a planted error' });
    await userEvent.clear(planted);
    await userEvent.type(planted, '7.5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual([{ blind_share: 0.05, planted_share: 0.075 }]));
  });

  it('is for admins only', async () => {
    role = 'adjudicator';
    show();
    expect(await screen.findByText(/Only admins/)).toBeVisible();
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Quality control' })).toBeNull();
  });
});
