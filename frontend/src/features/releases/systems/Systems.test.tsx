import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import type { System } from '@/features/releases/requests/systems';
import { ines } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { NewSystem } from './NewSystem';
import { Systems } from './Systems';
import {
  columnsOf,
  differenceText,
  figureText,
  halfText,
  hiddenText,
  languagesOf,
  linesOf,
  ownText,
  ranked,
  scopeOf,
  signaturesOf,
  splitsOf,
} from './scores';

const figure = (key: string, value: number | null, half: number | null = 1.13) => ({
  key,
  label: { bleu: 'BLEU', chrf: 'chrF', strict_f1: 'Strict F1' }[key] ?? key,
  value,
  half,
  signature: key === 'strict_f1' ? 'bs:1000|seed:12345' : 'nrefs:1|bs:1000|seed:12345|tok:char|version:2.6.0',
});

const system = (over: Partial<System> = {}): System => ({
  id: 1,
  project: 'harbour',
  release: 3,
  name: 'Offline',
  kind: 'translation',
  source_language: 'en',
  target_language: 'ja',
  split: '',
  state: 'scored',
  progress: 1,
  message: '',
  error: '',
  engine: '',
  options: {},
  file_name: 'offline.txt',
  warnings: [],
  figures: [figure('bleu', 31.24), figure('chrf', 38.4)],
  n_rows: 958,
  n_talks: 16,
  of_talks: null,
  n_own: null,
  by_origin: [],
  n_missing: null,
  n_rare: null,
  basis: 'a',
  created_by: ines,
  created_at: '2026-11-14T12:00:00Z',
  finished_at: '2026-11-14T12:00:00Z',
  ...over,
});
const engine = (over: Partial<System> = {}): System =>
  system({
    id: 5,
    name: 'vecAlign',
    kind: 'alignment',
    engine: 'vecalign',
    figures: [figure('strict_f1', 0.8812, 0.011)],
    n_talks: 5,
    basis: 'b',
    ...over,
  });

const statistics = {
  split: 'test',
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
};
const release = {
  id: 3,
  title: 'Harbour SI',
  version: '1.1',
  state: 'frozen',
  contents: { statistics: [statistics, { ...statistics, split: 'dev', rows: 20, null_rows: 0 }] },
} as ReleaseDetail;

const groups = [{ id: 1, name: '1–10 words', rows: 90, values: { bleu: { value: 25.1, half: 2 } } }];

/** Releases whose engines were to be scored. */
const asked: unknown[] = [];

function serve(systems: System[], mayChange = true) {
  asked.length = 0;
  server.use(
    http.post('*/api/v1/systems/score-engines/', async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/api/v1/systems/', () =>
      HttpResponse.json({ count: systems.length, next: null, previous: null, results: systems }),
    ),
    http.get('*/api/v1/systems/1/', () =>
      HttpResponse.json({
        ...systems[0],
        by_talk: [{ ...groups[0], name: 'The tide ledger' }],
        by_rank: [],
        by_length: groups,
      }),
    ),
    http.get('*/api/v1/systems/1/comparison/', () =>
      HttpResponse.json({
        first: 1,
        second: 2,
        figures: [{ key: 'bleu', label: 'BLEU', first: 31.24, second: 29.1, difference: 2.14, p: 0.0009 }],
      }),
    ),
  );
  return renderAt('/r', '/r', <Systems release={release} mayChange={mayChange} />);
}

describe('the systems of a release', () => {
  it('are a table, the best translation first and then the engines', async () => {
    serve([engine(), system({ id: 2, name: 'Simultaneous', figures: [figure('bleu', 12)] }), system()]);
    const rows = await screen.findAllByRole('row');
    expect(rows.map((row) => within(row).queryAllByRole('rowheader')[0]?.textContent)).toEqual([
      undefined,
      'Offline ',
      'Simultaneous ',
      'vecAlign engine, 5 of 16 talks',
    ]);
    expect(rows[1]).toHaveTextContent('31.2 ± 1.1');
    expect(rows[3]).toHaveTextContent('.881 ± .011');
    expect(screen.getByText('nrefs:1|bs:1000|seed:12345|tok:char|version:2.6.0')).toBeInTheDocument();
  });

  it('open with figures by length and talk, and compare with those of the same rows', async () => {
    const { user, router } = serve([system(), system({ id: 2, name: 'Simultaneous' }), engine()]);
    await user.click(await screen.findByRole('button', { name: 'Offline' }));
    expect(router.state.location.search).toBe('?system=1');
    expect(await screen.findByRole('rowheader', { name: '1–10 words' })).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: 'The tide ledger' })).toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Compare with' }));
    expect(screen.queryByRole('option', { name: 'vecAlign' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('option', { name: 'Simultaneous' }));
    const compared = await screen.findByRole('list', { name: 'Offline compared with Simultaneous' });
    expect(compared).toHaveTextContent('BLEU +2.1 p < .001, Offline is better');
  });

  it.each([true, false])('have engines scored once if one may score: %s', async (mayChange) => {
    serve([system()], mayChange);
    await screen.findByRole('button', { name: 'Offline' });
    expect(asked).toEqual(mayChange ? [{ release: 3 }] : []);
  });

  it('say why one has no scores, and what to do where there are none', async () => {
    serve([system({ state: 'failed', figures: [], error: 'There is no alignment of talk 2.' })]);
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no alignment of talk 2.');
    expect(screen.getByRole('button', { name: 'Remove Offline' })).toBeInTheDocument();
  });

  it('are uploaded in a dialog that says how many lines there have to be', async () => {
    server.use(
      http.post('*/api/v1/systems/', () => {
        const said = 'Line count 957, expected 881. Line 412 is empty.';
        return HttpResponse.json(
          { code: 'does_not_fit', detail: said, errors: [{ field: 'file', message: said }] },
          { status: 400 },
        );
      }),
    );
    const { user } = renderAt('/r', '/r', <NewSystem release={release} />);
    await user.click(screen.getByRole('button', { name: 'Evaluate a system…' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('A translation has 901 lines');
    await user.click(within(dialog).getByRole('combobox', { name: 'Scored on' }));
    await user.click(await screen.findByRole('option', { name: 'test' }));
    expect(dialog).toHaveTextContent('A translation has 881 lines');
    const input = document.querySelector('input[type="file"]');
    await user.upload(input as HTMLInputElement, new File(['x\n'], 'simul-k5.txt'));
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('simul-k5');
    await user.click(within(dialog).getByRole('button', { name: 'Score' }));
    expect(await within(dialog).findByText('Line count 957, expected 881. Line 412 is empty.')).toBeInTheDocument();
  });
});

describe('figures', () => {
  it('are written as the field writes them', () => {
    expect(figureText('bleu', 31.25)).toBe('31.3');
    expect(ownText({ n_own: 63, n_rows: 100 })).toBe('63 % of the gold rows began with its proposals');
    expect(ownText({ n_own: null, n_rows: 100 })).toBe('');
  });

  it('says how good an engine is on rows that somebody judged without its proposal', () => {
    const hidden = { id: 0, name: '', rows: 6, values: { strict_f1: { value: 0.5, half: 0.3018 } } };
    const own = { id: 2, name: '', rows: 14, values: { strict_f1: { value: 1, half: 0.1 } } };
    expect(hiddenText({ ...engine(), by_origin: [hidden, own] })).toBe(
      'Strict F1 .500 ± .302 in 6 rows that somebody judged without the proposal',
    );
    expect(hiddenText({ ...engine(), by_origin: [own] })).toBe('');
    expect(figureText('lax_f1', 0.9624)).toBe('.962');
    expect(figureText('lax_f1', 1)).toBe('1.000');
    expect(figureText('ter', null)).toBe('–');
    expect(halfText('lcs', 0.0061)).toBe('± .006');
    expect(halfText('bleu', null)).toBe('');
    expect(differenceText('strict_f1', -0.0131)).toBe('−.013');
    expect(differenceText('bleu', 0.01)).toBe('0.0');
  });

  it('have columns, an order, signatures and a scope', () => {
    const [one, other] = [system(), engine()];
    expect(columnsOf([other, one]).map(({ label }) => label)).toEqual(['BLEU', 'chrF', 'Strict F1']);
    expect(ranked([system({ id: 9, figures: [] }), other, one]).map(({ id }) => id)).toEqual([1, 5, 9]);
    expect(signaturesOf([one, other]).map(({ labels }) => labels)).toEqual([['BLEU', 'chrF'], ['Strict F1']]);
    const [bleu] = one.figures;
    const german = system({ target_language: 'de', figures: bleu ? [{ ...bleu, signature: 'tok:13a' }] : [] });
    expect(signaturesOf([one, german]).map(({ labels }) => labels[0])).toEqual(['BLEU, Japanese', 'BLEU, German']);
    expect(scopeOf(system({ split: 'test' }), 16)).toBe('test');
    expect(languagesOf(release.contents?.statistics ?? [])).toEqual(['en-ja']);
    expect(splitsOf(release.contents?.statistics ?? [])).toEqual(['dev', 'test']);
    expect(linesOf(release.contents?.statistics ?? [], 'en-ja', 'dev')).toBe(20);
  });
});
