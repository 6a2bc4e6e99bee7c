import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSubmittedReviews } from '@/api/reviews';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import { ReviewChoice } from './ReviewChoice';
import { useCreateTestSet } from './requests';

/** Makes a test set of all gold, or of submitted reviews; the button says how many rows those could hold. */
export function NewTestSet({ slug }: { slug: string }) {
  const reviews = useSubmittedReviews(slug);
  const create = useCreateTestSet();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<number[]>([]);
  const submitted = reviews.data?.results ?? [];
  const rows = submitted.filter(({ id }) => chosen.includes(id)).reduce((sum, { n_rows }) => sum + n_rows, 0);
  const errors = formErrors(create.error, ['name', 'description']);
  const submit = () =>
    create.mutate(
      {
        project: slug,
        name: name.trim(),
        description: description.trim(),
        ...(chosen.length > 0 ? { reviews: chosen } : {}),
      },
      {
        onSuccess: () => {
          setName('');
          setDescription('');
          setChosen([]);
        },
      },
    );
  return (
    <Part title="New test set">
      {reviews.isError && <ErrorNote error={reviews.error} onRetry={() => void reviews.refetch()} />}
      {reviews.data && submitted.length === 0 && (
        <p className="soft">Test sets are made of submitted reviews. None have been submitted yet.</p>
      )}
      {submitted.length > 0 && (
        <Form
          onSubmit={submit}
          error={errors.rest}
          submit={
            chosen.length === 0
              ? 'Create test set'
              : `Create test set (${count(chosen.length)} selected, up to ${plural(rows, 'row')})`
          }
          isPending={create.isPending}
          disabled={!name.trim()}
        >
          <TextField
            label="Name"
            required
            maxLength={120}
            value={name}
            onChange={setName}
            error={errors.field('name')}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            error={errors.field('description')}
          />
          <p className="soft">It uses all gold in the project, or only gold from the reviews you select here.</p>
          <ReviewChoice reviews={submitted} chosen={chosen} onChange={setChosen} />
        </Form>
      )}
    </Part>
  );
}
