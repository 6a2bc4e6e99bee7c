import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { ines, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { howReviewed } from '../testing';
import { bibtex } from './citation';
import { changedLabels } from './ReleaseChanges';
import { ReleasePage } from './ReleasePage';
import { lacksOf } from './ReleaseParts';
import { csvOf } from './ReleaseStatistics';

const statistics = {
  split: 'dev',
  interpreter_rank: 'S',
  source_language: 'en',
  target_language: 'ja',
  talks: 8,
  speakers: 6,
  rows: 884,
  null_rows: 3,
  source_words: 9720,
  source_characters: 51_000,
  target_characters_before: 24_105,
  target_characters_after: 22_980,
  edited_rows: 412,
  source_lengths: null,
  target_lengths: null,
};

const release = (over: Partial<ReleaseDetail> = {}): ReleaseDetail => ({
  id: 3,
  project: 'harbour',
  test_set: 4,
  version: '1.1',
  title: 'Harbour SI',
  description: '',
  notes: '',
  licence: 'CC-BY-4.0',
  people: 'pseudonyms',
  variant: 'curated',
  with_clips: false,
  rating_tasks: [],
  single_ratings: false,
  state: 'frozen',
  progress: 1,
  message: '',
  error: '',
  n_rows: 884,
  sha256: 'ab'.repeat(32),
  rows_sha256: 'cd'.repeat(32),
  previous: { id: 2, version: '1.0' },
  changes: { added: 2, removed: 0, changed: 1, same: 881 },
  created_by: ines,
  created_at: '2026-11-14T12:00:00Z',
  finished_at: '2026-11-14T12:00:00Z',
  withdrawn_at: null,
  withdrawn_by: null,
  withdrawn_reason: '',
  verified_at: null,
  problems: [],
  erasures: [],
  files: [
    {
      form: 'tmx',
      label: 'TMX 1.4b',
      name: 'harbour-si-1.1.tmx',
      size: 466_000,
      sha256: '4410c3b8'.repeat(8),
      lacks: [
        { what: 'labels', n_rows: null },
        { what: 'null rows', n_rows: 3 },
      ],
    },
  ],
  contents: {
    statistics: [statistics],
    engines: [{ signature: 'engine:vecalign|encoder:laser2', encoder: 'laser2', rows: 884 }],
    ...howReviewed,
    accounts: ['person-1'],
    rules: {},
    variant: null,
    thresholds: { eta_least: 0.35 },
    software: 'Lectern 0.1.0',
    ratings: [],
  },
  card: [{ key: 'limits', title: 'Known limits', text: 'Two talks *only*.' }],
  may_delete: false,
  ...over,
});

const row = {
  number: 52,
  pair: 'The tide ledger',
  source: 'Rust is what iron does.',
  target: '錆は仕事。',
  target_post_edited: '錆は鉄の仕事。',
  post_edited: true,
  source_language: 'en',
  target_language: 'ja',
  good_align: true,
  good_mt: null,
};

function serve(shown: ReleaseDetail) {
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: 'adjudicator' }))),
    http.get('*/api/v1/releases/3/', () => HttpResponse.json(shown)),
    http.get('*/api/v1/releases/3/page/', () =>
      HttpResponse.json({
        is_open: false,
        link: null,
        address: '',
        suggested_address: 'harbour-si-1.1',
        shows_rows: false,
        shows_files: false,
        shows_scores: false,
        opened_at: null,
      }),
    ),
    http.get('*/api/v1/releases/3/rows/', () => HttpResponse.json({ rows: [row], next_after: null })),
    http.get('*/api/v1/releases/3/differences/', () =>
      HttpResponse.json({
        since: shown.previous,
        changes: shown.changes,
        rows: [{ number: 52, before: { ...row, good_mt: true, target_post_edited: '錆は仕事。' }, after: row }],
        next_after: null,
      }),
    ),
  );
  return renderAt('/p/harbour/test-sets/releases/3', '/p/:slug/test-sets/releases/:releaseId', <ReleasePage />);
}

describe('the page of a release', () => {
  it('shows what it holds, its files, what they lack, and how to cite it', async () => {
    serve(release());
    expect(await screen.findByRole('heading', { name: 'Harbour SI 1.1' })).toBeInTheDocument();
    expect(screen.getByText(/884 rows, English to Japanese, from 8 talks\. Frozen on 14 November 2026/)).toBeVisible();
    const files = screen.getByRole('region', { name: 'Download' });
    expect(within(files).getByRole('link', { name: 'TMX 1.4b' })).toHaveAttribute(
      'href',
      '/api/v1/releases/3/files/tmx/',
    );
    expect(within(files).getByText('Without labels, null rows (3)')).toBeInTheDocument();
    expect(within(files).getByText('4410c3b8')).toBeInTheDocument();
    expect(screen.getByText(/Harbour SI, version 1\.1\. 2026\. SHA-256 abab/)).toBeInTheDocument();
    const rows = await screen.findByRole('list', { name: 'Rows of the release' });
    expect(await within(rows).findByText('鉄の')).toHaveProperty('tagName', 'INS');
  });

  it('copies what a key stands for, and says so', async () => {
    const { user } = serve(release());
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.findByRole('heading', { name: 'Harbour SI 1.1' });
    await user.keyboard('h');
    expect(copied).toHaveBeenLastCalledWith(release().sha256);
    expect(await screen.findByText('Hash copied')).toBeInTheDocument();
    await user.keyboard('d');
    expect(copied).toHaveBeenLastCalledWith(expect.stringContaining(`${'4410c3b8'.repeat(8)}  `));
    await user.keyboard('c');
    expect(copied).toHaveBeenLastCalledWith(expect.stringContaining('Harbour SI, version 1.1'));
  });

  it('shows the rows that differ from the release before', async () => {
    const { user, router } = serve(release());
    await user.click(await screen.findByRole('radio', { name: '1 changed' }));
    expect(await screen.findByText('Good translation was yes, is not set')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?differences=changed');
  });

  it('keeps the downloads of a withdrawn release behind a warning', async () => {
    const withdrawn = {
      state: 'withdrawn',
      withdrawn_at: '2026-12-03T00:00:00Z',
      withdrawn_reason: 'Wrong split.',
    } as const;
    const { user } = serve(release(withdrawn));
    expect(await screen.findByRole('alert')).toHaveTextContent('Withdrawn on 3 December 2026: Wrong split.');
    expect(screen.queryByRole('link', { name: 'TMX 1.4b' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Withdraw…' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show anyway' }));
    expect(screen.getByRole('link', { name: 'TMX 1.4b' })).toBeInTheDocument();
  });

  it('warns of a copy that is no longer what was released, and keeps its downloads behind the warning', async () => {
    const { user } = serve(
      release({ verified_at: '2026-12-03T00:00:00Z', problems: ['harbour-si-1.1.tmx is missing.'] }),
    );
    const warning = await screen.findByRole('alert');
    expect(warning).toHaveTextContent('Don’t use this copy. The check on 3 December 2026');
    expect(warning).toHaveTextContent('harbour-si-1.1.tmx is missing.');
    expect(screen.queryByRole('link', { name: 'TMX 1.4b' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show anyway' }));
    expect(screen.getByRole('link', { name: 'TMX 1.4b' })).toBeInTheDocument();
  });

  it('is deleted by site admins, with a reason and its name typed', async () => {
    const { user } = serve(release({ title: 'Harbour  SI', may_delete: true }));
    let sent: unknown = null;
    server.use(
      http.post('*/api/v1/releases/3/remove/', async ({ request }) => {
        sent = await request.json();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete Harbour SI 1.1' }));
    const yes = await screen.findByRole('button', { name: 'Delete permanently' });
    await user.type(screen.getByRole('textbox', { name: /Type Harbour SI 1.1/ }), 'Harbour SI 1.1');
    expect(yes).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Its licence forbids it');
    await user.click(yes);
    await waitFor(() => expect(sent).toEqual({ typed: 'Harbour SI 1.1', reason: 'Its licence forbids it' }));
  });

  it('says which talks it held once, and the hash that it had', async () => {
    const erased = { number: 1, erased_at: '2026-11-27T08:00:00Z', reason: 'At the speaker’s request' };
    const counted = { n_talks: 1, n_talks_before: 20, n_rows: 40, n_rows_before: 924 };
    const erasures = [{ ...erased, ...counted, sha256: 'ef'.repeat(32), rows_sha256: '01'.repeat(32) }];
    serve(release({ erasures, verified_at: '2026-12-03T00:00:00Z' }));
    expect(
      await screen.findByText(/rows and files have the hashes that they have had since the erasure/),
    ).toBeVisible();

    expect(await screen.findByText(/1 of the 20 talks that this release held, with 40 of 924 rows/)).toBeVisible();
    expect(screen.getByText('ef'.repeat(32))).toBeVisible();
  });

  it('says how far it is while it is being made', async () => {
    serve(release({ state: 'running', contents: null, n_rows: null, progress: 0.4, message: 'Writing TMX 1.4b' }));
    expect(await screen.findByText('Writing TMX 1.4b. You can leave this page.')).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  });
});

it('statistics are a table for spreadsheets', () => {
  const lines = csvOf([{ ...statistics, split: 'a,"b"', source_words: null }]).split('\r\n');
  expect(lines[0]).toMatch(/^split,interpreter_rank,/u);
  expect(lines[1]).toBe('"a,""b""",S,en,ja,8,6,884,3,,51000,24105,22980,412');
});

it('a citation for BibTeX escapes what TeX would run', () => {
  const text = bibtex('R&D_100%', release({ title: 'A {B} ~ \\x' }));
  expect(text).toContain('title = {A \\{B\\} \\textasciitilde{} \\textbackslash{}x}');
  expect(text).toContain('author = {{R\\&D\\_100\\%}}');
  expect(text).toMatch(/^@misc\{a-b-x-1\.1,/u);
});

it('differences of labels and what a form lacks are said in words', () => {
  expect(changedLabels({ ...row, good_align: null }, row)).toEqual(['Good alignment was not set, is yes']);
  expect(lacksOf({ lacks: [] })).toBe('');
});
