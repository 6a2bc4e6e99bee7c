import type { RateForm } from '@/api/types';
import { date, plural } from '@/lib/format';
import { Frame } from './Frame';
import { goOnAt, tally, timeLeft, timeNeeded } from './model';
import classes from './Rate.module.css';
import type { Go } from './usePlace';

/** What the author is asked for and what happens with the answers, before the first question. */
export function Welcome({ form, go }: { form: RateForm; go: Go }) {
  const { sentences } = form;
  const { open } = tally(sentences);
  const begun = open < sentences.length;
  const finished = form.finished_at !== null;
  return (
    <Frame
      foot={
        <>
          <button type="button" className={classes.main} onClick={() => go(finished ? 'thanks' : goOnAt(sentences))}>
            {finished ? 'See my answers' : begun ? 'Continue' : 'Agree and start'}
          </button>
          <button type="button" className={classes.quiet} onClick={() => go(null, { paper: true })}>
            {begun ? 'Read the paper' : 'Read the paper first'}
          </button>
        </>
      }
    >
      <h1>Does this summary say what your talk was about?</h1>
      <p className={classes.lead}>
        We chose {plural(sentences.length, 'sentence')} from <cite dir="auto">{form.paper_title}</cite>, based on how
        long you spoke about each one.
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>Talk</dt>
          <dd dir="auto">{form.talk_title}</dd>
        </div>
        <div>
          <dt>First</dt>
          <dd>{plural(sentences.length, 'sentence')}, yes or no</dd>
        </div>
        <div>
          <dt>Then</dt>
          <dd>the whole summary, from 1 to 5</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{begun ? timeLeft(open) : timeNeeded(sentences.length)}</dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd className="num">{date(form.closes_at)}</dd>
        </div>
      </dl>
      <p className={classes.fine}>
        Your answers help us measure how well the method works. Only the admins and adjudicators of the project{' '}
        <span dir="auto">{form.project}</span> see them with your name; published figures are counts and means. You can
        stop at any time, come back with the same link and change your answers until it expires.
      </p>
    </Frame>
  );
}
