import type { ImportBatch, ImportFile, Pairing } from '@/api/types';
import { capital, count, plural } from '@/lib/format';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet';

/** The state of a file, as its row shows it on the right. */
export function standing(file: ImportFile): { tone: Tone; note: string } {
  const { n_errors: errors, n_warnings: warnings, n_left_out: left } = file;
  if (file.state === 'reading') return { tone: 'quiet', note: 'being read' };
  if (file.state === 'unchanged') return { tone: 'quiet', note: 'unchanged' };
  if (file.state === 'unrecognised') return { tone: 'quiet', note: 'skipped' };
  if (!file.include || file.state === 'skipped') return { tone: 'quiet', note: 'skipped' };
  if (file.state === 'error' || errors > 0) return { tone: 'bad', note: plural(Math.max(1, errors), 'error') };
  if (warnings > 0) return { tone: 'warn', note: plural(warnings, 'warning') };
  if (file.change === 'changed') return { tone: 'good', note: 'changed' };
  return { tone: 'good', note: left > 0 ? `${plural(left, 'piece')} not used` : '' };
}

interface Readiness {
  ready: ImportFile[];
  /** Files that must be fixed or skipped first. */
  blocking: ImportFile[];
  canImport: boolean;
}

export function readiness(batch: ImportBatch): Readiness {
  const ready = batch.files.filter((file) => ['good', 'warn'].includes(standing(file).tone));
  const blocking = batch.files.filter((file) => standing(file).tone === 'bad');
  return {
    ready,
    blocking,
    canImport: (batch.state === 'staged' || batch.state === 'failed') && ready.length > 0 && blocking.length === 0,
  };
}

/** "1 paper, 2 transcripts, 41 entries from an archive" of what would be imported. */
export function whatIsReady(files: ImportFile[]): string {
  const kinds = new Map<string, number>();
  for (const file of files) for (const kind of kindsOf(file)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const n_archives = kinds.get('archive') ?? 0;
  kinds.delete('archive');
  const counts = [...kinds].map(([kind, n]) => `${count(n)} ${pluralKind(kind, n)}`);
  if (n_archives > 0) {
    const n_entries = files.reduce((sum, file) => sum + file.n_entries - file.n_entries_left_out, 0);
    counts.push(
      `${plural(n_entries, 'entry', 'entries')} from ${n_archives === 1 ? 'an archive' : plural(n_archives, 'archive')}`,
    );
  }
  return counts.join(', ');
}

/** A file of slides and what was said over them is read as a bitext is, and is none. */
function kindsOf({ kinds, documents }: ImportFile): string[] {
  const [kind] = kinds;
  if (kind === undefined) return [];
  return [kind === 'bitext' && documents.some((each) => each.kind === 'slides') ? 'talk with slides' : kind];
}

function pluralKind(kind: string, n: number): string {
  if (kind === 'beads') return n === 1 ? 'alignment' : 'alignments';
  if (kind === 'talk with slides') return n === 1 ? kind : 'talks with slides';
  return n === 1 || kind === 'slides' ? kind : `${kind}s`;
}

export const pairingWords: Record<Pairing['kind'], string> = {
  paper_of: 'is the paper of',
  slides_of: 'has the slides of',
  talk_of: 'is the talk of',
  translates: 'translates',
  source_of: 'is the source of',
  aligns: 'aligns',
  times: 'times',
};

/** The pairings with one accepted or not, as the server wants the whole list. */
export function withAccepted(pairings: Pairing[], index: number, accepted: boolean): Pairing[] {
  return pairings.map((pairing, i) => (i === index ? { ...pairing, accepted } : pairing));
}

/** A source and its rendering the other way round; what else is of them is as it was. */
export function turnedRound(pairings: Pairing[], index: number): Pairing[] {
  return pairings.map((pairing, i) =>
    i === index && pairing.to !== null ? { ...pairing, file: pairing.to, to: pairing.file } : pairing,
  );
}

/** "Paper: PDF, LaTeX. Transcript: WebVTT." of the labels, which read "Paper, PDF". */
export function formatList(formats: { label: string }[]): string {
  const groups = new Map<string, string[]>();
  for (const { label } of formats) {
    const [kind = '', ...name] = label.split(', ');
    groups.set(kind, [...(groups.get(kind) ?? []), ...(name.length > 0 ? [name.join(', ')] : [])]);
  }
  return [...groups]
    .map(([kind, names]) => (names.length > 0 ? `${kind}: ${names.join(', ')}.` : `${kind}.`))
    .join(' ');
}

/** Names of the files that would become documents in no pair. */
export function unpaired({ files, pairings }: ImportBatch): string[] {
  const paired = new Set(pairings.filter(({ accepted }) => accepted).flatMap(({ file, to }) => [file, to]));
  const alone = files.filter(
    (file) => ['good', 'warn'].includes(standing(file).tone) && file.documents.length === 1 && !paired.has(file.id),
  );
  return alone.map(({ name }) => name);
}

/** "Line 41, column 18: the cue ends before it starts" */
export function problemTitle(problem: ImportFile['problems'][number]): string {
  const place = [
    problem.page ? `page ${problem.page}` : null,
    problem.line ? `line ${problem.line}` : null,
    problem.column ? `column ${problem.column}` : null,
  ]
    .filter(Boolean)
    .join(', ');
  if (!place) return capital(problem.message);
  return `${capital(place)}: ${problem.message}`;
}
