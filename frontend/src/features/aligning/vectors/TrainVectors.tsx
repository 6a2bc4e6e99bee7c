import { Checkbox, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useProjects } from '@/api/projects';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import { type Training, useAddVectors } from './requests';
import classes from './Vectors.module.css';

const usual: Training = { dimension: 100, epochs: 5, min_count: 3 };
const numbers = [
  { name: 'dimension', label: 'Dimension', min: 2, max: 1000 },
  { name: 'epochs', label: 'Epochs', min: 1, max: 100 },
  { name: 'min_count', label: 'Min. count', min: 1, max: 1000 },
] as const;

/** Trains word vectors on the texts of chosen projects, in one language if one is named. */
export function TrainVectors() {
  const projects = useProjects();
  const train = useAddVectors();
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [training, setTraining] = useState(usual);
  const errors = formErrors(train.error, ['name', 'language', 'projects', 'dimension', 'epochs', 'min_count']);
  const submit = () =>
    train.mutate(
      { name: name.trim(), language: language.trim(), projects: chosen, ...training },
      { onSuccess: () => setName('') },
    );
  return (
    <Part title="Train on project texts">
      {projects.isError && <ErrorNote error={projects.error} onRetry={() => void projects.refetch()} />}
      <Form
        onSubmit={submit}
        error={errors.rest}
        submit={chosen.length === 0 ? 'Train' : `Train on ${plural(chosen.length, 'project')}`}
        isPending={train.isPending}
        disabled={!name.trim() || chosen.length === 0}
      >
        <Checkbox.Group label="Projects" value={chosen} onChange={setChosen} error={errors.field('projects')}>
          <div className={classes.choices}>
            {projects.data?.map((project) => (
              <Checkbox key={project.slug} value={project.slug} label={project.name} />
            ))}
          </div>
        </Checkbox.Group>
        <TextField
          label="Name of the trained set"
          required
          maxLength={80}
          value={name}
          onChange={setName}
          error={errors.field('name')}
        />
        <TextField
          label="Language of the texts"
          description="A language tag such as en. Leave blank to use all texts"
          value={language}
          onChange={setLanguage}
          error={errors.field('language')}
        />
        <div className={classes.numbers}>
          {numbers.map(({ name: field, label, min, max }) => (
            <NumberInput
              key={field}
              label={label}
              min={min}
              max={max}
              allowDecimal={false}
              value={training[field]}
              onChange={(value) => setTraining((now) => ({ ...now, [field]: Number(value) }))}
              error={errors.field(field)}
            />
          ))}
        </div>
      </Form>
    </Part>
  );
}
