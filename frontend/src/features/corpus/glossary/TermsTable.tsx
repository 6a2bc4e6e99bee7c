import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ago, dateTime } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { FormDialog } from '@/ui/FormDialog';
import { formErrors } from '@/ui/formErrors';
import { Table, unseen } from '@/ui/Table';
import classes from './Glossary.module.css';
import { type GlossaryTerm, useAddTerm, useChangeTerm, useRemoveTerm } from './requests';
import { isComplete, names, TermFields } from './TermFields';

interface TermsTableProps {
  slug: string;
  terms: GlossaryTerm[];
  mayChange: boolean;
  onRemoved: (term: GlossaryTerm) => void;
}

export function TermsTable({ slug, terms, mayChange, onRemoved }: TermsTableProps) {
  const [changing, setChanging] = useState<GlossaryTerm | null>(null);
  const remove = useRemoveTerm(slug);
  return (
    <>
      {remove.isError && <ErrorNote error={remove.error} />}
      <Table label="Terms" columns={['Term', 'Translations', 'Languages', 'Changed', mayChange && unseen('Actions')]}>
        {terms.map((term) => (
          <tr key={term.id}>
            <th scope="row">
              <span lang={term.source_language} dir="auto">
                {term.source}
              </span>
              {term.note && <small dir="auto">{term.note}</small>}
            </th>
            <td data-name lang={term.target_language}>
              {term.targets.join(', ')}
              {term.forbidden.length > 0 && (
                <small>
                  <span lang="en">not</span> {term.forbidden.join(', ')}
                </small>
              )}
            </td>
            <td data-nowrap className="soft">
              {term.source_language} → {term.target_language}
            </td>
            <td data-nowrap className="soft" title={dateTime(term.changed_at)}>
              {ago(term.changed_at)}
              {term.changed_by && <small>{term.changed_by.name || term.changed_by.username}</small>}
            </td>
            {mayChange && (
              <td data-right>
                <Group gap={8} justify="flex-end" wrap="nowrap">
                  <Button aria-label={`Edit ${term.source}`} onClick={() => setChanging(term)}>
                    Edit
                  </Button>
                  <Button
                    aria-label={`Delete ${term.source}`}
                    loading={remove.isPending && remove.variables === term.id}
                    onClick={() => remove.mutate(term.id, { onSuccess: () => onRemoved(term) })}
                  >
                    Delete
                  </Button>
                </Group>
              </td>
            )}
          </tr>
        ))}
      </Table>
      {changing && <ChangeTerm slug={slug} term={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

function ChangeTerm({ slug, term, onClose }: { slug: string; term: GlossaryTerm; onClose: () => void }) {
  useReturnFocus();
  const change = useChangeTerm(slug);
  const { source, source_language, target_language, targets, forbidden, note } = term;
  const [values, setValues] = useState({ source, source_language, target_language, targets, forbidden, note });
  const errors = formErrors(change.error, names);
  return (
    <FormDialog opened onClose={onClose} title={`Edit “${term.source}”`}>
      <Form
        wide
        label="Term"
        onSubmit={() => change.mutate({ id: term.id, ...values }, { onSuccess: onClose })}
        error={errors.rest}
        submit="Save"
        isPending={change.isPending}
        disabled={!isComplete(values)}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TermFields values={values} onChange={setValues} errors={errors} />
      </Form>
    </FormDialog>
  );
}

/** The term that was deleted last, which can be restored. */
export function Removed({ slug, term, onDone }: { slug: string; term: GlossaryTerm; onDone: () => void }) {
  const add = useAddTerm(slug);
  return (
    <div className={classes.removed} role="status">
      <span>
        Deleted “<span dir="auto">{term.source}</span>”.
      </span>
      <Button loading={add.isPending} onClick={() => add.mutate(term, { onSuccess: onDone })}>
        Undo
      </Button>
      {add.isError && <ErrorNote error={add.error} />}
    </div>
  );
}
