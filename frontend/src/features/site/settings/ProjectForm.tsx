import { Checkbox, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useUpdateProject } from '@/api/projects';
import type { Project } from '@/api/types';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { TextField } from '@/ui/TextField';
import { SaveStatus } from './SaveStatus';

/** Name, description, reasons of adjudicators and the cutting of spans of a project. */
export function ProjectForm({ project }: { project: Project }) {
  const update = useUpdateProject(project.slug);
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description);
  const [reasons, setReasons] = useState(project.decision_reasons);
  const [cut, setCut] = useState(project.cut_long_spans);
  const errors = formErrors(update.error, ['name', 'description', 'decision_reasons']);
  const changed =
    name !== project.name ||
    description !== project.description ||
    cut !== project.cut_long_spans ||
    reasons.join('\n') !== project.decision_reasons.join('\n');
  return (
    <Form
      wide
      onSubmit={() => update.mutate({ name: name.trim(), description, decision_reasons: reasons, cut_long_spans: cut })}
      error={errors.rest}
      submit="Save"
      isPending={update.isPending}
      disabled={!changed || !name.trim()}
      beside={<SaveStatus changed={changed} saved={update.isSuccess} />}
    >
      <TextField label="Name" required value={name} onChange={setName} error={errors.field('name')} />
      <TextField
        label="Description"
        value={description}
        onChange={setDescription}
        error={errors.field('description')}
      />
      <TagsInput
        label="Reasons of adjudicators"
        description="Offered where reviews differ. Removed reasons are no longer offered; rows that have one keep it."
        maxLength={60}
        value={reasons}
        onChange={setReasons}
        error={errors.field('decision_reasons')}
      />
      <Checkbox
        label="Cut long spans"
        description="When a review is opened, spans of a talk longer than about 60 words are cut at the ends of utterances. Open reviews do not change."
        checked={cut}
        onChange={(event) => setCut(event.currentTarget.checked)}
      />
    </Form>
  );
}
