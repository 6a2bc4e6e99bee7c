import { Button } from '@mantine/core';
import { useState } from 'react';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { type RatingTask, soundAddress, useSamples } from './requests';
import classes from './Tasks.module.css';

/** The samples whose right answer is known, to be looked at and heard. Raters cannot tell them from others. */
export function TrapsPart({ task }: { task: RatingTask }) {
  const [isShown, setShown] = useState(false);
  const samples = useSamples(task.id, isShown);
  const traps = (samples.data?.samples ?? []).filter(({ trap_low }) => trap_low !== null);
  return (
    <Part title="Attention checks" note={`${task.n_traps}`}>
      {!isShown && (
        <Button size="compact-sm" onClick={() => setShown(true)}>
          Show them
        </Button>
      )}
      {isShown && <Pending of={samples} what="the attention checks" />}
      <ul className={classes.traps}>
        {traps.map(({ position, set, text, trap_low, trap_high, has_sound }) => (
          <li key={position}>
            <span dir="auto">
              {set}: right is {trap_low === trap_high ? trap_low : `${trap_low} to ${trap_high}`}
            </span>
            {text && <span dir="auto">{text}</span>}
            {has_sound && (
              // biome-ignore lint/a11y/useMediaCaption: raters hear it without words, too
              <audio controls preload="none" src={soundAddress(task.id, position)} />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
