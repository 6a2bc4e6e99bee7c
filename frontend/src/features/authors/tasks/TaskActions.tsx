import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { DialogButton } from '@/ui/DialogButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { dayFromNow, endOfDay } from '../linkDates';
import { exportAddress, type RatingTask, useChangeTask, useDeleteTask } from './requests';

interface TaskActionsProps {
  task: RatingTask;
  mayChange: boolean;
  /** Results of an open task are shown. */
  isEarly: boolean;
  onDeleted: () => void;
}

const files = [
  ['long', 'Every rating, CSV'],
  ['wide', 'Means by set, CSV'],
] as const;

/** What can be done with a task as a whole. */
export function TaskActions({ task, mayChange, isEarly, onDeleted }: TaskActionsProps) {
  const remove = useDeleteTask(task.id);
  return (
    <>
      <Button component="a" href={`/rate/try/${task.id}`} target="_blank" rel="noreferrer">
        Try it as a rater
      </Button>
      {task.n_rated > 0 && (!task.open || isEarly) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button leftSection={<IconDownload size={15} stroke={1.75} aria-hidden="true" />}>Export</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {files.map(([part, label]) => (
              <Menu.Item key={part} component="a" href={exportAddress(task.id, part, task.open)} download>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {mayChange && (
        <DialogButton verb={task.open ? 'Closing date…' : 'Reopen…'} title={task.open ? 'Closing date' : 'Reopen'}>
          {(close) => <ClosingDate task={task} onDone={close} />}
        </DialogButton>
      )}
      {mayChange && (
        <AskFirst
          verb="Delete task"
          label="Delete task"
          question={`Deletes the task with ${plural(task.n_rated, 'rating')} and all links.`}
          yes="Delete"
          isPending={remove.isPending}
          onYes={() => remove.mutate(undefined, { onSuccess: onDeleted })}
        />
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
    </>
  );
}

/** The only thing that changes once somebody has rated, beside more raters. */
function ClosingDate({ task, onDone }: { task: RatingTask; onDone: () => void }) {
  const change = useChangeTask(task.id);
  const { values, field, rest } = useFields(
    { closes_at: task.open ? task.closes_at.slice(0, 10) : dayFromNow(7) },
    change.error,
  );
  const closeNow = () => change.mutate({ closes_at: new Date().toISOString() }, { onSuccess: onDone });
  return (
    <Form
      onSubmit={() => change.mutate({ closes_at: endOfDay(values.closes_at) }, { onSuccess: onDone })}
      error={rest}
      submit="Save"
      isPending={change.isPending}
      beside={
        task.open && (
          <Button onClick={closeNow} disabled={change.isPending}>
            Close now
          </Button>
        )
      }
    >
      <TextField label="Closes after" type="date" required {...field('closes_at')} />
      <p className="soft">Until then raters can come back and change their ratings.</p>
    </Form>
  );
}
