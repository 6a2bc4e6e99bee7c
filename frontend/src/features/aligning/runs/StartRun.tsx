import { useState } from 'react';
import { useEngines, useStartRun } from '@/api/runs';
import { type Choice, chosenEngine, EngineChoice } from '@/features/aligning/engines/EngineChoice';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Loading } from '@/ui/Loading';

/** Starts a run: choose an engine, see why others are not available, set the options. */
export function StartRun({ pair }: { pair: number }) {
  const engines = useEngines(pair);
  const start = useStartRun();
  const [choice, setChoice] = useState<Choice>({ name: null, options: {} });
  if (engines.isPending) return <Loading what="engines" />;
  if (engines.isError) return <ErrorNote error={engines.error} onRetry={() => void engines.refetch()} />;

  const engine = chosenEngine(engines.data, choice);
  return (
    <Form
      wide
      onSubmit={() => engine && start.mutate({ pair, engine: engine.name, options: choice.options })}
      error={start.error}
      submit="Align"
      isPending={start.isPending}
      disabled={engine === null}
    >
      <EngineChoice engines={engines.data} choice={choice} onChange={setChoice} ofOnePair />
    </Form>
  );
}
