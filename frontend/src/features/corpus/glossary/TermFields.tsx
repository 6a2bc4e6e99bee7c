import { TagsInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import classes from './Glossary.module.css';
import { type TermValues, useAddTerm } from './requests';

export const names = ['source', 'source_language', 'target_language', 'targets', 'forbidden', 'note'] as const;

interface TermFieldsProps {
  values: TermValues;
  onChange: (values: TermValues) => void;
  errors: ReturnType<typeof formErrors<(typeof names)[number]>>;
}

/** The fields of a term, for a new one and for one that is changed. */
export function TermFields({ values, onChange, errors }: TermFieldsProps) {
  const set = (change: Partial<TermValues>) => onChange({ ...values, ...change });
  return (
    <>
      <TextField
        label="Term"
        description="As in the source. vessel* also finds “vessels”"
        required
        maxLength={200}
        dir="auto"
        lang={values.source_language}
        value={values.source}
        onChange={(source) => set({ source })}
        error={errors.field('source')}
      />
      <TagsInput
        label="Translations"
        description="Press Enter after each."
        splitChars={['|', '\t']}
        value={values.targets}
        onChange={(targets) => set({ targets })}
        error={errors.field('targets')}
      />
      <TagsInput
        label="Not to be used"
        description="Post-edits that use one of these get a warning."
        splitChars={['|', '\t']}
        value={values.forbidden}
        onChange={(forbidden) => set({ forbidden })}
        error={errors.field('forbidden')}
      />
      <Textarea
        label="Note"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={1000}
        value={values.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
        error={errors.field('note')}
      />
      <LanguageFields required values={values} errors={errors} onChange={set} />
    </>
  );
}

interface LanguageFieldsProps {
  required?: boolean;
  values: Pick<TermValues, 'source_language' | 'target_language'>;
  errors: { field: (name: 'source_language' | 'target_language') => string | undefined };
  onChange: (change: Partial<LanguageFieldsProps['values']>) => void;
}

/** The languages of a term, or of all terms of a file. */
export function LanguageFields({ required, values, errors, onChange }: LanguageFieldsProps) {
  return (
    <div className={classes.languages}>
      {(['source_language', 'target_language'] as const).map((name) => (
        <TextField
          key={name}
          label={name === 'source_language' ? 'Source language' : 'Target language'}
          required={required}
          maxLength={16}
          value={values[name]}
          onChange={(tag) => onChange({ [name]: tag })}
          error={errors.field(name)}
        />
      ))}
    </div>
  );
}

/** Whether enough is filled in to be sent. */
export function isComplete({ source, source_language, target_language, targets, forbidden, note }: TermValues) {
  const says = targets.length + forbidden.length > 0 || note.trim() !== '';
  return source.trim() !== '' && source_language.trim() !== '' && target_language.trim() !== '' && says;
}

export function NewTerm({ slug, languages: [source, target] }: { slug: string; languages: [string, string] }) {
  const add = useAddTerm(slug);
  const blank: TermValues = {
    ...{ source: '', targets: [], forbidden: [], note: '' },
    source_language: source,
    target_language: target,
  };
  // What is usual may be known later than somebody begins.
  const [changes, setChanges] = useState<Partial<TermValues>>({});
  const values = { ...blank, ...changes };
  const errors = formErrors(add.error, names);
  return (
    <Part title="Add a term">
      <Form
        label="New term"
        onSubmit={() =>
          add.mutate(values, {
            onSuccess: ({ source_language, target_language }) => setChanges({ source_language, target_language }),
          })
        }
        error={errors.rest}
        submit="Add"
        isPending={add.isPending}
        disabled={!isComplete(values)}
        beside={
          <span role="status" className="soft">
            {add.isSuccess && values.source === '' && `Added “${add.data.source}”`}
          </span>
        }
      >
        <TermFields values={values} onChange={setChanges} errors={errors} />
      </Form>
    </Part>
  );
}
