import { Button, Checkbox, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { count, dateTime, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { type PersonWork, useBringBack, useForeseen, useSetAside } from './requests';
import { nameOf, words } from './words';

/** Takes all reviews of somebody out of everything, or brings them back. What follows is said before it is done. */
export function SetAside({ slug, work }: { slug: string; work: PersonWork }) {
  const [isAsking, setAsking] = useState(false);
  const n = work.n_in_use;
  return (
    <Part title="Set aside">
      {work.set_aside && <BringBack slug={slug} work={work} />}
      {!isAsking && n > 0 && (
        <>
          <p className="soft">
            Takes {plural(n, 'review')} out of gold, agreement and test sets, and puts the pairs back in the queue.
            Nothing is deleted.
          </p>
          <Button style={{ marginTop: 8 }} color="red" variant="outline" onClick={() => setAsking(true)}>
            Set aside all reviews and requeue…
          </Button>
        </>
      )}
      {isAsking && <Ask slug={slug} work={work} close={() => setAsking(false)} />}
      {!work.set_aside && n === 0 && <p className="soft">No review to set aside.</p>}
    </Part>
  );
}

function BringBack({ slug, work }: { slug: string; work: PersonWork }) {
  const back = useBringBack(slug, work.person.id);
  const aside = work.set_aside;
  if (!aside) return null;
  return (
    <>
      <p role="status">
        {plural(aside.n_reviews, 'review')} set aside since {dateTime(aside.at)}
        {aside.by && `, by ${aside.by.name || aside.by.username}`}: {aside.reason}
      </p>
      {back.isError && <ErrorNote error={back.error} />}
      <Button style={{ marginBlock: 8 }} loading={back.isPending} onClick={() => back.mutate(null)}>
        Undo: bring {plural(aside.n_reviews, 'review')} back
      </Button>
    </>
  );
}

function Ask({ slug, work, close }: { slug: string; work: PersonWork; close: () => void }) {
  const foreseen = useForeseen(slug, work.person.id);
  const act = useSetAside(slug, work.person.id);
  const [reason, setReason] = useState(work.is_apart ? reasonOf(work) : '');
  const [reopen, setReopen] = useState(false);
  const [pause, setPause] = useState(work.role !== null);
  const n = foreseen.data?.n_reviews ?? 0;
  return (
    <Form
      label="Set all reviews aside"
      onSubmit={() => act.mutate({ reason, pause, reopen_adjudications: reopen }, { onSuccess: close })}
      error={act.error}
      submit={`Set aside ${plural(n, 'review')}`}
      isPending={act.isPending}
      disabled={!reason.trim() || n === 0}
      beside={<Button onClick={close}>Cancel</Button>}
    >
      <Pending of={foreseen} what="what will happen" />
      {foreseen.data && (
        <ul style={{ paddingInlineStart: 18 }}>
          <li>{plural(foreseen.data.n_pairs, 'pair')} back in the queue, not for this person</li>
          <li>
            {goldWords(foreseen.data.gold_before, reopen ? foreseen.data.gold_if_reopened : foreseen.data.gold_after)}
          </li>
          <li>Releases stay as they are</li>
        </ul>
      )}
      {foreseen.data && foreseen.data.n_adjudications > 0 && (
        <Radio.Group
          label={`${plural(foreseen.data.n_adjudications, 'adjudication')} over these reviews`}
          value={reopen ? 'reopen' : 'keep'}
          onChange={(value) => setReopen(value === 'reopen')}
        >
          <Radio value="keep" label="Keep: an adjudicator decided" />
          <Radio value="reopen" label="Open again, to be settled anew" />
        </Radio.Group>
      )}
      {work.role !== null && (
        <Checkbox
          label="Pause the person too"
          checked={pause}
          onChange={(event) => setPause(event.currentTarget.checked)}
        />
      )}
      <Textarea
        label="Reason"
        description="For the log; annotators don’t see it."
        required
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Form>
  );
}

/** What is apart, to begin with. */
function reasonOf({ figures }: PersonWork): string {
  const apart = figures.filter(({ is_apart }) => is_apart);
  return apart.map((one) => `${nameOf(one.key)} ${words(one, one.value)}`).join('; ');
}

function goldWords(before: number | null, after: number | null): string {
  return before === null || after === null
    ? 'Gold rows are being counted'
    : `${count(before)} → ${count(after)} gold rows`;
}
