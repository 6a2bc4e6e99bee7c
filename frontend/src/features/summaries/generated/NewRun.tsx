import { Checkbox, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { count, plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { Pending } from '@/ui/Pending';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { sentWith } from './model';
import { type Direction, type Outlook, useOutlook, useStart } from './requests';

interface NewRunProps {
  slug: string;
  direction: Direction;
  onDone: (run: number) => void;
}

/** Says what would leave the site and how much, and has texts generated once somebody agrees. */
export function NewRun({ slug, direction, onDone }: NewRunProps) {
  const [withPaper, setWithPaper] = useState(false);
  const outlook = useOutlook(slug, direction, withPaper);
  if (!outlook.data) return <Pending of={outlook} what="what would be sent" />;
  if (outlook.data.refusal) {
    const advice = outlook.data.host ? '' : ' Import texts, or ask whoever runs this site to set one up.';
    return (
      <p>
        {outlook.data.refusal}
        {outlook.data.has_materials && advice}
      </p>
    );
  }
  return (
    <Asked key={String(withPaper)} {...{ slug, direction, onDone, withPaper, setWithPaper }} outlook={outlook.data} />
  );
}

interface AskedProps extends NewRunProps {
  outlook: Outlook;
  withPaper: boolean;
  setWithPaper: (withPaper: boolean) => void;
}

function Asked({ slug, direction, onDone, outlook, withPaper, setWithPaper }: AskedProps) {
  const start = useStart();
  const { values, field, rest } = useFields(
    { name: '', prompt: outlook.prompt, temperature: '' as number | '', seed: '' as number | '' },
    start.error,
  );
  const [isAgreed, setAgreed] = useState(false);
  const { characters, tokens } = sentWith(outlook, values.prompt);
  const numberOf = (value: number | '') => (value === '' ? null : value);
  const send = () =>
    start.mutate(
      {
        ...values,
        project: slug,
        direction,
        with_paper: withPaper,
        temperature: numberOf(values.temperature),
        seed: numberOf(values.seed),
        may_send_to: outlook.host,
        n_characters: characters,
      },
      { onSuccess: (run) => onDone(run.id) },
    );
  const what = direction === 'slide_to_script' ? 'The text of' : 'What was said on';
  return (
    <Form
      wide
      onSubmit={send}
      error={rest}
      submit="Generate"
      isPending={start.isPending}
      disabled={!isAgreed || !values.name.trim() || !values.prompt.trim()}
    >
      <TextField label="Name of the run" maxLength={80} {...field('name')} />
      <Textarea
        label="Prompt"
        description={
          outlook.prompt_version > 0 ? `Version ${outlook.prompt_version}; changed, it becomes another one.` : undefined
        }
        autosize
        minRows={3}
        maxRows={10}
        maxLength={8000}
        {...field('prompt')}
      />
      <Checkbox
        label="With the sentences of the paper"
        description={withPaper ? `${plural(outlook.n_with_paper, 'slide')} with some` : 'Those of the talk’s passages'}
        checked={withPaper}
        onChange={(event) => setWithPaper(event.currentTarget.checked)}
      />
      <NumberInput
        label="Temperature"
        description="Empty: the endpoint decides"
        min={0}
        max={2}
        step={0.1}
        {...field('temperature')}
      />
      <NumberInput label="Seed" min={0} max={2 ** 31 - 1} allowDecimal={false} {...field('seed')} />
      <p>
        {what} {plural(outlook.n_slides, 'slide')} of {plural(outlook.n_talks, 'talk')}
        {withPaper && ', with sentences of papers,'} goes to <b>{outlook.host}</b> for the model {outlook.model}:{' '}
        {plural(outlook.n_slides, 'call')}, {count(characters)} characters, about {count(tokens)} tokens, and what the
        model answers. No titles and no names of people are sent but those in the texts themselves.
      </p>
      <Checkbox
        label={`They may be sent to ${outlook.host}`}
        checked={isAgreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
    </Form>
  );
}
