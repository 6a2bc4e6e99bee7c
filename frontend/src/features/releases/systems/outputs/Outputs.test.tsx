import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { System } from '@/features/releases/requests/systems';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { OutputsPage } from './OutputsPage';
import { axisEnd, heardAs, isBest, rarePieces, rateTitle } from './rates';

const figures = (wer: number) =>
  (['wer', 'cer', 'bwer'] as const).map((key) => ({
    key,
    label: key.toUpperCase(),
    value: wer,
    half: 0.011,
    signature: 'normaliser:plain|bs:1000|seed:12345',
  }));

const bleu = (value: number) => [{ key: 'bleu', label: 'BLEU', value, half: 1.1, signature: 'tok:char' }];

const output = (id: number, name: string, wer: number, over: Partial<System> = {}) => ({
  id,
  project: 'harbour',
  release: 3,
  name,
  kind: 'recognition',
  source_language: 'en',
  target_language: '',
  split: '',
  state: 'scored',
  options: { normaliser: 'plain' },
  figures: figures(wer),
  n_rows: 40,
  n_talks: 2,
  n_missing: 0,
  n_rare: 12,
  basis: 'a',
  created_at: '2026-11-14T12:00:00Z',
  warnings: [],
  ...over,
});

const segment = {
  id: 'pauses--0000000_0004000',
  start: 328,
  end: 332,
  missing: false,
  errors: 4,
  units: 6,
  rare_errors: 0,
  rare_units: 1,
  rare: ['cascade'],
  runs: [
    { reference: 'hesitations', heard: 'hesitation is a', letters: 'SII' },
    { reference: 'cascade and', heard: 'cascade and', letters: '' },
    { reference: 'rather', heard: '', letters: 'D' },
  ],
};

const asked: string[] = [];

function open(role = 'admin') {
  asked.length = 0;
  const page = (results: unknown[]) =>
    HttpResponse.json({ count: results.length, next: null, previous: null, results });
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json({ ...project, role })),
    http.get('*/api/v1/releases/', () =>
      page([
        {
          id: 3,
          project: 'harbour',
          title: 'Harbour',
          version: '1.1',
          state: 'frozen',
          with_clips: true,
          sha256: 'a41f9c',
        },
        {
          id: 2,
          project: 'harbour',
          title: 'Harbour',
          version: '1.0',
          state: 'frozen',
          with_clips: false,
          sha256: 'b',
        },
      ]),
    ),
    http.get('*/api/v1/releases/3/', () => HttpResponse.json({ id: 3, contents: { statistics: [] } })),
    http.get('*/api/v1/systems/', () =>
      page([
        output(2, 'Conformer', 0.102, { n_missing: 2 }),
        output(1, 'Whisper', 0.074),
        output(4, 'Offline', 0.5, { kind: 'translation', target_language: 'ja', figures: bleu(29.4) }),
        output(5, 'Simul', 0.5, { kind: 'translation', target_language: 'ja', figures: bleu(31.2), n_missing: 1 }),
        output(6, 'Links', 0.5, { kind: 'alignment' }),
      ]),
    ),
    http.get('*/api/v1/systems/1/comparisons/', () =>
      HttpResponse.json([
        {
          second: 2,
          figures: [{ key: 'wer', label: 'WER', first: 0.074, second: 0.102, difference: -0.028, p: 0.012 }],
        },
      ]),
    ),
    http.get('*/api/v1/systems/1/', () =>
      HttpResponse.json({ ...output(1, 'Whisper', 0.074), missing: [], by_talk: [] }),
    ),
    http.get('*/api/v1/systems/2/', () =>
      HttpResponse.json({
        ...output(2, 'Conformer', 0.102, { n_missing: 2 }),
        missing: ['x--1', 'x--2'],
        by_talk: [{ id: 1, name: 'Listening', rows: 20, values: { wer: { value: 0.118, half: null } } }],
      }),
    ),
    http.get('*/api/v1/systems/5/comparisons/', () => HttpResponse.json([])),
    http.get('*/api/v1/systems/5/', () =>
      HttpResponse.json({
        ...output(5, 'Simul', 0.5, { kind: 'translation', figures: bleu(31.2), n_missing: 1 }),
        missing: ['3-9-0001'],
        by_talk: [{ id: 9, name: 'Under the sea', rows: 20, values: { bleu: { value: 30.9, half: null } } }],
      }),
    ),
    http.get('*/api/v1/systems/2/words/', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('only') ?? 'all');
      const segments = [segment, { ...segment, id: 'second', start: 340, errors: 0, runs: [] }];
      const media_url = '/api/v1/documents/4/media/';
      return HttpResponse.json({ number: 1, title: 'Listening', media_url, n_segments: 20, count: 2, segments });
    }),
  );
  return renderAt('/p/harbour/test-sets/outputs', '/p/:slug/test-sets/outputs', <OutputsPage tabs={null} />);
}

describe('the outputs of systems', () => {
  it('of texts are a table of their own, the highest figure first, and links are none', async () => {
    const { user } = open();
    const texts = await screen.findByRole('group', { name: 'Texts' });
    const rows = within(texts).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('button').textContent)).toEqual(['Simul', 'Offline']);
    expect(rows[0]?.querySelectorAll('[data-best]')).toHaveLength(1);
    expect(rows[1]?.querySelectorAll('[data-best]')).toHaveLength(0);
    expect(within(texts).getByTitle('31.2, ± 1.1, 95 %')).toBeInTheDocument();
    expect(screen.queryByText('Links')).not.toBeInTheDocument();
    await user.click(within(texts).getByRole('button', { name: 'Simul' }));
    expect(await screen.findByText('1 row missing, counted as empty')).toBeInTheDocument();
    expect(screen.getByText('Under the sea')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Under the sea' })).not.toBeInTheDocument();
  });

  it('are dropped as files, and sent as what they are', async () => {
    const append = vi.spyOn(FormData.prototype, 'append');
    const { user } = open();
    server.use(http.post('*/api/v1/systems/', () => HttpResponse.json(output(9, 'new', 0.1), { status: 201 })));
    const add = await screen.findByRole('region', { name: 'Add a system' });
    await user.click(within(add).getByText('Texts'));
    expect(within(add).queryByRole('combobox', { name: 'Normaliser' })).not.toBeInTheDocument();
    fireEvent.drop(within(add).getByRole('button', { name: /Output/ }), {
      dataTransfer: { files: [new File(['a'], 'simul-k5.txt')] },
    });
    await user.click(within(add).getByRole('button', { name: 'Score' }));
    await waitFor(() =>
      expect(Object.fromEntries(append.mock.calls)).toMatchObject({ kind: 'translation', name: 'simul-k5' }),
    );
  });

  it('are a table, the best first and bold, the others with how far they are from it', async () => {
    open();
    const rows = within(await screen.findByRole('group', { name: 'Recognition' })).getAllByRole('row');
    expect(rows.map((row) => within(row).queryByRole('button')?.textContent)).toEqual([
      undefined,
      'Whisper',
      'Conformer',
    ]);
    expect(rows[0]).toHaveTextContent('SystemWERCERBWER, 12 rare wordsMissing');
    expect(await screen.findByText('+2.8, p = .012')).toBeInTheDocument();
    expect(rows.map((row) => row.querySelectorAll('[data-best]').length)).toEqual([0, 3, 0]);
    expect(rows[2]).toHaveTextContent('10.2+2.8, p = .012');
    expect(rows[1]).not.toHaveTextContent('p =');
  });

  it('show how far one is from the best as soon as it is scored', async () => {
    open();
    let isScored = false;
    const later: Partial<System> = { state: 'running', progress: 0, message: 'Comparing', figures: [] };
    server.use(
      http.get('*/api/v1/systems/', () =>
        HttpResponse.json({
          results: [output(1, 'Whisper', 0.074), output(2, 'Conformer', 0.102, isScored ? {} : later)],
        }),
      ),
      http.get('*/api/v1/systems/1/comparisons/', () => {
        const figures = [{ key: 'wer', label: 'WER', first: 0.074, second: 0.102, difference: -0.028, p: 0.012 }];
        const answer = HttpResponse.json(isScored ? [{ second: 2, figures }] : []);
        isScored = true;
        return answer;
      }),
    );
    expect(await screen.findByText('+2.8, p = .012', {}, { timeout: 4_000 })).toBeInTheDocument();
  });

  it('open into talks and missing segments, and a talk word by word', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Conformer' }));
    expect(await screen.findByText('x--1, x--2')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Listening' }));
    expect(router.state.location.search).toBe('?output=2&talk=1');
    const words = await screen.findByRole('region', { name: 'Listening' });
    expect(within(words).getByText('hesitations heard as hesitation is a')).toBeInTheDocument();
    expect(within(words).getByText('rather left out')).toBeInTheDocument();
    expect(words).toHaveTextContent('05:28');
    expect(words).toHaveTextContent('4 of 6, rare 0 of 1');
    await user.click(within(words).getByText('All'));
    expect(asked).toEqual(['errors', 'all']);
  });

  it('are gone through by keys', async () => {
    const { user, router } = open();
    await screen.findByRole('button', { name: 'Whisper' });
    await user.keyboard('jjjjjk');
    expect(router.state.location.search).toBe('?output=5');
    await user.keyboard('k');
    expect(router.state.location.search).toBe('?output=2');
    await screen.findByRole('button', { name: 'Listening' });
    await user.keyboard('{Enter}');
    const line = (await screen.findByText('05:28')).closest('li');
    await user.keyboard('{ArrowRight}');
    expect(line).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('05:40').closest('li')).toHaveFocus();
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {});
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
    await user.keyboard('p');
    expect(play).toHaveBeenCalledOnce();
    expect(document.querySelector<HTMLMediaElement>('[data-field="sound"]')?.currentTime).toBe(340);
    await user.keyboard('{ArrowLeft}');
    expect(line).toHaveFocus();
    await user.keyboard('d');
    expect(line).toHaveFocus();
    play.mockRestore();
    pause.mockRestore();
    await user.keyboard('u');
    expect(screen.getByRole('button', { name: /Output/ })).toHaveFocus();
  });

  it('are scored again under another normaliser, and looked at by it', async () => {
    const bodies: unknown[] = [];
    const { user, router } = open();
    const spoken = output(8, 'Whisper, spoken', 0.05, { options: { normaliser: 'spoken' }, basis: 'b' });
    const warning = 'This looks like written form.';
    server.use(
      http.get('*/api/v1/systems/', () =>
        HttpResponse.json({ results: [output(1, 'Whisper', 0.074, { warnings: [warning] }), spoken] }),
      ),
      http.post('*/api/v1/systems/1/score-again/', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...spoken, id: 9 }, { status: 201 });
      }),
      http.get('*/api/v1/systems/8/comparisons/', () => HttpResponse.json([])),
    );
    await user.click(await screen.findByRole('button', { name: 'Whisper' }));
    expect(await screen.findByText(warning)).toBeInTheDocument();
    await user.click(screen.getByText('Score again, rename or remove'));
    const form = within(screen.getByRole('form', { name: 'Score Whisper again' }));
    await user.click(form.getByRole('combobox', { name: 'Normaliser' }));
    await user.click(await screen.findByRole('option', { name: /Spoken/ }));
    await user.click(form.getByRole('button', { name: 'Score in a new row' }));
    await waitFor(() => expect(router.state.location.search).toBe('?output=9'));
    expect(bodies).toEqual([{ normaliser: 'spoken' }]);
    expect(screen.queryByRole('button', { name: 'Whisper, spoken' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Spoken' }));
    expect(await screen.findByRole('button', { name: 'Whisper, spoken' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Whisper' })).not.toBeInTheDocument();
  });

  it('are added by those who may, and not shown to annotators', async () => {
    const { unmount } = open('viewer');
    await screen.findByRole('button', { name: 'Whisper' });
    expect(screen.queryByRole('region', { name: 'Add a system' })).not.toBeInTheDocument();
    unmount();
    open('annotator');
    expect(await screen.findByText('Outputs are not shown to annotators.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Recognition' })).not.toBeInTheDocument();
  });
});

describe('what is said of rates and words', () => {
  it('names what was heard for what, and finds rare words whole', () => {
    expect(heardAs({ reference: '', heard: 'the' })).toBe('the added');
    expect(
      rarePieces('a cascade and cascades', ['cascade']).map(({ text, isRare }) => (isRare ? `[${text}]` : text)),
    ).toEqual(['a ', '[cascade]', ' and cascades']);
  });

  it('finds the best of each column, among what is scored alike', () => {
    const [first, second, strict] = [
      { basis: 'a', figures: figures(0.1) },
      { basis: 'a', figures: figures(0.2).map((each) => (each.key === 'bwer' ? { ...each, value: 0.05 } : each)) },
      { basis: 'b', figures: figures(0.01) },
    ] as const;
    const all = [first, second, strict];
    expect(all.map((each) => ['wer', 'bwer'].filter((key) => isBest(each, all, key)))).toEqual([
      ['wer'],
      ['bwer'],
      ['wer', 'bwer'],
    ]);
  });

  it('gives an axis that all rates are on, also those over 100 %', () => {
    expect(axisEnd([], 'wer')).toBe(0.05);
    expect(axisEnd([{ figures: figures(0.27) }], 'wer')).toBe(0.5);
    expect(axisEnd([{ figures: figures(1.3) }], 'wer')).toBe(2);
    expect(axisEnd([{ figures: [{ ...bleu(-2.31)[0], key: 'bartscore', half: 0.2 }] as never }], 'bartscore')).toBe(-3);
    expect(axisEnd([{ figures: [{ ...bleu(9.1)[0], key: 'mcd' }] as never }], 'mcd')).toBe(20);
    expect(rateTitle('mcd', 9.117, 0.2, 'segment')).toBe('9.12, ± 0.20, 95 %');
    expect(rateTitle('wer', 1.3, null, 'segment')).toBe('130.0 %, no interval: fewer than 5 segments');
  });
});
