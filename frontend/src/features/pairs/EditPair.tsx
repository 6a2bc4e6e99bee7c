import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRemovePair, useRenamePair } from '@/api/pairs';
import { may } from '@/api/roles';
import type { PairDetail } from '@/api/types';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { Removal } from '@/ui/Removal';
import { TextField } from '@/ui/TextField';

interface EditPairProps {
  slug: string;
  pair: PairDetail;
  myRole: string | null | undefined;
}

/** What can be changed about a pair: its title, or delete it as long as nobody has reviewed it. */
export function EditPair({ slug, pair, myRole }: EditPairProps) {
  const rename = useRenamePair();
  const remove = useRemovePair();
  const navigate = useNavigate();
  const [title, setTitle] = useState(pair.title);
  const errors = formErrors(rename.error, ['title']);
  const submit = () =>
    rename.mutate({ id: pair.id, title: title.trim() }, { onSuccess: (renamed) => setTitle(renamed.title) });
  const runs = pair.runs.length;
  if (!may(myRole, 'pairs', 'partial_update')) return null;
  return (
    <Part title="Edit pair">
      <Form
        onSubmit={submit}
        error={errors.rest}
        submit="Save title"
        secondary
        isPending={rename.isPending}
        disabled={!title.trim() || title.trim() === pair.title}
      >
        <TextField
          label="Title"
          required
          maxLength={300}
          dir="auto"
          value={title}
          onChange={setTitle}
          error={errors.field('title')}
        />
      </Form>
      {may(myRole, 'pairs', 'destroy') && (
        <Removal
          what="pair"
          kept={pair.n_reviews > 0 ? `It has ${plural(pair.n_reviews, 'review')}, so it can’t be deleted.` : null}
          lost={`${runs > 0 ? `This also deletes ${plural(runs, 'run')} with ${runs === 1 ? 'its' : 'their'} links. ` : ''}The documents are kept.`}
          remove={remove}
          onYes={() => remove.mutate(pair.id, { onSuccess: () => void navigate(`/p/${slug}/pairs`) })}
        />
      )}
    </Part>
  );
}
