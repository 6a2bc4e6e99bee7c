import { FileInput } from '@mantine/core';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { type Direction, materialsFile, useBring } from './requests';

interface BringTextsProps {
  slug: string;
  direction: Direction;
  onDone: (run: number) => void;
}

/** Imports texts that were made elsewhere. */
export function BringTexts({ slug, direction, onDone }: BringTextsProps) {
  const bring = useBring(slug);
  const { values, field, rest } = useFields(
    { name: '', model: '', prompt: '', file: null as File | null },
    bring.error,
  );
  const { file } = values;
  const send = () => file && bring.mutate({ ...values, direction, file }, { onSuccess: (run) => onDone(run.id) });
  return (
    <Form
      wide
      onSubmit={send}
      error={rest}
      submit="Import"
      isPending={bring.isPending}
      disabled={!file || !values.name.trim()}
    >
      <p>
        <a href={materialsFile(slug, direction)}>What to make texts from</a>, as JSON Lines: each slide with the id that
        its text is imported by.
      </p>
      <TextField label="Name of the run" maxLength={80} {...field('name')} />
      <TextField label="Model" maxLength={200} {...field('model')} />
      <TextField label="Prompt" maxLength={8000} {...field('prompt')} />
      <FileInput
        label="File"
        description="Lines of JSON with id and text, or of an id, a tab and a text. Slides that it lacks are missing."
        accept=".jsonl,.tsv,.txt"
        {...field('file')}
      />
    </Form>
  );
}
