import { Button, Textarea, TextInput } from '@mantine/core';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import { type TrainingRow, useChangeRow, useRemoveRow } from './requests';
import { said } from './words';

interface ExplanationProps {
  slug: string;
  row: TrainingRow;
  onClose: () => void;
}

/** Why the answer of a row is right, and where the guidelines say so; with one, the row is in. */
export function Explanation({ slug, row, onClose }: ExplanationProps) {
  const change = useChangeRow(slug);
  const remove = useRemoveRow(slug);
  const { values, field, rest } = useFields(
    { explanation: row.explanation, place: row.place },
    change.error ?? remove.error,
  );
  const isIn = values.explanation.trim() !== '';
  return (
    <Form
      label={`Explanation of “${said(row)}”`}
      submit="Save"
      isPending={change.isPending}
      error={rest}
      onSubmit={() => change.mutate({ id: row.id, ...values, is_in: isIn }, { onSuccess: onClose })}
      beside={
        <>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          {row.n_answers === 0 && (
            <Button
              variant="subtle"
              color="gray"
              loading={remove.isPending}
              onClick={() => remove.mutate(row.id, { onSuccess: onClose })}
            >
              {row.is_taken ? 'Give back to gold' : 'Remove'}
            </Button>
          )}
        </>
      }
    >
      <Textarea
        label="Explanation"
        description={`Of “${said(row)}”. Markdown.`}
        autosize
        minRows={2}
        maxLength={2000}
        {...field('explanation')}
      />
      <TextInput
        label="Place in the guidelines"
        description="Such as 2.3, chips at a border."
        maxLength={120}
        {...field('place')}
      />
    </Form>
  );
}
