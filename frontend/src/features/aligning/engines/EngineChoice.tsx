import { Radio } from '@mantine/core';
import type { Engine } from '@/api/types';
import { about, bytes } from '@/lib/format';
import { EngineOptions } from './EngineOptions';
import classes from './EngineOptions.module.css';

export interface Choice {
  /** The engine's name; null is the first that can run. */
  name: string | null;
  /** What differs from its defaults. */
  options: Record<string, unknown>;
}

interface EngineChoiceProps {
  engines: Engine[];
  choice: Choice;
  onChange: (choice: Choice) => void;
  /** Whether the engines can run, and what they cost, is about one pair. */
  ofOnePair?: boolean;
}

/** The engine that a choice means, or null where none can run. */
export function chosenEngine(engines: Engine[], { name }: Choice): Engine | null {
  return engines.find((engine) => engine.name === name) ?? engines.find(canRun) ?? null;
}

/** Which engine, why others are not available, and its options. */
export function EngineChoice({ engines, choice, onChange, ofOnePair = false }: EngineChoiceProps) {
  const engine = chosenEngine(engines, choice);
  return (
    <>
      <Radio.Group label="Engine" value={engine?.name ?? null} onChange={(name) => onChange({ name, options: {} })}>
        <div className={classes.engines}>
          {engines.map((each) => (
            <Radio
              key={each.name}
              value={each.name}
              disabled={ofOnePair && !canRun(each)}
              label={each.label}
              description={ofOnePair ? describe(each) : undefined}
            />
          ))}
        </div>
      </Radio.Group>
      {engine && engine.options.length > 0 && (
        <EngineOptions
          engine={engine}
          values={choice.options}
          onChange={(name, value) => onChange({ name: engine.name, options: { ...choice.options, [name]: value } })}
        />
      )}
    </>
  );
}

function canRun(engine: Engine): boolean {
  return engine.available && engine.cost.too_large === '';
}

function describe({ available, reason, cost }: Engine): string {
  if (!available) return `Not available: ${reason}`;
  if (cost.too_large) return cost.too_large;
  return [reason, `About ${about(cost.seconds)}, ${bytes(cost.bytes)} of memory.`, cost.left_out]
    .filter(Boolean)
    .join(' ');
}
