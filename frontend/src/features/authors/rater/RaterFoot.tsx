import type { Ref } from 'react';
import type { PageKeys } from '@/lib/usePageKeys';
import { Key, KeyLine } from '@/ui/Keys';
import { useWords } from '../rate/language';
import { keys } from './keys';
import classes from './Rater.module.css';
import type { Question, RaterSample, RaterView, Rating } from './source';

type Trouble = NonNullable<Rating['trouble']>;

interface RaterFootProps {
  ref: Ref<HTMLSelectElement>;
  sample: RaterSample;
  isLast: boolean;
  isDone: boolean;
  /** Absent at the first sample of a set. */
  onBack: (() => void) | undefined;
  onNext: () => void;
  onTrouble: (trouble: Trouble) => void;
  scales: Question['scale'][];
  medium: RaterView['medium'];
  hasPicture: boolean;
}

/** Back, what is wrong, and the next sample; below, the keys, where there is a keyboard. */
export function RaterFoot({ ref, sample, isLast, isDone, onBack, onNext, onTrouble, ...shown }: RaterFootProps) {
  const { scales, medium, hasPicture } = shown;
  const { back } = useWords();
  const words = useWords().rater;
  const troubles = Object.entries(words.troubles).filter(([name]) => medium === 'sound' || name !== 'no_sound');
  const line: [string, ...PageKeys[string][]][] = [
    ...(medium === 'sound' ? ([[words.keys.play, keys.play]] as [string, ...PageKeys[string][]][]) : []),
    [words.keys.rate, scales.every((scale) => scale === 'yesno') ? keys.yes : keys.rate],
    ...(scales.includes('half') ? ([[words.keys.more, keys.more]] as [string, ...PageKeys[string][]][]) : []),
    ...(scales.length > 1 ? ([[words.keys.question, keys.left, keys.right]] as [string, ...PageKeys[string][]][]) : []),
    ...(hasPicture ? ([[words.keys.picture, keys.picture]] as [string, ...PageKeys[string][]][]) : []),
    [words.keys.next, keys.next],
    [words.keys.back, keys.back],
    [words.keys.wrong, keys.wrong],
  ];
  return (
    <footer className={classes.foot}>
      <div className={classes.bar}>
        <button type="button" className={classes.back} disabled={!onBack} onClick={onBack}>
          {back}
        </button>
        <select
          ref={ref}
          aria-label={words.wrongHere}
          value={sample.trouble}
          data-chosen={sample.trouble !== '' || undefined}
          onChange={(event) => onTrouble(event.target.value as Trouble)}
        >
          <option value="">{sample.trouble ? words.allRight : words.wrongHere}</option>
          {troubles.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <button type="button" className={classes.next} disabled={!isDone} onClick={onNext}>
          {isLast ? words.finish : words.next} <Key of={keys.next} />
        </button>
      </div>
      <KeyLine of={line} />
    </footer>
  );
}
