import { Radio } from '@mantine/core';
import { useState } from 'react';
import { useEngines, useStartRun } from '@/api/runs';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Loading } from '@/ui/Loading';
import { EngineOptions } from './EngineOptions';
import classes from './Runs.module.css';

/** Starts a run: choose an engine, see why others are not available, set the options. */
export function StartRun({ pair }: { pair: number }) {
  const engines = useEngines(pair);
  const start = useStartRun();
  const [chosen, setChosen] = useState<string | null>(null);
  const [options, setOptions] = useState<Record<string, unknown>>({});
  if (engines.isPending) return <Loading what="engines" />;
  if (engines.isError) return <ErrorNote error={engines.error} onRetry={() => void engines.refetch()} />;

  const engine =
    engines.data.find(({ name }) => name === chosen) ?? engines.data.find(({ available }) => available) ?? null;
  const choose = (name: string) => {
    setChosen(name);
    setOptions({});
  };
  return (
    <Form
      wide
      onSubmit={() => engine && start.mutate({ pair, engine: engine.name, options })}
      error={start.error}
      submit="Align"
      isPending={start.isPending}
      disabled={!engine?.available}
    >
      <Radio.Group label="Engine" value={engine?.name ?? null} onChange={choose}>
        <div className={classes.engines}>
          {engines.data.map((each) => (
            <Radio
              key={each.name}
              value={each.name}
              disabled={!each.available}
              label={each.label}
              description={each.available ? each.reason : `Not available: ${each.reason}`}
            />
          ))}
        </div>
      </Radio.Group>
      {engine && engine.options.length > 0 && (
        <EngineOptions
          engine={engine}
          values={options}
          onChange={(name, value) => setOptions({ ...options, [name]: value })}
        />
      )}
    </Form>
  );
}
