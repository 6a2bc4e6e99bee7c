import { Button, Checkbox, NumberInput, Radio, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useEngines, useStartRun } from '@/api/runs';
import type { Engine, EngineOption } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import classes from './Talks.module.css';

/** Choose an engine, see why another cannot run, set its options, start. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (engine) start.mutate({ pair, engine: engine.name, options });
  };
  return (
    <form onSubmit={submit} className={classes.start}>
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
        <Options
          engine={engine}
          values={options}
          onChange={(name, value) => setOptions({ ...options, [name]: value })}
        />
      )}
      {start.isError && <ErrorNote error={start.error} />}
      <div>
        <Button type="submit" variant="filled" loading={start.isPending} disabled={!engine?.available}>
          Align
        </Button>
      </div>
    </form>
  );
}

interface OptionsProps {
  engine: Engine;
  values: Record<string, unknown>;
  onChange: (name: string, value: unknown) => void;
}

function Options({ engine, values, onChange }: OptionsProps) {
  return (
    <fieldset className={classes.options}>
      <legend>Options of {engine.label}</legend>
      {engine.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={values[option.name] ?? option.default}
          onChange={(value) => onChange(option.name, value)}
        />
      ))}
    </fieldset>
  );
}

interface OptionFieldProps {
  option: EngineOption;
  value: unknown;
  onChange: (value: unknown) => void;
}

function OptionField({ option, value, onChange }: OptionFieldProps) {
  const { label, help } = option;
  if (option.type === 'boolean') {
    return (
      <Checkbox
        label={label}
        description={help}
        checked={Boolean(value)}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (option.type === 'choice') {
    return (
      <Select
        label={label}
        description={help}
        data={option.choices ?? []}
        value={String(value)}
        allowDeselect={false}
        onChange={(choice) => onChange(choice)}
      />
    );
  }
  return (
    <NumberInput
      label={label}
      description={[help, bounds(option)].filter(Boolean).join('; ')}
      value={value as number}
      min={option.minimum ?? undefined}
      max={option.maximum ?? undefined}
      step={option.type === 'integer' ? 1 : 0.05}
      allowDecimal={option.type === 'number'}
      onChange={(number) => {
        if (number !== '') onChange(Number(number));
      }}
    />
  );
}

function bounds({ minimum, maximum }: EngineOption): string | undefined {
  if (minimum === null || minimum === undefined || maximum === null || maximum === undefined) return undefined;
  return `from ${minimum} to ${maximum}`;
}
