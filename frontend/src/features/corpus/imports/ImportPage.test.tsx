import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportBatch, ImportFile } from '@/api/types';
import { batch, file, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { ImportPage } from './ImportPage';

const broken = file({
  id: 2,
  name: 'listening.vtt',
  state: 'error',
  n_errors: 1,
  problems: [
    {
      severity: 'error',
      file: 'listening.vtt',
      message: 'the cue ends before it starts',
      line: 41,
      column: 18,
      page: null,
      expected: 'an end after the start',
      text: '00:02:58.000',
      entry: '',
      context: [
        [40, '17'],
        [41, '00:02:58.400 --> 00:02:58.000'],
      ],
    },
  ],
});

let current: ImportBatch;

beforeEach(() => {
  current = batch({ files: [file(), broken], n_files: 2 });
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project())),
    http.get('*/api/v1/imports/', () => HttpResponse.json(page([]))),
    http.get('*/api/v1/imports/9/', () => HttpResponse.json(current)),
    http.get('*/api/v1/imports/9/progress/', () => {
      const { id, state, progress, message, error, n_files } = current;
      return HttpResponse.json({ id, state, progress, message, error, n_files, n_read: 0 });
    }),
    http.get('*/api/v1/imports/formats/', () => HttpResponse.json([])),
  );
});

const open = (address: string) => renderAt(address, '/p/:slug/pairs/import/:batch?', <ImportPage />);

describe('the import page', () => {
  it('stages chosen files and stands on the batch', async () => {
    // jsdom's FormData does not reach a request of Node's fetch: what is put into it is looked at instead.
    const append = vi.spyOn(FormData.prototype, 'append');
    server.use(http.post('*/api/v1/imports/', () => HttpResponse.json(current, { status: 201 })));
    const { user, router } = open('/p/harbour/pairs/import');
    await user.upload(await screen.findByLabelText('Files to import'), [
      new File(['a'], 'talk.vtt'),
      new File(['b'], 'listening.vtt'),
    ]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/p/harbour/pairs/import/9'));
    expect(append.mock.calls.map(([field, , name]) => [field, name])).toEqual([
      ['project', undefined],
      ['same_name', undefined],
      ['files', 'talk.vtt'],
      ['files', 'listening.vtt'],
    ]);
    expect(append.mock.calls.slice(0, 2).map(([, value]) => value)).toEqual(['harbour', 'guess']);
  });

  it('opens the faulty file at its line and imports nothing before it is excluded', async () => {
    server.use(
      http.patch('*/api/v1/imports/9/files/2/', async ({ request }) => {
        const { include } = (await request.json()) as { include: boolean };
        current = { ...current, files: [file(), { ...broken, include, state: 'skipped' }] };
        return HttpResponse.json(current);
      }),
      http.post('*/api/v1/imports/9/commit/', () => {
        current = { ...current, state: 'importing', progress: 0.4 };
        return HttpResponse.json(current);
      }),
    );
    const { user } = open('/p/harbour/pairs/import/9');
    expect(await screen.findByText('Line 41, column 18: the cue ends before it starts')).toBeInTheDocument();
    expect(screen.getByText('00:02:58.000').tagName).toBe('MARK');
    expect(screen.queryByRole('button', { name: /Leave out/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
    expect(screen.getByText(/Fix or exclude/)).toHaveTextContent('listening.vtt');

    await user.click(screen.getByRole('button', { name: 'Exclude' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled());
    expect(screen.getByRole('button', { name: 'Import' })).toHaveAttribute('data-once');
    await user.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByRole('progressbar', { name: 'Importing' })).toHaveAttribute('aria-valuenow', '40');

    current = {
      ...current,
      state: 'imported',
      result: {
        documents: [1],
        pairs: [],
        slides_pairs: [],
        runs: [],
        n_unchanged: 0,
        reviews: [],
        n_changed: 0,
        unpaired: [{ id: 1, title: 'Tides', source_name: 'tides.vtt' }],
        n_unpaired: 1,
        completed_pairs: [],
        n_unaligned: 0,
      },
    };
    expect(await screen.findByText(/1 document, in no pair yet/, undefined, { timeout: 3000 })).toBeInTheDocument();
  });

  it('counts the errors of a file as the list of files does', async () => {
    const warning = { ...broken.problems[0], severity: 'warning', message: 'a cue without text' } as const;
    const both = { ...broken, problems: [...broken.problems, warning], n_warnings: 1 } as typeof broken;
    current = batch({ files: [both] });
    open('/p/harbour/pairs/import/9');
    expect(await screen.findByRole('tab', { name: 'Errors 1' })).toBeVisible();
    expect(screen.getByText('1 error')).toBeVisible();
  });

  it('leaves out lines of a timeline that have errors', async () => {
    const sent: unknown[] = [];
    server.use(
      http.patch('*/api/v1/imports/9/files/2/', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(current);
      }),
    );
    const timeline = { ...broken, name: 'talk.csv', format: 'timeline', options: { without_lines: [3] } };
    current = batch({ files: [file(), timeline], n_files: 2 });
    const { user } = open('/p/harbour/pairs/import/9');
    await user.click(await screen.findByRole('button', { name: 'Leave out line 41' }));
    await waitFor(() => expect(sent).toEqual([{ without_lines: [3, 41] }]));
  });

  it('keeps what is typed about a file while another field is being saved, and saves in order', async () => {
    const document: ImportFile['documents'][number] = {
      kind: 'transcript',
      side: '',
      title: 'Tides',
      language: 'en',
      external_id: '',
      n_units: 2,
      n_lines: 2,
      speaker: '',
      interpreter: '',
      interpreter_rank: '',
      authors: [],
      content_hash: '',
      existing: null,
      imported_at: null,
      n_pairs: 0,
      status: 'new',
      n_added: 0,
      n_removed: 0,
      n_reviews: 0,
      diff: [],
      same_name: null,
    };
    const said = { title: 'Tides', speaker: '' };
    const saves: (() => void)[] = [];
    current = batch({ files: [file({ documents: [document] })] });
    server.use(
      http.patch('*/api/v1/imports/9/files/1/', async ({ request }) => {
        Object.assign(said, await request.json());
        const answer = batch({ files: [file({ documents: [{ ...document, ...said }] })] });
        await new Promise<void>((resolve) => saves.push(resolve));
        return HttpResponse.json(answer);
      }),
    );
    const { user } = open('/p/harbour/pairs/import/9');
    await user.click(await screen.findByRole('tab', { name: 'About' }));
    const [title, speaker] = [screen.getByLabelText('Title'), screen.getByLabelText('Speaker')];
    await user.clear(title);
    await user.type(title, 'Tides in the hall{Enter}');
    await waitFor(() => expect(saves).toHaveLength(1));
    await user.type(speaker, 'R. Moor{Enter}');
    expect(speaker).toHaveValue('R. Moor');
    expect(saves).toHaveLength(1);
    await user.type(title, '{End} today');
    saves[0]?.();
    await waitFor(() => expect(saves).toHaveLength(2));
    expect(title).toHaveValue('Tides in the hall today');
    saves[1]?.();
    await user.type(title, '{Enter}');
    await waitFor(() => expect(saves).toHaveLength(3));
    saves[2]?.();
    await waitFor(() => expect(said).toEqual({ title: 'Tides in the hall today', speaker: 'R. Moor' }));
  });

  it('asks what a file becomes whose name the project has, and imports what the person says', async () => {
    const named: ImportFile['documents'][number] = {
      ...{ kind: 'text', side: 'target', title: 'settled', language: 'de', external_id: '', n_units: 3, n_lines: 3 },
      ...{ speaker: '', interpreter: '', interpreter_rank: '', authors: [], content_hash: '', existing: 5 },
      ...{ imported_at: '2026-11-02T10:00:00Z', n_pairs: 1, n_added: 1, n_removed: 1, n_reviews: 2, diff: [] },
      status: 'changed',
      same_name: { document: 5, imported_at: '2026-11-02T10:00:00Z', n_documents: 1, n_same: 2 },
    };
    const known = { ...named, side: 'source', language: 'en', status: 'unchanged', same_name: null } as const;
    const settled = file({ name: 'settled.tsv', change: 'changed', documents: [known, named] });
    current = batch({ files: [settled] });
    const sent: unknown[] = [];
    server.use(
      http.patch('*/api/v1/imports/9/files/1/', async ({ request }) => {
        sent.push(await request.json());
        const beside = { ...named, status: 'new', existing: null, n_added: 0, n_removed: 0, n_reviews: 0 } as const;
        const several = { ...beside.same_name, n_documents: 2 } as ImportFile['documents'][number]['same_name'];
        current = batch({
          files: [file({ ...settled, change: 'new', documents: [known, { ...beside, same_name: several }] })],
        });
        return HttpResponse.json(current);
      }),
    );
    const { user } = open('/p/harbour/pairs/import/9');
    await screen.findByRole('radiogroup', { name: 'settled is already in the project with other text' });
    expect(screen.getByRole('radio', { name: 'Make this its new version' })).toBeChecked();
    expect(screen.getByText(/1 sentence added, 1 removed\. 2 reviews are carried over/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Import as new')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Import it beside the old one' }));
    await waitFor(() => expect(sent).toEqual([{ same_name: 'beside' }]));
    await screen.findByRole('radiogroup', {
      name: '2 documents named settled are already in the project with other text',
    });
    expect(
      screen.getByRole('radio', { name: /^Make this the new version of the newest, imported 2 Nov/ }),
    ).not.toBeChecked();
    expect(screen.getByRole('radio', { name: 'Import it beside the old ones' })).toBeChecked();
    expect(screen.getByText(/2 of 3 sentences are the same/)).toBeInTheDocument();
  });

  it('shows a file of a large import once it is read', async () => {
    const short = file({ state: 'reading', is_full: false });
    const asked = vi.fn();
    current = batch({ state: 'reading', files: [short] });
    server.use(
      http.get('*/api/v1/imports/9/files/1/', () => {
        asked();
        const units = [
          {
            position: 0,
            text: 'welcome',
            section: null,
            start_seconds: 1,
            end_seconds: 2,
            speaker: '',
            line: 3,
            page: null,
          },
        ];
        return HttpResponse.json({ ...current.files[0], is_full: true, preview: { sections: [], units, rows: [] } });
      }),
    );
    open('/p/harbour/pairs/import/9');
    expect(await screen.findByText(/This file is being read/)).toBeInTheDocument();
    expect(asked).not.toHaveBeenCalled();
    current = batch({ files: [{ ...short, state: 'ready' }] });
    expect(await screen.findByText('welcome', undefined, { timeout: 3000 })).toBeInTheDocument();
  });

  it('asks the server about a guess that a person refuses, with all the others as they were', async () => {
    const pairings = [
      {
        file: 1,
        to: 2,
        kind: 'paper_of',
        score: 0.98,
        document: null,
        document_title: '',
        why: 'same title',
        accepted: true,
      },
      {
        file: 2,
        to: 1,
        kind: 'translates',
        score: 0.6,
        document: null,
        document_title: '',
        why: '2 = 2 lines',
        accepted: false,
      },
    ] satisfies ImportBatch['pairings'];
    current = batch({ files: [file(), file({ id: 2, name: 'b.txt' })], pairings });
    let put: unknown;
    server.use(
      http.put('*/api/v1/imports/9/pairings/', async ({ request }) => {
        put = await request.json();
        return HttpResponse.json(current);
      }),
    );
    const { user } = open('/p/harbour/pairs/import/9');
    await user.click(await screen.findByRole('checkbox', { name: 'talk.vtt is the paper of b.txt' }));
    await waitFor(() => expect(put).toEqual([{ ...pairings[0], accepted: false }, pairings[1]]));
  });

  it('turns a source and its rendering round, whatever was guessed', async () => {
    const pairings = [
      {
        ...{ file: 1, to: 2, kind: 'source_of', score: 0.98, document: null, document_title: '', why: 'same name' },
        accepted: true,
      },
    ] satisfies ImportBatch['pairings'];
    current = batch({ files: [file(), file({ id: 2, name: 'b.txt' })], pairings });
    let put: unknown;
    server.use(
      http.put('*/api/v1/imports/9/pairings/', async ({ request }) => {
        put = await request.json();
        return HttpResponse.json(current);
      }),
    );
    const { user } = open('/p/harbour/pairs/import/9');
    await user.click(await screen.findByRole('button', { name: /^Turn round: b\.txt/ }));
    await waitFor(() => expect(put).toEqual([{ ...pairings[0], file: 2, to: 1 }]));
  });

  it('names the documents that are in no pair', async () => {
    const unpaired = [{ id: 5, title: 'Tides', source_name: 'tides.txt' }];
    const result = {
      documents: [1, 2, 5],
      pairs: [7],
      slides_pairs: [],
      runs: [],
      n_unchanged: 0,
      reviews: [],
      n_changed: 0,
      completed_pairs: [],
      n_unaligned: 0,
    };
    current = batch({ state: 'imported', result: { ...result, unpaired, n_unpaired: 3 } });
    open('/p/harbour/pairs/import/9');
    expect(await screen.findByText(/In no pair yet: tides\.txt and 2 more/)).toBeInTheDocument();
  });

  it('says what came for pairs that were there', async () => {
    const known = { ...batch().result, documents: [9], n_unchanged: 4, completed_pairs: [7, 8] };
    current = batch({ state: 'imported', result: known });
    open('/p/harbour/pairs/import/9');
    const said = await screen.findByText(/alignment or offline translation added to 2 known pairs/);
    expect(said).not.toHaveTextContent('in no pair yet');
    expect(screen.queryByRole('link', { name: 'Pair documents' })).toBeNull();
    expect(screen.getByRole('link', { name: 'View pairs' })).toBeVisible();
  });

  it('lists the formats that the server reads', async () => {
    const labels = ['Paper, PDF', 'Transcript, WebVTT', 'Paper, LaTeX', 'Archive with manifest'];
    const formats = labels.map((label) => ({ format: label, label, kinds: [] }));
    server.use(http.get('*/api/v1/imports/formats/', () => HttpResponse.json(formats)));
    open('/p/harbour/pairs/import');
    expect(
      await screen.findByText('Paper: PDF, LaTeX. Transcript: WebVTT. Archive with manifest.'),
    ).toBeInTheDocument();
  });

  it('uses text that was not used, by index', async () => {
    const left = { text: 'Page 3', reason: 'running head', line: null, page: 3, put_back: false };
    current = batch({
      files: [
        file({
          n_left_out: 2,
          left_out: [
            { ...left, index: 4 },
            { ...left, index: 5, put_back: true },
          ],
        }),
      ],
    });
    let said: unknown;
    server.use(
      http.patch('*/api/v1/imports/9/files/1/', async ({ request }) => {
        said = await request.json();
        return HttpResponse.json(current);
      }),
    );
    const { user } = open('/p/harbour/pairs/import/9');
    await user.click(await screen.findByRole('tab', { name: /Not used/ }));
    const [first] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter((item) => within(item).queryByText('Page 3')));
    await user.click(within(first as HTMLElement).getByRole('button', { name: /^Use: / }));
    await waitFor(() => expect(said).toEqual({ put_back: [5, 4] }));
  });
});
