import { Button, Checkbox, FileInput } from '@mantine/core';
import { useState } from 'react';
import { count, plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import classes from './Glossary.module.css';
import { type PlannedTerm, type TermsFile, type TermsImport, useImportTerms } from './requests';
import { LanguageFields } from './TermFields';

/** Files of terms: first what importing one would do, then doing it. */
export function ImportTerms({ slug, languages: [source, target] }: { slug: string; languages: [string, string] }) {
  const look = useImportTerms(slug, true);
  const take = useImportTerms(slug, false);
  const [file, setFile] = useState<File | null>(null);
  const [changes, setChanges] = useState<Partial<Omit<TermsFile, 'file'>>>({});
  const options = { source_language: source, target_language: target, replace: false, ...changes };
  const errors = formErrors(take.error ?? look.error, ['file', 'source_language', 'target_language']);
  const request: TermsFile | null = file && { file, ...options };
  const set = (change: typeof changes) => {
    setChanges((now) => ({ ...now, ...change }));
    look.reset();
    take.reset();
  };
  const submit = () => {
    if (!request) return;
    if (look.data) take.mutate(request, { onSuccess: () => setFile(null) });
    else look.mutate(request);
  };
  const plan = take.data ?? look.data;
  const isNothing = look.data && look.data.n_new + look.data.n_changed + look.data.n_removed === 0;
  return (
    <Part title="Import terms">
      <Form
        label="Import terms"
        secondary
        onSubmit={submit}
        error={errors.rest}
        submit={look.data && !take.data ? 'Import' : 'Check the file'}
        isPending={look.isPending || take.isPending}
        disabled={!request || isNothing}
        beside={
          look.data &&
          !take.data && (
            <Button
              onClick={() => {
                look.reset();
                setFile(null);
              }}
            >
              Cancel
            </Button>
          )
        }
      >
        <FileInput
          label="File"
          description="TSV, CSV or TBX. Columns: source, target, forbidden, note; | between several translations"
          accept=".tsv,.csv,.txt,.tbx,.xml"
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            look.reset();
            take.reset();
          }}
          error={errors.field('file')}
        />
        <LanguageFields values={options} errors={errors} onChange={set} />
        <Checkbox
          label="Replace the glossary"
          description="Deletes the terms that are not in the file."
          checked={options.replace}
          onChange={(event) => set({ replace: event.currentTarget.checked })}
        />
        <div role="status">{plan && <Plan plan={plan} isDone={take.data !== undefined} />}</div>
      </Form>
    </Part>
  );
}

function Plan({ plan, isDone }: { plan: TermsImport; isDone: boolean }) {
  const parts = [
    plan.n_new > 0 && `${count(plan.n_new)} new`,
    plan.n_changed > 0 && `${count(plan.n_changed)} changed`,
    plan.n_removed > 0 && `${count(plan.n_removed)} deleted`,
    plan.n_unchanged > 0 && `${count(plan.n_unchanged)} unchanged`,
  ].filter(Boolean);
  if (isDone) return <p>Imported: {parts.join(', ')}.</p>;
  return (
    <div className={classes.plan}>
      <p>
        <b>{plural(plan.n_new + plan.n_changed + plan.n_unchanged, 'term')} in the file:</b> {parts.join(', ')}.
      </p>
      <Some title="New" terms={plan.new} n={plan.n_new} />
      <Some title="Changed" terms={plan.changed} n={plan.n_changed} />
      <Some title="Deleted" terms={plan.removed} n={plan.n_removed} />
      {plan.warnings.length > 0 && (
        <ul className={classes.warnings}>
          {plan.warnings.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              {line && `Line ${line}: `}
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The first few terms of a kind. */
function Some({ title, terms, n }: { title: string; terms: PlannedTerm[]; n: number }) {
  if (n === 0) return null;
  const shown = terms.slice(0, 5);
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {shown.map((term) => (
          <li key={`${term.source} ${term.source_language} ${term.target_language}`}>
            <span dir="auto" lang={term.source_language}>
              {term.source}
            </span>{' '}
            →{' '}
            <span dir="auto" lang={term.target_language}>
              {[...term.targets, ...term.forbidden.map((text) => `not ${text}`)].join(', ') || term.note}
            </span>{' '}
            <span className="soft">
              {term.source_language}–{term.target_language}
            </span>
          </li>
        ))}
        {n > shown.length && <li className="soft">and {count(n - shown.length)} more</li>}
      </ul>
    </div>
  );
}
