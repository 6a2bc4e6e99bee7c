import { type Budget, useSummary } from '@/api/runs';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import classes from './Summaries.module.css';

/** The sentences of a summary in paper order; the bar's width and shade show how many words were spoken on each. */
export function SummaryList({ run, budget }: { run: number; budget: Budget }) {
  const summary = useSummary(run, budget);
  if (summary.isPending) return <Loading what="the summary" />;
  if (summary.isError) return <ErrorNote error={summary.error} onRetry={() => void summary.refetch()} />;
  const { sentences, n_words_total } = summary.data;
  const most = Math.max(1, ...sentences.map(({ n_words }) => n_words));
  return (
    <>
      <p className="soft num" role="status">
        {plural(sentences.length, 'sentence')}, {plural(n_words_total, 'word')}. Each number is the sentence’s rank by
        words spoken.
      </p>
      <ol className={classes.summary}>
        {sentences.map((sentence) => {
          const share = sentence.n_words / most;
          return (
            <li key={sentence.position}>
              <span className={`${classes.rank} num`}>
                <span className="vh">rank </span>
                {sentence.rank}
              </span>
              <blockquote dir="auto">{sentence.text}</blockquote>
              <span className={classes.spoken}>
                {count(sentence.n_words)} words spoken
                <i
                  className={classes.heat}
                  aria-hidden="true"
                  style={{ width: `${share * 100}%`, background: `var(--heat-${Math.max(1, Math.ceil(share * 5))})` }}
                />
                {sentence.section}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
