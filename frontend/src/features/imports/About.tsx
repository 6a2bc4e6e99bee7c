import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FileChange, ImportFile } from '@/api/types';
import classes from './About.module.css';
import { type AboutField, aboutFields } from './about';

interface AboutProps {
  file: ImportFile;
  disabled: boolean;
  onChange: (change: FileChange) => void;
}

/** Title, speaker and interpreter: from the file, or filled in by a person before the import. */
export function About({ file, disabled, onChange }: AboutProps) {
  const fields = aboutFields(file);
  return (
    <div className={classes.about}>
      {fields.map((field) => (
        // With another value from the server the field begins anew with it.
        <Field key={`${field.name} ${field.value}`} field={field} disabled={disabled} onChange={onChange} />
      ))}
      <p className="soft">Leave blank to use the file's value.</p>
    </div>
  );
}

interface FieldProps {
  field: AboutField;
  disabled: boolean;
  onChange: (change: FileChange) => void;
}

function Field({ field, disabled, onChange }: FieldProps) {
  const [text, setText] = useState(field.value);
  const keep = () => {
    if (text.trim() !== field.value) onChange({ [field.name]: text.trim() });
  };
  return (
    <TextInput
      label={field.label}
      description={field.note}
      value={text}
      maxLength={field.longest}
      disabled={disabled}
      dir="auto"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
        if (event.key === 'Escape') setText(field.value);
      }}
    />
  );
}
