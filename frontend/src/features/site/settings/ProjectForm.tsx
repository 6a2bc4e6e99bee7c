import { Checkbox, TagsInput, Textarea } from '@mantine/core';
import { useUpdateProject } from '@/api/projects';
import type { Project } from '@/api/types';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { SaveStatus } from './SaveStatus';
import { StudyFields } from './StudyFields';

/** Name, description, reasons of adjudicators and the cutting of spans of a project. */
export function ProjectForm({ project }: { project: Project }) {
  const update = useUpdateProject(project.slug);
  const stored = {
    name: project.name,
    description: project.description,
    decision_reasons: project.decision_reasons,
    cut_long_spans: project.cut_long_spans,
    responsible: project.responsible,
    contact_email: project.contact_email,
    answers_kept_years: project.answers_kept_years,
  };
  const { values, field, box, rest } = useFields(stored, update.error);
  const name = values.name.trim();
  const changed = JSON.stringify(values) !== JSON.stringify(stored);
  return (
    <Form
      wide
      onSubmit={() => update.mutate({ ...values, name })}
      error={rest}
      submit="Save"
      isPending={update.isPending}
      disabled={!changed || !name}
      beside={<SaveStatus changed={changed} saved={update.isSuccess} />}
    >
      <TextField label="Name" required maxLength={120} {...field('name')} />
      <Textarea label="Description" autosize minRows={2} maxRows={8} {...field('description')} />
      <TagsInput
        label="Reasons of adjudicators"
        description="Offered where reviews differ. Removed reasons are no longer offered; rows that have one keep it."
        maxLength={60}
        {...field('decision_reasons')}
      />
      <Checkbox
        label="Cut long spans"
        description="When a review is opened, spans of a talk longer than about 60 words are cut at the ends of utterances. Open reviews do not change."
        {...box('cut_long_spans')}
      />
      <StudyFields field={field} />
    </Form>
  );
}
