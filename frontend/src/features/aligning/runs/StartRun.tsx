import { useState } from 'react';
import { useEngines, useStartRun } from '@/api/runs';
import { type Choice, chosenEngine, EngineChoice } from '@/features/aligning/engines/EngineChoice';
import { Form } from '@/ui/Form';
import { Pending } from '@/ui/Pending';

/** Starts a run: choose an engine, see why others are not available, set the options. */
export function StartRun({ pair }: { pair: number }) {
  const engines = useEngines(pair);
  const start = useStartRun();
  const [choice, setChoice] = useState<Choice>({ name: null, options: {} });
  if (!engines.data) return <Pending of={engines} what="engines" />;

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
