import { Button } from '@mantine/core';
import { useState } from 'react';
import { language } from '@/lib/format';
import { languagesInWords } from '@/lib/languages';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { LanguagesField } from './LanguagesField';
import classes from './Reads.module.css';

/** Languages as small tiles; "All languages" where none is named. */
export function LanguageTiles({ languages }: { languages: readonly string[] }) {
  if (languages.length === 0) return <p className="soft">All languages.</p>;
  return (
    <ul className={classes.tiles} aria-label={languagesInWords(languages)}>
      {languages.map((tag) => (
        <li key={tag}>{language(tag)}</li>
      ))}
    </ul>
  );
}

interface ChangeReadsProps {
  /** Whose they are; nobody's name where they are one's own. */
  name?: string;
  languages: string[];
  known?: readonly string[];
  onSave: (languages: string[], close: () => void) => void;
  isPending: boolean;
  error: unknown;
}

/** A button that asks for the languages that somebody reads. */
export function ChangeReads({ name, ...form }: ChangeReadsProps) {
  return (
    <DialogButton
      verb="Change"
      size="compact-sm"
      label={name ? `Change what ${name} reads` : 'Change what you read'}
      title={name ? `What ${name} reads` : 'What you read'}
    >
      {(close) => <ReadsForm {...form} close={close} />}
    </DialogButton>
  );
}

function ReadsForm({ languages, known, onSave, isPending, error, close }: ChangeReadsProps & { close: () => void }) {
  const [chosen, setChosen] = useState(languages);
  return (
    <Form
      wide
      submit="Save"
      isPending={isPending}
      error={error}
      onSubmit={() => onSave(chosen, close)}
      beside={<Button onClick={close}>Cancel</Button>}
    >
      <LanguagesField
        label="Languages"
        description="The queue gives only pairs whose two languages are here. Leave it empty for all."
        value={chosen}
        onChange={setChosen}
        known={known ?? []}
      />
    </Form>
  );
}
