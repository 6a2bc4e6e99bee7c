import type { ImportFile } from '@/api/types';
import { plural } from '@/lib/format';

export interface AboutField {
  name: 'title' | 'speaker' | 'interpreter' | 'interpreter_rank';
  label: string;
  value: string;
  longest: number;
  note?: string;
}

/** What can be said of a file before it is imported; the manifest of an archive says it for each entry. */
export function aboutFields(file: ImportFile): AboutField[] {
  const { documents } = file;
  const [first] = documents;
  if (first === undefined || file.n_entries > 0) return [];
  const sources = documents.filter(({ side }) => side === 'source');
  const n_talks = sources.length;
  const of = n_talks > 1 ? `Of all ${plural(n_talks, 'talk')}.` : undefined;
  const spoken = documents.find(
    ({ side, kind }) => side === 'target' || (!side && ['transcript', 'text'].includes(kind)),
  );
  const fields: AboutField[] = [];
  if (documents.length === 1 || n_talks === 1) {
    fields.push({ name: 'title', label: 'Title', value: first.title, longest: 300 });
  }
  fields.push({ name: 'speaker', label: 'Speaker', value: first.speaker, longest: 200, note: of });
  if (spoken !== undefined) {
    const { interpreter = '', interpreter_rank = '' } = spoken;
    fields.push({ name: 'interpreter', label: 'Interpreter', value: interpreter, longest: 60, note: of });
    fields.push({
      name: 'interpreter_rank',
      label: 'Interpreter rank',
      value: interpreter_rank,
      longest: 10,
      note: of,
    });
  }
  return fields;
}
