import { Button, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/client';
import { canCurate, canManage, useUpdateProject } from '@/api/projects';
import type { Project, Thresholds } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';
import { LearnThresholds } from './LearnThresholds';
import { fields, shown, type ThresholdName } from './thresholds';

/** What a link must reach so that no filter speaks against it. */
export function FiltersPart({ project }: { project: Project }) {
  // The form starts anew when what is stored changes, as it does when a proposal is taken.
  const stored: Thresholds = project.filter_thresholds;
  return (
    <Part title="Filters">
      <p className="soft" style={{ maxWidth: 640, marginBottom: 12 }}>
        Filters judge the links of a bitext and remove nothing: a reviewer sees what they say. Runs and reviews go by
        these thresholds, and a talk may have its own.
      </p>
      {canManage(project.role) ? (
        <ThresholdsForm key={JSON.stringify(stored)} slug={project.slug} stored={stored} />
      ) : (
        <Facts facts={fields.map(({ name, label }) => [label, shown(stored[name])])} />
      )}
      {canCurate(project.role) && <LearnThresholds slug={project.slug} />}
    </Part>
  );
}

function ThresholdsForm({ slug, stored }: { slug: string; stored: Thresholds }) {
  const update = useUpdateProject(slug);
  const [values, setValues] = useState(stored);
  const fault = (name: ThresholdName) =>
    update.error instanceof ApiError ? update.error.field(`filter_thresholds.${name}`) : undefined;
  const changed = fields.some(({ name }) => values[name] !== stored[name]);
  const set = (name: ThresholdName, value: number | string) => {
    const { [name]: _, ...others } = values;
    setValues(value === '' ? others : { ...others, [name]: Number(value) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ filter_thresholds: values });
  };
  return (
    <form onSubmit={submit} aria-label="Thresholds" style={{ display: 'grid', gap: 16, maxWidth: 640 }}>
      {fields.map(({ name, label, help, most, step, unset }) => (
        <NumberInput
          key={name}
          label={label}
          description={help}
          placeholder={unset}
          value={values[name] ?? ''}
          min={name === 'eta_least' ? -most : 0}
          max={most}
          step={step}
          onChange={(value) => set(name, value)}
          error={fault(name)}
        />
      ))}
      {update.isError && <ErrorNote error={update.error} />}
      <div style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
        <Button type="submit" variant="filled" loading={update.isPending} disabled={!changed}>
          Save thresholds
        </Button>
        <span role="status" className="soft">
          {changed && 'Not saved yet'}
        </span>
      </div>
    </form>
  );
}
