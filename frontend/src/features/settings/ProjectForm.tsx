import { Checkbox, TagsInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useUpdateProject } from '@/api/projects';
import type { Project } from '@/api/types';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { TextField } from '@/ui/TextField';
import { SaveStatus } from './SaveStatus';

/** Name, description, guidelines, error tags, reasons of adjudicators and the cutting of spans of a project. */
export function ProjectForm({ project }: { project: Project }) {
  const update = useUpdateProject(project.slug);
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description);
  const [guidelines, setGuidelines] = useState(project.guidelines);
  const [tags, setTags] = useState(project.error_tags);
  const [reasons, setReasons] = useState(project.decision_reasons);
  const [cut, setCut] = useState(project.cut_long_spans);
  const errors = formErrors(update.error, ['name', 'description', 'guidelines', 'error_tags', 'decision_reasons']);
  const changed =
    name !== project.name ||
    description !== project.description ||
    guidelines !== project.guidelines ||
    cut !== project.cut_long_spans ||
    reasons.join('\n') !== project.decision_reasons.join('\n') ||
    tags.join('\n') !== project.error_tags.join('\n');
  return (
    <Form
      wide
      onSubmit={() =>
        update.mutate({
          name: name.trim(),
          description,
          guidelines,
          error_tags: tags,
          decision_reasons: reasons,
          cut_long_spans: cut,
        })
      }
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
      <Textarea
        label="Guidelines"
        description="Shown to annotators while they review."
        autosize
        minRows={6}
        maxRows={20}
        value={guidelines}
        onChange={(event) => setGuidelines(event.currentTarget.value)}
        error={errors.field('guidelines')}
      />
      <TagsInput
        label="Error tags"
        description="Annotators can mark a row with these. Press Enter to add one."
        value={tags}
        onChange={setTags}
        error={errors.field('error_tags')}
      />
      <TagsInput
        label="Reasons of adjudicators"
        description="Offered where reviews differ. What you remove is no longer offered; rows that have it keep it."
        maxLength={60}
        value={reasons}
        onChange={setReasons}
        error={errors.field('decision_reasons')}
      />
      <Checkbox
        label="Cut long spans"
        description="Spans of a talk of more than about 60 words are cut where an utterance ends when a review is opened. Reviews that are open stay as they are."
        checked={cut}
        onChange={(event) => setCut(event.currentTarget.checked)}
      />
    </Form>
  );
}
