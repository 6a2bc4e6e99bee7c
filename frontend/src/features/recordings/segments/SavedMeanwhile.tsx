import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { plural, timeOfDay } from '@/lib/format';
import type { Segment } from './model';
import classes from './Segments.module.css';

interface SavedMeanwhileProps {
  mine: readonly Segment[];
  theirs: { value: readonly Segment[]; at: string | null; savedBy: string };
  onResolve: (taken: 'mine' | 'theirs') => void;
}

/** Says who has saved the segments meanwhile, and asks which of the two stay. */
export function SavedMeanwhile({ mine, theirs, onResolve }: SavedMeanwhileProps) {
  const own = new Set(mine.map(({ start, end }) => `${start} ${end}`));
  const others = theirs.value.filter(({ start, end }) => !own.has(`${start} ${end}`)).length;
  return (
    <section className={classes.meanwhile} aria-label="Saved by somebody else">
      <p>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />{' '}
        <b>
          {theirs.savedBy} saved these segments{theirs.at ? ` at ${timeOfDay(theirs.at)}` : ''}.
        </b>{' '}
        Yours are not saved. {plural(others, 'segment')} of theirs {others === 1 ? 'is' : 'are'} not among yours.
      </p>
      <Group component="p" gap={8}>
        <Button onClick={() => onResolve('mine')}>Keep mine</Button>
        <Button onClick={() => onResolve('theirs')}>Take theirs</Button>
      </Group>
    </section>
  );
}
