import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useUpdateProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Project, Thresholds } from '@/api/types';
import { Facts } from '@/ui/Facts';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { SaveStatus } from './SaveStatus';
import { SuggestThresholds } from './SuggestThresholds';
import { fields, shown, type ThresholdName } from './thresholds';

/** The thresholds below or above which a filter flags a link. */
export function FilterSettings({ project }: { project: Project }) {
  const stored: Thresholds = project.filter_thresholds;
  return (
    <Part title="Filters">
      <p className="soft" style={{ maxWidth: 640, marginBottom: 12 }}>
        Filters check the links of a bitext. They remove nothing: reviewers see which links fail a check. Runs and
        reviews use these thresholds unless a pair has its own.
      </p>
      {may(project.role, 'projects', 'partial_update') ? (
        // The form starts again when the stored values change, as when a suggestion is used.
        <ThresholdsForm key={JSON.stringify(stored)} slug={project.slug} stored={stored} />
      ) : (
        <Facts facts={fields.map(({ name, label }) => [label, shown(stored[name])])} />
      )}
      {may(project.role, 'projects', 'fit_thresholds') && <SuggestThresholds slug={project.slug} />}
    </Part>
  );
}

const pathOf = (name: ThresholdName) => `filter_thresholds.${name}` as const;

function ThresholdsForm({ slug, stored }: { slug: string; stored: Thresholds }) {
  const update = useUpdateProject(slug);
  const [values, setValues] = useState(stored);
  const errors = formErrors(
    update.error,
    fields.map(({ name }) => pathOf(name)),
  );
  const changed = fields.some(({ name }) => values[name] !== stored[name]);
  const set = (name: ThresholdName, value: number | string) => {
    const { [name]: _, ...others } = values;
    setValues(value === '' ? others : { ...others, [name]: Number(value) });
  };
  return (
    <Form
      label="Thresholds"
      wide
      onSubmit={() => update.mutate({ filter_thresholds: values })}
      error={errors.rest}
      submit="Save thresholds"
      isPending={update.isPending}
      disabled={!changed}
      beside={<SaveStatus changed={changed} saved={update.isSuccess} />}
    >
      {fields.map(({ name, label, help, most, unset }) => (
        <NumberInput
          key={name}
          label={label}
          description={help}
          placeholder={unset}
          value={values[name] ?? ''}
          min={name === 'eta_least' ? -most : 0}
          max={most}
          step={0.05}
          onChange={(value) => set(name, value)}
          error={errors.field(pathOf(name))}
        />
      ))}
    </Form>
  );
}
