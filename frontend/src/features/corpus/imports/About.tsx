import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FileChange, ImportFile } from '@/api/types';
import classes from './About.module.css';
import { type AboutField, aboutFields } from './about';

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

interface FieldProps {
  field: AboutField;
  disabled: boolean;
  busy: boolean;
  onChange: (change: FileChange) => void;
}

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
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
