import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Defaults } from '@/api/types';
import { plural } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { Pending } from '@/ui/Pending';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { WithDefaults } from '@/ui/WithDefaults';
import { type RatingTask, useInviteRaters, useRaterLetter } from './requests';

interface InviteRatersProps {
  task: RatingTask;
  onDone: (words: string) => void;
}

/** Invites the raters of a list of addresses, by e-mail or as links to copy. */
export function InviteRaters({ task, onDone }: InviteRatersProps) {
  return (
    <DialogButton verb="Invite raters…" title="Invite raters">
      {(close) => (
        <WithDefaults what="the form">
          {(defaults) => (
            <Letter
              task={task}
              defaults={defaults}
              onDone={(words) => {
                close();
                onDone(words);
              }}
            />
          )}
        </WithDefaults>
      )}
    </DialogButton>
  );
}

interface LetterProps extends InviteRatersProps {
  defaults: Defaults;
}

function Letter({ task, defaults, onDone }: LetterProps) {
  const letter = useRaterLetter(task.id);
  if (!letter.data) return <Pending of={letter} what="the e-mail" />;
  const { places, subject, text } = letter.data;
  return <Invite task={task} defaults={defaults} onDone={onDone} places={places} subject={subject} letter={text} />;
}

interface InviteProps extends LetterProps {
  places: string[];
  subject: string;
  letter: string;
}

function Invite({ task, defaults, onDone, places, subject, letter }: InviteProps) {
  const invite = useInviteRaters(task.id);
  const { values, field, rest } = useFields({ list: '', subject, letter }, invite.error);
  const [isReminded, setReminded] = useState(true);
  const days = defaults.reminder_days;
  const n = values.list.split('\n').filter((line) => line.trim()).length;
  const byMail = defaults.sends_email;
  const run = (send: boolean) =>
    invite.mutate(
      { ...values, send, remind_after: send && isReminded ? days : null },
      { onSuccess: (invited) => onDone(resultWords(invited)) },
    );
  return (
    <Form
      label="Invite raters"
      onSubmit={() => run(byMail)}
      error={rest}
      submit={byMail ? `Send ${plural(n, 'invitation')}` : `Make ${plural(n, 'link')}`}
      isPending={invite.isPending}
      disabled={n === 0}
      beside={
        byMail && (
          <Button onClick={() => run(false)} disabled={n === 0 || invite.isPending}>
            Make links only
          </Button>
        )
      }
    >
      <Textarea
        data-autofocus
        label="Addresses"
        description="One a line; a name and a language if you like"
        placeholder={'kit@example.org\nRen Itō <ren@example.org>, ja'}
        rows={5}
        spellCheck={false}
        {...field('list')}
      />
      {byMail ? (
        <>
          <Checkbox
            label={`Remind who has not finished after ${plural(days, 'day')}, once`}
            checked={isReminded}
            onChange={(event) => setReminded(event.currentTarget.checked)}
          />
          <TextField label="Subject" {...field('subject')} />
          <Textarea
            label="E-mail"
            description={`Filled in for each: ${places.map((place) => `{${place}}`).join(' ')}`}
            rows={10}
            {...field('letter')}
          />
        </>
      ) : (
        <p className="soft">E-mail is off on this site: each link is listed with its address, for you to pass on.</p>
      )}
    </Form>
  );
}

interface Invited {
  n_sent: number;
  n_invited: number;
  left: readonly { message: string }[];
}

function resultWords({ n_sent, n_invited, left }: Invited): string {
  const first = n_sent > 0 ? `${plural(n_sent, 'invitation is', 'invitations are')} being sent.` : '';
  const links = n_sent === 0 ? `${plural(n_invited, 'link')} made.` : '';
  return [first, links, ...left.slice(0, 3).map(({ message }) => message)].filter(Boolean).join(' ');
}
