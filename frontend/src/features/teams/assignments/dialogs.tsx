import { Button, Checkbox, Modal, NumberInput, Radio, Select, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Assignments.module.css';
import { type Action, type ChosenPairs, type Load, usePreview } from './requests';
import { hours } from './Workload';
import { givenWords } from './words';

interface DialogProps {
  title: string;
  submit: string;
  disabled: boolean;
  isPending: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

function Dialog({ title, submit, disabled, isPending, error, onSubmit, onClose, children }: DialogProps) {
  useReturnFocus();
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} fullScreen={window.matchMedia('(max-width: 699px)').matches}>
      <form onSubmit={send} className={classes.dialog}>
        {children}
        {error != null && <ErrorNote error={error} />}
        <div style={{ display: 'flex', gap: 8 }}>
          <Button type="submit" variant="filled" loading={isPending} disabled={disabled}>
            {submit}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  );
}

interface ActionDialogProps {
  slug: string;
  loads: readonly Load[];
  isPending: boolean;
  error: unknown;
  onAct: (action: Action, to?: string) => void;
  onClose: () => void;
}

/** Gives free reviews to people; what each would get is shown before. */
export function AssignDialog(props: ActionDialogProps & { chosen: ChosenPairs; about: string }) {
  const { slug, loads, chosen, about, isPending, error, onAct, onClose } = props;
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
      submit={outcome ? `Assign ${plural(outcome.n_done, 'review')}` : 'Assign'}
      disabled={!action || outcome?.n_done === 0}
      isPending={isPending}
      error={error ?? preview.error}
      onSubmit={() => action && onAct(action, only?.name)}
      onClose={onClose}
    >
      <p className="soft">{about}</p>
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
        {outcome && outcome.n_left > 0 && ` ${plural(outcome.n_left, 'pair')} can’t be assigned.`}
      </p>
    </Dialog>
  );
}

/** Moves reviews from one person to another, with the work or from the start. */
export function ReassignDialog(
  props: ActionDialogProps & { what: ChosenPairs | { slots: number[] }; about: string; from?: string },
) {
  const { slug, loads, what, about, from, isPending, error, onAct, onClose } = props;
  const [of, setOf] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [mode, setMode] = useState<'over' | 'anew'>('over');
  const action: Action | null = to
    ? { verb: 'reassign', to: Number(to), hand_over: mode === 'over', ...(of ? { of: Number(of) } : {}), ...what }
    : null;
  const preview = usePreview(slug, action);
  const outcome = action ? preview.data : null;
  const data = loads.map((load) => ({ value: String(load.person.id), label: `${load.person.name} ${left(load)}` }));
  const name = loads.find(({ person }) => String(person.id) === to)?.person.name;
  return (
    <Dialog
      title="Reassign"
      submit={outcome ? `Reassign ${plural(outcome.n_done, 'review')}` : 'Reassign'}
      disabled={!action || outcome?.n_done === 0}
      isPending={isPending}
      error={error ?? preview.error}
      onSubmit={() => action && onAct(action, name)}
      onClose={onClose}
    >
      <p className="soft">{about}</p>
      {!from && <Select label="From" placeholder="Current holders" clearable data={data} value={of} onChange={setOf} />}
      <Select label="To" required data={data.filter(({ value }) => value !== of)} value={to} onChange={setTo} />
      <Radio.Group label="Work done so far" value={mode} onChange={(value) => setMode(value as 'over' | 'anew')}>
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
        {outcome && outcome.n_left > 0 && `${plural(outcome.n_left, 'pair')} can’t be moved: ${outcome.left[0]?.why}`}
      </p>
    </Dialog>
  );
}

/** Due date and reviews needed; what is not ticked stays. */
export function PlanDialog(props: Omit<ActionDialogProps, 'slug' | 'loads'> & { chosen: ChosenPairs; about: string }) {
  const { chosen, about, isPending, error, onAct, onClose } = props;
  const [hasDue, setHasDue] = useState(true);
  const [due, setDue] = useState('');
  const [hasNeed, setHasNeed] = useState(false);
  const [need, setNeed] = useState<number | ''>('');
  const plan = {
    ...(hasDue ? { due_on: due || null } : {}),
    ...(hasNeed ? { reviews_needed: need === '' ? null : need } : {}),
  };
  return (
    <Dialog
      title="Due date and reviews"
      submit="Change"
      disabled={!hasDue && !hasNeed}
      isPending={isPending}
      error={error}
      onSubmit={() => onAct({ verb: 'prioritise', ...plan, ...chosen })}
      onClose={onClose}
    >
      <p className="soft">{about}</p>
      <Checkbox
        label="Set the due date"
        checked={hasDue}
        onChange={(event) => setHasDue(event.currentTarget.checked)}
      />
      {hasDue && (
        <TextInput
          type="date"
          label="Due"
          description="Leave empty for none"
          data-autofocus
          value={due}
          onChange={(event) => setDue(event.currentTarget.value)}
        />
      )}
      <Checkbox
        label="Set how many reviews they need"
        checked={hasNeed}
        onChange={(event) => setHasNeed(event.currentTarget.checked)}
      />
      {hasNeed && (
        <NumberInput
          label="Reviews"
          description="Leave empty to follow the rules"
          min={1}
          max={9}
          value={need}
          onChange={(value) => setNeed(value === '' ? '' : Number(value))}
        />
      )}
    </Dialog>
  );
}

function left(load: Load): string {
  if (load.n_rows === 0) return 'nothing left';
  return load.hours_left === null ? `${plural(load.n_rows, 'row')} left` : `${hours(load)} left`;
}
