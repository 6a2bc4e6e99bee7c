import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/client';
import { useProjects } from '@/api/projects';
import { type Training, useAddVectors } from '@/api/vectors';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import classes from './Vectors.module.css';

const usual: Training = { dimension: 100, epochs: 5, min_count: 3 };
const numbers = [
  { name: 'dimension', label: 'Dimension', min: 2, max: 1000 },
  { name: 'epochs', label: 'Epochs', min: 1, max: 100 },
  { name: 'min_count', label: 'Least count', min: 1, max: 1000 },
] as const;

/** A set trained on the texts of chosen projects, in one language where it is named. */
export function TrainVectors() {
  const projects = useProjects();
  const train = useAddVectors();
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [training, setTraining] = useState(usual);
  const fault = (field: string) => (train.error instanceof ApiError ? train.error.field(field) : undefined);
  const isNamed = ['name', 'language', 'projects', ...Object.keys(usual)].some(fault);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    train.mutate(
      { name: name.trim(), language: language.trim(), projects: chosen, ...training },
      { onSuccess: () => setName('') },
    );
  };
  return (
    <Part title="Train on our texts">
      <form className={classes.form} onSubmit={submit}>
        {projects.isError && <ErrorNote error={projects.error} onRetry={() => void projects.refetch()} />}
        <Checkbox.Group label="Projects" value={chosen} onChange={setChosen} error={fault('projects')}>
          <div className={classes.choices}>
            {projects.data?.map((project) => (
              <Checkbox key={project.slug} value={project.slug} label={project.name} />
            ))}
          </div>
        </Checkbox.Group>
        <TextInput
          label="Name of the trained set"
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fault('name')}
        />
        <TextInput
          label="Language of the texts"
          description="Such as en; empty takes them all"
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
          error={fault('language')}
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
              error={fault(field)}
            />
          ))}
        </div>
        {train.isError && !isNamed && <ErrorNote error={train.error} />}
        <div>
          <Button
            type="submit"
            variant="filled"
            loading={train.isPending}
            disabled={!name.trim() || chosen.length === 0}
          >
            {chosen.length === 0 ? 'Train' : `Train on ${plural(chosen.length, 'project')}`}
          </Button>
        </div>
      </form>
    </Part>
  );
}
