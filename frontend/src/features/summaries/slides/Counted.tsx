import { Checkbox } from '@mantine/core';
import { count, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';
import { type SlidesTable, usePredictions, useRemovePredictions } from './requests';
import classes from './Slides.module.css';

/** The conventions of the figures, which have to be known to compare them with others. */
export function Counted({ counts }: { counts: SlidesTable['counts'] }) {
  return (
    <Part title="How it is counted">
      <Facts
        facts={[
          ['First sentence of a talk', 'counts as a boundary'],
          ['Window of Pk and WindowDiff', 'half a mean segment, at least 2'],
          ['Ties in top k', 'the earlier one'],
          ['Clips that count', counts && `${count(counts.n_samples)} of ${count(counts.n_clips)}`],
        ]}
      />
      {counts && counts.n_silent > 0 && (
        <p className={classes.small}>
          {plural(counts.n_silent, 'clip')} in {plural(counts.n_with_silent, 'talk')} without sentences: no segments, as
          in the paper.
        </p>
      )}
      {counts && counts.n_left_out > 0 && (
        <p className={classes.small}>
          {plural(counts.n_left_out, 'talk')} left out: not all of their sentences are gold.
        </p>
      )}
    </Part>
  );
}

/** What the rows of papers are, and whether they are shown. */
export function PublishedSwitch({ isShown, onShow }: { isShown: boolean; onShow: (isShown: boolean) => void }) {
  return (
    <Part title="Published figures">
      <p className={classes.small}>
        VT-SSum (Lv et al. 2021), tables 3 and 4, on its test set of 962 videos, which are not these talks. Read them as
        a range, not as a rank.
      </p>
      <Checkbox
        label="Show published rows"
        checked={isShown}
        onChange={({ currentTarget }) => onShow(currentTarget.checked)}
      />
    </Part>
  );
}

/** Predictions that were added, which can go again. */
export function Predictions({ slug, mayChange }: { slug: string; mayChange: boolean }) {
  const found = usePredictions(slug);
  const remove = useRemovePredictions();
  if (!found.data || found.data.count === 0) return null;
  return (
    <Part title="Predictions">
      {remove.error && <ErrorNote error={remove.error} />}
      <ul className={classes.predictions}>
        {found.data.results.map(({ id, name, task }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <small className="soft">{task === 'segmentation' ? 'segmentation' : 'key sentences'}</small>
            {mayChange && (
              <AskFirst
                verb="Delete"
                label={`Delete ${name}`}
                question="Its figures go when all is computed again."
                yes="Delete"
                isPending={remove.isPending}
                onYes={() => remove.mutate(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
