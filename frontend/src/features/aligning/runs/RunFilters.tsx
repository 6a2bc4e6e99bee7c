import { useState } from 'react';
import { useEngines, useFilterRun } from '@/api/runs';
import type { Run } from '@/api/types';
import { isLive } from '@/api/work';
import { EngineOptions } from '@/features/aligning/engines/EngineOptions';
import { count, percent } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Meter } from '@/ui/Meter';
import { Pending } from '@/ui/Pending';

/** Whether the filters can run on the links of a run. */
export function canFilter(run: Run): boolean {
  return run.pair_kind === 'bitext' && run.state === 'succeeded';
}

/** The button that has the filters judge a run's links, an imported one's too. */
export function FilterButton({ run }: { run: Run }) {
  return (
    <DialogButton
      verb="Run the filters"
      label={`Run the filters on run ${run.number}`}
      title={`Filters on run ${run.number}`}
    >
      {(close) => <FilterForm run={run} close={close} />}
    </DialogButton>
  );
}

function FilterForm({ run, close }: { run: Run; close: () => void }) {
  // Every engine of a bitext has the filters' options; this one has no others.
  const engines = useEngines(run.pair);
  const filter = useFilterRun();
  const [options, setOptions] = useState<Record<string, unknown>>({});
  const engine = engines.data?.find(({ name }) => name === 'lengths');
  if (!engine) return <Pending of={engines} what="options" />;
  const own = engine.options.filter(({ name }) => name !== 'filters');
  return (
    <Form
      onSubmit={() => filter.mutate({ id: run.id, options }, { onSuccess: close })}
      error={filter.error}
      submit="Run the filters"
      isPending={filter.isPending}
    >
      <p className="soft">
        Links stay as they are. Reviews that began with this run show the new verdicts, and releases of COARSE, INTRA
        and INTER go by them.
      </p>
      <EngineOptions
        engine={{ ...engine, label: 'the filters', options: own }}
        values={options}
        onChange={(name, value) => setOptions({ ...options, [name]: value })}
      />
    </Form>
  );
}

/** How far the filters have come, or what they said. */
export function FiltersOfRun({ run: { filtering, info, number } }: { run: Run }) {
  const said = info.filters as { kept?: number; dropped?: Record<string, number> } | undefined;
  if (filtering && isLive(filtering)) {
    return (
      <Meter
        value={filtering.progress}
        label={`Filters on run ${number}`}
        text={filtering.state === 'queued' ? 'Filters wait for a worker' : `Filtering, ${percent(filtering.progress)}`}
      />
    );
  }
  return (
    <>
      {filtering?.error && <ErrorNote error={`The filters failed. ${filtering.error}`} />}
      {said && (
        <small>
          Filters keep {count(said.kept ?? 0)}
          {droppedInWords(said.dropped ?? {})}
        </small>
      )}
    </>
  );
}

const words: Readonly<Record<string, string>> = {
  coarse: 'coarse',
  intra: 'intra',
  inter_alpha: 'α',
  inter_gamma: 'γ',
  inter_eta: 'η',
  inter_score: 'combined score',
};

function droppedInWords(dropped: Readonly<Record<string, number>>): string {
  const named = Object.entries(words).flatMap(([name, word]) =>
    dropped[name] ? [`${word} ${count(dropped[name])}`] : [],
  );
  return named.length > 0 ? `; dropped by ${named.join(', ')}` : '';
}
