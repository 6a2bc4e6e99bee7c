import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { useFields } from '@/ui/useFields';
import { type NewWebhook, useAddWebhook, useChangeWebhook, type Webhook } from './requests';
import classes from './Webhooks.module.css';

export type Events = { key: string; label: string }[];

/** As the server has it (test_lengths_of_fields.py). */
const longestUrl = 500;

/** A new webhook; its secret comes with the answer. */
export function NewWebhookForm({
  slug,
  events,
  onDone,
}: {
  slug: string;
  events: Events;
  onDone: (made: { id: number; secret: string } | null) => void;
}) {
  const add = useAddWebhook(slug);
  return (
    <div className={classes.part}>
      <h2>Add a webhook</h2>
      <Fields
        given={{ name: '', url: '', events: [] }}
        events={events}
        submit="Add webhook"
        request={add}
        onSubmit={(fields) => add.mutate(fields, { onSuccess: (made) => onDone(made) })}
        onCancel={() => onDone(null)}
      />
    </div>
  );
}

export function EditWebhookForm({
  slug,
  webhook,
  events,
  onDone,
}: {
  slug: string;
  webhook: Webhook;
  events: Events;
  onDone: () => void;
}) {
  const change = useChangeWebhook(slug, webhook.id);
  return (
    <Fields
      given={webhook}
      events={events}
      submit="Save"
      request={change}
      onSubmit={({ name, url, events }) => change.mutate({ name, url, events }, { onSuccess: onDone })}
      onCancel={onDone}
    />
  );
}

interface FieldsProps {
  given: NewWebhook;
  events: Events;
  submit: string;
  request: { error: unknown; isPending: boolean };
  onSubmit: (fields: NewWebhook) => void;
  onCancel: () => void;
}

function Fields({ given, events, submit, request, onSubmit, onCancel }: FieldsProps) {
  const { values, field } = useFields({ name: given.name, url: given.url }, request.error);
  const [name, url] = [values.name.trim(), values.url.trim()];
  const [chosen, setChosen] = useState<string[]>(given.events);
  const errors = formErrors(request.error, ['name', 'url', 'events']);
  return (
    <Form
      label={submit}
      onSubmit={() => onSubmit({ name, url, events: chosen as NewWebhook['events'] })}
      error={errors.rest}
      submit={submit}
      isPending={request.isPending}
      disabled={!name || !url || chosen.length === 0}
      beside={<Button onClick={onCancel}>Cancel</Button>}
    >
      <TextInput label="Name" placeholder="annotation-bot" required maxLength={80} {...field('name')} />
      <TextInput
        label="Address"
        type="url"
        placeholder="https://hooks.example.org/lectern"
        required
        maxLength={longestUrl}
        {...field('url')}
      />
      <Checkbox.Group label="Send when" value={chosen} onChange={setChosen} error={errors.field('events')} required>
        <div className={classes.events}>
          {events.map(({ key, label }) => (
            <Checkbox key={key} value={key} label={label} />
          ))}
        </div>
      </Checkbox.Group>
    </Form>
  );
}
