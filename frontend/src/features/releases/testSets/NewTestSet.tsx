import { Textarea } from '@mantine/core';
import { useSubmittedReviews } from '@/api/reviews';
import { count, plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { ReviewChoice } from './ReviewChoice';
import { useCreateTestSet } from './requests';

/** Makes a test set of all gold, or of submitted reviews; the button says how many rows those could hold. */
export function NewTestSet({ slug }: { slug: string }) {
  const reviews = useSubmittedReviews(slug);
  const create = useCreateTestSet();
  const { values, field, reset, rest } = useFields(
    { name: '', description: '', reviews: [] as number[] },
    create.error,
  );
  const chosen = values.reviews;
  const submitted = reviews.data?.results ?? [];
  const rows = submitted.filter(({ id }) => chosen.includes(id)).reduce((sum, { n_rows }) => sum + n_rows, 0);
  const submit = () => {
    const [name, description] = [values.name.trim(), values.description.trim()];
    const named = chosen.length > 0 ? { reviews: chosen } : {};
    create.mutate({ project: slug, name, description, ...named }, { onSuccess: reset });
  };
  return (
    <Part title="New test set">
      <Pending of={reviews} />
      {reviews.data && submitted.length === 0 && (
        <p className="soft">Test sets are made of submitted reviews. None have been submitted yet.</p>
      )}
      {submitted.length > 0 && (
        <Form
          onSubmit={submit}
          error={rest}
          submit={
            chosen.length === 0
              ? 'Create test set'
              : `Create test set (${count(chosen.length)} selected, up to ${plural(rows, 'row')})`
          }
          isPending={create.isPending}
          disabled={!values.name.trim()}
        >
          <TextField label="Name" required maxLength={120} {...field('name')} />
          <Textarea label="Description" autosize minRows={2} {...field('description')} />
          <p className="soft">It uses all gold in the project, or only gold from the reviews you select here.</p>
          <ReviewChoice reviews={submitted} {...field('reviews')} />
        </Form>
      )}
    </Part>
  );
}
