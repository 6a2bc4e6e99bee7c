import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { useCreateInvitation } from '@/api/invitations';
import type { Defaults, Run } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Loading } from '@/ui/Loading';
import { TextField } from '@/ui/TextField';
import { dayFromNow, endOfDay } from './linkDates';

interface InviteFormProps {
  /** Runs that succeeded, newest first. */
  runs: Run[];
  onDone: () => void;
}

/** Creates a link with which an author rates the summary of a run. */
export function InviteForm(props: InviteFormProps) {
  const defaults = useDefaults();
  if (defaults.isError) return <ErrorNote error={defaults.error} onRetry={() => void defaults.refetch()} />;
  return defaults.data ? <Fields {...props} defaults={defaults.data} /> : <Loading what="the form" />;
}

function Fields({ runs, onDone, defaults }: InviteFormProps & { defaults: Defaults }) {
  const create = useCreateInvitation();
  const [run, setRun] = useState(String(runs[0]?.id ?? ''));
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [sentences, setSentences] = useState<number | string>(defaults.summary_sentences);
  const [closes, setCloses] = useState(dayFromNow(defaults.invitation_days));
  const errors = formErrors(create.error, ['author_name', 'author_email', 'n_sentences', 'closes_at']);
  const submit = () =>
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
  return (
    <Form
      onSubmit={submit}
      error={errors.rest}
      submit="Create link"
      isPending={create.isPending}
      disabled={!name.trim() || !sentences}
      beside={<Button onClick={onDone}>Cancel</Button>}
    >
      <TextField label="Author" required value={name} onChange={setName} error={errors.field('author_name')} />
      <TextField
        label="E-mail"
        description="For your records. No e-mail is sent."
        type="email"
        value={email}
        onChange={setEmail}
        error={errors.field('author_email')}
      />
      {runs.length > 1 && (
        <NativeSelect
          label="Run to summarize"
          value={run}
          onChange={(event) => setRun(event.currentTarget.value)}
          data={runs.map((each) => ({
            value: String(each.id),
            label: `run ${each.number}, ${each.engine_label}`,
          }))}
        />
      )}
      <NumberInput
        label="Sentences"
        min={1}
        max={defaults.most_rated}
        allowDecimal={false}
        value={sentences}
        onChange={setSentences}
        error={errors.field('n_sentences')}
      />
      <TextField
        label="Expires at the end of"
        type="date"
        required
        min={dayFromNow(0)}
        value={closes}
        onChange={setCloses}
        error={errors.field('closes_at')}
      />
    </Form>
  );
}
