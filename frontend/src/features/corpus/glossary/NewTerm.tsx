import { useState } from 'react';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { type TermValues, useAddTerm } from './requests';
import { isComplete, names, TermFields } from './TermFields';

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
