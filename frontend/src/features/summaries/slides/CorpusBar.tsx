import { Button, Select } from '@mantine/core';
import { dateTime, duration, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { corpusKey, corpusName } from './model';
import { type SlidesCorpus, type SlidesTable, useCancelSlides, type useMeasureSlides } from './requests';
import classes from './Slides.module.css';

/** A corpus among those there are, and its tables: the last one, one that is computed, one that failed since. */
export interface OnCorpus {
  corpora: readonly SlidesCorpus[];
  corpus: SlidesCorpus;
  onChoose: (corpus: SlidesCorpus) => void;
  mayChange: boolean;
  done: SlidesTable | undefined;
  going: SlidesTable | undefined;
  failed: SlidesTable | undefined;
}

interface CorpusBarProps extends OnCorpus {
  run: (() => void) | undefined;
  measure: ReturnType<typeof useMeasureSlides>;
}

/** Which corpus, when its figures were computed, and computing them again. */
export function CorpusBar({ corpora, corpus, onChoose, mayChange, done, going, failed, run, measure }: CorpusBarProps) {
  const cancel = useCancelSlides();
  const error = measure.error ?? cancel.error;
  return (
    <div className={classes.bar}>
      <Select
        aria-label="Corpus"
        data={corpora.map((each) => ({
          value: corpusKey(each),
          label: `${corpusName(each)}, ${plural(each.n_talks, 'talk')}`,
        }))}
        value={corpusKey(corpus)}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = corpora.find((each) => corpusKey(each) === value);
          if (chosen) onChoose(chosen);
        }}
      />
      {done && !going && <span className="soft">{computed(done)}</span>}
      {!done && !going && <span className="soft">Nothing is computed yet.</span>}
      {run && (
        <Button onClick={run} loading={measure.isPending}>
          {done ? 'Run again' : 'Run'}
        </Button>
      )}
      {going && (
        <div className={classes.going} role="status">
          <progress max={1} value={going.progress} aria-label="Figures" />
          <span>{going.message || 'Waiting for a worker.'}</span>
          {mayChange && (
            <Button size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate(going.id)}>
              Cancel
            </Button>
          )}
        </div>
      )}
      {failed && <p className={classes.failed}>{failed.error}</p>}
      {error && <ErrorNote error={error} />}
    </div>
  );
}

function computed({ started_at, finished_at }: SlidesTable): string {
  if (!finished_at) return '';
  const took = started_at ? ` in ${duration(Date.parse(finished_at) - Date.parse(started_at))}` : '';
  return `Computed ${dateTime(finished_at)}${took}`;
}
