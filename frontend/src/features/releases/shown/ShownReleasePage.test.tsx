import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '@/test/server';
import { howReviewed } from '../testing';
import type { ShownRelease } from './requests';
import { ShownReleasePage } from './ShownReleasePage';

const row = {
  number: 1,
  pair: 'The tide ledger',
  source: 'Rust is what iron does.',
  target: '錆は仕事。',
  target_post_edited: '錆は鉄の仕事。',
  post_edited: true,
  source_language: 'en',
  target_language: 'ja',
  split: 'dev',
};

const release: ShownRelease = {
  title: 'Harbour SI',
  version: '1.1',
  project: 'Harbour Talks',
  state: 'frozen',
  withdrawn_at: null,
  withdrawn_reason: '',
  frozen_at: '2026-11-14T12:00:00Z',
  description: '',
  notes: '',
  licence: '',
  card: [{ key: 'limits', title: 'Known limits', text: 'Two talks *only*.' }],
  n_rows: 884,
  sha256: 'ab'.repeat(32),
  rows_sha256: 'cd'.repeat(32),
  statistics: [],
  engines: [],
  ...howReviewed,
  thresholds: {},
  variant: null,
  n_people: 3,
  software: 'Lectern 0.1.0',
  ratings: [],
  citation: 'Harbour Talks. *Harbour SI, version 1.1*. SHA-256 abab.',
  verified_at: null,
  problems: [],
  shows_scores: false,
  systems: [],
  erasures: [],
  shows_rows: true,
  shows_files: true,
  files: [{ form: 'tmx', label: 'TMX 1.4b', name: 'h.tmx', size: 466_000, sha256: '4410c3b8'.repeat(8), lacks: [] }],
  samples: [row],
  since: '1.0',
  since_address: null,
  changes: { added: 2, removed: 0, changed: 1, same: 881 },
  shows_differences: true,
};

function open(over: Partial<ShownRelease> = {}) {
  server.use(
    http.get('*/api/v1/release-pages/spring/', () => HttpResponse.json({ ...release, ...over })),
    http.get('*/api/v1/release-pages/spring/differences/', ({ request }) =>
      HttpResponse.json({
        rows: [{ number: 1, before: null, after: { ...row, source: new URL(request.url).searchParams.get('kind') } }],
        next_after: null,
      }),
    ),
  );
  return { user: userEvent.setup(), ...render(<ShownReleasePage address="spring" />) };
}

describe('a release without an account', () => {
  it('says of one that was deleted what it was and why it went', async () => {
    const tombstone = {
      project: 'Harbour Talks',
      title: 'Harbour SI',
      version: '1.1',
      frozen_at: '2026-11-14T12:00:00Z',
      n_rows: 884,
      sha256: 'ab'.repeat(32),
      rows_sha256: 'cd'.repeat(32),
      earlier: ['ef'.repeat(32)],
      reason: 'Its licence forbids it',
      deleted_at: '2026-11-27T12:00:00Z',
    };
    server.use(
      http.get('*/api/v1/release-pages/spring/', () =>
        HttpResponse.json({ code: 'deleted', detail: 'It was deleted.', errors: [], tombstone }, { status: 410 }),
      ),
    );
    render(<ShownReleasePage address="spring" />);
    expect(await screen.findByRole('heading', { name: 'Harbour SI 1.1 was deleted' })).toBeInTheDocument();
    expect(screen.getByText('Its licence forbids it')).toBeInTheDocument();
    expect(screen.getByText('ab'.repeat(32))).toBeInTheDocument();
    expect(screen.getByText('ef'.repeat(32))).toBeInTheDocument();
  });

  it('shows what it is, its files, rows and card', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Harbour SI 1.1' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'TMX 1.4b' })).toHaveAttribute(
      'href',
      '/api/v1/release-pages/spring/files/tmx/',
    );
    expect(screen.getByRole('list', { name: 'Sample rows' })).toHaveTextContent('Rust is what iron does.');
    expect(screen.getByRole('heading', { name: 'Known limits' })).toBeInTheDocument();
    expect(screen.getByText('Named in rows').nextSibling).toHaveTextContent('3 accounts');
    expect(screen.getByText(/Not stated: ask its authors/)).toBeInTheDocument();
  });

  it('says when it was verified, and what was found', async () => {
    const { unmount } = open({ verified_at: new Date().toISOString() });
    expect(await screen.findByText(/^Verified today: rows and files/)).toBeInTheDocument();
    unmount();
    open({ verified_at: '2026-11-14T12:00:00Z', problems: ['h.tmx is not the file that was released.'] });
    expect(await screen.findByRole('alert')).toHaveTextContent(/check on .* found .*h\.tmx is not the file/);
    expect(screen.getByText('This copy differs from what was released.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'TMX 1.4b' })).not.toBeInTheDocument();
  });

  it('shows scores where they are opened, with their signatures', async () => {
    const figure = { key: 'bleu', label: 'BLEU', value: 31.24, half: 1.1, signature: 'nrefs:1|tok:char' };
    const system = {
      id: 7,
      name: 'simul-k5',
      kind: 'translation' as const,
      source_language: 'en',
      target_language: 'ja',
      split: '',
      engine: '',
      basis: 'b',
      figures: [figure],
      n_rows: 880,
      n_talks: 2,
      of_talks: 2,
      n_own: null,
      n_missing: 0,
      by_origin: [],
    };
    const wer = { key: 'wer', label: 'WER', value: 0.074, half: 0.011, signature: 'normaliser:plain' };
    const whisper = { ...system, id: 9, name: 'Whisper', kind: 'recognition' as const, n_missing: 2, figures: [wer] };
    const { unmount } = open({ shows_scores: true, systems: [system, whisper] });
    expect(await screen.findByRole('row', { name: /simul-k5/ })).toHaveTextContent('31.2 ± 1.1');
    const heard = within(screen.getByRole('group', { name: 'Recognition' }));
    expect(heard.getByRole('row', { name: /Whisper/ })).toHaveTextContent('Whisper 2 segments missing7.4 ± 1.1');
    expect(within(screen.getByRole('group', { name: 'Systems' })).queryByText('Whisper')).not.toBeInTheDocument();
    expect(screen.getByText('nrefs:1|tok:char')).toBeInTheDocument();
    unmount();
    const hidden = { id: 0, name: '', rows: 6, values: { strict_f1: { value: 0.5, half: 0.3 } } };
    const f1 = { key: 'strict_f1', label: 'Strict F1', value: 1, half: 0, signature: 'links:1' };
    const lexical = { ...system, kind: 'alignment' as const, engine: 'lexical', figures: [f1], n_own: 880 };
    const engines = open({ shows_scores: true, systems: [{ ...lexical, name: 'lexical', by_origin: [hidden] }] });
    const row = await screen.findByRole('row', { name: /lexical/ });
    expect(row).toHaveTextContent('100 % of the gold rows began with its proposals');
    expect(row).toHaveTextContent('Strict F1 .500 ± .300 in 6 rows that somebody judged without the proposal');
    engines.unmount();
    open();
    await screen.findByRole('heading', { name: 'Harbour SI 1.1' });
    expect(screen.queryByRole('heading', { name: 'Systems' })).not.toBeInTheDocument();
  });

  it('shows rows that differ when they are asked for', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show 2 rows added' }));
    expect(await screen.findByRole('list', { name: 'Rows added' })).toHaveTextContent('added');
    expect(screen.queryByRole('button', { name: /removed/ })).not.toBeInTheDocument();
  });

  it('keeps downloads of a withdrawn release behind its reason', async () => {
    const { user } = open({ state: 'withdrawn', withdrawn_reason: 'Wrong split. Use 1.2.' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong split. Use 1.2.');
    expect(screen.queryByRole('link', { name: 'TMX 1.4b' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show anyway' }));
    expect(screen.getByRole('link', { name: 'TMX 1.4b' })).toBeInTheDocument();
  });

  it('says that rows are not public where nothing of them was opened', async () => {
    open({ shows_rows: false, shows_files: false, files: [], samples: [] });
    expect(await screen.findByText('The rows of this release are not public.')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Download' })).not.toBeInTheDocument();
  });

  it('says what to do about a link that leads nowhere', async () => {
    server.use(
      http.get('*/api/v1/release-pages/:address/', () =>
        HttpResponse.json({ code: 'not_found', detail: 'There is nothing here.', errors: [] }, { status: 404 }),
      ),
    );
    render(<ShownReleasePage address="gone" />);
    expect(await screen.findByRole('heading', { name: 'No release here' })).toBeInTheDocument();
  });
});
