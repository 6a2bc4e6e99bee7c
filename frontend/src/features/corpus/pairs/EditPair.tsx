import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useCorrectPair, useRemovePair } from '@/api/pairs';
import { may } from '@/api/roles';
import type { PairDetail, PairKind } from '@/api/types';
import { capital, language, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { kindLabels } from '@/ui/kinds';
import { Part } from '@/ui/Page';
import { Removal } from '@/ui/Removal';
import { useFields } from '@/ui/useFields';

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
  const { values, change, field, rest } = useFields({ title: pair.title, kind: pair.kind }, correct.error);
  const { kind } = values;
  const title = values.title.trim();
  const isOther = kind !== pair.kind;
  const isOfSlides = pair.kind === 'slides_talk';
  const submit = () =>
    correct.mutate(
      { id: pair.id, title, ...(isOther && { kind }) },
      { onSuccess: (corrected) => change({ title: corrected.title }) },
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
          error={rest}
          submit="Save"
          secondary
          isPending={correct.isPending}
          disabled={!title || (title === pair.title && !isOther)}
        >
          <TextInput label="Title" required maxLength={300} dir="auto" {...field('title')} />
          {pair.n_same_title > 0 && title === pair.title && (
            <p className="soft">{plural(pair.n_same_title, 'other pair has', 'other pairs have')} this title too.</p>
          )}
          <NativeSelect
            label="Kind"
            description={aboutKind(pair, kind)}
            {...field('kind')}
            disabled={pair.n_reviews > 0 || isOfSlides}
            data={(Object.keys(kindLabels) as PairKind[])
              .filter((value) => isOfSlides || value !== 'slides_talk')
              .map((value) => ({ value, label: capital(kindLabels[value]) }))}
          />
        </Form>
      )}
      {mayEdit && pair.kind === 'bitext' && <Direction pair={pair} />}
      {mayDelete && (
        <Removal
          what="pair"
          kept={
            pair.n_reviews > 0
              ? `It has ${plural(pair.n_reviews, 'review')}, so it can’t be deleted: people’s work stays. Where a speaker asks for it, a site admin erases the talk.`
              : null
          }
          lost={`${runs > 0 ? `This also deletes ${plural(runs, 'run')} with ${runs === 1 ? 'its' : 'their'} links. ` : ''}The documents are kept.`}
          remove={remove}
          onYes={() => remove.mutate(pair.id, { onSuccess: () => void navigate(`/p/${slug}/pairs`) })}
        />
      )}
    </Part>
  );
}

/** Which of the two texts is the original. */
function Direction({ pair }: { pair: PairDetail }) {
  const correct = useCorrectPair();
  const runs = pair.runs.length;
  const [from, to] = [language(pair.target.language), language(pair.source.language)];
  const lost = [
    runs > 0 && `deletes ${plural(runs, 'run')} with ${runs === 1 ? 'its' : 'their'} links`,
    pair.offline && 'lets go of the offline translation',
  ].filter(Boolean);
  return (
    <div>
      <Button
        loading={correct.isPending}
        disabled={pair.n_reviews > 0}
        onClick={() => correct.mutate({ id: pair.id, turned: true })}
      >
        Turn round: {from} → {to}
      </Button>
      <p className="soft">
        {pair.n_reviews > 0
          ? 'This pair is under review, so its direction can’t change.'
          : `${pair.target.title} becomes the source.${lost.length > 0 ? ` This ${lost.join(' and ')}.` : ''}`}
      </p>
      {correct.error && <ErrorNote error={correct.error} />}
    </div>
  );
}

/** What goes with the kind: what changes, what is lost, or why it cannot change. */
function aboutKind(pair: PairDetail, kind: PairKind): string {
  if (pair.n_reviews > 0) return 'This pair is under review, so its kind can’t change.';
  if (kind === pair.kind) return 'Decides which engines can align it';
  if (pair.kind === 'slides_talk') return 'The kind of a pair with slides can’t be changed.';
  const runs = pair.runs.length;
  const source = `${pair.source.title} becomes a ${kind === 'paper_talk' ? 'paper' : 'text'}.`;
  return runs === 0
    ? source
    : `${source} This deletes ${plural(runs, 'run')} with ${runs === 1 ? 'its' : 'their'} links.`;
}
