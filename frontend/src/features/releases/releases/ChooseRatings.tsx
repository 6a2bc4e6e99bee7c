import { Checkbox } from '@mantine/core';
import classes from '@/features/releases/Release.module.css';
import { date } from '@/lib/format';
import { useClosedTasks } from './requests';

interface ChooseRatingsProps {
  project: string;
  /** The ids of the tasks that are chosen. */
  chosen: number[];
  onChoose: (chosen: number[]) => void;
  error: string | undefined;
  /** What the box needs that asks for single ratings. */
  single: { checked: boolean; onChange: (argument: unknown) => void; error: string | undefined };
}

/** Which closed rating tasks a release holds the results of; nothing in a project without any. */
export function ChooseRatings({ project, chosen, onChoose, error, single }: ChooseRatingsProps) {
  const { data } = useClosedTasks(project);
  if (!data || data.length === 0) return null;
  return (
    <>
      <Checkbox.Group
        label="Results of rating tasks"
        description="Means, intervals, distributions, rules, and the wording of questions"
        value={chosen.map(String)}
        onChange={(ids) => onChoose(ids.map(Number))}
        error={error}
      >
        <div className={classes.options}>
          {data.map(({ id, name, closes_at }) => (
            <Checkbox key={id} value={String(id)} label={name} description={`Closed on ${date(closes_at)}`} />
          ))}
        </div>
      </Checkbox.Group>
      {chosen.length > 0 && (
        <Checkbox
          label="Single ratings, under pseudonyms"
          description="Only if the consent that raters agreed to says that they are published one by one"
          {...single}
        />
      )}
    </>
  );
}
