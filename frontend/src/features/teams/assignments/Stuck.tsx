import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import classes from './Assignments.module.css';
import { BoardResult } from './BoardResult';
import { type Action, type BoardCounts, type Load, type StuckReview, useStuck } from './requests';
import { Unread } from './Unread';
import { type BoardActions, useActions } from './useActions';
import { stuckWords } from './words';

const whys: Record<StuckReview['why'], string> = {
  left: 'Nobody has it.',
  ended: 'Claim ended.',
  returned: 'Returned, not opened.',
};

interface StuckProps {
  slug: string;
  loads: readonly Load[];
  unread: BoardCounts['unread'];
}

/** Work that nobody goes on with, and pairs that nobody reads, each with its ways out. */
export function Stuck({ slug, loads, unread }: StuckProps) {
  const stuck = useStuck(slug);
  const actions = useActions(slug, () => setGiving(null));
  const nPairs = unread.reduce((sum, { n_pairs }) => sum + n_pairs, 0);
  const [giving, setGiving] = useState<StuckReview | null>(null);
  if (stuck.isError) return <ErrorNote error={stuck.error} />;
  const parts = [stuck.data?.length && plural(stuck.data.length, 'review'), nPairs && plural(nPairs, 'pair')];
  if (!parts.some(Boolean) && !actions.result) return null;
  return (
    <Part title="Stuck" note={parts.filter(Boolean).join(', ')}>
      <div role="status">
        <BoardResult of={actions} />
      </div>
      {actions.error && <ErrorNote error={actions.error} />}
      <ul className={classes.stuck}>
        {stuck.data?.map((one) => (
          <li key={one.review}>
            <b>{whys[one.why]}</b> {stuckWords(one)}
            <WaysOut one={one} actions={actions} onGive={() => setGiving(one)} />
          </li>
        ))}
      </ul>
      <Unread slug={slug} unread={unread} />
      {giving && <GiveDialog one={giving} loads={loads} actions={actions} close={() => setGiving(null)} />}
    </Part>
  );
}

function WaysOut({ one, actions, onGive }: { one: StuckReview; actions: BoardActions; onGive: () => void }) {
  const { run, isPending } = actions;
  return (
    <div className={classes.ways}>
      {one.slot === null && (
        <Button
          size="xs"
          disabled={isPending}
          onClick={() => run({ verb: 'unstick', reviews: [one.review], to: null }, 'the queue')}
        >
          Back to the queue
        </Button>
      )}
      <Button size="xs" disabled={isPending} onClick={onGive} aria-label={`Give ${one.title} to somebody`}>
        Give to…
      </Button>
    </div>
  );
}

interface GiveDialogProps {
  one: StuckReview;
  loads: readonly Load[];
  actions: BoardActions;
  close: () => void;
}

/** Hands a review to somebody, with what is done of it. */
function GiveDialog({ one, loads, actions, close }: GiveDialogProps) {
  useReturnFocus();
  const [to, setTo] = useState<string | null>(null);
  const others = loads.filter(({ person }) => person.id !== one.person.id);
  const name = others.find(({ person }) => String(person.id) === to)?.person.name;
  const action: Action =
    one.slot === null
      ? { verb: 'unstick', reviews: [one.review], to: Number(to) }
      : { verb: 'reassign', slots: [one.slot], to: Number(to), hand_over: true };
  return (
    <Modal opened onClose={close} title={`Give ${one.title} to`}>
      <Form
        wide
        submit={name ? `Give to ${name}` : 'Give'}
        disabled={!to}
        error={null}
        isPending={actions.isPending}
        onSubmit={() => actions.run(action, name)}
        beside={<Button onClick={close}>Cancel</Button>}
      >
        <p className="soft">{stuckWords(one)} Whoever gets it goes on from there.</p>
        <Select
          label="Person"
          required
          data={others.map(({ person }) => ({ value: String(person.id), label: person.name }))}
          value={to}
          onChange={setTo}
        />
      </Form>
    </Modal>
  );
}
