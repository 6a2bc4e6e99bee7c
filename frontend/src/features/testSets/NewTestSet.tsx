import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/client';
import { useSubmittedReviews } from '@/api/reviews';
import { useCreateTestSet } from '@/api/testSets';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import classes from './TestSets.module.css';

/** A name over chosen submitted reviews; the count of rows is said before it is made. */
export function NewTestSet({ slug }: { slug: string }) {
  const reviews = useSubmittedReviews(slug);
  const create = useCreateTestSet();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<number[]>([]);
  const submitted = reviews.data?.results ?? [];
  const rows = submitted.filter(({ id }) => chosen.includes(id)).reduce((sum, { n_rows }) => sum + n_rows, 0);
  const isWhole = chosen.length === submitted.length;
  const fault = create.error instanceof ApiError ? create.error.field('name') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { project: slug, name: name.trim(), description: description.trim(), reviews: chosen },
      {
        onSuccess: () => {
          setName('');
          setDescription('');
          setChosen([]);
        },
      },
    );
  };
  return (
    <Part title="New test set">
      {reviews.isError && <ErrorNote error={reviews.error} onRetry={() => void reviews.refetch()} />}
      {reviews.data && submitted.length === 0 && (
        <p className="soft">A test set is made of submitted reviews; none is submitted yet.</p>
      )}
      {submitted.length > 0 && (
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            label="Name"
            required
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fault}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Checkbox.Group
            label={`Reviews, ${count(chosen.length)} of ${count(submitted.length)} chosen`}
            value={chosen.map(String)}
            onChange={(values) => setChosen(values.map(Number))}
          >
            <div className={classes.choices}>
              {submitted.map((review) => (
                <Checkbox
                  key={review.id}
                  value={String(review.id)}
                  label={review.pair.title}
                  description={`${review.annotator.name || review.annotator.username}, ${plural(review.n_rows, 'row')}`}
                />
              ))}
            </div>
          </Checkbox.Group>
          {submitted.length > 1 && (
            <div>
              <Button onClick={() => setChosen(isWhole ? [] : submitted.map(({ id }) => id))}>
                {isWhole ? 'Choose none' : 'Choose all'}
              </Button>
            </div>
          )}
          {create.isError && !fault && <ErrorNote error={create.error} />}
          <div>
            <Button
              type="submit"
              variant="filled"
              loading={create.isPending}
              disabled={!name.trim() || chosen.length === 0}
            >
              {chosen.length === 0 ? 'Make it' : `Make it of ${count(chosen.length)}, up to ${plural(rows, 'row')}`}
            </Button>
          </div>
        </form>
      )}
    </Part>
  );
}
