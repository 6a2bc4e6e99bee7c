import { Button, Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import { Form } from '@/ui/Form';
import { judgements } from '@/ui/large/judgements';
import { useFields } from '@/ui/useFields';
import { useWrite } from './requests';

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A row by hand: a source with its target, and how many chips of the next row are shown in it. */
export function WriteRow({ slug, onDone }: { slug: string; onDone: () => void }) {
  const write = useWrite(slug);
  const { values, field, rest, box } = useFields(
    {
      source_language: '',
      target_language: '',
      source: '',
      target: '',
      next_source: '',
      next_target: '',
      n_shifted: 0,
      explanation: '',
      place: '',
      good_align: true,
      good_mt: true,
    },
    write.error,
  );
  const submit = () =>
    write.mutate(
      {
        ...values,
        null_reason: '',
        source: lines(values.source),
        target: lines(values.target),
        next_source: lines(values.next_source),
        next_target: lines(values.next_target),
      },
      { onSuccess: onDone },
    );
  return (
    <Form
      label="Write a row"
      submit="Add the row"
      isPending={write.isPending}
      error={rest}
      onSubmit={submit}
      beside={
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      }
    >
      <TextInput label="Source language" description="Such as en." required {...field('source_language')} />
      <TextInput label="Target language" description="Such as ja." required {...field('target_language')} />
      <Textarea label="Source" description="A sentence a line." autosize minRows={2} {...field('source')} />
      <Textarea
        label="Target"
        description="A chip a line; all belong to it."
        autosize
        minRows={2}
        {...field('target')}
      />
      <Textarea label="Source of the next row" autosize minRows={1} {...field('next_source')} />
      <Textarea
        label="Target of the next row"
        description="A chip a line."
        autosize
        minRows={1}
        {...field('next_target')}
      />
      <NumberInput
        label="Chips of the next row that are shown in this one"
        description="0: the row is shown as it is right."
        min={0}
        max={20}
        allowDecimal={false}
        {...field('n_shifted')}
      />
      {(['good_align', 'good_mt'] as const).map((name) => (
        <Checkbox key={name} label={`${judgements[name]}: yes`} {...box(name)} />
      ))}
      <Textarea
        label="Explanation"
        description="Why this is right. Markdown."
        autosize
        minRows={2}
        {...field('explanation')}
      />
      <TextInput label="Place in the guidelines" description="Such as 2.3." {...field('place')} />
    </Form>
  );
}
