import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { clock, plural, timeOfDay } from '@/lib/format';
import { differences, pageWords, type Timeline } from './model';
import classes from './Timeline.module.css';

interface SavedMeanwhileProps {
  mine: Timeline;
  theirs: { value: Timeline; at: string | null; savedBy: string };
  onResolve: (taken: 'mine' | 'theirs') => void;
}

const shown = 5;

/** Says who has saved or removed the timeline meanwhile and what differs, and asks which of the two stays. */
export function SavedMeanwhile({ mine, theirs, onResolve }: SavedMeanwhileProps) {
  const differ = theirs.at === null ? [] : differences(mine, theirs.value);
  return (
    <section className={classes.meanwhile} aria-label="Saved by somebody else">
      <p>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />{' '}
        <b>
          {theirs.at === null
            ? 'Somebody has removed this timeline.'
            : `${theirs.savedBy} saved this timeline at ${timeOfDay(theirs.at)}.`}
        </b>{' '}
        Yours is not saved.
      </p>
      {differ.length > 0 && (
        <ul>
          {differ.slice(0, shown).map(({ start, mine, theirs }) => (
            <li key={start}>
              From {clock(start)}: {pageWords(mine)} in yours, {pageWords(theirs)} in theirs
            </li>
          ))}
          {differ.length > shown && <li>and {plural(differ.length - shown, 'more difference')}</li>}
        </ul>
      )}
      <Group component="p" gap={8}>
        <Button onClick={() => onResolve('mine')}>Keep mine</Button>
        <Button onClick={() => onResolve('theirs')}>{theirs.at === null ? 'Leave it removed' : 'Take theirs'}</Button>
      </Group>
    </section>
  );
}
