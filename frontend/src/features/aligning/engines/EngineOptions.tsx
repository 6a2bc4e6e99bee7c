import { Checkbox, NumberInput, Select } from '@mantine/core';
import type { Engine, EngineOption } from '@/api/types';
import classes from './EngineOptions.module.css';

interface EngineOptionsProps {
  engine: Engine;
  values: Record<string, unknown>;
  onChange: (name: string, value: unknown) => void;
}

/** A field for each option of an engine, filled with its default. */
export function EngineOptions({ engine, values, onChange }: EngineOptionsProps) {
  return (
    <fieldset className={classes.options}>
      <legend>Options for {engine.label}</legend>
      {engine.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={values[option.name] ?? defaultOf(option, presetOf(engine, values))}
          onChange={(value) => onChange(option.name, value)}
        />
      ))}
    </fieldset>
  );
}

/** The preset of parameters that other options take their defaults from, where an engine has any. */
function presetOf(engine: Engine, values: Record<string, unknown>): string {
  return String(values.preset ?? engine.options.find(({ name }) => name === 'preset')?.default);
}

function defaultOf({ by_preset, default: usual }: EngineOption, preset: string): unknown {
  return by_preset[preset] ?? usual;
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
  return `${minimum} to ${maximum}`;
}
