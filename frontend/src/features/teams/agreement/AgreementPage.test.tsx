import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { AgreementPage } from './AgreementPage';
import type { Agreement } from './requests';

const figure = { n_talks: 2, n_units: 100, n_differing: 20, value: 0.52, kappa: 0.52, raw: 0.78, low: 0.4, high: 0.6 };
const measure = {
  ...figure,
  measure: 'good_mt',
  name: 'good_mt',
  kind: 'values' as const,
  is_label: true,
  only_value: null,
  cells: [
    { first: 'yes', second: 'yes', n: 60 },
    { first: 'yes', second: 'no', n: 17 },
    { first: 'no', second: 'no', n: 23 },
  ],
};
const people = [
  { id: 3, username: 'aisha', name: 'Aisha Farouk' },
  { id: 7, username: 'tomas', name: 'Tomás Arriaga' },
  { id: 9, username: 'wen', name: 'Wen Li' },
];
const told = (over: Partial<Agreement> = {}): Agreement => ({
  measures: [
    {
      ...measure,
      measure: 'links',
      name: 'Links',
      kind: 'overlap',
      is_label: false,
      value: 0.93,
      kappa: null,
      raw: 0.98,
      cells: [],
    },
    measure,
  ],
  people,
  few: 30,
  computed_at: '2026-11-22T14:20:00Z',
  is_current: true,
  n_compared: 0,
  n_to_compare: 0,
  expected: null,
  ...over,
});

let asked: URL[] = [];
const at = (part: string) => `*/api/v1/projects/harbour/agreement/${part}`;
const note = ({ request }: { request: Request }) => asked.push(new URL(request.url));
const last = (part: string) => asked.filter((url) => url.pathname.endsWith(`/agreement/${part}`)).at(-1)?.searchParams;

beforeEach(() => {
  asked = [];
  const side = { id: '00000000-0000-4000-8000-000000000001', number: 46, source: 'She thought.', target: '海には。' };
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project())),
    http.get(at(''), (info) => {
      note(info);
      return HttpResponse.json(told());
    }),
    http.get(at('people/'), () =>
      HttpResponse.json({
        results: [
          { ...figure, first: 3, second: 7, value: 0.4 },
          { ...figure, first: 3, second: 9, value: 0.71 },
        ],
      }),
    ),
    http.get(at('talks/'), (info) => {
      note(info);
      return HttpResponse.json(page([{ ...figure, pair: 12, title: 'Glass that sings', n_in_cell: 17 }]));
    }),
    http.get(at('months/'), () => HttpResponse.json({ results: [] })),
    http.get(at('rows/'), (info) => {
      note(info);
      const row = {
        source_language: 'en',
        target_language: 'ja',
        first: { ...side, review: 5 },
        second: { ...side, review: 6 },
      };
      return HttpResponse.json(page([row]));
    }),
  );
});

const open = (query = '') =>
  renderAt(`/p/harbour/reviews/agreement${query}`, '/p/:slug/reviews/agreement', <AgreementPage tabs={null} />);

describe('agreement', () => {
  it('shows Pk beside the F1 of boundaries of slides', async () => {
    const cuts = { ...measure, measure: 'boundaries', name: 'Boundaries', kind: 'overlap' as const, is_label: false };
    server.use(http.get(at(''), () => HttpResponse.json(told({ measures: [{ ...cuts, kappa: null, raw: 0.06 }] }))));
    open();
    expect(await screen.findByText('Pk .06')).toBeVisible();
  });

  it('leads from a measure over two people and what they said to the rows', async () => {
    const { user, router } = open();
    expect(await screen.findByRole('button', { name: 'good_mt', pressed: true })).toBeInTheDocument();
    await user.click(
      await screen.findByRole('button', { name: /^Tomás Arriaga and Aisha Farouk: ?\.40 ?, ?100 ?compared$/ }),
    );
    await waitFor(() => expect(last('')?.get('people')).toBe('3,7'));
    await user.click(await screen.findByRole('button', { name: 'Aisha yes, Tomás no, 17 rows' }));
    expect(await screen.findByText('In 17 rows Aisha says yes and Tomás says no.')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Aisha, row 46' })).toHaveAttribute(
      'href',
      '/review/5?row=00000000-0000-4000-8000-000000000001',
    );
    expect(screen.getByText('海には。')).toHaveAttribute('lang', 'ja');
    expect(Object.fromEntries(last('rows/') ?? [])).toMatchObject({
      people: '3,7',
      pair: '12',
      first_said: 'yes',
      second_said: 'no',
    });
    expect(router.state.location.search).toBe('?measure=good_mt&people=3%2C7&first=yes&second=no');
    await user.click(screen.getByRole('button', { name: /show everybody/ }));
    expect(router.state.location.search).toBe('?measure=good_mt');
  });

  it('writes the names of labels as text, like those of other measures', async () => {
    server.use(
      http.get(at(''), () => HttpResponse.json(told({ measures: [{ ...measure, name: 'Good translation' }] }))),
    );
    open();
    const names = await screen.findAllByText(/Good translation/);
    expect(names.filter(({ tagName }) => tagName === 'CODE')).toEqual([]);
  });

  it('goes through the matrix by arrows, with one tab stop', async () => {
    const { user } = open();
    const grid = await screen.findByRole('grid');
    expect(
      within(grid)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1);
    expect(within(grid).getByText('none')).toBeInTheDocument();
    within(grid).getAllByRole('button')[0]?.focus();
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(last('')?.get('people')).toBe('3,9'));
  });

  it('narrows to one pair', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: /Glass that sings: 20 of 100 differ/ }));
    await waitFor(() => expect(last('')?.get('pair')).toBe('12'));
    expect(router.state.location.search).toBe('?measure=good_mt&pair=12');
  });

  it('says when there will be something', async () => {
    const expected = { share: 0.4, next_due: '2026-11-27' };
    server.use(http.get(at(''), () => HttpResponse.json(told({ measures: [], people: [], expected }))));
    open();
    expect(
      await screen.findByText(
        'Agreement needs two submitted reviews of a pair. 40 % of pairs get two. The first is due on 27 November 2026.',
      ),
    ).toBeInTheDocument();
  });

  it('keeps old figures while new ones are computed, and says why one is undefined', async () => {
    const one = { ...measure, value: null, kappa: null, low: null, high: null, raw: 1, only_value: 'yes' };
    const few = { ...measure, measure: 'tags', name: 'Tags', n_units: 18 };
    const state = { measures: [one, few], is_current: false, n_compared: 62, n_to_compare: 100 };
    server.use(http.get(at(''), () => HttpResponse.json(told(state))));
    open();
    expect(await screen.findByText('Recomputing, 62 %')).toBeInTheDocument();
    expect(screen.getByText('All said yes: undefined')).toBeInTheDocument();
    expect(screen.getByText('n 18')).toBeInTheDocument();
  });

  it('says what could not be loaded in its own place', async () => {
    server.use(
      http.get(at('people/'), () =>
        HttpResponse.json({ detail: 'Try later.', code: 'x', errors: [] }, { status: 503 }),
      ),
    );
    open();
    const part = await screen.findByRole('region', { name: 'Between people' });
    expect(await within(part).findByText(/Try later/)).toBeInTheDocument();
    expect(screen.getByText('Glass that sings')).toBeInTheDocument();
  });
});
