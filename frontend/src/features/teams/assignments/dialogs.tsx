import { Button, Checkbox, Modal, NumberInput, Radio, Select, TextInput } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import classes from './Assignments.module.css';
import { type Action, type ChosenPairs, type Load, usePreview } from './requests';
import { slotWords } from './SlotMark';
import type { Sum } from './selection';
import { TextChanges } from './TextChanges';
import type { BoardActions } from './useActions';
import { hours } from './Workload';
import { givenWords, unreadWords } from './words';

interface BoardDialogProps {
  slug: string;
  loads: readonly Load[];
  sum: Sum;
  chosen: ChosenPairs;
  actions: BoardActions;
}

/** The dialog that is open on the board, if any: an action, or what a version changed. */
export function BoardDialog({ slug, loads, sum, chosen, actions }: BoardDialogProps) {
  const { asked } = actions;
  const about = `${plural(sum.nPairs, 'pair')}, ${plural(sum.nFree, 'free review')}`;
  const dialog = { slug, loads, actions, chosen, about };
  switch (asked?.what) {
    case 'assign':
      return <AssignDialog {...dialog} />;
    case 'reassign':
      return <ReassignDialog {...dialog} />;
    case 'plan':
      return <PlanDialog {...dialog} />;
    case 'slot':
      return (
        <ReassignDialog
          {...dialog}
          chosen={{ slots: [asked.slot.id] }}
          about={`${asked.row.pair.title}: ${slotWords(asked.slot)}`}
        />
      );
    case 'changed':
      return <TextChanges row={asked.row} close={actions.close} />;
    default:
      return null;
  }
}

interface ActionDialogProps extends Pick<BoardDialogProps, 'slug' | 'loads' | 'actions' | 'chosen'> {
  about: string;
}

interface DialogProps extends Pick<ComponentProps<typeof Form>, 'submit' | 'disabled' | 'onSubmit' | 'children'> {
  title: string;
  about: string;
  actions: BoardActions;
  /** Why it cannot be said what the action would do. */
  error?: unknown;
}

function Dialog({ title, about, actions, error = null, children, ...form }: DialogProps) {
  useReturnFocus();
  return (
    <Modal opened onClose={actions.close} title={title} fullScreen={window.matchMedia('(max-width: 699px)').matches}>
      <Form
        {...form}
        wide
        error={actions.error ?? error}
        isPending={actions.isPending}
        beside={<Button onClick={actions.close}>Cancel</Button>}
      >
        <p className="soft">{about}</p>
        {children}
      </Form>
    </Modal>
  );
}

/** Gives free reviews to people; what each would get is shown before. */
function AssignDialog({ slug, loads, actions, chosen, about }: ActionDialogProps) {
  const [people, setPeople] = useState<number[]>([]);
  const [spread, setSpread] = useState(true);
  const action: Action | null = people.length > 0 ? { verb: 'assign', people, spread, ...chosen } : null;
  const preview = usePreview(slug, action);
  const outcome = action ? preview.data : null;
  const names = loads.map(({ person }) => person);
  const [only] = people.length === 1 ? names.filter(({ id }) => id === people[0]) : [];
  return (
    <Dialog
      title="Assign"
      about={about}
      submit={outcome ? `Assign ${plural(outcome.n_done, 'review')}` : 'Assign'}
      disabled={!action || outcome?.n_done === 0}
      actions={actions}
      error={preview.error}
      onSubmit={() => action && actions.run(action, only?.name)}
    >
      {loads.length === 0 && <p className="soft">Nobody to assign to. Invite people first.</p>}
      <Checkbox.Group label="To" value={people.map(String)} onChange={(chosenNow) => setPeople(chosenNow.map(Number))}>
        <div className={classes.people}>
          {loads.map((load, index) => (
            <Checkbox
              key={load.person.id}
              value={String(load.person.id)}
              data-autofocus={index === 0 || undefined}
              label={
                <>
                  {load.person.name} <span className="muted">{left(load)}</span>
                </>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label="Spread evenly"
        description="To the person with the fewest rows left; otherwise to the first who may take it"
        checked={spread}
        onChange={(event) => setSpread(event.currentTarget.checked)}
      />
      <p role="status" className="soft">
        {outcome && givenWords(outcome, names)}
        {outcome && <b className={classes.warns}>{unreadWords(outcome)}</b>}
        {outcome && outcome.n_left > 0 && ` ${plural(outcome.n_left, 'pair')} can’t be assigned.`}
      </p>
    </Dialog>
  );
}

interface ReassignDialogProps extends Omit<ActionDialogProps, 'chosen'> {
  chosen: ChosenPairs | { slots: number[] };
}

/** Moves reviews from one person to another, with the work or from the start. */
function ReassignDialog({ slug, loads, actions, chosen, about }: ReassignDialogProps) {
  const [of, setOf] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [mode, setMode] = useState('over');
  const action: Action | null = to
    ? { verb: 'reassign', to: Number(to), hand_over: mode === 'over', ...(of && { of: Number(of) }), ...chosen }
    : null;
  const preview = usePreview(slug, action);
  const outcome = action ? preview.data : null;
  const data = loads.map((load) => ({ value: String(load.person.id), label: `${load.person.name} ${left(load)}` }));
  const name = loads.find(({ person }) => String(person.id) === to)?.person.name;
  return (
    <Dialog
      title="Reassign"
      about={about}
      submit={outcome ? `Reassign ${plural(outcome.n_done, 'review')}` : 'Reassign'}
      disabled={!action || outcome?.n_done === 0}
      actions={actions}
      error={preview.error}
      onSubmit={() => action && actions.run(action, name)}
    >
      {!('slots' in chosen) && (
        <Select label="From" placeholder="Current holders" clearable data={data} value={of} onChange={setOf} />
      )}
      <Select label="To" required data={data.filter(({ value }) => value !== of)} value={to} onChange={setTo} />
      <Radio.Group label="Work done so far" value={mode} onChange={setMode}>
        <div className={classes.people}>
          <Radio value="over" label="Hand it over" description="The new reviewer continues from here" />
          <Radio
            value="anew"
            label="Start from the engine’s links"
            description="The previous reviewer keeps the work"
          />
        </div>
      </Radio.Group>
      <p role="status" className="soft">
        {outcome && <b className={classes.warns}>{unreadWords(outcome)}</b>}{' '}
        {outcome && outcome.n_left > 0 && `${plural(outcome.n_left, 'pair')} can’t be moved: ${outcome.left[0]?.why}`}
      </p>
    </Dialog>
  );
}

/** Due date and reviews needed; what is not ticked stays. */
function PlanDialog({ actions, chosen, about }: ActionDialogProps) {
  const { values, field, box } = useFields({ hasDue: true, due: '', hasNeed: false, need: '' as number | '' });
  const { hasDue, due, hasNeed, need } = values;
  const most = useDefaults().data?.assignment_limits.reviews_per_pair ?? Number.POSITIVE_INFINITY;
  const plan = {
    ...(hasDue && { due_on: due || null }),
    ...(hasNeed && { reviews_needed: need === '' ? null : need }),
  };
  return (
    <Dialog
      title="Due date and reviews"
      about={about}
      submit="Change"
      disabled={!hasDue && !hasNeed}
      actions={actions}
      onSubmit={() => actions.run({ verb: 'prioritise', ...plan, ...chosen })}
    >
      <Checkbox label="Set the due date" {...box('hasDue')} />
      {hasDue && (
        <TextInput type="date" label="Due" description="Leave empty for none" data-autofocus {...field('due')} />
      )}
      <Checkbox label="Set how many reviews they need" {...box('hasNeed')} />
      {hasNeed && (
        <NumberInput
          label="Reviews"
          description="Leave empty to follow the rules"
          min={1}
          max={most}
          {...field('need')}
        />
      )}
    </Dialog>
  );
}

function left(load: Load): string {
  if (load.n_rows === 0) return 'nothing left';
  return load.hours_left === null ? `${plural(load.n_rows, 'row')} left` : `${hours(load)} left`;
}
