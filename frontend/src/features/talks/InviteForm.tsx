import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/client';
import { useCreateInvitation } from '@/api/invitations';
import type { Run } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Talks.module.css';
import { engineName } from './words';

/** A day, `days` from now, as a date field writes it. */
export function dayFromNow(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** A link stays open to the end of its last day, by the clock of who makes it. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

export function InviteForm({ runs, onDone }: { runs: Run[]; onDone: () => void }) {
  const create = useCreateInvitation();
  const [run, setRun] = useState(String(runs[0]?.id ?? ''));
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [sentences, setSentences] = useState<number | string>(30);
  const [closes, setCloses] = useState(dayFromNow(28));
  const fault = (field: string) => (create.error instanceof ApiError ? create.error.field(field) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      {
        run: Number(run),
        author_name: name.trim(),
        author_email: email.trim(),
        n_sentences: Number(sentences),
        closes_at: endOfDay(closes),
      },
      { onSuccess: onDone },
    );
  };
  return (
    <form onSubmit={submit} className={classes.form} style={{ paddingTop: 12 }}>
      <TextInput
        label="Author"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fault('author_name')}
      />
      <TextInput
        label="E-mail"
        description="To find the author again; nothing is sent."
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fault('author_email')}
      />
      {runs.length > 1 && (
        <NativeSelect
          label="Summary of"
          value={run}
          onChange={(event) => setRun(event.currentTarget.value)}
          data={runs.map((each) => ({
            value: String(each.id),
            label: `run ${each.number}, ${engineName(each.engine)}`,
          }))}
        />
      )}
      <NumberInput
        label="Sentences"
        min={1}
        max={200}
        allowDecimal={false}
        value={sentences}
        onChange={setSentences}
        error={fault('n_sentences')}
      />
      <TextInput
        label="Open until the end of"
        type="date"
        required
        min={dayFromNow(0)}
        value={closes}
        onChange={(event) => setCloses(event.currentTarget.value)}
        error={fault('closes_at')}
      />
      {create.isError && <ErrorNote error={create.error} />}
      <div className={classes.acts}>
        <Button type="submit" variant="filled" loading={create.isPending} disabled={!name.trim() || !sentences}>
          Make the link
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
