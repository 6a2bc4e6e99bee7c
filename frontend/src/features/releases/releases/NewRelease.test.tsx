import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { TestSet } from '@/api/types';
import { leaksBeforeRelease } from '@/features/releases/leaks/leakWords';
import type { LeakCheck } from '@/features/releases/requests/leaks';
import type { Release } from '@/features/releases/requests/releases';
import { page } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { NewRelease } from './NewRelease';
import type { NextRelease } from './requests';
import { chosenOf, warningOf } from './variants';

const set: TestSet = {
  id: 4,
  project: 'harbour',
  name: 'Spring',
  description: '',
  reviews: [],
  takes: 'all',
  n_rows: 105,
  created_at: '2026-11-20T12:00:00Z',
};

const checked = {
  state: 'done',
  n_rows: 105,
  releases: [{ id: 8, title: 'Autumn', version: '2.1' }],
  counts: { talk: 0, speaker: 0, text: 0, near_text: 0 },
} as unknown as LeakCheck;

const first = {
  n_rows: 105,
  n_talks: 3,
  since: null,
  changes: null,
  added: [],
  removed: [],
  changed: [],
  waiting: [],
  reopened: [],
  minor: '1.0',
  major: '1.0',
  suggested: 'minor',
  reason: 'the first release',
} as unknown as NextRelease;

const talk = (title: string, n_rows: number, more = {}) => ({ title, pair: 1, n_rows, columns: [], why: '', ...more });
const later: NextRelease = {
  ...first,
  since: { id: 9, version: '1.1', n_rows: 601, finished_at: '2026-11-22T12:00:00Z' },
  changes: { added: 0, removed: 40, changed: 1, same: 560 },
  removed: [talk('The bridge that hums', 40, { why: 'waits' })],
  changed: [talk('Salt, slowly', 1, { columns: ['good_mt', 'target_post_edited'] })],
  waiting: [{ title: 'The bridge that hums', n_wanted: 2 }],
  minor: '1.2',
  major: '2.0',
  suggested: 'major',
  reason: 'rows were removed',
};

function serve(
  checks: LeakCheck[] = [checked],
  nexts: NextRelease[] = [first],
  tasks: object[] = [],
  releases: Release[] = [],
) {
  const asked: unknown[] = [];
  server.use(
    http.get('*/api/v1/test-sets/4/next-release/', () =>
      HttpResponse.json(nexts.length > 1 ? nexts.shift() : nexts[0]),
    ),
    http.get('*/api/v1/rating-tasks/', () => HttpResponse.json(page(tasks))),
    http.get('*/api/v1/leak-checks/', () => HttpResponse.json(page(checks))),
    http.get('*/api/v1/releases/', () => HttpResponse.json(page([{ id: 8, test_set: 5, state: 'frozen', n_rows: 3 }]))),
    http.post('*/api/v1/releases/', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ id: 1 }, { status: 201 });
    }),
  );
  return { asked, ...renderAt('/', '/', <NewRelease set={set} releases={releases} />) };
}

describe('the dialog of a new release', () => {
  it('freezes all curated rows unless a variant is chosen', async () => {
    const { asked, user } = serve();
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    expect(await screen.findByRole('radio', { name: 'Curated' })).toBeChecked();
    expect(screen.getByText(/105 rows as they are now/)).toBeVisible();
    expect(screen.getByText('First release: there is none to compare it with.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'INTER' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Freeze 1.0' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Freeze 1.0' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ test_set: 4, variant: 'inter' });
  });

  it('offers results of rating tasks that have closed, and single ratings once one is chosen', async () => {
    const task = { id: 7, name: 'Fluency', open: false, closes_at: '2026-11-20T12:00:00Z' };
    const { asked, user } = serve([checked], [first], [task, { ...task, id: 8, name: 'Still open', open: true }]);
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    const box = await screen.findByRole('checkbox', { name: 'Fluency' });
    expect(screen.queryByRole('checkbox', { name: 'Still open' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /Single ratings/ })).toBeNull();
    await user.click(box);
    await user.click(screen.getByRole('checkbox', { name: /Single ratings/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Freeze 1.0' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Freeze 1.0' }));
    await waitFor(() => expect(asked).toMatchObject([{ rating_tasks: [7], single_ratings: true }]));
  });
});

describe('what a release changes', () => {
  it('is said before it is frozen, with the number that follows, and has to be ticked where rows go out', async () => {
    const { asked, user } = serve([checked], [later]);
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    const since = await screen.findByRole('region', { name: 'Since 1.1' });
    expect(since).toHaveTextContent('0added40removed1changed560the same');
    expect(since).toHaveTextContent('40 rows of The bridge that hums removed: the talk waits for reviews');
    expect(since).toHaveTextContent('1 row of Salt, slowly changed: Good translation, text edited');
    expect(since).toHaveTextContent('The bridge that hums waits for 2 reviews.');
    expect(screen.getByRole('radio', { name: '2.0' })).toBeChecked();
    expect(screen.getByText('Suggested: rows were removed')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /What is new/ })).toHaveValue(
      'Removed: The bridge that hums (40 rows). Changed: Salt, slowly (1 row).',
    );
    expect(screen.getByRole('button', { name: 'Freeze 2.0' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: '40 rows go out, 1 talk waits for reviews' }));
    await user.click(screen.getByRole('button', { name: 'Freeze 2.0' }));
    await waitFor(() => expect(asked).toMatchObject([{ major: true, notes: expect.stringContaining('Removed') }]));
  });

  it('is not that it is the first, where others were deleted or are of another kind', async () => {
    const reason = 'no earlier one to compare with';
    const { user } = serve([checked], [{ ...first, minor: '1.2', major: '2.0', reason }]);
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    expect(await screen.findByText('There is no earlier release of this kind to compare it with.')).toBeVisible();
    expect(screen.getByText(`Suggested: ${reason}`)).toBeVisible();
    expect(screen.queryByText(/First release/)).toBeNull();
  });

  it('has one line for many talks with one cause, which opens to them', async () => {
    const moved = [1, 2, 3, 4].map((pair) => talk(`Talk ${pair}`, 5, { pair, columns: ['split'] }));
    const { user } = serve([checked], [{ ...later, changed: [...moved, ...later.changed] }]);
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    const line = await screen.findByText('20 rows of 4 talks changed: part');
    expect(screen.getByText('Talk 1')).not.toBeVisible();
    expect(screen.getByText(/1 row of/)).toBeVisible();
    await user.click(line);
    expect(screen.getByText('Talk 1')).toBeVisible();
  });

  it('is counted again when it is frozen, and asked again where it differs', async () => {
    const { asked, user } = serve([checked], [{ ...first }, { ...first, n_rows: 99 }]);
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Freeze 1.0' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Freeze 1.0' }));
    expect(await screen.findByText(/^Changed meanwhile: 105 → 99 rows/)).toBeVisible();
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Freeze 1.0' }));
    await waitFor(() => expect(asked).toHaveLength(1));
  });

  it('may be nothing, and then nothing is frozen', async () => {
    const same = { ...later, changes: { added: 0, removed: 0, changed: 0, same: 601 }, suggested: '' as const };
    const task = { id: 7, name: 'Fluency', open: false, closes_at: '2026-11-20T12:00:00Z' };
    const { asked, user } = serve([checked], [{ ...same, removed: [], changed: [], waiting: [] }], [task]);
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    expect(await screen.findByText('The same as 1.1. Nothing to release.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Freeze 1.2' })).toBeDisabled();
    // Systems are rated on a release, so their results come with the same rows.
    await user.click(await screen.findByRole('checkbox', { name: 'Fluency' }));
    expect(screen.getByText('The rows are those of 1.1.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Freeze 1.2' }));
    await waitFor(() => expect(asked).toMatchObject([{ rating_tasks: [7] }]));
  });
});

it('may have the rows of the last one under another licence, with user names, or without its clips', async () => {
  const same = { ...later, changes: { added: 0, removed: 0, changed: 0, same: 601 }, suggested: '' as const };
  const last = { id: 9, people: 'pseudonyms', licence: 'CC-BY-4.0', with_clips: true } as Release;
  const { asked, user } = serve([checked], [{ ...same, removed: [], changed: [], waiting: [] }], [], [last]);
  await user.click(screen.getByRole('button', { name: 'Release Spring' }));
  expect(await screen.findByText('The same as 1.1. Nothing to release.')).toBeVisible();
  const freeze = screen.getByRole('button', { name: 'Freeze 1.2' });
  expect(freeze).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'User names' }));
  expect(freeze).toBeEnabled();
  await user.click(screen.getByRole('radio', { name: /^Pseudonyms/ }));
  expect(freeze).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Audio clips' }));
  expect(freeze).toBeEnabled();
  await user.click(screen.getByRole('checkbox', { name: 'Audio clips' }));
  const licence = screen.getByLabelText('Licence', { selector: 'input' });
  await user.clear(licence);
  await user.type(licence, 'CC-BY-SA-4.0');
  expect(screen.getByText('The rows are those of 1.1.')).toBeVisible();
  await user.click(freeze);
  await waitFor(() => expect(asked).toMatchObject([{ licence: 'CC-BY-SA-4.0', people: 'pseudonyms' }]));
});

it('has no number to show where rows are too many to be compared, but may be a major one', async () => {
  const { asked, user } = serve();
  const refusal = { detail: 'More than 200,000 rows', code: 'too_many_rows' };
  server.use(http.get('*/api/v1/test-sets/4/next-release/', () => HttpResponse.json(refusal, { status: 409 })));
  await user.click(screen.getByRole('button', { name: 'Release Spring' }));
  await user.click(await screen.findByRole('radio', { name: 'Major' }));
  await user.click(screen.getByRole('button', { name: 'Freeze' }));
  await waitFor(() => expect(asked).toMatchObject([{ major: true }]));
});

describe('leaks before a release', () => {
  it('are a warning with the way to them', async () => {
    const { user } = serve([{ ...checked, counts: { talk: 0, speaker: 1, text: 0, near_text: 1200 } }]);
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The last check found leaks: same speaker 1, nearly the same text 1,200. See leaks',
    );
    expect(screen.getByRole('link', { name: 'See leaks' })).toHaveAttribute(
      'href',
      '/p/harbour/test-sets/4#leaks-head',
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Freeze 1.0' })).toBeEnabled());
  });

  it('that nobody looked for are a warning, and none is said quietly', async () => {
    const { user, unmount } = serve([]);
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This test set has not been checked for leaks/);
    expect(screen.getByRole('link', { name: 'Check for leaks' })).toBeVisible();
    unmount();
    serve();
    await user.click(screen.getByRole('button', { name: 'Release Spring' }));
    expect(await screen.findByText(/The last check found no leaks/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('are not known of rows that have changed, or of releases that were not compared', () => {
    const said = (check: Partial<LeakCheck>, hasOthers = true) =>
      leaksBeforeRelease([{ ...checked, ...check }], set, hasOthers);
    expect(said({})).toEqual({ text: 'The last check found no leaks.', isWarning: false });
    expect(said({ n_rows: 90 }).text).toBe(
      'The last check found no leaks. The test set has changed since; it had 90 rows.',
    );
    expect(said({ releases: [] })).toEqual({
      text: 'The last check found no leaks. Other releases were not compared.',
      isWarning: true,
    });
    expect(said({ releases: [] }, false).isWarning).toBe(false);
    const underWay = { ...checked, state: 'running' } as LeakCheck;
    expect(leaksBeforeRelease([underWay], set, true).text).toMatch(/^A leak check is under way/);
    expect(leaksBeforeRelease([underWay, checked], set, true)).toEqual({
      text: 'The last check found no leaks. Another check is under way.',
      isWarning: true,
    });
  });
});

describe('what is said of a variant', () => {
  it('counts what is in, and what is left out and why', () => {
    const left_out = { null: 3, coarse: 0, intra: 0, inter: 1200, not_judged: 1 };
    expect(chosenOf({ name: 'inter', n_candidates: 2000, left_out }, 796)).toBe(
      'INTER, 796 of 2,000 curated rows; left out: 3 without a text on one side, 1,200 dropped by the inter-sentence ' +
        'filter, 1 regrouped by people or not judged by the filters',
    );
  });

  it('the automatic one is of engines alone', () => {
    const left_out = { null: 0, coarse: 0, intra: 0, inter: 0, not_judged: 0 };
    expect(chosenOf({ name: 'automatic', n_candidates: 12, left_out }, 31)).toBe(
      'automatic, the engines’ own links for the talks of 12 curated rows',
    );
    expect(warningOf({ name: 'automatic', n_candidates: 12, left_out })).toMatch(/not reviewed/);
    expect(warningOf(null)).toBe('');
  });

  it('a release of an earlier version holds all curated rows', () => {
    expect(chosenOf(null, 5)).toBe('curated, all rows');
    expect(chosenOf(undefined, 5)).toBe('curated, all rows');
  });
});
