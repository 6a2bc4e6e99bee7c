import type { ImportBatch, ImportFile, Pair, Project, Run } from '@/api/types';

/** Resources as the server answers them; a test names only what it is about. */

const at = '2026-11-20T12:00:00Z';

export const ines = { id: 1, username: 'ines.koba', name: 'Ines Koba' };

export const page = <T>(results: T[]) => ({ count: results.length, next: null, previous: null, results });

export const project = (over: Partial<Project> = {}): Project => ({
  id: 1,
  slug: 'harbour',
  name: 'Harbour Talks',
  description: '',
  guidelines: '',
  error_tags: [],
  null_reasons: [],
  filter_thresholds: { cost_most: null, alpha_least: null, gamma_least: null, gamma_most: null, eta_least: null },
  cut_long_spans: true,
  is_demo: false,
  role: 'admin',
  counts: { pairs: 1, documents: 2, members: 1 },
  created_at: at,
  ...over,
});

const side = (id: number, language: string): Pair['source'] => ({
  id,
  kind: 'text',
  title: `Side ${id}`,
  language,
  speaker: '',
  interpreter: '',
  interpreter_rank: '',
  external_id: '',
  version: 1,
  n_units: 10,
  imported_at: at,
});

export const pair = (over: Partial<Pair> = {}): Pair => ({
  id: 7,
  project: 'harbour',
  kind: 'bitext',
  title: 'The tide ledger',
  source: side(1, 'en'),
  target: side(2, 'ja'),
  latest_run: null,
  my_review: null,
  n_reviews: 0,
  n_submitted: 0,
  newer_pair: null,
  newer_document: null,
  created_at: at,
  ...over,
});

export const run = (over: Partial<Run> = {}): Run => ({
  id: 3,
  number: 1,
  pair: 7,
  pair_title: 'The tide ledger',
  pair_kind: 'bitext',
  engine: 'lexical',
  engine_label: 'Lexical',
  options: {},
  signature: 'engine:lexical|v:1',
  state: 'running',
  progress: 0.629,
  message: 'Scoring',
  error: '',
  n_links: null,
  info: {},
  attempts: 1,
  worker_alive: true,
  created_by: ines,
  created_at: at,
  started_at: at,
  finished_at: null,
  ...over,
});

export const file = (over: Partial<ImportFile> = {}): ImportFile => ({
  id: 1,
  name: 'talk.vtt',
  size: 100,
  sha256: '',
  format: 'vtt',
  format_label: 'Transcript, WebVTT',
  kinds: ['transcript'],
  language: 'en',
  languages: ['en'],
  encoding: 'UTF-8',
  n_units: 2,
  summary: '2 cues',
  details: [],
  change: 'new',
  documents: [],
  entries: [],
  n_entries: 0,
  n_entries_left_out: 0,
  choices: [],
  columns: null,
  options: {},
  include: true,
  state: 'ready',
  n_left_out: 0,
  n_errors: 0,
  n_warnings: 0,
  preview: { sections: [], units: [], rows: [] },
  left_out: [],
  problems: [],
  head: [],
  is_full: true,
  ...over,
});

export const batch = (over: Partial<ImportBatch> = {}): ImportBatch => ({
  id: 9,
  project: 'harbour',
  state: 'staged',
  progress: 0,
  message: '',
  error: '',
  n_files: 1,
  created_by: ines,
  created_at: at,
  finished_at: null,
  files: [file()],
  pairings: [],
  result: {
    documents: [],
    pairs: [],
    runs: [],
    n_unchanged: 0,
    reviews: [],
    n_changed: 0,
    unpaired: [],
    n_unpaired: 0,
  },
  ...over,
});
