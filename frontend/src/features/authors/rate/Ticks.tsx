import type { RateSentence } from '@/api/types';
import { useWords } from './language';
import { tally } from './model';
import classes from './Rate.module.css';

/** One tick a sentence: tall yes, hollow no, striped skipped, blue here. */
export function Ticks({ sentences, current }: { sentences: RateSentence[]; current?: number }) {
  const words = useWords();
  const { yes, no } = tally(sentences);
  return (
    <div
      className={classes.ticks}
      style={{ gridTemplateColumns: `repeat(${sentences.length}, 1fr)` }}
      role="progressbar"
      aria-label={words.answeredOf(yes + no, sentences.length)}
      aria-valuemin={0}
      aria-valuemax={sentences.length}
      aria-valuenow={yes + no}
    >
      {sentences.map((sentence, index) => (
        <i key={sentence.id} data-tick={tickOf(sentence, index, current)} />
      ))}
    </div>
  );
}

function tickOf(sentence: RateSentence, index: number, current?: number): string {
  if (index === current) return 'current';
  if (sentence.answer !== null) return sentence.answer ? 'yes' : 'no';
  return current === undefined || index < current ? 'skipped' : 'open';
}
