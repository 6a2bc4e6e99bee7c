import { Button, Textarea } from '@mantine/core';
import { figure, plural } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { right, Table, unseen } from '@/ui/Table';
import { useFields } from '@/ui/useFields';
import { codeOf, reasonsOf, seconds, sortedRaters } from './model/figures';
import { type RatingTask, type Results, type ScreenedRater, useCountRater } from './requests';
import classes from './Tasks.module.css';

interface TaskRatersProps {
  task: RatingTask;
  results: Results;
  mayChange: boolean;
}

/** Who rated, and who is not counted and why; an admin decides otherwise, with a reason. */
export function TaskRaters({ task, results, mayChange }: TaskRatersProps) {
  const out = results.raters.length - results.n_counted;
  return (
    <Part
      title="Raters"
      note={
        out > 0
          ? `${results.raters.length}, ${out} not counted`
          : `${plural(results.raters.length, 'rater')}, all counted`
      }
    >
      <Table
        label="Raters"
        columns={['Rater', right('Rated'), right('Checks'), right('r'), right('s'), mayChange && unseen('Decide')]}
      >
        {sortedRaters(results.raters).map((rater) => (
          <RaterRow key={rater.number} task={task} rater={rater} mayChange={mayChange} />
        ))}
      </Table>
      <p className="soft">
        Checks: attention checks passed. r: with the mean of the others. s: seconds for a sample, in the median.
      </p>
    </Part>
  );
}

function RaterRow({ task, rater, mayChange }: { task: RatingTask; rater: ScreenedRater; mayChange: boolean }) {
  const hits = rater.n_traps - rater.n_traps_missed;
  return (
    <tr>
      <th scope="row" data-name>
        {codeOf(rater.number)}
        {!rater.is_counted && (
          <div className={classes.out}>
            <p>not counted</p>
            {reasonsOf(rater, task.rules).join('; ')}
          </div>
        )}
        {rater.is_counted && rater.by_hand && <div className={classes.in}>counted: {rater.reason_by_hand}</div>}
      </th>
      <td data-right data-label="Rated">
        {rater.n_rated}
      </td>
      <td data-right data-nowrap data-label="Checks">
        {rater.n_traps > 0 ? `${hits} / ${rater.n_traps}` : '–'}
      </td>
      <td data-right data-label="r">
        {figure(rater.r)}
      </td>
      <td data-right data-label="s">
        {seconds(rater.seconds)}
      </td>
      {mayChange && (
        <td data-right>
          <DialogButton
            size="compact-sm"
            variant="subtle"
            verb={rater.is_counted ? 'Leave out' : 'Count'}
            label={`${rater.is_counted ? 'Leave out' : 'Count'} ${codeOf(rater.number)}`}
            title={`${rater.is_counted ? 'Leave out' : 'Count'} ${codeOf(rater.number)}`}
          >
            {(close) => <Decide id={task.id} rater={rater} onDone={close} />}
          </DialogButton>
        </td>
      )}
    </tr>
  );
}

function Decide({ id, rater, onDone }: { id: number; rater: ScreenedRater; onDone: () => void }) {
  const decide = useCountRater(id);
  const { values, field, rest } = useFields({ reason: '' }, decide.error);
  const put = (counted: boolean | null, reason: string) =>
    decide.mutate({ number: rater.number, counted, reason }, { onSuccess: onDone });
  return (
    <Form
      onSubmit={() => put(!rater.is_counted, values.reason)}
      error={rest}
      submit={rater.is_counted ? 'Leave out' : 'Count'}
      isPending={decide.isPending}
      disabled={!values.reason.trim()}
      beside={rater.by_hand && <Button onClick={() => put(null, '')}>As the rules say</Button>}
    >
      <Textarea
        data-autofocus
        label="Why"
        description="Kept in the activity log"
        maxLength={500}
        {...field('reason')}
      />
    </Form>
  );
}
