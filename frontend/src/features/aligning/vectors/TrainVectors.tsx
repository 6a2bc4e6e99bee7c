import { Checkbox, NumberInput } from '@mantine/core';
import { useProjects } from '@/api/projects';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { useAddVectors } from './requests';
import classes from './Vectors.module.css';

const numbers = [
  { name: 'dimension', label: 'Dimension', min: 2, max: 1000 },
  { name: 'epochs', label: 'Epochs', min: 1, max: 100 },
  { name: 'min_count', label: 'Min. count', min: 1, max: 1000 },
] as const;

/** Trains word vectors on the texts of chosen projects, in one language if one is named. */
export function TrainVectors() {
  const projects = useProjects();
  const train = useAddVectors();
  const { values, field, change, rest } = useFields(
    { name: '', language: '', projects: [] as string[], dimension: 100, epochs: 5, min_count: 3 },
    train.error,
  );
  const [name, language] = [values.name.trim(), values.language.trim()];
  const submit = () => train.mutate({ ...values, name, language }, { onSuccess: () => change({ name: '' }) });
  return (
    <Part title="Train on project texts">
      <Pending of={projects} />
      <Form
        onSubmit={submit}
        error={rest}
        submit={values.projects.length === 0 ? 'Train' : `Train on ${plural(values.projects.length, 'project')}`}
        isPending={train.isPending}
        disabled={!name || values.projects.length === 0}
      >
        <Checkbox.Group label="Projects" {...field('projects')}>
          <div className={classes.choices}>
            {projects.data?.map((project) => (
              <Checkbox key={project.slug} value={project.slug} label={project.name} />
            ))}
          </div>
        </Checkbox.Group>
        <TextField label="Name of the trained set" required maxLength={80} {...field('name')} />
        <TextField
          label="Language of the texts"
          description="A language tag such as en. Leave blank to use all texts"
          {...field('language')}
        />
        <div className={classes.numbers}>
          {numbers.map(({ name: each, ...limits }) => (
            <NumberInput key={each} allowDecimal={false} {...limits} {...field(each)} />
          ))}
        </div>
      </Form>
    </Part>
  );
}
