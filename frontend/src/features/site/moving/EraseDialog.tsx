import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { isAsShown } from '@/lib/blanks';
import { count, plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import classes from './Moving.module.css';
import { type ForeseenErasure, useErase } from './requests';
import { WhatGoes } from './WhatGoes';

interface EraseDialogProps {
  slug: string;
  named: string;
  foreseen: ForeseenErasure;
  close: () => void;
}

/** "2 texts, 3 pairs, found by name and by “ROCERO, Geena”." */
function leadOf({ name, counts, found_by }: ForeseenErasure): string {
  const others = found_by.filter((spelling) => spelling !== name).map((spelling) => `“${spelling}”`);
  const by = others.length > 0 ? `, found by name and by ${others.join(', ')}` : '';
  return `${plural(counts.documents ?? 0, 'text')}, ${plural(counts.pairs ?? 0, 'pair')}${by}.`;
}

/** Titles that are named, of what was asked for. */
const MOST_NAMED = 8;

/** Which texts are meant, each title of a speaker once: a title can be that of several people's talks. */
function Meant({ talks }: { talks: ForeseenErasure['talks'] }) {
  const named = [...new Set(talks.map(({ title, speaker }) => (speaker ? `${title} (${speaker})` : title)))];
  return (
    <ul className={classes.meant} aria-label="What is meant">
      {named.slice(0, MOST_NAMED).map((name) => (
        <li key={name} dir="auto">
          {name}
        </li>
      ))}
      {named.length > MOST_NAMED && <li className="soft">and {count(named.length - MOST_NAMED)} more</li>}
    </ul>
  );
}

/** Says what goes and what stays, and has it erased once the name is typed. */
export function EraseDialog({ slug, named, foreseen, close }: EraseDialogProps) {
  useReturnFocus();
  const erase = useErase(slug);
  const [reason, setReason] = useState('At the speaker’s request');
  const [typed, setTyped] = useState('');
  const isTyped = isAsShown(typed, foreseen.name);
  return (
    <div className={classes.erasing}>
      <p className="soft">{leadOf(foreseen)} This can’t be undone.</p>
      <Meant talks={foreseen.talks} />
      <WhatGoes foreseen={foreseen} />
      <Form
        label="Erase"
        wide
        removes
        submit={`Erase ${plural(foreseen.counts.documents ?? 0, 'text')}`}
        error={erase.error}
        isPending={erase.isPending}
        disabled={!isTyped || reason.trim() === ''}
        onSubmit={() => erase.mutate({ named, reason, typed, stamp: foreseen.stamp }, { onSuccess: close })}
        beside={
          <>
            <Button onClick={close}>Cancel</Button>
            <Link to={`/p/${slug}/settings/move`} onClick={close}>
              Export the project first
            </Link>
          </>
        }
      >
        <TextField label="Reason, public" required maxLength={500} dir="auto" value={reason} onChange={setReason} />
        <TextField
          label={
            <>
              Type <b dir="auto">{foreseen.name}</b> to confirm
            </>
          }
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
          dir="auto"
          value={typed}
          onChange={setTyped}
        />
      </Form>
    </div>
  );
}
