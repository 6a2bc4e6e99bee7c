import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Defaults } from '@/api/types';
import { isLive } from '@/api/work';
import { firstLengths } from '@/features/summaries/firstLengths';
import { type SummariesOverview, useCancelSummaries, useMakeSummaries } from '@/features/summaries/requests/summaries';
import { plural } from '@/lib/format';
import type { Length, LengthKind } from '@/lib/summary';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { Part } from '@/ui/Page';
import { WithDefaults } from '@/ui/WithDefaults';
import { lengthWords } from './lengthWords';
import classes from './Summaries.module.css';

interface MakeSummariesProps {
  slug: string;
  overview: SummariesOverview;
  canMake: boolean;
}

interface Kind {
  label: string;
  step: number;
  most: number;
}

const kindsOf = ({ most_sentences, most_words }: Defaults): Record<LengthKind, Kind> => ({
  words: { label: 'Words', step: 10, most: most_words },
  sentences: { label: 'Sentences', step: 1, most: most_sentences },
  ratio: { label: 'Share of the sentences', step: 0.05, most: 1 },
  importance: { label: 'Least share of the content words', step: 0.005, most: 1 },
  hybrid: { label: 'Abstract and more, words', step: 10, most: most_words },
});

/** Has the summaries of all talks made at one length, and says how far that is. */
export function MakeSummaries({ slug, overview, canMake }: MakeSummariesProps) {
  const { bulk, n_stale } = overview;
  const cancel = useCancelSummaries(slug);
  const live = isLive(bulk);
  const what = plural(bulk?.n_pairs ?? 0, 'talk');
  return (
    <Part title="Make all summaries" note={n_stale > 0 ? `${plural(n_stale, 'talk')} changed since` : undefined}>
      {canMake && (
        <WithDefaults what="the form">
          {(defaults) => (
            <Lengths
              slug={slug}
              overview={overview}
              kinds={kindsOf(defaults)}
              firsts={firstLengths(defaults.summary_sentences)}
            />
          )}
        </WithDefaults>
      )}
      {bulk && live && (
        <div role="status" className={classes.making}>
          <p>
            Making summaries of {what}, {lengthWords({ kind: bulk.length.kind as LengthKind, n: bulk.length.value })}
            {bulk.message && `: ${bulk.message}`}
            {!bulk.worker_alive && '. No worker is running; it goes on when one is.'}
          </p>
          <Meter value={bulk.progress} label={`Making summaries of ${what}`} />
          {canMake && (
            <AskFirst
              verb="Cancel"
              label="Cancel making summaries"
              question="Finished summaries are kept."
              yes="Cancel"
              no="Go on"
              isPending={cancel.isPending}
              onYes={() => cancel.mutate()}
            />
          )}
        </div>
      )}
      {cancel.isError && <ErrorNote error={cancel.error} />}
      {bulk && !live && (
        <p className="soft num">
          {bulk.state === 'failed' ? bulk.error : bulk.state === 'cancelled' ? 'Cancelled: ' : ''}
          {bulk.state === 'cancelled' && `${bulk.n_made} of `}
          {plural(bulk.state === 'cancelled' ? bulk.n_pairs : bulk.n_made, 'summary', 'summaries')},{' '}
          {lengthWords({ kind: bulk.length.kind as LengthKind, n: bulk.length.value })}
          {bulk.n_without > 0 && `; ${plural(bulk.n_without, 'talk')} without`}.
        </p>
      )}
    </Part>
  );
}

interface LengthsProps {
  slug: string;
  overview: SummariesOverview;
  kinds: Record<LengthKind, Kind>;
  firsts: Readonly<Record<LengthKind, number>>;
}

/** At which length summaries are made, and of what; it starts from how they were made last. */
function Lengths({ slug, overview: { bulk, n_made }, kinds, firsts }: LengthsProps) {
  const make = useMakeSummaries(slug);
  const before = bulk && { kind: bulk.length.kind as LengthKind, n: bulk.length.value };
  const [length, setLength] = useState<Length>(before ?? { kind: 'words', n: firsts.words });
  const [basis, setBasis] = useState<'gold' | 'runs'>(bulk?.basis ?? 'gold');
  const { label, step, most } = kinds[length.kind];
  const isShare = length.kind === 'ratio' || length.kind === 'importance';
  return (
    <>
      <div className={classes.budget}>
        <NativeSelect
          label="Length by"
          value={length.kind}
          onChange={(event) => {
            const kind = event.currentTarget.value as LengthKind;
            setLength({ kind, n: firsts[kind] });
          }}
          data={Object.entries(kinds).map(([value, kind]) => ({ value, label: kind.label }))}
        />
        <NumberInput
          label={label}
          w={120}
          min={isShare ? 0.001 : 1}
          max={most}
          step={step}
          allowDecimal={isShare}
          value={length.n}
          onChange={(to) => Number(to) > 0 && setLength({ kind: length.kind, n: Number(to) })}
        />
        <NativeSelect
          label="Of"
          value={basis}
          onChange={(event) => setBasis(event.currentTarget.value as 'gold' | 'runs')}
          data={[
            { value: 'gold', label: 'Gold rows, else the newest run' },
            { value: 'runs', label: 'The newest run' },
          ]}
        />
        <Button variant="filled" loading={make.isPending} onClick={() => make.mutate({ length, basis })}>
          {n_made > 0 ? 'Recompute' : 'Make summaries'}
        </Button>
      </div>
      {make.isError && <ErrorNote error={make.error} />}
    </>
  );
}
