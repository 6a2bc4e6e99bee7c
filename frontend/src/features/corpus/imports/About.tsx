import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FileChange, ImportFile } from '@/api/types';
import { isComposing } from '@/lib/chords';
import { plural } from '@/lib/format';
import classes from './About.module.css';

interface AboutField {
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

interface AboutProps {
  file: ImportFile;
  disabled: boolean;
  busy: boolean;
  onChange: (change: FileChange) => void;
}

/** Title, speaker and interpreter: from the file, or filled in by a person before the import. */
export function About({ file, disabled, busy, onChange }: AboutProps) {
  const fields = aboutFields(file);
  return (
    <div className={classes.about}>
      {fields.map((field) => (
        <Field key={field.name} field={field} disabled={disabled} busy={busy} onChange={onChange} />
      ))}
      <p className="soft">Leave blank to use the file's value.</p>
    </div>
  );
}

type FieldProps = Omit<AboutProps, 'file'> & { field: AboutField };

/** Stays open while something is being saved, so that nothing typed meanwhile is lost. */
function Field({ field, disabled, busy, onChange }: FieldProps) {
  const { value } = field;
  const [draft, setDraft] = useState<string | null>(null);
  const sent = useRef<string | null>(null);
  const typed = draft?.trim() ?? value;
  // The value that the server stored takes the place of the draft, unless more was typed since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value ends a draft
  useEffect(() => {
    if (typed.replace(/\s+/g, ' ') === value || (typed === '' && sent.current === '')) setDraft(null);
  }, [value]);
  const keep = () => {
    if (typed === value || (busy && typed === sent.current)) return;
    sent.current = typed;
    onChange({ [field.name]: typed });
  };
  return (
    <TextInput
      label={field.label}
      description={field.note}
      value={draft ?? value}
      maxLength={field.longest}
      disabled={disabled}
      dir="auto"
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event.nativeEvent)) keep();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
