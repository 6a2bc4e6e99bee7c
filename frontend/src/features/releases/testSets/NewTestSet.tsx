import { Textarea } from '@mantine/core';
import { useNavigate } from 'react-router';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { useCreateTestSet } from './requests';

/** Makes a test set of all gold, and goes to its page, where talks and rules choose from that. */
export function NewTestSet({ slug }: { slug: string }) {
  const create = useCreateTestSet();
  const navigate = useNavigate();
  const { values, field, rest } = useFields({ name: '', description: '' }, create.error);
  const submit = () => {
    const [name, description] = [values.name.trim(), values.description.trim()];
    create.mutate(
      { project: slug, name, description },
      { onSuccess: ({ id }) => void navigate(`/p/${slug}/test-sets/${id}`) },
    );
  };
  return (
    <Part title="New test set">
      <Form
        onSubmit={submit}
        error={rest}
        submit="Create test set"
        isPending={create.isPending}
        disabled={!values.name.trim()}
      >
        <TextField label="Name" required maxLength={120} {...field('name')} />
        <Textarea label="Description" autosize minRows={2} {...field('description')} />
        <p className="soft">It begins with all gold of the project. Choose talks and rows on its page.</p>
      </Form>
    </Part>
  );
}
