import { date, plural } from '@/lib/format';
import { Frame } from './Frame';
import { tally } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';

export function Closed({ answers: { form, save } }: { answers: Answers }) {
  const { yes, no } = tally(form.sentences);
  const lost = save.kind === 'saved' ? 0 : 'count' in save ? save.count : 1;
  return (
    <Frame>
      <h1>This link closed on {date(form.closes_at)}.</h1>
      {lost > 0 && (
        <p className={classes.missing}>
          {plural(lost, 'answer')} did not arrive before that and cannot be sent any more.
        </p>
      )}
      {yes + no > 0 && lost === 0 && (
        <>
          <p className={classes.lead}>
            Your answers are in: yes to {yes} of {form.sentences.length} sentences
            {form.score !== null && <>, and a {form.score} for the whole</>}.
          </p>
          <Ticks sentences={form.sentences} />
        </>
      )}
      {yes + no === 0 && lost === 0 && <p className={classes.lead}>No answer came in before that.</p>}
    </Frame>
  );
}
