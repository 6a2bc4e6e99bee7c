import { IconBook } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Mark } from '@/ui/Mark';
import { SaveBadge } from '../rate/Frame';
import { useWords } from '../rate/language';
import type { SaveState } from '../rate/useSending';
import { isDone, placeOf } from './model';
import classes from './Rater.module.css';
import start from './Start.module.css';
import type { RaterView } from './source';

interface RaterHeadProps {
  view: RaterView;
  save: SaveState;
  index: number;
  reads: boolean;
  onReads: (reads: boolean) => void;
}

/** The task, how far its rater is, and whether the server has the ratings. */
export function RaterHead({ view, save, index, reads, onReads }: RaterHeadProps) {
  const words = useWords().rater;
  const { samples, questions, name, instructions } = view;
  const { set, sets } = placeOf(samples, index);
  const done = new Set(samples.map((sample) => sample.set));
  for (const sample of samples) if (!isDone(sample, questions)) done.delete(sample.set);
  return (
    <header className={classes.head}>
      <Mark size={22} />
      <b className={classes.name} dir="auto">
        {name}
      </b>
      <div
        className={classes.ticks}
        role="progressbar"
        aria-label={words.sets}
        aria-valuemin={0}
        aria-valuemax={sets}
        aria-valuenow={done.size}
      >
        {Array.from({ length: sets }, (_, at) => (
          <i key={at} data-tick={at === set - 1 ? 'current' : done.has(at) ? 'done' : undefined} />
        ))}
      </div>
      <span className={classes.sets}>
        <b className="num">{set}</b> {words.ofSets(sets)}
      </span>
      <SaveBadge save={save} />
      {instructions && (
        <button type="button" className={classes.guidelines} onClick={() => onReads(true)}>
          <IconBook size={16} stroke={1.75} aria-hidden="true" />
          <span>{words.guidelines}</span>
        </button>
      )}
      {reads && <Guidelines text={instructions} onClose={() => onReads(false)} />}
    </header>
  );
}

function Guidelines({ text, onClose }: { text: string; onClose: () => void }) {
  const words = useWords().rater;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.dialog} onClose={onClose}>
      <h2>{words.guidelines}</h2>
      <p className={start.instructions} dir="auto">
        {text}
      </p>
      <button type="button" className={classes.small} onClick={() => dialog.current?.close()}>
        {words.close}
      </button>
    </dialog>
  );
}
