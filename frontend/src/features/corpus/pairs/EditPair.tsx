import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCorrectPair, useRemovePair } from '@/api/pairs';
import { may } from '@/api/roles';
import type { PairDetail, PairKind } from '@/api/types';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { kindLabels } from '@/ui/kinds';
import { Part } from '@/ui/Page';
import { Removal } from '@/ui/Removal';
import { TextField } from '@/ui/TextField';

interface EditPairProps {
  slug: string;
  pair: PairDetail;
  myRole: string | null | undefined;
}

/** What can be changed about a pair: its title, and as long as nobody has reviewed it its kind; it can be deleted then. */
export function EditPair({ slug, pair, myRole }: EditPairProps) {
  const correct = useCorrectPair();
  const remove = useRemovePair();
  const navigate = useNavigate();
  const [title, setTitle] = useState(pair.title);
  const [kind, setKind] = useState<PairKind>(pair.kind);
  const errors = formErrors(correct.error, ['title', 'kind']);
  const isOther = kind !== pair.kind;
  const submit = () =>
    correct.mutate(
      { id: pair.id, title: title.trim(), ...(isOther && { kind }) },
      { onSuccess: (corrected) => setTitle(corrected.title) },
    );
  const runs = pair.runs.length;
  const mayEdit = may(myRole, 'pairs', 'partial_update');
  const mayDelete = may(myRole, 'pairs', 'destroy');
  if (!mayEdit && !mayDelete) return null;
  return (
    <Part title="Edit pair">
      {mayEdit && (
        <Form
          onSubmit={submit}
          error={errors.rest}
          submit="Save"
          secondary
          isPending={correct.isPending}
          disabled={!title.trim() || (title.trim() === pair.title && !isOther)}
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
          {pair.n_same_title > 0 && title.trim() === pair.title && (
            <p className="soft">{plural(pair.n_same_title, 'other pair has', 'other pairs have')} this title too.</p>
          )}
          <NativeSelect
            label="Kind"
            description={aboutKind(pair, kind)}
            value={kind}
            disabled={pair.n_reviews > 0}
            onChange={(event) => setKind(event.currentTarget.value as PairKind)}
            data={Object.entries(kindLabels).map(([value, label]) => ({
              value,
              label: label.charAt(0).toUpperCase() + label.slice(1),
            }))}
            error={errors.field('kind')}
          />
        </Form>
      )}
      {mayDelete && (
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

/** What goes with the kind: what changes, what is lost, or why it cannot change. */
function aboutKind(pair: PairDetail, kind: PairKind): string {
  if (pair.n_reviews > 0) return 'This pair is under review, so its kind can’t change.';
  if (kind === pair.kind) return 'Decides which engines can align it';
  const runs = pair.runs.length;
  const source = `${pair.source.title} becomes a ${kind === 'paper_talk' ? 'paper' : 'text'}.`;
  return runs === 0
    ? source
    : `${source} This deletes ${plural(runs, 'run')} with ${runs === 1 ? 'its' : 'their'} links.`;
}
