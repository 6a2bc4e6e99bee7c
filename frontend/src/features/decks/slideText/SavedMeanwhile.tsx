import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { plural, timeOfDay } from '@/lib/format';
import { differences, type Slide } from './model';
import classes from './SlideText.module.css';

interface SavedMeanwhileProps {
  page: number;
  mine: Slide;
  theirs: { value: Slide; at: string | null; savedBy: string };
  onResolve: (taken: 'mine' | 'theirs') => void;
}

const shown = 5;

/** Says who has changed the slide meanwhile and what differs, and asks which of the two stays. */
export function SavedMeanwhile({ page, mine, theirs, onResolve }: SavedMeanwhileProps) {
  const differ = differences(mine, theirs.value);
  return (
    <section className={classes.meanwhile} aria-label="Saved by somebody else">
      <p>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />{' '}
        <b>
          {theirs.savedBy
            ? `${theirs.savedBy} saved page ${page}${theirs.at ? ` at ${timeOfDay(theirs.at)}` : ''}.`
            : `The rules ran again on page ${page}.`}
        </b>{' '}
        Yours is not saved.
      </p>
      {differ.length > 0 && (
        <ul>
          {differ.slice(0, shown).map(({ id, mine, theirs }) => (
            <li key={id}>
              {mine === null ? 'Not in yours' : `“${mine}” in yours`},{' '}
              {theirs === null ? 'not in theirs' : `“${theirs}” in theirs`}
            </li>
          ))}
          {differ.length > shown && <li>and {plural(differ.length - shown, 'more difference')}</li>}
        </ul>
      )}
      <Group component="p" gap={8}>
        <Button onClick={() => onResolve('mine')}>Keep mine</Button>
        <Button onClick={() => onResolve('theirs')}>Take theirs</Button>
      </Group>
    </section>
  );
}
