import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '@/api/client';
import { useRemovePair, useRenamePair } from '@/api/pairs';
import type { PairDetail } from '@/api/types';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { Removal } from '@/ui/Removal';
import classes from './Talks.module.css';

/** What an admin corrects: the talk's title, and a pair that should not be. People's work is never removed with it. */
export function TalkPart({ slug, pair }: { slug: string; pair: PairDetail }) {
  const rename = useRenamePair();
  const remove = useRemovePair();
  const navigate = useNavigate();
  const [title, setTitle] = useState(pair.title);
  const fault = rename.error instanceof ApiError ? rename.error.field('title') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ id: pair.id, title: title.trim() }, { onSuccess: (renamed) => setTitle(renamed.title) });
  };
  return (
    <Part title="This talk">
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          label="Title"
          required
          maxLength={300}
          dir="auto"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={fault}
        />
        {rename.isError && !fault && <ErrorNote error={rename.error} />}
        <div>
          <Button type="submit" loading={rename.isPending} disabled={!title.trim() || title.trim() === pair.title}>
            Save the title
          </Button>
        </div>
      </form>
      <div className={classes.removal}>
        <Removal
          what="the talk"
          kept={pair.n_reviews > 0 ? `It has ${plural(pair.n_reviews, 'review')}, so it cannot be removed.` : null}
          lost={`${pair.runs.length > 0 ? `${plural(pair.runs.length, 'run')} and their links are lost. ` : ''}Both documents stay.`}
          remove={remove}
          onYes={() => remove.mutate(pair.id, { onSuccess: () => void navigate(`/p/${slug}/talks`) })}
        />
      </div>
    </Part>
  );
}
