import { date, plural } from '@/lib/format';
import { Frame } from './Frame';
import { tally } from './model';
import classes from './Rate.module.css';
import { Ticks } from './Ticks';
import type { Answers } from './useAnswers';

/** What a link shows after it has expired. */
export function Closed({ answers: { form, save } }: { answers: Answers }) {
  const { yes, no } = tally(form.sentences);
  const lost = save.kind === 'saved' ? 0 : 'count' in save ? save.count : 1;
  return (
    <Frame>
      <h1>This link expired on {date(form.closes_at)}.</h1>
      {lost > 0 && (
        <p className={classes.missing}>{plural(lost, 'answer')} didn’t reach us in time and can no longer be sent.</p>
      )}
      {yes + no > 0 && lost === 0 && (
        <>
          <p className={classes.lead}>
            Your answers were saved: yes to {yes} of {form.sentences.length} sentences
            {form.score !== null && <>, and a rating of {form.score} for the whole summary</>}.
          </p>
          <Ticks sentences={form.sentences} />
        </>
      )}
      {yes + no === 0 && lost === 0 && <p className={classes.lead}>We didn’t receive any answers before then.</p>}
    </Frame>
  );
}
